// The page: puts its parts together.
import GUI from 'lil-gui';
import { Socket, getJson } from './api';
import { App } from './app';
import { Colouring, colourings } from './panels/colouring';
import { Edit } from './panels/edit';
import { Hierarchy } from './panels/hierarchy';
import { Paths } from './panels/paths';
import { Runners } from './panels/runners';
import { Watch } from './panels/watch';
import { Wave } from './panels/wave';
import { Worlds } from './panels/worlds';
import { watchPointer } from './pointer';
import { Ground } from './scene/ground';
import { Lines } from './scene/lines';
import { Picker } from './scene/pick';
import { Stage } from './scene/stage';
import { changed, fromHash, set, state, toHash } from './state';
import './style.css';
import type { Catalog } from './types';
import { installKeys, key, toggleHelp, type Key } from './ui/help';
import { fail, hint, showProgress, status, toast } from './ui/toast';

function applyTheme(stage: Stage): void {
  document.documentElement.dataset.theme = state.theme;
  stage.setBackground(state.theme === 'dark' ? '#15181c' : '#eef1f4');
}

async function savePng(stage: Stage): Promise<void> {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await stage.png());
  link.download = `${state.world || 'thalweg'}.png`;
  link.click();
  URL.revokeObjectURL(link.href);
}

async function share(stage: Stage): Promise<void> {
  state.camera = stage.view();
  history.replaceState(null, '', toHash());
  try {
    await navigator.clipboard.writeText(location.href);
    toast('The link is in the clipboard.', 'info');
  } catch {
    toast('The link is in the address bar.', 'info');
  }
}

async function fullScreen(): Promise<void> {
  if (document.fullscreenElement) await document.exitFullscreen();
  else await document.documentElement.requestFullscreen();
}

// The address always says what is shown, so that reloading and sharing work.
function keepAddress(stage: Stage): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(() => history.replaceState(null, '', toHash()), 200);
  };
  changed.on(later);
  stage.moved.on(() => {
    state.camera = stage.view();
    later();
  });
}

interface Parts {
  app: App;
  paths: Paths;
  watch: Watch;
  hierarchy: Hierarchy;
  wave: Wave;
  runners: Runners;
  edit: Edit;
}

function keysOf({ app, watch, hierarchy, wave, runners, edit }: Parts): Key[] {
  const shifted = (letter: string) => (event: KeyboardEvent) => event.shiftKey && key(letter)(event);
  const plain = (letter: string) => (event: KeyboardEvent) => !event.shiftKey && key(letter)(event);
  const colours: Key[] = Object.entries(colourings).map(([name, colouring], i) => ({
    keys: String(i + 1), match: key(String(i + 1)), what: `colours: ${colouring.label}`, run: () => set('colour', name) }));
  return [
    { keys: '?', match: (e) => e.key === '?', what: 'this help', run: toggleHelp },
    { keys: 'F', match: plain('f'), what: 'full screen', run: () => void fullScreen().catch(fail) },
    { keys: 'P', match: plain('p'), what: 'save the picture as PNG', run: () => void savePng(app.stage).catch(fail) },
    { keys: 'L', match: plain('l'), what: 'a link to this view', run: () => void share(app.stage) },
    { keys: 'T', match: plain('t'), what: 'light or dark', run: () => set('theme', state.theme === 'dark' ? 'light' : 'dark') },
    { keys: 'R', match: plain('r'), what: 'show the whole world', run: () => app.world && app.stage.frame(app.world, state.relief) },
    { keys: 'space', match: (e) => e.key === ' ', what: 'record, play or pause a search', run: () => watch.toggle() },
    { keys: ', .', match: (e) => e.key === ',' || e.key === '.', what: 'step a search back or forward', run: () => undefined },
    { keys: '[', match: (e) => e.key === '[', what: 'cells: a layer closer to the faces', run: () => void hierarchy.changeLevel(-1) },
    { keys: ']', match: (e) => e.key === ']', what: 'cells: a layer closer to the top', run: () => void hierarchy.changeLevel(1) },
    { keys: 'W', match: plain('w'), what: 'run a wave from the start', run: () => void wave.run() },
    { keys: 'Y', match: plain('y'), what: 'halve the radius of waves (shift: double it)', run: () => wave.scale(0.5) },
    { keys: 'shift Y', match: shifted('y'), what: 'double the radius of waves', run: () => wave.scale(2) },
    { keys: 'Q', match: plain('q'), what: 'ten runners more (shift: fewer)', run: () => runners.setCount(runners.values.count + 10) },
    { keys: 'shift Q', match: shifted('q'), what: 'ten runners fewer', run: () => runners.setCount(runners.values.count - 10) },
    { keys: 'B', match: plain('b'), what: 'block ground with the brush', run: () => edit.setTool('block') },
    { keys: 'Z', match: plain('z'), what: 'undo the last edit', run: () => void edit.undo() },
    { keys: 'Esc', match: (e) => e.key === 'Escape', what: 'put the tool away', run: () => edit.setTool('none') },
    ...colours,
  ];
}

function addStepKeys(watch: Watch, keys: Key[]): void {
  keys.find((one) => one.keys === ', .')!.match = () => false; // shown in the help; these two do it
  keys.push({ keys: ',', match: (e) => e.key === ',', what: 'search: step back', run: () => watch.step(-1) });
  keys.push({ keys: '.', match: (e) => e.key === '.', what: 'search: step forward', run: () => watch.step(1) });
}

function watchConnection(app: App, worlds: Worlds): void {
  let wasLost = false;
  app.socket.connected.on((isOpen) => {
    document.body.classList.toggle('offline', !isOpen);
    if (!isOpen) {
      wasLost = true;
      status('the connection is lost: trying again');
    } else if (wasLost) {
      wasLost = false;
      status('');
      toast('Connected again.', 'info');
      void worlds.start().catch(fail);
    }
  });
  app.socket.events.on(showProgress);
}

async function start(): Promise<void> {
  // A token in the address became a cookie: it should not stay in the address.
  if (location.search.includes('token=')) history.replaceState(null, '', location.pathname + location.hash);
  if (!fromHash(location.hash)) toast('The link is damaged: it was ignored.', 'info');
  const stage = new Stage(document.getElementById('canvas') as HTMLCanvasElement);
  applyTheme(stage);
  const ground = new Ground(stage);
  const app = new App(stage, ground, new Picker(stage, ground), new Lines(stage), new Socket(), await getJson<Catalog>('catalog'));
  const gui = new GUI({ container: document.getElementById('side')!, title: 'Controls' });
  const worlds = new Worlds(app, gui);
  const colouring = new Colouring(app, gui);
  const paths = new Paths(app, gui);
  const watch = new Watch(app, gui);
  const hierarchy = new Hierarchy(app, gui);
  const wave = new Wave(app, gui, colouring);
  const runners = new Runners(app, gui);
  const edit = new Edit(app, gui);
  const parts = { app, paths, watch, hierarchy, wave, runners, edit };
  const keys = keysOf(parts);
  addStepKeys(watch, keys);
  installKeys(keys);
  stage.controls.listenToKeyEvents(document.body);
  watchPointer(app);
  watchConnection(app, worlds);
  keepAddress(stage);
  changed.on((what) => what === 'theme' && applyTheme(stage));
  const button = (id: string, run: () => void) => (document.getElementById(id)!.onclick = run);
  button('help', toggleHelp);
  button('png', () => void savePng(stage).catch(fail));
  button('share', () => void share(stage));
  button('theme', () => set('theme', state.theme === 'dark' ? 'light' : 'dark'));
  button('full', () => void fullScreen().catch(fail));
  Object.assign(window, { thalweg: { ...parts, state, set } }); // for the browser's console and tests
  await worlds.start();
  if (app.world && !state.from && Object.keys(state.shown).length === 0) hint('Right click: start. Left click: goal. Drag the pins. Press ? for all keys.');
  document.body.dataset.ready = 'true';
}

addEventListener('unhandledrejection', (event) => fail(event.reason));
addEventListener('error', (event) => fail(event.error ?? event.message));
start().catch((error: unknown) => {
  fail(error);
  document.getElementById('hint')!.textContent = `The page could not start: ${String(error)}`;
});
