// Hierarchies: cells of any level, gates, merging and compressing step by step, and a navigation that
// expands cell after cell.
import type GUI from 'lil-gui';
import { postBinary } from '../api';
import type { App } from '../app';
import { bytes, floats, words } from '../binary';
import { thingColour } from '../colours';
import { keepShown, restoreShown, state } from '../state';
import { count } from '../ui/format';
import { during, hint, toast } from '../ui/toast';

export class Hierarchy {
  readonly values = { planner: 'natural', level: 1, steps: 1, compressions: 0, expansions: 1, layers: 10 };
  private readonly level;
  private timer: ReturnType<typeof setInterval> | null = null;
  private until: 'merged' | 'compressed' = 'merged'; // what the automatic steps lead to
  private isBusy = false;

  constructor(private readonly app: App, gui: GUI) {
    const folder = gui.addFolder('Hierarchies').close();
    const withCells = app.catalog.planners.filter((p) => p.builds !== '').map((p) => p.name);
    const actions = {
      cells: () => void this.showCells(),
      gates: () => void this.showGates(),
      forward: () => void this.mergeBy(1),
      back: () => void this.mergeBy(-1),
      auto: () => this.toggleAuto('merged', () => this.mergeBy(1)),
      compress: () => void this.compressBy(1),
      loosen: () => void this.compressBy(-1),
      autoCompress: () => this.toggleAuto('compressed', () => this.compressBy(1)),
      more: () => void this.expandBy(1),
      less: () => void this.expandBy(-1),
      tenMore: () => void this.expandBy(10),
      hide: () => this.hide(),
    };
    folder.add(this.values, 'planner', withCells).name('built for');
    folder.add(actions, 'cells').name('show its cells');
    this.level = folder.add(this.values, 'level', 0, 20, 1).name('layer ( [ ] )').onFinishChange(() => void this.showCells()).listen();
    folder.add(actions, 'gates').name('show gates of that layer');
    const merging = folder.addFolder('Merging, step by step');
    merging.add(this.values, 'steps', 1, 60, 1).name('merge steps').onFinishChange(() => void this.showMerged()).listen();
    merging.add(actions, 'back').name('one step back');
    merging.add(actions, 'forward').name('one step forward');
    merging.add(actions, 'auto').name('automatic: start / stop');
    merging.add(this.values, 'compressions', 0, 200, 1).name('compression steps').onFinishChange(() => void this.showMerged()).listen();
    merging.add(actions, 'loosen').name('compress one less');
    merging.add(actions, 'compress').name('compress one more');
    merging.add(actions, 'autoCompress').name('compress automatically: start / stop');
    const descent = folder.addFolder('Expanding a path');
    descent.add(this.values, 'expansions', 0, 500, 1).onFinishChange(() => void this.showDescent()).listen();
    descent.add(this.values, 'layers', 2, 60, 1).name('layers of the tree');
    descent.add(actions, 'less').name('one less (x)');
    descent.add(actions, 'more').name('one more (c)');
    descent.add(actions, 'tenMore').name('ten more');
    folder.add(actions, 'hide').name('hide');
    app.worldOpened.on(() => void this.opened());
  }

  // Shows what the address asks for.
  private async opened(): Promise<void> {
    this.clear();
    if (restoreShown('gates', this.values)) await this.showGates();
    if (restoreShown('cells', this.values)) await this.showCells();
    if (restoreShown('merging', this.values)) await this.showMerged();
    if (restoreShown('expansions', this.values)) await this.showDescent();
  }

  // The layer `by` closer to the top.
  async changeLevel(by: number): Promise<void> {
    this.values.level = Math.max(0, this.values.level + by);
    await this.showCells();
  }

  async showCells(): Promise<void> {
    const { planner, level } = this.values;
    const header = await this.colourCells(`cells for ${planner}`, { planner, level, profile: state.profile });
    if (header) keepShown('cells', { planner, level: this.values.level });
  }

  async showGates(): Promise<void> {
    const world = this.app.world!;
    const reply = await during('gates', () => postBinary('gates', {
      world: world.id, planner: this.values.planner, profile: state.profile, level: Math.max(this.values.level, 1) }));
    if (!reply) return;
    const lift = (points: Float32Array) => {
      const raised = points.slice();
      for (let i = 2; i < raised.length; i += 3) raised[i]! += this.app.lift;
      return raised;
    };
    keepShown('gates', { planner: this.values.planner, level: this.values.level });
    this.app.lines.clear('gates');
    this.app.lines.segments('gates', lift(floats(reply, 'crossings')), '#d62839', 0.45);
    this.app.lines.dots('gates', lift(floats(reply, 'gates')), '#209450', 5);
    hint(`${count(reply.header.gates as number)} gates in ${String(reply.header.levels)} levels`);
  }

  private async mergeBy(by: number): Promise<void> {
    this.values.steps = Math.max(1, this.values.steps + by);
    await this.showMerged();
  }
  private async compressBy(by: number): Promise<void> {
    this.values.compressions = Math.max(0, this.values.compressions + by);
    await this.showMerged();
  }
  // Takes steps until the server says that there are none left, or until it is stopped.
  private toggleAuto(until: 'merged' | 'compressed', step: () => Promise<void>): void {
    if (this.timer) return this.stopAuto();
    this.until = until;
    this.timer = setInterval(() => {
      if (!this.isBusy) void step();
    }, 400);
  }
  private stopAuto(): void {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
  }

  // The tops after so many steps of merging, then of compression.
  async showMerged(): Promise<void> {
    const header = await this.colourCells('merging', {
      steps: this.values.steps, compressions: this.values.compressions, profile: state.profile });
    if (!header) return;
    if (header[this.until]) this.stopAuto();
    this.values.steps = header.steps as number;
    keepShown('merging', { steps: this.values.steps, compressions: this.values.compressions });
    hint(`${String(header.steps)} merge steps${header.merged ? ' (complete)' : ''}: ${count(header.tops as number)} tops, ` +
      `${count(header.cells as number)} cells, ${String(header.layers)} layers` +
      (this.values.compressions > 0 ? ` (${String(header.merged_layers)} before compression)` : ''));
  }

  private async colourCells(what: string, body: object): Promise<Record<string, unknown> | null> {
    this.isBusy = true;
    const reply = await during(what, () => postBinary('cells', { world: this.app.world!.id, ...body }));
    this.isBusy = false;
    if (!reply) {
      this.stopAuto();
      return null;
    }
    const colours = words(reply, 'colours');
    if (colours.length !== this.app.ground.items) {
      toast('These cells are of another graph than the faces, so they cannot be coloured.', 'info');
      return null;
    }
    this.level.max(reply.header.levels as number);
    this.values.level = reply.header.level as number;
    this.app.ground.setOverlay((item) => (colours[item] === 0xffffffff ? null : thingColour(colours[item]! + 1)));
    hint(`layer ${String(reply.header.level)} of ${String(reply.header.levels)}: ${count(reply.header.cells as number)} cells`);
    return reply.header;
  }

  private async expandBy(by: number): Promise<void> {
    this.values.expansions = Math.max(0, this.values.expansions + by);
    await this.showDescent();
  }

  // The path of the natural hierarchy after so many expansions.
  async showDescent(): Promise<void> {
    if (!state.from || !state.to) return toast('Set a start (right click) and a goal (left click) first.', 'info');
    const reply = await during('expanding', () => postBinary('descend', {
      world: this.app.world!.id, from: state.from, to: state.to, reach: this.app.reach, profile: state.profile,
      layers: this.values.layers, expansions: this.values.expansions }));
    if (!reply) return;
    const pieces = bytes(reply, 'pieces');
    this.app.ground.setOverlay((item) => {
      const piece = pieces[item] ?? 0;
      return piece === 0 ? null : piece === 1 ? [112, 197, 255] : thingColour(piece);
    });
    const known = (reply.header.points as [number, number, number][]).map((p) => this.app.toLocal(p));
    keepShown('expansions', { expansions: this.values.expansions, layers: this.values.layers });
    this.app.lines.path('descent', known, '#1060d0', 4, this.app.lift * 2);
    hint(`${String(reply.header.expansions)} expansions: ${count(reply.header.known as number)} faces known, ` +
      `${count(reply.header.ahead as number)} cells ahead${reply.header.finished ? ', finished' : ''}`);
  }

  hide(): void {
    this.clear();
    for (const what of ['cells', 'merging', 'expansions', 'gates'] as const) keepShown(what, null);
  }

  private clear(): void {
    this.stopAuto();
    this.app.ground.setOverlay(null);
    this.app.lines.clear('gates');
    this.app.lines.clear('descent');
    hint('');
  }
}
