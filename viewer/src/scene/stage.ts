// Stage: the canvas, the camera and the loop. It draws only when something has changed.
import * as THREE from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { Signal } from '../signal';
import type { Vec, WorldInfo } from '../types';

export class Stage {
  readonly scene = new THREE.Scene();
  readonly root = new THREE.Group(); // local coordinates of the world
  readonly camera = new THREE.PerspectiveCamera(45, 1, 1, 1e6);
  readonly renderer: THREE.WebGLRenderer;
  readonly controls: OrbitControls;
  readonly drawn = new Signal(); // after each picture
  readonly before = new Signal<number>(); // before each picture, seconds since the last
  readonly moved = new Signal(); // the user moved the camera
  frames = 0;
  private isDirty = true;
  private last = performance.now();

  constructor(readonly canvas: HTMLCanvasElement) {
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: false });
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.camera.up.set(0, 0, 1);
    this.scene.add(this.root);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.maxPolarAngle = Math.PI * 0.495;
    this.controls.zoomToCursor = true;
    this.controls.addEventListener('change', () => this.touch());
    this.controls.addEventListener('end', () => this.moved.emit());
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement!);
    this.resize();
    requestAnimationFrame((now) => this.loop(now));
  }

  // Something has changed: draw again. What moves by itself says so in each `before`.
  touch(): void {
    this.isDirty = true;
  }

  setBackground(colour: string): void {
    this.scene.background = new THREE.Color(colour);
    this.touch();
  }

  // Looks at the whole world from the south.
  frame(world: WorldInfo, relief: number): void {
    const size = Math.max(world.high[0] - world.low[0], world.high[1] - world.low[1], 1);
    const flip = world.y_down ? -1 : 1;
    const centre = new THREE.Vector3((world.low[0] + world.high[0]) / 2, (flip * (world.low[1] + world.high[1])) / 2,
      ((world.low[2] + world.high[2]) / 2) * relief);
    const isFlat = world.high[2] - world.low[2] < size * 0.002;
    const tilt = isFlat ? 0.18 : 0.75;
    this.controls.target.copy(centre);
    this.camera.position.copy(centre).add(new THREE.Vector3(0, -size * tilt, size * (isFlat ? 1.16 : 0.85)));
    this.setDepth(size);
    this.controls.update();
    this.touch();
  }
  setDepth(size: number): void {
    this.camera.near = size / 5000;
    this.camera.far = size * 12;
    this.controls.minDistance = size / 2000;
    this.controls.maxDistance = size * 5;
    this.camera.updateProjectionMatrix();
  }
  setShape(world: WorldInfo, relief: number): void {
    this.root.scale.set(1, world.y_down ? -1 : 1, relief);
    this.root.updateMatrixWorld(true);
    this.touch();
  }

  view(): number[] {
    return [...this.camera.position.toArray(), ...this.controls.target.toArray()];
  }
  setView(view: number[]): void {
    this.camera.position.fromArray(view, 0);
    this.controls.target.fromArray(view, 3);
    this.controls.update();
    this.touch();
  }

  // Where a local point is on the canvas, in pixels; null behind the camera.
  project(local: Vec): { x: number; y: number } | null {
    const p = new THREE.Vector3(...local).applyMatrix4(this.root.matrixWorld).project(this.camera);
    if (p.z > 1) return null;
    return { x: ((p.x + 1) / 2) * this.canvas.clientWidth, y: ((1 - p.y) / 2) * this.canvas.clientHeight };
  }

  async png(): Promise<Blob> {
    this.renderer.render(this.scene, this.camera);
    return new Promise((resolve, reject) => {
      this.canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be made'))));
    });
  }

  private resize(): void {
    const box = this.canvas.parentElement!.getBoundingClientRect();
    this.renderer.setSize(Math.max(box.width, 1), Math.max(box.height, 1), false);
    this.camera.aspect = Math.max(box.width, 1) / Math.max(box.height, 1);
    this.camera.updateProjectionMatrix();
    this.touch();
  }

  private loop(now: number): void {
    requestAnimationFrame((next) => this.loop(next));
    if (!this.isDirty) {
      this.last = now;
      return;
    }
    this.isDirty = false;
    this.before.emit(Math.min((now - this.last) / 1000, 0.1));
    this.last = now;
    this.renderer.render(this.scene, this.camera);
    this.frames++;
    this.drawn.emit();
  }
}
