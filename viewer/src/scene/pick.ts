// Picking: which item lies under a pixel, and where. The ground is drawn once more into one pixel
// that holds positions instead of colours.
import * as THREE from 'three';
import type { Vec } from '../types';
import type { Ground } from './ground';
import type { Stage } from './stage';

export interface Picked {
  at: Vec; // local coordinates
  item: number;
}

export class Picker {
  private readonly target = new THREE.WebGLRenderTarget(1, 1, {
    type: THREE.FloatType, format: THREE.RGBAFormat, minFilter: THREE.NearestFilter, magFilter: THREE.NearestFilter,
  });
  private readonly pixel = new Float32Array(4);

  constructor(private readonly stage: Stage, private readonly ground: Ground) {}

  // `x`, `y`: pixels from the canvas's upper left corner.
  pick(x: number, y: number): Picked | null {
    const { renderer, camera, scene, canvas } = this.stage;
    const background = scene.background;
    scene.background = null;
    camera.setViewOffset(canvas.clientWidth, canvas.clientHeight, x, y, 1, 1);
    renderer.setRenderTarget(this.target);
    renderer.setClearColor(0x000000, 0);
    renderer.clear();
    const hidden = scene.children.concat(this.stage.root.children).filter((o) => o.userData.unpickable === true && o.visible);
    for (const object of hidden) object.visible = false;
    this.ground.withPickMaterial(() => renderer.render(scene, camera));
    for (const object of hidden) object.visible = true;
    renderer.readRenderTargetPixels(this.target, 0, 0, 1, 1, this.pixel);
    renderer.setRenderTarget(null);
    camera.clearViewOffset();
    scene.background = background;
    if (this.pixel[3]! < 1) return null;
    return { at: [this.pixel[0]!, this.pixel[1]!, this.pixel[2]!], item: Math.round(this.pixel[3]! - 1) };
  }
}
