// Runners: many agents that walk about, at random or navigated, with their faces highlighted
// (natural-hierarchy thesis, appendix B).
import type GUI from 'lil-gui';
import * as THREE from 'three';
import { postBinary } from '../api';
import type { App } from '../app';
import { bytes, words } from '../binary';
import type { Rgb } from '../colours';
import { keepShown, restoreShown, state } from '../state';
import type { PathReply, Vec } from '../types';
import { count } from '../ui/format';
import { fail, hint } from '../ui/toast';
import { Runner, type RunnerRules } from './runner';

const kMost = 1000;
const highlightColours: Rgb[] = [[255, 214, 64], [255, 160, 60], [235, 110, 70], [200, 80, 110], [150, 70, 150]];

export class Runners {
  readonly values: RunnerRules & { count: number; highlight: string; chain: number; planner: string } = {
    count: 0, movement: 'navigated', navigation: 'whole', atGoal: 'random', pauses: 'none', speed: 1, highlight: 'none',
    chain: 3, planner: 'auto',
  };
  private readonly runners: Runner[] = [];
  private readonly geometry = new THREE.BufferGeometry();
  private readonly points: THREE.Points;
  private asking = 0;
  private chainTurn = 0;
  private cells: Uint32Array | null = null;

  constructor(private readonly app: App, gui: GUI) {
    this.points = new THREE.Points(this.geometry,
      new THREE.PointsMaterial({ color: '#101018', size: 7, sizeAttenuation: false }));
    this.points.frustumCulled = false;
    this.points.userData.unpickable = true;
    app.stage.root.add(this.points);
    this.addControls(gui);
    app.stage.before.on((seconds) => this.advance(seconds));
    app.worldOpened.on(() => this.opened());
    app.worldEdited.on(() => this.runners.forEach((runner) => runner.forget()));
  }

  // As many as the address asks for.
  private opened(): void {
    this.runners.length = 0;
    this.cells = null;
    this.setCount(restoreShown('runners', this.values) ? this.values.count : 0);
  }
  private keep(): void {
    keepShown('runners', this.values.count > 0 ? this.values : null);
  }

  setCount(count: number): void {
    this.values.count = Math.min(Math.max(0, Math.round(count)), kMost);
    this.runners.length = Math.min(this.runners.length, this.values.count);
    while (this.runners.length < this.values.count) {
      const at = this.app.ground.randomPosition(Math.random);
      if (!at) break;
      this.runners.push(new Runner([...at] as Vec));
    }
    this.geometry.setAttribute('position', new THREE.BufferAttribute(new Float32Array(this.values.count * 3), 3));
    if (this.values.count === 0 && this.values.highlight !== 'none') this.app.ground.setOverlay(null);
    this.keep();
    this.app.stage.touch();
  }

  private addControls(gui: GUI): void {
    const folder = gui.addFolder('Runners').close();
    const actions = { more: () => this.setCount(this.values.count + 10), fewer: () => this.setCount(this.values.count - 10) };
    folder.add(this.values, 'count', 0, kMost, 1).onFinishChange((n: number) => this.setCount(n)).listen();
    folder.add(actions, 'more').name('ten more (q)');
    folder.add(actions, 'fewer').name('ten fewer (Q)');
    folder.add(this.values, 'movement', ['navigated', 'random']);
    folder.add(this.values, 'navigation', { 'by A*': 'a_star', 'whole path': 'whole',
      'whole path, again from here': 'again', 'progressively': 'progressive' });
    folder.add(this.values, 'planner', this.app.catalog.planners.map((p) => p.name)).name('planner of whole paths');
    folder.add(this.values, 'atGoal', { 'follow the main path': 'main', 'a random new one': 'random', 'turn back': 'back' }).name('at the goal');
    folder.add(this.values, 'pauses', { none: 'none', 'at the goal': 'goal', 'at every step': 'step', both: 'both' });
    folder.add(this.values, 'speed', 0.1, 10, 0.1);
    folder.add(this.values, 'highlight', ['none', 'face', 'top cell', 'parents']).onChange(() => this.dropHighlight());
    folder.add(this.values, 'chain', 1, 20, 1).name('parents shown');
    folder.onChange(() => this.keep());
  }

  private dropHighlight(): void {
    this.cells = null;
    this.app.ground.setOverlay(null);
  }

  private advance(seconds: number): void {
    if (this.runners.length === 0) return;
    const metres = seconds * this.values.speed * (this.app.size / 60);
    const at = this.geometry.getAttribute('position') as THREE.BufferAttribute;
    this.runners.forEach((runner, i) => {
      runner.advance(metres, seconds, this.values);
      at.setXYZ(i, runner.at[0], runner.at[1], runner.at[2] + this.app.lift * 2);
      if (runner.wantsPath && this.asking < 8) void this.guide(runner);
    });
    at.needsUpdate = true;
    this.highlight();
    this.app.stage.touch();
  }

  // Gets a runner a path to its next goal.
  private async guide(runner: Runner): Promise<void> {
    const goal = runner.nextGoal(this.values, this.mainGoal(), () =>
      this.app.ground.randomPosition(Math.random, runner.at,
        this.values.movement === 'random' ? this.app.size / 20 : Infinity));
    if (!goal) return;
    runner.isAsking = true;
    this.asking++;
    try {
      runner.follow(await this.pathTo(runner, goal), goal);
    } catch (error) {
      runner.follow(null, goal);
      if (this.runners.length < 20) fail(error);
    } finally {
      this.asking--;
      runner.isAsking = false;
    }
  }

  private async pathTo(runner: Runner, goal: Vec): Promise<{ points: Vec[]; faces: number[] } | null> {
    const body = { world: this.app.world!.id, from: this.app.toWorld(runner.at), to: this.app.toWorld(goal),
      profile: state.profile, reach: this.app.reach };
    if (this.values.navigation === 'progressive') {
      const reply = await postBinary('descend', { ...body, known: 24 });
      const points = (reply.header.points as Vec[]).map((p) => this.app.toLocal(p));
      return { points, faces: [] };
    }
    const planner = this.values.navigation === 'a_star' ? 'a_star' : this.values.planner;
    const reply = await this.app.socket.ask<PathReply>('path', { ...body, planner, crossings: true, faces: true });
    if (reply.outcome !== 'found' || !reply.points) return null;
    return { points: reply.points.map((p) => this.app.toLocal(p)), faces: reply.faces ?? [] };
  }

  private mainGoal(): { from: Vec; to: Vec } | null {
    if (!state.from || !state.to) return null;
    return { from: this.app.toLocal(state.from), to: this.app.toLocal(state.to) };
  }

  private highlight(): void {
    const how = this.values.highlight;
    if (how === 'none') return;
    if (how === 'parents') return void this.highlightChains();
    if (how === 'top cell') return void this.highlightCells();
    this.app.ground.highlight(this.runners.filter((r) => r.face >= 0).map((r) => [r.face, highlightColours[0]!] as const));
  }

  // The cells of the topmost layer but one that runners stand on.
  private async highlightCells(): Promise<void> {
    if (!this.cells) {
      this.cells = new Uint32Array();
      const reply = await postBinary('cells', { world: this.app.world!.id, planner: 'natural', profile: state.profile, level: 2 });
      this.cells = words(reply, 'colours');
    }
    const cells = this.cells;
    if (cells.length === 0) return;
    const occupied = new Set(this.runners.filter((r) => r.face >= 0).map((r) => cells[r.face]));
    this.app.ground.setOverlay((item) => (occupied.has(cells[item]) ? highlightColours[1]! : null));
  }

  // The chains of parents of all runners.
  private async highlightChains(): Promise<void> {
    const items = this.runners.filter((r) => r.face >= 0).map((r) => r.face);
    if (items.length === 0 || performance.now() < this.chainTurn) return;
    this.chainTurn = Infinity; // one question at a time
    try {
      const reply = await postBinary('cells', { world: this.app.world!.id,
        planner: 'natural:grow=thesis:refine=descent', profile: state.profile, chain: this.values.chain, items });
      const chain = bytes(reply, 'chain');
      this.app.ground.setOverlay((item) => {
        const step = chain[item] ?? 0;
        return step === 0 ? null : step === 255 ? [30, 30, 40] : highlightColours[(step - 1) % highlightColours.length]!;
      });
      hint(`the parents of ${count(items.length)} runners' faces: ${count(reply.header.cells as number)} cells`);
    } catch (error) {
      this.values.highlight = 'none';
      fail(error);
    } finally {
      this.chainTurn = performance.now() + 700;
    }
  }
}
