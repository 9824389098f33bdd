// Paths: start, goal, planners side by side. While a pin is dragged, every planner answers the newest
// question it can; when it rests, prices and ratios are asked for as well.
import type GUI from 'lil-gui';
import type { App } from '../app';
import { planColours } from '../colours';
import { changed, set, state } from '../state';
import type { PathReply, Vec } from '../types';
import { fail } from '../ui/toast';
import { Pin } from '../ui/pins';
import { Profile } from '../ui/profile';
import { showRows, type Row } from '../ui/rows';

// A question that was asked. `next`: another one waits for its answer, whole or not.
interface Turn {
  next?: boolean;
}

export class Paths {
  private rows: Row[] = [];
  private readonly asking = new Map<string, Turn>();
  private readonly start: Pin;
  private readonly goal: Pin;
  private readonly profile: Profile;
  private readonly choice: Record<string, boolean> = {};
  lastFrameMs = 0; // from a pin's move to its path, the last one

  constructor(private readonly app: App, gui: GUI) {
    this.start = new Pin(app, 'start', 'S', (at, isDone) => this.move('from', at, isDone));
    this.goal = new Pin(app, 'goal', 'G', (at, isDone) => this.move('to', at, isDone));
    this.profile = new Profile(app);
    this.profile.clear();
    this.addControls(gui);
    app.clicked.on(({ at, isRight }) => this.move(isRight ? 'from' : 'to', at, true));
    app.worldOpened.on(() => this.opened());
    app.worldEdited.on(() => this.refresh(true));
    changed.on((key) => {
      if (key === 'profile' || key === 'shape' || key === 'planners') this.refresh(true);
    });
  }

  // The points of the chosen row's path, local coordinates.
  get points(): Vec[] {
    const points = this.rows.find((row) => row.planner === state.selected)?.reply?.points;
    return points ? points.map((p) => this.app.toLocal(p)) : [];
  }

  select(planner: string): void {
    set('selected', planner);
    this.draw();
  }

  private addControls(gui: GUI): void {
    const { catalog } = this.app;
    const folder = gui.addFolder('Paths');
    const names = (all: { name: string }[]) => all.map((one) => one.name);
    folder.add(state, 'profile', names(catalog.profiles)).name('agent').listen().onChange((v: string) => set('profile', v));
    folder.add(state, 'shape', names(catalog.shapes)).name('shape').listen().onChange((v: string) => set('shape', v));
    const list = folder.addFolder('Planners');
    for (const planner of catalog.planners) {
      this.choice[planner.name] = state.planners.includes(planner.name);
      const box = list.add(this.choice, planner.name).listen().onChange((isOn: boolean) => this.toggle(planner.name, isOn));
      const options = planner.options.map((o) => `:${o.name}=${o.fallback}  ${o.help} (${o.range}${o.unit ? ` ${o.unit}` : ''})`);
      box.domElement.title = [planner.summary, planner.builds && `builds ${planner.builds}`, ...options].filter(Boolean).join('\n');
    }
    const own = { text: 'a_star:weight=2', add: () => this.toggle(own.text, true) };
    list.add(own, 'text').name('with options');
    list.add(own, 'add').name('add it');
  }

  private toggle(planner: string, isOn: boolean): void {
    const others = state.planners.filter((name) => name !== planner);
    set('planners', isOn ? [...others, planner] : others);
  }

  private opened(): void {
    for (const row of this.rows) this.app.lines.clear(`path ${row.planner}`);
    this.rows = [];
    this.profile.clear();
    this.movePins();
    this.refresh(true);
  }

  private movePins(): void {
    this.start.set(state.from && this.app.toLocal(state.from));
    this.goal.set(state.to && this.app.toLocal(state.to));
  }

  private move(end: 'from' | 'to', local: Vec, isDone: boolean): void {
    set(end, this.app.toWorld(local));
    this.movePins();
    this.refresh(isDone);
  }

  // Asks every chosen planner. `isWhole`: with prices of the ground and the ratio to the optimum.
  refresh(isWhole: boolean): void {
    if (!this.app.world) return;
    for (const name of Object.keys(this.choice)) this.choice[name] = state.planners.includes(name);
    const kept = new Map(this.rows.map((row) => [row.planner, row]));
    this.rows = state.planners.map((planner, i) => {
      const row = kept.get(planner) ?? { planner, colour: '', isBusy: false };
      kept.delete(planner);
      return Object.assign(row, { colour: planColours[i % planColours.length]! });
    });
    for (const gone of kept.keys()) this.app.lines.clear(`path ${gone}`);
    if (!state.planners.includes(state.selected)) set('selected', state.planners[0] ?? '');
    if (state.from && state.to) for (const row of this.rows) void this.ask(row, isWhole);
    if (isWhole) this.draw(); // else the answers are drawn as they come
  }

  // One question at a time for each planner; the newest replaces those that wait.
  private async ask(row: Row, isWhole: boolean): Promise<void> {
    const before = this.asking.get(row.planner);
    if (before) {
      before.next = isWhole;
      return;
    }
    const turn: Turn = {};
    this.asking.set(row.planner, turn);
    row.isBusy = true;
    const began = performance.now();
    try {
      row.reply = await this.app.socket.ask<PathReply>('path', this.question(row.planner, isWhole));
      row.error = undefined;
    } catch (error) {
      row.reply = undefined;
      row.error = error instanceof Error ? error.message : String(error);
    }
    this.lastFrameMs = performance.now() - began;
    row.isBusy = false;
    this.asking.delete(row.planner);
    const now = this.rows.find((one) => one.planner === row.planner); // another row in another world
    if (now && turn.next !== undefined) void this.ask(now, turn.next);
    if (now === row) this.draw(row);
    if (this.asking.size === 0) this.app.answered.emit();
  }

  private question(planner: string, isWhole: boolean): object {
    return {
      world: this.app.world!.id, planner, profile: state.profile, shape: state.shape, from: state.from, to: state.to,
      reach: this.app.reach, crossings: true, check: isWhole, ground_price: isWhole, partial: true,
    };
  }

  private draw(only?: Row): void {
    try {
      this.rows.forEach((row, i) => {
        if (only && row !== only) return;
        const points = (row.reply?.points ?? []).map((p) => this.app.toLocal(p));
        const isFirst = row.planner === state.selected;
        this.app.lines.path(`path ${row.planner}`, points, row.colour, isFirst ? 5 : 3, this.app.lift * (1 + i * 0.15),
          row.reply?.steep);
      });
      showRows(this.rows, state.selected, (planner) => this.select(planner));
      const chosen = this.rows.find((row) => row.planner === state.selected);
      if (this.points.length > 1 && (!only || only === chosen)) this.profile.show(this.points, chosen!.colour);
      else if (this.points.length < 2) this.profile.clear();
    } catch (error) {
      fail(error);
    }
  }
}
