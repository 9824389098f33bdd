// Editing: paint areas and difficulty, block, add links, undo, copy, download. Every edit makes a new state of
// the world on the server; paths follow at once.
import type GUI from 'lil-gui';
import { postJson } from '../api';
import type { App } from '../app';
import type { Followed, Vec, WorldInfo } from '../types';
import { duration } from '../ui/format';
import { during, fail, hint, toast } from '../ui/toast';

// The planner's name is enough: its options are in the key.
const nameOf = (one: Followed) => one.what.split(':')[0]!;

function sentence(one: Followed): string {
  const part = one.found_again ? ` (${one.found_again})` : '';
  return `${nameOf(one)}: ${one.how}${part} in ${duration(one.seconds! * 1e6)}`;
}

// How prices and structures followed an edit: one part for each, and one for those that wait.
function sentences(followed: Followed[]): string[] {
  const done = followed.filter((one) => one.seconds !== undefined).map(sentence);
  const waiting = followed.filter((one) => one.seconds === undefined).map(nameOf);
  return waiting.length === 0 ? done : [...done, `to be built again when next used: ${waiting.join(', ')}`];
}

type Tool = 'none' | 'area' | 'block' | 'unblock' | 'difficulty' | 'link';

export class Edit {
  readonly values = { tool: 'none' as Tool, area: 'swamp', difficulty: 1, radius: 20, kind: 'jump', isTwoWay: true, name: 'my-world' };
  private stroke: Vec[] = [];
  private linkFrom: Vec | null = null;
  private isBusy = false;
  private isWaiting = false; // something will be built when a planner asks for it
  private readonly areas;

  constructor(private readonly app: App, gui: GUI) {
    const folder = gui.addFolder('Edit').close();
    folder.add(this.values, 'tool', { 'none (clicks set goals)': 'none', 'paint an area': 'area', block: 'block', unblock: 'unblock',
      'paint difficulty': 'difficulty', 'add a link': 'link' }).onChange(() => this.arm()).listen();
    this.areas = folder.add(this.values, 'area', ['ground', 'water', 'swamp', 'road']);
    folder.add(this.values, 'difficulty', 0, 10, 0.1);
    folder.add(this.values, 'radius', 0, 1000).name('brush, m').listen();
    folder.add(this.values, 'kind', ['jump', 'ladder', 'teleport']).name('link');
    folder.add(this.values, 'isTwoWay').name('both ways');
    const actions = { undo: () => void this.undo(), copy: () => void this.copy(), download: () => this.download() };
    folder.add(actions, 'undo').name('undo (z)');
    folder.add(this.values, 'name').name('name of a copy');
    folder.add(actions, 'copy').name('copy on this server');
    folder.add(actions, 'download').name('download .thal');
    app.worldOpened.on((world) => this.opened(world));
    app.answered.on(() => void this.showBuilt().catch(fail));
  }

  setTool(tool: Tool): void {
    this.values.tool = tool;
    this.arm();
  }

  async undo(): Promise<void> {
    await this.change('undo', () => postJson<WorldInfo>('undo', { world: this.app.world!.id }));
  }

  private opened(world: WorldInfo): void {
    this.areas.options(world.areas.filter((name) => name !== 'blocked'));
    this.values.radius = Math.round(this.app.size / 40);
    this.setTool('none');
  }

  private arm(): void {
    this.linkFrom = null;
    const tool = this.values.tool;
    this.app.tool = tool === 'none' ? null : (at, _item, isStroke) => this.take(at, isStroke);
    hint(tool === 'none' ? '' : tool === 'link' ? 'Click where the link starts.' : 'Click or drag over the ground to paint.');
  }

  private take(at: Vec, isStroke: boolean): void {
    if (this.values.tool === 'link') {
      if (!isStroke) this.takeLinkEnd(at);
      return;
    }
    const last = this.stroke[this.stroke.length - 1];
    if (last && Math.hypot(last[0] - at[0], last[1] - at[1]) < this.values.radius / 2) return;
    this.stroke.push(at);
    void this.paint();
  }

  private takeLinkEnd(at: Vec): void {
    if (!this.linkFrom) {
      this.linkFrom = at;
      return hint('Click where it ends.');
    }
    const link = { from: this.app.toWorld(this.linkFrom), to: this.app.toWorld(at), kind: this.values.kind, two_way: this.values.isTwoWay };
    this.linkFrom = null;
    void this.change('adding the link', () => postJson<WorldInfo>('edit', { world: this.app.world!.id, links: [link] }));
  }

  // What the brush has covered since the last edit goes to the server as one edit.
  private async paint(): Promise<void> {
    if (this.isBusy || this.stroke.length === 0) return;
    const positions = this.stroke.splice(0);
    const paint = positions.map((at) => ({ at: this.app.toWorld(at), radius: this.values.radius, ...this.colour() }));
    await this.change('painting', () => postJson<WorldInfo>('edit', { world: this.app.world!.id, paint }));
    if (this.stroke.length > 0) await this.paint();
  }
  private colour(): object {
    switch (this.values.tool) {
      case 'block': return { area: 'blocked' };
      case 'unblock': return { area: 'ground' };
      case 'difficulty': return { difficulty: this.values.difficulty };
      default: return { area: this.values.area };
    }
  }

  private async change(what: string, work: () => Promise<WorldInfo>): Promise<void> {
    this.isBusy = true;
    const world = await during(what, work);
    this.isBusy = false;
    if (!world) return;
    this.app.world = world;
    this.showFollowed(world);
    this.app.worldEdited.emit(world);
  }

  // How prices and structures followed the edit. Some are built only when a planner asks for them.
  private showFollowed(world: WorldInfo): void {
    this.isWaiting = world.followed.some((one) => one.seconds === undefined);
    hint([`${world.edits} edits`, ...sentences(world.followed)].join(' · '));
  }
  private async showBuilt(): Promise<void> {
    const world = this.app.world;
    if (!world || !this.isWaiting) return;
    this.isWaiting = false;
    const now = await postJson<WorldInfo>('world', { world: world.id });
    if (now.state === this.app.world?.state) this.showFollowed(now);
  }

  private async copy(): Promise<void> {
    const world = await during('copying', () => postJson<WorldInfo>('copy', { world: this.app.world!.id, name: this.values.name }));
    if (!world) return;
    this.app.listChanged.emit();
    toast(`'${world.name}' is in the list of worlds until the server ends. Download it to keep it.`, 'info');
  }
  private download(): void {
    const link = document.createElement('a');
    link.href = `/api/v1/download?world=${encodeURIComponent(this.app.world!.id)}`;
    link.download = `${this.app.world!.name}.thal`;
    link.click();
  }
}
