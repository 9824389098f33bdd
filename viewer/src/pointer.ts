// The mouse on the canvas: clicks set ends or use a tool; drags turn the view, or paint with a tool.
import type { App } from './app';
import type { Vec } from './types';

const kClick = 5; // pixels that a click may move

export function watchPointer(app: App): void {
  const canvas = app.stage.canvas;
  let down: { x: number; y: number; button: number } | null = null;
  let isPainting = false;

  const pick = (event: PointerEvent) => {
    const box = canvas.getBoundingClientRect();
    return app.picker.pick(event.clientX - box.left, event.clientY - box.top);
  };
  const use = (event: PointerEvent, isStroke: boolean) => {
    const found = pick(event);
    if (found) app.tool?.(found.at as Vec, found.item, isStroke);
  };

  canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  canvas.addEventListener('pointerdown', (event) => {
    down = { x: event.clientX, y: event.clientY, button: event.button };
    isPainting = app.tool !== null && event.button === 0;
    app.stage.controls.enabled = !isPainting;
    if (isPainting) use(event, false);
  });
  canvas.addEventListener('pointermove', (event) => {
    if (isPainting && event.buttons === 1) use(event, true);
  });
  addEventListener('pointerup', (event) => {
    const began = down;
    const wasPainting = isPainting;
    down = null;
    isPainting = false;
    app.stage.controls.enabled = true;
    if (!began || wasPainting || event.target !== canvas) return;
    if (Math.hypot(event.clientX - began.x, event.clientY - began.y) > kClick) return;
    if (began.button === 1) return;
    const found = pick(event);
    if (found) app.clicked.emit({ at: found.at, item: found.item, isRight: began.button === 2 });
  });
}
