// Lines on the ground: paths, edges, gates, links.
import * as THREE from 'three';
import { Line2 } from 'three/examples/jsm/lines/Line2.js';
import { LineGeometry } from 'three/examples/jsm/lines/LineGeometry.js';
import { LineMaterial } from 'three/examples/jsm/lines/LineMaterial.js';
import type { Vec } from '../types';
import type { Stage } from './stage';

// Lines that are replaced by name.
export class Lines {
  private readonly groups = new Map<string, THREE.Group>();
  private readonly fatMaterials = new Map<string, LineMaterial>(); // [colour, width, hidden]

  constructor(private readonly stage: Stage) {}

  clear(name: string): void {
    const old = this.groups.get(name);
    if (!old) return;
    old.traverse((object) => {
      if (object instanceof THREE.Mesh || object instanceof THREE.LineSegments || object instanceof THREE.Points) {
        object.geometry.dispose();
        if (!(object instanceof Line2)) (object.material as THREE.Material).dispose();
      }
    });
    this.stage.root.remove(old);
    this.groups.delete(name);
    this.stage.touch();
  }

  // A thick line, faint where hills hide it. `steep`: points from which it goes on in switchbacks.
  path(name: string, points: Vec[], colour: string, width: number, lift: number, steep: number[] = []): void {
    this.clear(name);
    if (points.length < 2) return;
    const group = this.group(name);
    group.add(this.fatLine(points, colour, width, lift, false), this.fatLine(points, colour, width, lift, true));
    for (const [first, last] of stretches(steep)) {
      group.add(this.fatLine(points.slice(first, last + 2), '#ff8c1a', width + 2, lift * 1.2, false));
    }
  }

  // Pairs of points as thin lines, one draw call.
  segments(name: string, pairs: Float32Array, colour: string, opacity = 1): void {
    const group = this.groups.get(name) ?? this.group(name);
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.BufferAttribute(pairs, 3));
    const material = new THREE.LineBasicMaterial({ color: colour, transparent: opacity < 1, opacity });
    group.add(new THREE.LineSegments(geometry, material));
    this.stage.touch();
  }

  dots(name: string, points: Float32Array, colour: string, size: number): void {
    const group = this.groups.get(name) ?? this.group(name);
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.BufferAttribute(points, 3));
    const material = new THREE.PointsMaterial({ color: colour, size, sizeAttenuation: false });
    group.add(new THREE.Points(geometry, material));
    this.stage.touch();
  }

  private group(name: string): THREE.Group {
    const group = new THREE.Group();
    group.userData.unpickable = true;
    this.groups.set(name, group);
    this.stage.root.add(group);
    this.stage.touch();
    return group;
  }

  // Kept for ever: a path that follows a dragged pin must not compile its shader again at each step.
  private fatMaterial(colour: string, width: number, isHidden: boolean): LineMaterial {
    const key = `${colour} ${width} ${String(isHidden)}`;
    const known = this.fatMaterials.get(key);
    if (known) return known;
    const made = new LineMaterial({
      color: new THREE.Color(colour).getHex(), linewidth: width, depthTest: !isHidden, depthWrite: false,
      transparent: true, opacity: isHidden ? 0.25 : 1,
    });
    this.fatMaterials.set(key, made);
    return made;
  }

  private fatLine(points: Vec[], colour: string, width: number, lift: number, isHidden: boolean): Line2 {
    const geometry = new LineGeometry();
    geometry.setPositions(points.flatMap((p) => [p[0], p[1], p[2] + lift]));
    const line = new Line2(geometry, this.fatMaterial(colour, width, isHidden));
    line.frustumCulled = false;
    line.renderOrder = isHidden ? 1 : 2;
    return line;
  }
}

// Runs of consecutive numbers.
function stretches(numbers: number[]): [number, number][] {
  const runs: [number, number][] = [];
  for (const n of numbers) {
    const last = runs[runs.length - 1];
    if (last && last[1] === n - 1) last[1] = n;
    else runs.push([n, n]);
  }
  return runs;
}
