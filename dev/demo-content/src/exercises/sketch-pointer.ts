import type { Sketch } from './sketch.ts';
import { eraser, type Point } from './strokes.ts';

/** The sketchpad, as drawing by pointer uses it. */
interface Hooks {
  begin(point: Point, pen?: number): void;
  /** The sketch has changed and is kept. */
  update(): void;
  /** The sketch is shown. */
  show(): void;
  pointAt(event: PointerEvent): Point;
  isDisabled(): boolean;
}

/** The other end of a pen. */
const eraserButton = 5;

/**
 * One pointer draws at a time. A pen goes before the palm that rests beside it, also where the palm comes down first. A
 * touch that the system cancels was a palm, and leaves no stroke.
 */
export function drawByPointer(
  canvas: HTMLCanvasElement,
  sketch: Sketch,
  { begin, update, show, pointAt, isDisabled }: Hooks,
): void {
  let drawing: Pick<PointerEvent, 'pointerId' | 'pointerType'> | undefined;

  canvas.addEventListener('pointerdown', (event) => {
    const { pointerId, pointerType, button } = event;
    const mayDraw = button === 0 || button === eraserButton;
    // A pen beside a palm is not primary in every browser.
    const isFirst = event.isPrimary || pointerType === 'pen';
    if (!isFirst || !mayDraw || isDisabled()) return;
    // A sheet that was moved has lost its pointer, and gets no end of the stroke.
    if (drawing && canvas.hasPointerCapture(drawing.pointerId)) {
      if (pointerType !== 'pen' || drawing.pointerType !== 'touch') return;
      sketch.drop();
    }
    canvas.setPointerCapture(pointerId);
    drawing = { pointerId, pointerType };
    begin(pointAt(event), button === eraserButton ? eraser : undefined);
  });

  canvas.addEventListener('pointermove', (event) => {
    if (event.pointerId !== drawing?.pointerId) return;
    // Some browsers have none of them in an event.
    const between = event.getCoalescedEvents?.() ?? [];
    for (const each of between.length > 0 ? between : [event]) sketch.moveTo(pointAt(each));
    show();
  });

  function end({ pointerId }: PointerEvent): void {
    if (pointerId !== drawing?.pointerId) return;
    drawing = undefined;
    sketch.end();
    update();
  }
  canvas.addEventListener('pointercancel', (event) => {
    if (event.pointerId === drawing?.pointerId && event.pointerType === 'touch') sketch.drop();
    end(event);
  });
  // Fires after pointerup and pointercancel alike.
  canvas.addEventListener('lostpointercapture', end);
}
