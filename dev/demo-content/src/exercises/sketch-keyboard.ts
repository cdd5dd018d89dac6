import { announce } from '../announce.ts';
import { el } from '../dom.ts';
import type { Sketch } from './sketch.ts';
import { onSheet, sheetHeight, sheetWidth, type Point } from './strokes.ts';

/** Way of the pen at one press of an arrow key, in units of the sheet; with shift the long one. */
const shortStep = 10;
const longStep = 50;

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The sketchpad, as drawing by keyboard uses it. */
interface Hooks {
  begin(point: Point): void;
  /** The sketch has changed. */
  update(): void;
  isDisabled(): boolean;
}

/** Arrow keys move a pen over the sheet, space sets it down and lifts it, Ctrl+Z undoes. */
export function drawByKeyboard(
  canvas: HTMLCanvasElement,
  sheet: HTMLElement,
  sketch: Sketch,
  { begin, update, isDisabled }: Hooks,
): void {
  let pen: Point = { x: sheetWidth / 2, y: sheetHeight / 2 };
  const crosshair = el('span', { class: 'crosshair', 'aria-hidden': 'true' });
  sheet.append(crosshair);

  function move(direction: Point, step: number): void {
    pen = onSheet({ x: pen.x + direction.x * step, y: pen.y + direction.y * step });
    showPen();
    if (!sketch.isDrawing) return;
    sketch.moveTo(pen);
    update();
  }

  function toggle(): void {
    if (sketch.isDrawing) {
      sketch.end();
      update();
    } else begin(pen);
    showPen();
    announce(sketch.isDrawing ? 'Stift unten' : 'Stift oben');
  }

  /** The crosshair is only seen while the sheet has the focus by keyboard. */
  function showPen(): void {
    crosshair.style.left = `${(pen.x / sheetWidth) * 100}%`;
    crosshair.style.top = `${(pen.y / sheetHeight) * 100}%`;
    crosshair.toggleAttribute('data-down', sketch.isDrawing);
  }

  canvas.addEventListener('keydown', (event) => {
    // With Alt, or Cmd on a Mac, arrows go through the browser's history.
    if (isDisabled() || event.altKey) return;
    const arrow = event.metaKey ? undefined : arrows[event.key];
    if (arrow) move(arrow, event.shiftKey ? longStep : shortStep);
    else if (event.key === ' ' || event.key === 'Enter') toggle();
    else if (event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey)) {
      sketch.undo();
      update();
    } else return;
    event.preventDefault();
  });
  // A pen left on the sheet would draw on when the focus comes back.
  canvas.addEventListener('blur', () => {
    if (!sketch.isDrawing) return;
    sketch.end();
    update();
    showPen();
  });
  showPen();
}
