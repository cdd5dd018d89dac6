import { eraser, sheetHeight, sheetWidth, type Point, type Stroke } from './strokes.ts';

/** Colours of the pens, by pen number. New ones go to the end: drawings are stored by number. */
export const pens = [
  { name: 'Schwarz', colour: '#17353d' },
  { name: 'Blau', colour: '#1b7ca3' },
  { name: 'Grün', colour: '#43884b' },
  { name: 'Braun', colour: '#8a5a33' },
  { name: 'Gelb', colour: '#e3a421' },
  { name: 'Rot', colour: '#c2452d' },
] as const;

/** Widths of pen and eraser in units of the sheet. */
const penWidth = 7;
const eraserWidth = 44;

/** A canvas that shows strokes sharply at every size. */
export class Drawing {
  readonly canvas: HTMLCanvasElement;
  #strokes: readonly Stroke[] = [];
  /** Once a stroke grows, all the others: a full sheet takes longer to paint than a frame has. */
  #layer: HTMLCanvasElement | undefined;
  #onLayer: readonly Stroke[] = [];
  #frame: number | undefined;

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
    const observer = new ResizeObserver(() => this.#fit());
    try {
      // A screen that the window moves to may have smaller pixels.
      observer.observe(canvas, { box: 'device-pixel-content-box' });
    } catch {
      // Safari refuses that name.
      observer.observe(canvas);
    }
    // After a failure of the graphics processor the layer is empty, too.
    canvas.addEventListener('contextrestored', () => {
      this.#layer = undefined;
      this.#onLayer = [];
      this.#paint();
    });
  }

  /** @param isDrawing The last stroke grows. */
  show(strokes: readonly Stroke[], isDrawing = false): void {
    this.#strokes = strokes;
    if (isDrawing) this.#layer ??= document.createElement('canvas');
    // Many points come in one frame; they are painted once.
    if (this.#frame === undefined) this.#frame = requestAnimationFrame(() => this.#paint());
  }

  /** Where on the sheet a pointer is. */
  pointAt({ clientX, clientY }: PointerEvent): Point {
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    return {
      x: ((clientX - left) / width) * sheetWidth,
      y: ((clientY - top) / height) * sheetHeight,
    };
  }

  /** Gives the canvas as many pixels as the screen shows of it. */
  #fit(): void {
    this.canvas.width = Math.round(this.canvas.clientWidth * devicePixelRatio);
    this.canvas.height = Math.round(this.canvas.clientHeight * devicePixelRatio);
    this.#paint();
  }

  #paint(): void {
    this.#frame = undefined;
    const layer = this.#layer;
    if (!layer) return paint(this.canvas, this.#strokes, false);
    const { width, height } = this.canvas;
    if (layer.width !== width || layer.height !== height) {
      Object.assign(layer, { width, height });
      this.#onLayer = [];
    }
    const onLayer = this.#strokes.slice(0, -1);
    const isMore = this.#onLayer.every((stroke, index) => stroke === onLayer[index]);
    paint(layer, onLayer.slice(isMore ? this.#onLayer.length : 0), isMore);
    this.#onLayer = onLayer;
    paint(this.canvas, this.#strokes.slice(-1), false, layer);
  }
}

/** @param before What lies below the strokes. A canvas of no size cannot be painted. */
function paint(
  canvas: HTMLCanvasElement,
  strokes: readonly Stroke[],
  isKept: boolean,
  before?: HTMLCanvasElement,
): void {
  const context = canvas.getContext('2d');
  if (!context || canvas.width === 0 || canvas.height === 0) return;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.globalCompositeOperation = 'source-over';
  if (!isKept) context.clearRect(0, 0, canvas.width, canvas.height);
  if (before) context.drawImage(before, 0, 0);
  context.scale(canvas.width / sheetWidth, canvas.height / sheetHeight);
  context.lineCap = context.lineJoin = 'round';
  for (const stroke of strokes) paintStroke(context, stroke);
}

/** Curves through the middles between the points, so that a fast hand leaves no corners. */
function paintStroke(context: CanvasRenderingContext2D, { pen, points }: Stroke): void {
  context.globalCompositeOperation = pen === eraser ? 'destination-out' : 'source-over';
  context.strokeStyle = pens[pen]?.colour ?? pens[0].colour;
  context.lineWidth = pen === eraser ? eraserWidth : penWidth;
  context.beginPath();
  let last: Point = points[0];
  context.moveTo(last.x, last.y);
  for (const point of points) {
    context.quadraticCurveTo(last.x, last.y, (last.x + point.x) / 2, (last.y + point.y) / 2);
    last = point;
  }
  // A dot is a line too short to see, since a line of no length is not painted everywhere.
  context.lineTo(last.x + 0.1, last.y);
  context.stroke();
}
