// The height profile along a path, with its slope; hovering shows the point on the map.
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { App } from '../app';
import type { Vec } from '../types';
import { Pin } from './pins';

export class Profile {
  private plot?: uPlot;
  private colour = ''; // of the plot
  private points: Vec[] = []; // local coordinates
  private along: number[] = [];
  private readonly pin: Pin;
  private readonly box = document.getElementById('profile')!;

  constructor(private readonly app: App) {
    this.pin = new Pin(app, 'here', '');
    new ResizeObserver(() => this.plot?.setSize(this.size())).observe(this.box);
  }

  clear(): void {
    this.points = [];
    this.plot?.destroy();
    this.plot = undefined;
    this.pin.set(null);
    this.box.dataset.empty = 'Set a start (right click) and a goal (left click) to see a profile';
  }

  show(points: Vec[], colour: string): void {
    if (points.length < 2) return this.clear();
    delete this.box.dataset.empty;
    this.points = points;
    this.along = [0];
    const slope: (number | null)[] = [];
    for (let i = 1; i < points.length; i++) {
      const flat = Math.hypot(points[i]![0] - points[i - 1]![0], points[i]![1] - points[i - 1]![1]);
      this.along.push(this.along[i - 1]! + flat);
      slope.push(flat > 1e-9 ? (Math.atan((points[i]![2] - points[i - 1]![2]) / flat) * 180) / Math.PI : null);
    }
    slope.push(slope[slope.length - 1] ?? 0);
    const data: uPlot.AlignedData = [this.along, points.map((p) => this.app.toWorld(p)[2]), slope];
    if (this.plot && this.colour === colour) return this.plot.setData(data);
    this.plot?.destroy();
    this.colour = colour;
    this.plot = new uPlot(this.options(colour), data, this.box);
  }

  private size() {
    return { width: Math.max(this.box.clientWidth, 100), height: Math.max(this.box.clientHeight - 26, 60) };
  }

  private options(colour: string): uPlot.Options {
    const ink = getComputedStyle(document.documentElement).getPropertyValue('--ink').trim();
    const grid = { stroke: 'rgba(128,128,128,0.2)', width: 1 };
    const axis = { stroke: ink, grid, ticks: grid, font: '11px system-ui' };
    return {
      ...this.size(),
      scales: { x: { time: false }, y: { auto: true }, slope: { auto: true } },
      axes: [
        { ...axis, values: (_, ticks) => ticks.map((t) => `${t} m`) },
        { ...axis, size: 56, values: (_, ticks) => ticks.map((t) => `${t} m`) },
        { ...axis, scale: 'slope', side: 1, size: 44, grid: { show: false }, values: (_, ticks) => ticks.map((t) => `${t}°`) },
      ],
      series: [
        { label: 'along', value: (_, v) => (v === null ? '' : `${v.toFixed(0)} m`) },
        { label: 'height', stroke: colour, fill: `${colour}30`, width: 2, value: (_, v) => (v === null ? '' : `${v.toFixed(1)} m`) },
        { label: 'slope', scale: 'slope', stroke: 'rgba(128,128,128,0.7)', width: 1, value: (_, v) => (v === null ? '' : `${v.toFixed(1)}°`) },
      ],
      legend: { live: true },
      hooks: { setCursor: [(plot) => this.hover(plot.cursor.idx ?? null)] },
    };
  }

  private hover(index: number | null): void {
    this.pin.set(index === null ? null : (this.points[index] ?? null));
  }
}
