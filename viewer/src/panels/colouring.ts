// Colouring: what the ground's colours mean, its edges, and the legend.
import type GUI from 'lil-gui';
import { getBinary, postBinary } from '../api';
import type { App } from '../app';
import { floats } from '../binary';
import { areaColour, css, onScale, thingColour, type Rgb, type ScaleName } from '../colours';
import { changed, set, state } from '../state';
import { short } from '../ui/format';
import { during, fail } from '../ui/toast';

interface ColourScale {
  label: string;
  scale?: ScaleName; // of a number; else things
  unit: string;
  needsPrices?: boolean;
}

export const colourings: Record<string, ColourScale> = {
  plain: { label: 'plain', unit: '' },
  height: { label: 'height', scale: 'terrain', unit: 'm' },
  steepness: { label: 'steepness', scale: 'slope', unit: '°' },
  area: { label: 'area', unit: '' },
  difficulty: { label: 'difficulty', scale: 'blues', unit: '' },
  islands: { label: 'islands', unit: '', needsPrices: true },
  neighbours: { label: 'neighbours', scale: 'heat', unit: '' },
  uphill: { label: 'price of a metre uphill', scale: 'heat', unit: '/m', needsPrices: true },
  downhill: { label: 'price of a metre downhill', scale: 'heat', unit: '/m', needsPrices: true },
};

export class Colouring {
  private asked = 0;

  constructor(private readonly app: App, gui: GUI) {
    const folder = gui.addFolder('Colours');
    const options = Object.fromEntries(Object.entries(colourings).map(([name, colouring]) => [colouring.label, name]));
    folder.add(state, 'colour', options).name('by').onChange((v: string) => set('colour', v)).listen();
    folder.add(state, 'edges').name('edges of faces').onChange((v: boolean) => set('edges', v)).listen();
    folder.add(state, 'relief', 0.1, 10, 0.1).name('heights ×').onChange((v: number) => set('relief', v)).listen();
    app.worldOpened.on(() => {
      void this.refresh();
      void this.drawEdges();
      this.drawLinks();
    });
    app.worldEdited.on(() => {
      void this.refresh();
      this.drawLinks();
    });
    changed.on((key) => {
      if (key === 'colour') void this.refresh();
      if (key === 'profile' && colourings[state.colour]?.needsPrices) void this.refresh();
      if (key === 'edges' || key === 'theme') void this.drawEdges();
      if (key === 'relief' && app.world) app.stage.setShape(app.world, state.relief);
    });
  }

  async refresh(): Promise<void> {
    const world = this.app.world;
    const colouring = colourings[state.colour];
    if (!world || !colouring) return;
    const turn = ++this.asked;
    if (state.colour === 'plain') {
      this.app.ground.setColours(() => [198, 202, 196]);
      return this.legend('', []);
    }
    const reply = await during('colours', () =>
      postBinary('field', { world: world.id, what: state.colour, profile: state.profile }));
    if (!reply || turn !== this.asked) return;
    const values = floats(reply, 'values');
    const { low, high } = clippedRange(values);
    this.app.ground.setColours((item) => this.colourOf(values[item]!, colouring, low, high));
    this.showLegend(colouring, low, high, values);
  }

  private colourOf(value: number, colouring: ColourScale, low: number, high: number): Rgb {
    if (Number.isNaN(value) || value < -0.5 && state.colour === 'islands') return [90, 90, 94];
    if (state.colour === 'area') return areaColour(value);
    if (!colouring.scale) return thingColour(value);
    return onScale(colouring.scale, high > low ? (value - low) / (high - low) : 0);
  }

  private showLegend(colouring: ColourScale, low: number, high: number, values: Float32Array): void {
    if (colouring.scale) {
      const stops = [0, 0.25, 0.5, 0.75, 1].map((t) => ({
        colour: css(onScale(colouring.scale!, t)), text: `${short(low + (high - low) * t)} ${colouring.unit}`,
      }));
      return this.legend(colouring.label, stops);
    }
    const seen = [...new Set(values)].slice(0, 10);
    this.legend(colouring.label, seen.map((v) => ({
      colour: css(this.colourOf(v, colouring, low, high)),
      text: state.colour === 'area' ? (this.app.world!.areas[v] ?? String(v)) : v < 0 ? 'closed' : String(v),
    })));
  }

  legend(title: string, entries: { colour: string; text: string }[]): void {
    const box = document.getElementById('legend')!;
    box.replaceChildren();
    if (!title) return;
    box.append(Object.assign(document.createElement('b'), { textContent: title }));
    for (const entry of entries) {
      const line = document.createElement('span');
      const swatch = Object.assign(document.createElement('i'), { className: 'dot' });
      swatch.style.background = entry.colour;
      line.append(swatch, entry.text);
      box.append(line);
    }
  }

  private async drawEdges(): Promise<void> {
    const { lines, world } = this.app;
    lines.clear('edges');
    if (!world || !state.edges || world.items !== 'faces' || world.faces > 400000) return;
    try {
      const reply = await getBinary('edges', { world: world.id });
      if (this.app.world?.id !== world.id || !state.edges) return;
      lines.clear('edges');
      const isDark = state.theme === 'dark';
      lines.segments('edges', floats(reply, 'walls'), isDark ? '#f0f0f0' : '#202830', 0.8);
      if (world.faces <= 120000) lines.segments('edges', floats(reply, 'portals'), isDark ? '#ffffff' : '#000000', world.faces > 20000 ? 0.07 : 0.15);
    } catch (error) {
      fail(error);
    }
  }

  private drawLinks(): void {
    const { lines, world } = this.app;
    lines.clear('links');
    if (!world || world.links.length === 0) return;
    const pairs = new Float32Array(world.links.flatMap((link) => [...link.from, ...link.to]));
    for (let i = 2; i < pairs.length; i += 3) pairs[i]! += this.app.lift;
    lines.segments('links', pairs, '#c218c2');
    lines.dots('links', pairs, '#c218c2', 7);
  }
}

// The range of the values without the outermost hundredths, so that a few do not spoil the scale.
function clippedRange(values: Float32Array): { low: number; high: number } {
  const step = Math.max(1, Math.floor(values.length / 20000));
  const some: number[] = [];
  for (let i = 0; i < values.length; i += step) if (!Number.isNaN(values[i]!)) some.push(values[i]!);
  some.sort((a, b) => a - b);
  const cut = some.length > 500 ? 0.005 : 0;
  return { low: some[Math.floor(some.length * cut)] ?? 0, high: some[Math.ceil(some.length * (1 - cut)) - 1] ?? 1 };
}

