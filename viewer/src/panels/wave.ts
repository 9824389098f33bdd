// Waves: what it costs from the start to every face, by a planner and at least, and the difference.
import type GUI from 'lil-gui';
import { postBinary } from '../api';
import type { App } from '../app';
import { floats, words } from '../binary';
import { css, onScale, type Rgb } from '../colours';
import { keepShown, restoreShown, state } from '../state';
import { count, duration, price } from '../ui/format';
import { during, hint, toast } from '../ui/toast';
import type { Colouring } from './colouring';

export class Wave {
  readonly values = { planner: 'natural', radius: 100, show: 'cost', targets: 4000 };
  private items = new Uint32Array();
  private costs = new Float32Array();
  private exact = new Float32Array();
  private unit = 'm';

  constructor(private readonly app: App, gui: GUI, private readonly colouring: Colouring) {
    const folder = gui.addFolder('Waves').close();
    folder.add(this.values, 'planner', app.catalog.planners.map((p) => p.name));
    folder.add(this.values, 'radius', 1, 1e6).name('radius, m').listen();
    const actions = { run: () => void this.run(), halve: () => this.scale(0.5), twice: () => this.scale(2), hide: () => this.hide() };
    folder.add(actions, 'halve').name('halve the radius (y)');
    folder.add(actions, 'twice').name('double the radius (Y)');
    folder.add(this.values, 'targets', 100, 50000, 100).name('faces at most');
    folder.add(this.values, 'show', { 'cost': 'cost', 'least cost (A*)': 'exact', 'difference to A*': 'difference' }).onChange(() => this.draw());
    folder.add(actions, 'run').name('run the wave');
    folder.add(actions, 'hide').name('hide');
    app.worldOpened.on(() => {
      this.items = new Uint32Array();
      this.values.radius = Math.round(app.size / 4);
      if (restoreShown('wave', this.values)) void this.run();
    });
  }

  scale(by: number): void {
    this.values.radius = Math.max(1, this.values.radius * by);
    if (this.items.length > 0) void this.run();
  }

  async run(): Promise<void> {
    if (!state.from) return toast('Set a start first: right click.', 'info');
    const reply = await during('the wave', () => postBinary('wave', {
      world: this.app.world!.id, from: state.from, radius: this.values.radius, planner: this.values.planner,
      profile: state.profile, targets: this.values.targets, reach: this.app.reach }));
    if (!reply) return;
    this.items = words(reply, 'items');
    this.costs = floats(reply, 'costs');
    this.exact = floats(reply, 'exact');
    this.unit = reply.header.unit as string;
    const us = reply.header.us as { mean: number };
    hint(`${count(this.items.length)} faces by ${this.values.planner}: ${duration(us.mean)} each, ` +
      `${(reply.header.ratio_mean as number).toFixed(3)} times the least cost on average`);
    this.draw();
  }

  hide(): void {
    keepShown('wave', null);
    this.app.ground.setOverlay(null);
    void this.colouring.refresh();
    hint('');
  }

  // Costs of both kinds share one scale, so that pictures can be compared.
  private draw(): void {
    if (this.items.length === 0) return;
    keepShown('wave', this.values);
    let most = 0;
    for (const value of this.exact) if (value > most) most = value;
    const isDifference = this.values.show === 'difference';
    const shown = new Map<number, Rgb>();
    this.items.forEach((item, i) => {
      const value = isDifference ? this.costs[i]! / Math.max(this.exact[i]!, 1e-9) - 1
        : (this.values.show === 'exact' ? this.exact : this.costs)[i]! / most;
      shown.set(item, Number.isNaN(value) ? [60, 60, 60] : onScale(isDifference ? 'diverging' : 'heat', value));
    });
    this.app.ground.highlight(shown);
    this.colouring.legend(isDifference ? 'more than the least' : 'cost from the start', [0, 0.25, 0.5, 0.75, 1].map((t) => ({
      colour: css(onScale(isDifference ? 'diverging' : 'heat', t)),
      text: isDifference ? `+${t * 100} %` : price(most * t, this.unit),
    })));
  }
}
