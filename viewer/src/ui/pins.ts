// Pins: start, goal and the point under the height profile's cursor, drawn over the canvas. Start and
// goal can be dragged.
import type { App } from '../app';
import type { Vec } from '../types';

export class Pin {
  private readonly element = document.createElement('div');
  private at: Vec | null = null; // local coordinates

  constructor(private readonly app: App, name: string, label: string, dragged?: (at: Vec, isDone: boolean) => void) {
    this.element.className = `pin ${name}`;
    this.element.textContent = label;
    this.element.title = dragged ? `${name}: drag me` : '';
    document.getElementById('pins')!.append(this.element);
    app.stage.drawn.on(() => this.move());
    if (dragged) this.makeDraggable(dragged);
  }

  set(at: Vec | null): void {
    this.at = at;
    this.move();
  }

  private move(): void {
    const where = this.at && this.app.stage.project(this.at);
    this.element.hidden = !where;
    if (where) this.element.style.transform = `translate(${where.x}px, ${where.y}px)`;
  }

  private makeDraggable(dragged: (at: Vec, isDone: boolean) => void): void {
    let last: Vec | null = null;
    this.element.addEventListener('pointerdown', (event) => {
      this.element.setPointerCapture(event.pointerId);
      event.stopPropagation();
      last = null;
    });
    this.element.addEventListener('pointermove', (event) => {
      if (!this.element.hasPointerCapture(event.pointerId)) return;
      const box = this.app.stage.canvas.getBoundingClientRect();
      const found = this.app.picker.pick(event.clientX - box.left, event.clientY - box.top);
      if (!found) return;
      last = found.at;
      this.set(last);
      dragged(last, false);
    });
    this.element.addEventListener('pointerup', (event) => {
      this.element.releasePointerCapture(event.pointerId);
      if (last) dragged(last, true);
    });
  }
}
