// Ground: the world's triangles in tiles. Large worlds show an overview first; tiles that are seen
// closely are fetched in full and kept while there is room.
import * as THREE from 'three';
import { getBinary } from '../api';
import { floats, words, type Binary } from '../binary';
import type { Rgb } from '../colours';
import type { Vec } from '../types';
import { groundFragment, groundVertex, pickFragment, pickVertex } from './shaders';
import type { Stage } from './stage';

interface TileInfo {
  low: Vec;
  high: Vec;
  triangles: number;
  first: number;
  overview: number;
}
interface Tile {
  info: TileInfo;
  number: number;
  rough?: THREE.Mesh;
  full?: THREE.Mesh;
  isLoading: boolean;
  used: number; // when it was last shown in full
}

const kColourWidth = 4096;
const kMostFull = 20; // tiles in full at once
const kAtOnce = 2; // tiles fetched at once

// Triangles whose corners are their own, each corner with its triangle's item.
function geometryOf(positions: Float32Array, corners: Uint32Array, items: Uint32Array, first: number, count: number) {
  const at = new Float32Array(count * 9);
  const whose = new Uint32Array(count * 3);
  for (let i = 0; i < count * 3; i++) {
    const corner = corners[first * 3 + i]! * 3;
    at[i * 3] = positions[corner]!;
    at[i * 3 + 1] = positions[corner + 1]!;
    at[i * 3 + 2] = positions[corner + 2]!;
    whose[i] = items[first + ((i / 3) | 0)]!;
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.BufferAttribute(at, 3));
  geometry.setAttribute('item', new THREE.BufferAttribute(whose, 1));
  geometry.computeBoundingSphere();
  return geometry;
}

export class Ground {
  items = 0;
  triangles = 0;
  readonly pickMaterial = new THREE.ShaderMaterial({
    vertexShader: pickVertex, fragmentShader: pickFragment, glslVersion: THREE.GLSL3, side: THREE.DoubleSide,
  });
  private readonly group = new THREE.Group();
  private readonly material: THREE.ShaderMaterial;
  private tiles: Tile[] = [];
  private world = '';
  private base = new Uint8Array(4);
  private texels = new Uint8Array(4);
  private texture = new THREE.DataTexture(new Uint8Array(4), 1, 1);
  private onTop: (() => void) | null = null; // draws the overlay
  private loading = 0;
  // A sample of the ground for random positions: a corner of every so many triangles.
  private sample: { at: Vec; item: number }[] = [];

  constructor(private readonly stage: Stage) {
    this.material = new THREE.ShaderMaterial({
      vertexShader: groundVertex, fragmentShader: groundFragment, glslVersion: THREE.GLSL3, side: THREE.DoubleSide,
      uniforms: { colours: { value: this.texture }, colourWidth: { value: kColourWidth }, shade: { value: 1 } },
      polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 2,
    });
    stage.root.add(this.group);
    stage.before.on(() => this.chooseTiles());
  }

  async load(world: string): Promise<void> {
    const reply = await getBinary('mesh', { world });
    this.clear();
    this.onTop = null;
    this.world = world;
    this.items = reply.header.items as number;
    this.triangles = reply.header.triangles as number;
    this.makeTexture();
    const isWhole = reply.header.whole as boolean;
    (reply.header.tiles as (TileInfo | null)[]).forEach((info, number) => {
      if (!info) return;
      const tile: Tile = { info, number, isLoading: false, used: 0 };
      this.tiles.push(tile);
      const shown = this.meshOf(reply, isWhole ? 0 : info.first, isWhole ? info.triangles : info.overview);
      if (isWhole) tile.full = shown;
      else tile.rough = shown;
    });
    this.takeSample(reply);
    this.stage.touch();
  }

  // [item] -> colour.
  setColours(colourOf: (item: number) => Rgb): void {
    for (let i = 0; i < this.items; i++) {
      const c = colourOf(i);
      this.base[i * 4] = c[0];
      this.base[i * 4 + 1] = c[1];
      this.base[i * 4 + 2] = c[2];
      this.base[i * 4 + 3] = 255;
    }
    this.compose();
  }
  // Colours on top of the others: null where an item keeps its own. They stay when those below change.
  setOverlay(colourOf: ((item: number) => Rgb | null) | null): void {
    this.onTop = colourOf ? () => {
      for (let i = 0; i < this.items; i++) this.tint(i, colourOf(i));
    } : null;
    this.compose();
  }
  // The same for few items, without looking at the others.
  highlight(items: Iterable<readonly [number, Rgb]>): void {
    const few = [...items];
    this.onTop = () => few.forEach(([item, colour]) => this.tint(item, colour));
    this.compose();
  }
  setShade(shade: number): void {
    this.material.uniforms.shade!.value = shade;
    this.stage.touch();
  }

  withPickMaterial(draw: () => void): void {
    this.group.traverse((mesh) => {
      if (mesh instanceof THREE.Mesh) mesh.material = this.pickMaterial;
    });
    draw();
    this.group.traverse((mesh) => {
      if (mesh instanceof THREE.Mesh) mesh.material = this.material;
    });
  }
  get fullTiles(): number {
    return this.tiles.filter((tile) => tile.full).length;
  }

  randomPosition(random: () => number, near?: Vec, within = Infinity): Vec | null {
    for (let i = 0; i < 40; i++) {
      const one = this.sample[Math.floor(random() * this.sample.length)];
      if (!one) return null;
      if (!near || Math.hypot(one.at[0] - near[0], one.at[1] - near[1]) < within) return one.at;
    }
    return this.sample[Math.floor(random() * this.sample.length)]?.at ?? null;
  }

  private compose(): void {
    this.texels.set(this.base);
    this.onTop?.();
    this.texture.needsUpdate = true;
    this.stage.touch();
  }
  private tint(item: number, c: Rgb | null): void {
    if (!c || item >= this.items) return;
    this.texels[item * 4] = c[0];
    this.texels[item * 4 + 1] = c[1];
    this.texels[item * 4 + 2] = c[2];
  }
  private makeTexture(): void {
    const rows = Math.max(Math.ceil(this.items / kColourWidth), 1);
    this.base = new Uint8Array(kColourWidth * rows * 4).fill(190);
    this.texels = this.base.slice();
    this.texture.dispose();
    this.texture = new THREE.DataTexture(this.texels, kColourWidth, rows);
    this.texture.needsUpdate = true;
    this.material.uniforms.colours!.value = this.texture;
  }
  private meshOf(part: Binary, first: number, count: number): THREE.Mesh {
    const geometry = geometryOf(floats(part, 'positions'), words(part, 'corners'), words(part, 'items'), first, count);
    const mesh = new THREE.Mesh(geometry, this.material);
    this.group.add(mesh);
    return mesh;
  }
  private takeSample(part: Binary): void {
    const positions = floats(part, 'positions'), corners = words(part, 'corners'), items = words(part, 'items');
    const step = Math.max(1, Math.floor(items.length / 20000));
    this.sample = [];
    for (let t = 0; t < items.length; t += step) {
      const mean: Vec = [0, 0, 0];
      for (let k = 0; k < 3; k++) {
        for (let c = 0; c < 3; c++) mean[c]! += positions[corners[t * 3 + k]! * 3 + c]! / 3;
      }
      this.sample.push({ at: mean, item: items[t]! });
    }
  }
  private clear(): void {
    for (const tile of this.tiles) {
      tile.rough?.geometry.dispose();
      tile.full?.geometry.dispose();
    }
    this.group.clear();
    this.tiles = [];
  }

  // How many pixels a triangle of the tile takes up, about; 0 where it is out of sight.
  private pixels(tile: Tile, frustum: THREE.Frustum): number {
    const box = new THREE.Box3(new THREE.Vector3(...tile.info.low), new THREE.Vector3(...tile.info.high))
      .applyMatrix4(this.stage.root.matrixWorld);
    if (!frustum.intersectsBox(box)) return 0;
    const away = Math.max(box.distanceToPoint(this.stage.camera.position), this.stage.camera.near);
    const size = box.getSize(new THREE.Vector3());
    const perMetre = this.stage.canvas.clientHeight / (2 * Math.tan((this.stage.camera.fov * Math.PI) / 360) * away);
    return (size.x * perMetre * size.y * perMetre) / Math.max(tile.info.triangles, 1);
  }
  private chooseTiles(): void {
    if (!this.tiles.some((tile) => tile.rough)) return;
    const camera = this.stage.camera;
    camera.updateMatrixWorld();
    const frustum = new THREE.Frustum().setFromProjectionMatrix(
      new THREE.Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse));
    const ranked = this.tiles.map((tile) => ({ tile, pixels: this.pixels(tile, frustum) }))
      .sort((a, b) => b.pixels - a.pixels);
    ranked.forEach(({ tile, pixels }, rank) => {
      const isClose = pixels > 2 && rank < kMostFull;
      if (isClose && !tile.full) void this.fetchTile(tile);
      if (isClose) tile.used = performance.now();
      if (tile.full) tile.full.visible = isClose;
      if (tile.rough) tile.rough.visible = !(isClose && tile.full);
    });
    this.dropOld();
  }
  private async fetchTile(tile: Tile): Promise<void> {
    if (tile.isLoading || this.loading >= kAtOnce) return;
    tile.isLoading = true;
    this.loading++;
    const world = this.world;
    try {
      const part = await getBinary('mesh', { world, tile: tile.number });
      if (world === this.world && this.tiles.includes(tile)) {
        tile.full = this.meshOf(part, 0, tile.info.triangles);
      }
    } finally {
      tile.isLoading = false;
      this.loading--;
      this.stage.touch();
    }
  }
  private dropOld(): void {
    const full = this.tiles.filter((tile) => tile.full && tile.rough).sort((a, b) => a.used - b.used);
    for (const tile of full.slice(0, Math.max(full.length - kMostFull * 2, 0))) {
      tile.full!.geometry.dispose();
      this.group.remove(tile.full!);
      tile.full = undefined;
    }
  }
}
