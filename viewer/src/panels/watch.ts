// Watching a search: its open and closed nodes, frame by frame.
import type GUI from 'lil-gui';
import * as THREE from 'three';
import { postBinary } from '../api';
import type { App } from '../app';
import { floats, halves } from '../binary';
import { nodesFragment, nodesVertex } from '../scene/shaders';
import { keepShown, restoreShown, state } from '../state';
import { count } from '../ui/format';
import { during, hint, toast } from '../ui/toast';

// What to say of a search that shows no nodes.
function nothingToWatch(planner: string, settled: number): string {
  if (settled === 0) return `${planner} settled no node: the answer was looked up, or lies straight ahead`;
  return `${planner} settled ${count(settled)} nodes of its own structure, and keeps none of the graph that could be shown`;
}

export class Watch {
  readonly values = { planner: 'a_star', frame: 0, speed: 30, frames: 200 };
  isPlaying = false;
  last = 0; // the last frame
  private points: THREE.Points<THREE.BufferGeometry, THREE.ShaderMaterial> | null = null;
  private readonly slider;
  private readonly info = { text: 'no search yet' };
  private exact = 0;

  constructor(private readonly app: App, gui: GUI) {
    const folder = gui.addFolder('Watch a search').close();
    folder.add(this.values, 'planner', app.catalog.planners.map((p) => p.name));
    const actions = { record: () => void this.record(), play: () => this.toggle(), back: () => this.step(-1),
      forward: () => this.step(1), hide: () => this.clear() };
    folder.add(actions, 'record').name('record the search');
    folder.add(actions, 'play').name('play / pause (space)');
    folder.add(actions, 'back').name('step back (,)');
    folder.add(actions, 'forward').name('step forward (.)');
    this.slider = folder.add(this.values, 'frame', 0, 1, 1).onChange(() => this.show()).listen();
    folder.add(this.values, 'speed', 1, 120, 1).name('frames a second');
    folder.add(this.info, 'text').name('').disable().listen();
    folder.add(actions, 'hide').name('hide');
    app.stage.before.on((seconds) => this.advance(seconds));
    app.worldOpened.on(() => void this.opened());
  }

  // Shows the frame of the search that the address asks for.
  private async opened(): Promise<void> {
    this.drop();
    if (!restoreShown('search', this.values)) return;
    const frame = this.values.frame;
    await this.record();
    this.step(frame - this.values.frame);
  }

  async record(): Promise<void> {
    if (!state.from || !state.to) return toast('Set a start (right click) and a goal (left click) first.', 'info');
    const reply = await during('recording the search', () => postBinary('watch', {
      world: this.app.world!.id, planner: this.values.planner, profile: state.profile, from: state.from, to: state.to,
      frames: this.values.frames, reach: this.app.reach }));
    if (!reply) return;
    this.drop();
    const positions = floats(reply, 'positions');
    if (positions.length === 0) return this.say(nothingToWatch(this.values.planner, reply.header.expanded as number));
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.BufferAttribute(positions, 3));
    geometry.setAttribute('opened', new THREE.BufferAttribute(Float32Array.from(halves(reply, 'opened')), 1));
    geometry.setAttribute('settled', new THREE.BufferAttribute(Float32Array.from(halves(reply, 'settled')), 1));
    const material = new THREE.ShaderMaterial({ vertexShader: nodesVertex, fragmentShader: nodesFragment,
      glslVersion: THREE.GLSL3, uniforms: { frame: { value: 0 }, size: { value: positions.length > 300000 ? 2 : 4 } } });
    this.points = new THREE.Points(geometry, material);
    this.points.frustumCulled = false;
    this.points.userData.unpickable = true;
    this.app.stage.root.add(this.points);
    this.last = (reply.header.frames as number) - 1;
    this.info.text = `${count(reply.header.expanded as number)} settled, ${count(reply.header.slice as number)} a frame`;
    this.slider.max(this.last);
    this.seek(0);
    this.isPlaying = true;
    this.app.stage.touch();
  }

  private say(text: string): void {
    this.info.text = text;
    hint(text);
  }

  toggle(): void {
    if (!this.points) return void this.record();
    if (!this.isPlaying && this.values.frame >= this.last) this.seek(0);
    this.isPlaying = !this.isPlaying;
    this.app.stage.touch();
  }
  step(by: number): void {
    this.isPlaying = false;
    this.seek(this.values.frame + by);
  }
  clear(): void {
    this.drop();
    keepShown('search', null);
  }
  private drop(): void {
    this.info.text = 'no search yet';
    if (!this.points) return;
    this.points.geometry.dispose();
    this.points.material.dispose();
    this.app.stage.root.remove(this.points);
    this.points = null;
    this.isPlaying = false;
    this.app.stage.touch();
  }

  private seek(frame: number): void {
    this.values.frame = Math.min(Math.max(frame, 0), this.last);
    this.exact = this.values.frame;
    this.show();
    this.keep();
  }
  private keep(): void {
    const { planner, frame, frames } = this.values;
    if (this.points) keepShown('search', { planner, frame, frames });
  }
  private show(): void {
    if (!this.isPlaying) this.exact = this.values.frame;
    if (this.points) this.points.material.uniforms.frame!.value = this.values.frame;
    this.app.stage.touch();
  }
  private advance(seconds: number): void {
    if (!this.isPlaying) return;
    this.exact = Math.min(this.exact + seconds * this.values.speed, this.last);
    this.values.frame = Math.floor(this.exact);
    this.isPlaying = this.exact < this.last;
    if (!this.isPlaying) this.keep();
    if (this.points) this.points.material.uniforms.frame!.value = this.values.frame;
    this.app.stage.touch();
  }
}
