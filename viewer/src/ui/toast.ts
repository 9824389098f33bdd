// Messages that come and go, the status line and the progress bar.
import type { ServerEvent } from '../api';

const element = (id: string) => document.getElementById(id)!;

export function toast(text: string, kind: 'error' | 'info' = 'error'): void {
  const box = document.createElement('div');
  box.className = `toast ${kind}`;
  box.textContent = text;
  element('toasts').append(box);
  setTimeout(() => box.remove(), kind === 'error' ? 9000 : 5000);
}

export function fail(error: unknown): void {
  toast(error instanceof Error ? error.message : String(error));
}

export function status(text: string): void {
  element('status').textContent = text;
}

let running = 0;

// Shows that the server works on something until `work` is over; errors become messages.
export async function during<T>(what: string, work: () => Promise<T>): Promise<T | null> {
  running++;
  status(what);
  document.body.classList.add('busy');
  try {
    return await work();
  } catch (error) {
    fail(error);
    return null;
  } finally {
    if (--running === 0) {
      status('');
      document.body.classList.remove('busy');
      element('bar-fill').style.width = '0';
    }
  }
}

export function showProgress(event: ServerEvent): void {
  if (event.event === 'done') {
    element('bar-fill').style.width = '0';
    if (running === 0) status('');
    return;
  }
  element('bar-fill').style.width = `${Math.round((event.done ?? 0) * 100)}%`;
  if (event.stage) status(`${event.stage} ${Math.round((event.done ?? 0) * 100)} %`);
}

export function hint(text: string): void {
  element('hint').textContent = text;
}
