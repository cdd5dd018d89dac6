// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Drawing } from '../../src/exercises/drawing.ts';
import type { Stroke } from '../../src/exercises/strokes.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const line = (x: number): Stroke => ({ pen: 0, points: [{ x, y: 0 }] });

/** A canvas of which only the starts of its lines are known. */
function newCanvas(): { readonly canvas: HTMLCanvasElement; readonly painted: number[] } {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: 10, height: 10 });
  const painted: number[] = [];
  const context = {
    moveTo: (x: number) => painted.push(x),
    clearRect: () => (painted.length = 0),
    drawImage: (layer: { readonly painted?: readonly number[] }) =>
      painted.push(...(layer.painted ?? [])),
    ...Object.fromEntries(
      ['setTransform', 'scale', 'beginPath', 'quadraticCurveTo', 'lineTo', 'stroke'].map((name) => [
        name,
        () => {},
      ]),
    ),
  };
  Object.assign(canvas, { getContext: () => context, painted });
  return { canvas, painted };
}

describe('a drawing', () => {
  it.each([
    ['after it', false],
    ['while another stroke grows', true],
  ])('is there again once the browser has lost its pixels: %s', (_, isDrawing) => {
    const { canvas, painted } = newCanvas();
    const layers = [newCanvas(), newCanvas()];
    let layerCount = 0;
    const drawing = new Drawing(canvas);
    vi.stubGlobal('requestAnimationFrame', (frame: () => void) => (frame(), undefined));
    vi.spyOn(document, 'createElement').mockImplementation(() => layers[layerCount++]!.canvas);
    drawing.show([line(1), line(2), line(3)], isDrawing);
    expect(painted).toEqual([1, 2, 3]);
    for (const each of [{ painted }, ...layers]) each.painted.length = 0;
    canvas.dispatchEvent(new Event('contextrestored'));
    expect(painted).toEqual([1, 2, 3]);
    drawing.show([line(1), line(2), line(3), line(4)], isDrawing);
    expect(painted).toEqual([1, 2, 3, 4]);
  });

  it.each([
    ['of the screen', false, [{ box: 'device-pixel-content-box' }]],
    ['of CSS in Safari', true, [undefined]],
  ])('follows the pixels %s', (_, isSafari, expected) => {
    const observed: (ResizeObserverOptions | undefined)[] = [];
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe(_canvas: Element, options?: ResizeObserverOptions): void {
          if (isSafari && options) throw new TypeError('Type error');
          observed.push(options);
        }
      },
    );
    void new Drawing(newCanvas().canvas);
    expect(observed).toEqual(expected);
  });
});
