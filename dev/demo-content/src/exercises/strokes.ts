/*
 * Drawings as they are stored. The sheet has a fixed size of its own, whatever the screen's, and a
 * stroke is one flat list of whole numbers:
 *
 *   [pen, x, y, dx, dy, dx, dy, …]    the start, then the way from point to point
 */

/** Width and height of the sheet, in its own units. */
export const sheetWidth = 1000;
export const sheetHeight = 625;

/** A pen number of the eraser. Pens for colours count from 0. */
export const eraser = -1;

/** As the contract has it: most strokes of a drawing, and most points of one stroke. */
export const strokesMaximum = 5_000;
export const pointsMaximum = 5_000;

/** Points nearer than this to the last one add nothing to see, in units of the sheet. */
const nearestPoint = 3;

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Stroke {
  readonly pen: number;
  readonly points: readonly [Point, ...Point[]];
}

/** The nearest point on the sheet; undefined where it is too near the last one to see. */
export function nextPoint(last: Point, point: Point): Point | undefined {
  const next = onSheet(point);
  return Math.hypot(next.x - last.x, next.y - last.y) < nearestPoint ? undefined : next;
}

/** The nearest point on the sheet, in whole units. */
export function onSheet({ x, y }: Point): Point {
  return {
    x: Math.round(Math.min(Math.max(x, 0), sheetWidth)),
    y: Math.round(Math.min(Math.max(y, 0), sheetHeight)),
  };
}

/** A longer stroke becomes several, each from the last point of the one before. */
export function encodeStrokes(strokes: readonly Stroke[]): number[][] {
  const encoded: number[][] = [];
  for (const { pen, points } of strokes)
    for (let start = 0; start === 0 || start < points.length - 1; start += pointsMaximum - 1) {
      const numbers = [pen];
      let from: Point = { x: 0, y: 0 };
      for (const point of points.slice(start, start + pointsMaximum)) {
        numbers.push(point.x - from.x, point.y - from.y);
        from = point;
      }
      encoded.push(numbers);
    }
  // A drawing with more is refused, with all that is in it.
  return encoded.slice(0, strokesMaximum);
}

/** The strokes of {@link encodeStrokes}. What is no stroke, or leaves the sheet, is left out. */
export function decodeStrokes(saved: unknown): Stroke[] {
  if (!Array.isArray(saved)) return [];
  return saved.flatMap((numbers: unknown) => {
    if (!Array.isArray(numbers) || !numbers.every(Number.isInteger)) return [];
    const [pen, ...way] = numbers as number[];
    const points: Point[] = [];
    let [x, y] = [0, 0];
    for (let index = 0; index + 1 < way.length; index += 2) {
      x += way[index] ?? 0;
      y += way[index + 1] ?? 0;
      points.push({ x, y });
    }
    const [first, ...others] = points;
    if (pen === undefined || pen < eraser || !first || !points.every(isOnSheet)) return [];
    return [{ pen, points: [first, ...others] }];
  });
}

function isOnSheet({ x, y }: Point): boolean {
  return x >= 0 && x <= sheetWidth && y >= 0 && y <= sheetHeight;
}
