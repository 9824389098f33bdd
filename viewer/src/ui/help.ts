// The keys, shown by '?', and what they do.
export interface Key {
  keys: string; // as shown
  match: (event: KeyboardEvent) => boolean;
  what: string;
  run: () => void;
}

export const key = (letter: string) => (event: KeyboardEvent) =>
  event.key.toLowerCase() === letter && !event.ctrlKey && !event.metaKey && !event.altKey;

export function installKeys(keys: Key[]): void {
  addEventListener('keydown', (event) => {
    const target = event.target as HTMLElement;
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return;
    const found = keys.find((one) => one.match(event));
    if (!found) return;
    event.preventDefault();
    found.run();
  });
  const dialog = document.getElementById('help-dialog') as HTMLDialogElement;
  const mouse: [string, string][] = [
    ['left click', 'the goal is here'],
    ['right click', 'the start is here'],
    ['drag a pin', 'the path follows'],
    ['left drag', 'turn the view'],
    ['right drag, arrow keys', 'move the view'],
    ['wheel', 'closer, farther'],
    ['drop a file', 'open it as a world'],
  ];
  const rows = [...mouse, ...keys.map((one) => [one.keys, one.what] as [string, string])];
  dialog.innerHTML = '<h2>Mouse and keys</h2><table></table><form method="dialog"><button>Close</button></form>';
  for (const [name, what] of rows) {
    const row = dialog.querySelector('table')!.insertRow();
    row.insertCell().append(Object.assign(document.createElement('kbd'), { textContent: name }));
    row.insertCell().textContent = what;
  }
}

export function toggleHelp(): void {
  const dialog = document.getElementById('help-dialog') as HTMLDialogElement;
  if (dialog.open) dialog.close();
  else dialog.showModal();
}
