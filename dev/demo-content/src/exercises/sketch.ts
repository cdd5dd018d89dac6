import {
  decodeStrokes,
  encodeStrokes,
  nextPoint,
  onSheet,
  pointsMaximum,
  strokesMaximum,
  type Point,
  type Stroke,
} from './strokes.ts';

/** Largest drawing that takes another stroke, as JSON text, in UTF-16 code units: a part of what a request carries. */
const drawingMaximumLength = 200_000;

/** A drawing that grows stroke by stroke and remembers how it came about, for undoing. */
export class Sketch {
  #strokes: readonly Stroke[] = [];
  #past: (readonly Stroke[])[] = [];
  /** Its points come in place: to copy thousands at each one takes seconds. */
  #current: (Stroke & { readonly points: [Point, ...Point[]] }) | undefined;
  #isFull = false;

  /** All strokes, with the one that is being drawn. */
  get strokes(): readonly Stroke[] {
    return this.#current ? [...this.#strokes, this.#current] : this.#strokes;
  }

  get isDrawing(): boolean {
    return this.#current !== undefined;
  }

  get isEmpty(): boolean {
    return this.strokes.length === 0;
  }

  get canUndo(): boolean {
    return this.#past.length > 0 || !this.isEmpty;
  }

  /** No other stroke can begin. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** Puts the pen down, unless the sheet is full. */
  begin(pen: number, point: Point): void {
    this.end();
    if (!this.#isFull) this.#current = { pen, points: [onSheet(point)] };
  }

  /** Draws on. A full sheet takes no more. */
  moveTo(point: Point): void {
    if (!this.#current) return;
    const { points } = this.#current;
    if (points.length % pointsMaximum === 0 && isFull(this.strokes)) return this.end();
    const next = nextPoint(points.at(-1) ?? points[0], point);
    if (next) points.push(next);
  }

  /** Lifts the pen. */
  end(): void {
    if (!this.#current) return;
    const stroke = this.#current;
    this.#current = undefined;
    this.#replace([...this.#strokes, stroke]);
  }

  /** Takes the stroke back that is being drawn. */
  drop(): void {
    this.#current = undefined;
  }

  clear(): void {
    this.end();
    if (!this.isEmpty) this.#replace([]);
  }

  /** Takes the last change back; of a drawing that was restored, its last stroke. */
  undo(): void {
    this.end();
    this.#set(this.#past.pop() ?? this.#strokes.slice(0, -1));
  }

  encoded(): number[][] {
    return encodeStrokes(this.strokes);
  }

  restore(saved: unknown): void {
    this.#past = [];
    this.#current = undefined;
    this.#set(decodeStrokes(saved));
  }

  #replace(strokes: readonly Stroke[]): void {
    this.#past.push(this.#strokes);
    this.#set(strokes);
  }

  #set(strokes: readonly Stroke[]): void {
    this.#strokes = strokes;
    this.#isFull = isFull(strokes);
  }
}

function isFull(strokes: readonly Stroke[]): boolean {
  const encoded = encodeStrokes(strokes);
  return encoded.length >= strokesMaximum || JSON.stringify(encoded).length > drawingMaximumLength;
}
