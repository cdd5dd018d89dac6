import { describe, expect, it } from 'vitest';
import { Sketch } from '../src/exercises/sketch.ts';
import {
  decodeStrokes,
  encodeStrokes,
  eraser,
  nextPoint,
  sheetHeight,
  sheetWidth,
  type Stroke,
} from '../src/exercises/strokes.ts';

const strokes: readonly Stroke[] = [
  {
    pen: 2,
    points: [
      { x: 10, y: 20 },
      { x: 14, y: 18 },
      { x: 0, y: 625 },
    ],
  },
  { pen: eraser, points: [{ x: 1000, y: 0 }] },
];

describe('strokes', () => {
  it('are stored as the start and the way from there', () => {
    expect(encodeStrokes(strokes)).toEqual([
      [2, 10, 20, 4, -2, -14, 607],
      [eraser, 1000, 0],
    ]);
  });

  it('come back from JSON as they were', () => {
    expect(decodeStrokes(JSON.parse(JSON.stringify(encodeStrokes(strokes))))).toEqual(strokes);
  });

  it.each([
    ['no list', { 0: [1, 2, 3] }],
    ['a text', ['pen']],
    ['fractions', [[0, 1.5, 2]]],
    ['text among the numbers', [[0, '1', 2]]],
    ['a pen without points', [[0]]],
    ['an unknown tool', [[-2, 1, 1]]],
    ['a start outside the sheet', [[0, -1, 5]]],
    ['a way off the sheet', [[0, 990, 5, 20, 0]]],
  ])('leave out what cannot be one: %s', (_, saved) => {
    expect(decodeStrokes(saved)).toEqual([]);
  });

  it('keep the good ones beside a bad one', () => {
    expect(
      decodeStrokes([
        [0, 1, 1],
        [0, 'x'],
        [1, 2, 2],
      ]),
    ).toHaveLength(2);
  });

  it('stay on the sheet and grow only by what can be seen', () => {
    const last = { x: 5, y: 5 };
    expect(nextPoint(last, { x: 6, y: 6 })).toBeUndefined();
    expect(nextPoint(last, { x: 9999, y: -3 })).toEqual({ x: sheetWidth, y: 0 });
    expect(nextPoint(last, { x: 7.4, y: 9999 })).toEqual({ x: 7, y: sheetHeight });
  });
});

describe('a sketch', () => {
  function drawn(...starts: number[]): Sketch {
    const sketch = new Sketch();
    for (const x of starts) {
      sketch.begin(0, { x, y: 0 });
      sketch.end();
    }
    return sketch;
  }
  const startsOf = (sketch: Sketch) => sketch.strokes.map(({ points }) => points[0].x);

  it('undoes stroke by stroke, and also clearing', () => {
    const sketch = drawn(1, 2);
    sketch.clear();
    expect(sketch.isEmpty).toBe(true);
    sketch.undo();
    expect(startsOf(sketch)).toEqual([1, 2]);
    sketch.undo();
    expect(startsOf(sketch)).toEqual([1]);
    sketch.undo();
    expect(sketch.canUndo).toBe(false);
  });

  it('that was restored undoes its last stroke', () => {
    const sketch = new Sketch();
    sketch.restore(drawn(1, 2, 3).encoded());
    sketch.undo();
    expect(startsOf(sketch)).toEqual([1, 2]);
  });

  it('counts the stroke under way, so that leaving does not lose it', () => {
    const sketch = drawn(1);
    sketch.begin(3, { x: 50, y: 50 });
    sketch.moveTo({ x: 60, y: 50 });
    expect(sketch.encoded().at(-1)).toEqual([3, 50, 50, 10, 0]);
  });

  it('ends a stroke at the size of one answer, and undoes the whole stroke', () => {
    const sketch = new Sketch();
    sketch.begin(0, { x: 0, y: 0 });
    for (let step = 1; step < 40_000; step += 1)
      sketch.moveTo({ x: step % 2 === 0 ? 1000 : 0, y: step % 600 });
    expect(sketch.isDrawing).toBe(false);
    expect(sketch.isFull).toBe(true);
    expect(JSON.stringify(sketch.encoded()).length).toBeLessThan(262_144);
    sketch.undo();
    expect(sketch.isEmpty).toBe(true);
    expect(sketch.isFull).toBe(false);
  });

  it('takes no more strokes than one answer can hold', () => {
    const sketch = new Sketch();
    for (let count = 0; count < 100 && !sketch.isFull; count += 1) {
      sketch.begin(0, { x: 0, y: 0 });
      for (let step = 0; step < 600; step += 1)
        sketch.moveTo({ x: step % 2 === 0 ? 1000 : 0, y: step % 600 });
      sketch.end();
    }
    expect(sketch.isFull).toBe(true);
    sketch.begin(0, { x: 0, y: 0 });
    expect(sketch.isDrawing).toBe(false);
    expect(JSON.stringify(sketch.encoded()).length).toBeLessThan(262_144);
    const restored = new Sketch();
    restored.restore(sketch.encoded());
    expect(restored.isFull).toBe(true);
  });
});
