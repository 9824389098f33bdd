// App: what the parts of the page share.
import type { Socket } from './api';
import type { Ground } from './scene/ground';
import type { Lines } from './scene/lines';
import type { Picker } from './scene/pick';
import type { Stage } from './scene/stage';
import { Signal } from './signal';
import type { Catalog, Vec, WorldInfo } from './types';

export class App {
  world: WorldInfo | null = null;
  readonly worldOpened = new Signal<WorldInfo>(); // another world
  readonly worldEdited = new Signal<WorldInfo>(); // the same world in another state
  readonly listChanged = new Signal();
  readonly answered = new Signal(); // every planner has answered
  readonly clicked = new Signal<{ at: Vec; item: number; isRight: boolean }>(); // local coordinates
  // A tool that takes clicks and strokes instead of start and goal: editing.
  tool: ((at: Vec, item: number, isStroke: boolean) => void) | null = null;

  constructor(
    readonly stage: Stage,
    readonly ground: Ground,
    readonly picker: Picker,
    readonly lines: Lines,
    readonly socket: Socket,
    readonly catalog: Catalog,
  ) {}

  toWorld(local: Vec): Vec {
    const o = this.world!.origin;
    return [local[0] + o[0], local[1] + o[1], local[2] + o[2]];
  }
  toLocal(point: Vec): Vec {
    const o = this.world!.origin;
    return [point[0] - o[0], point[1] - o[1], point[2] - o[2]];
  }
  // The longer side of the world, metres.
  get size(): number {
    const w = this.world!;
    return Math.max(w.high[0] - w.low[0], w.high[1] - w.low[1], 1);
  }
  // How far above the ground lines are drawn, metres.
  get lift(): number {
    return this.size * 0.0012;
  }
  // Ends may lie a little off the ground: a click is only as exact as a pixel.
  get reach(): number {
    return this.size * 0.004;
  }
}
