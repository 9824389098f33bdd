// Worlds: pick one, drop a file, generate one, and what is known of it.
import type GUI from 'lil-gui';
import { getJson, postJson, upload } from '../api';
import type { App } from '../app';
import { set, state } from '../state';
import type { GeneratorInfo, WorldInfo, WorldItem } from '../types';
import { count } from '../ui/format';
import { during, toast } from '../ui/toast';

// Some names are of two generators: of heights and of a grid.
function labelOf(generator: GeneratorInfo, all: GeneratorInfo[]): string {
  const isAlone = all.filter((other) => other.name === generator.name).length === 1;
  return isAlone ? generator.name : `${generator.name} (${generator.kind})`;
}

export class Worlds {
  private readonly select = document.getElementById('world-select') as HTMLSelectElement;
  private list: WorldItem[] = [];
  private settings: GUI | null = null;

  constructor(private readonly app: App, private readonly gui: GUI) {
    this.select.onchange = () => void this.open(this.select.value);
    app.listChanged.on(() => void this.refreshList());
    app.worldEdited.on((world) => this.showInfo(world));
    this.addGenerator();
    this.acceptDrops();
  }

  async start(): Promise<void> {
    await this.refreshList();
    const wanted = this.list.find((item) => item.name === state.world) ?? this.list[0];
    if (wanted) await this.open(wanted.id, wanted.name === state.world);
    else toast('There is no world yet: drop a file here, or generate one.', 'info');
  }

  async refreshList(): Promise<void> {
    this.list = (await getJson<{ worlds: WorldItem[] }>('worlds')).worlds;
    this.select.replaceChildren(...this.list.map((item) => new Option(item.name, item.id)));
    if (this.app.world) this.select.value = this.app.world.id;
  }

  // `keepsView`: the address said where to look.
  async open(id: string, keepsView = false): Promise<void> {
    const world = await during('opening the world', async () => {
      const info = await postJson<WorldInfo>('world', { world: id });
      await this.app.ground.load(id);
      return info;
    });
    if (world) this.show(world, keepsView);
  }

  private show(world: WorldInfo, keepsView: boolean): void {
    this.app.world = world;
    if (!keepsView) {
      Object.assign(state, { from: null, to: null, camera: null, shown: {} });
      if (world.high[2] - world.low[2] < 1e-6 && state.colour === 'height') set('colour', 'area');
    }
    set('world', world.name);
    this.select.value = world.id;
    this.app.stage.setShape(world, state.relief);
    this.app.stage.frame(world, state.relief);
    if (state.camera) this.app.stage.setView(state.camera);
    this.showInfo(world);
    this.app.worldOpened.emit(world);
  }

  private showInfo(world: WorldInfo): void {
    const parts = [
      world.faces > 0 ? `${count(world.faces)} faces` : '',
      world.squares > 0 ? `${count(world.squares)} squares` : '',
      world.links.length > 0 ? `${count(world.links.length)} links` : '',
      `${count(world.high[0] - world.low[0])} × ${count(world.high[1] - world.low[1])} m`,
      world.edits > 0 ? `${world.edits} edits` : '',
    ];
    const info = document.getElementById('world-info')!;
    info.textContent = parts.filter(Boolean).join(' · ');
    info.title = Object.entries(world.about).map(([k, v]) => `${k}: ${typeof v === 'object' ? JSON.stringify(v) : String(v)}`).join('\n');
  }

  private async add(what: string, work: () => Promise<WorldInfo>): Promise<void> {
    const world = await during(what, work);
    if (!world) return;
    for (const note of world.notes ?? []) toast(note, 'info');
    await this.refreshList();
    await this.open(world.id);
  }

  private addGenerator(): void {
    const folder = this.gui.addFolder('New world').close();
    const generators = this.app.catalog.generators;
    const wanted = { what: 'valley', size: 129, seed: 1 };
    const names = new Map(generators.map((g) => [labelOf(g, generators), g]));
    const values: Record<string, number> = {};
    folder.add(wanted, 'what', [...names.keys()]).onChange(() => this.showSettings(folder, names.get(wanted.what), values));
    folder.add(wanted, 'size', 17, 1025, 16);
    folder.add(wanted, 'seed', 0, 999, 1);
    const actions = {
      generate: () => void this.add('generating', () =>
        postJson<WorldInfo>('generate', { kind: names.get(wanted.what)!.name, of: names.get(wanted.what)!.kind,
          size: wanted.size, seed: wanted.seed, settings: Object.entries(values) })),
      open: () => this.chooseFile(),
      remove: () => void this.remove(),
    };
    this.showSettings(folder, names.get(wanted.what), values);
    folder.add(actions, 'generate').name('generate');
    folder.add(actions, 'open').name('open a file…');
    folder.add(actions, 'remove').name('remove this world');
  }

  private showSettings(folder: GUI, generator: GeneratorInfo | undefined, values: Record<string, number>): void {
    this.settings?.destroy();
    for (const name of Object.keys(values)) delete values[name];
    this.settings = folder.addFolder('settings').close();
    for (const setting of generator?.settings ?? []) {
      values[setting.name] = setting.initial;
      const control = this.settings.add(values, setting.name, setting.least, setting.most);
      if (setting.whole) control.step(1);
      control.domElement.title = setting.help;
    }
  }

  private async remove(): Promise<void> {
    const id = this.app.world?.id;
    if (!id || !(await during('removing', () => postJson('remove', { world: id })))) return;
    await this.refreshList();
    if (this.list[0]) await this.open(this.list[0].id);
  }

  private chooseFile(): void {
    const input = Object.assign(document.createElement('input'), { type: 'file' });
    input.onchange = () => {
      const file = input.files?.[0];
      if (file) this.uploadFile(file);
    };
    input.click();
  }
  private uploadFile(file: File): void {
    void this.add(`uploading ${file.name}`, () => upload<WorldInfo>(file));
  }

  private acceptDrops(): void {
    const stage = document.getElementById('stage')!;
    addEventListener('dragover', (event) => {
      event.preventDefault();
      stage.classList.add('dropping');
    });
    addEventListener('dragleave', () => stage.classList.remove('dropping'));
    addEventListener('drop', (event) => {
      event.preventDefault();
      stage.classList.remove('dropping');
      const file = event.dataTransfer?.files[0];
      if (file) this.uploadFile(file);
    });
  }
}
