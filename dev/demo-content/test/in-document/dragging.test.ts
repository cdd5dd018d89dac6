// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { makeDraggable, targetAttribute } from '../../src/exercises/dragging.ts';

const windowHeight = 800;
let button: HTMLButtonElement;
let drops: (string | undefined)[];
let clicks: number;
let frames: FrameRequestCallback[];

beforeEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
  const target = document.createElement('div');
  target.setAttribute(targetAttribute, 'here');
  button = document.createElement('button');
  button.setPointerCapture = () => {};
  document.body.append(target, button);
  document.elementFromPoint = (_x, y) => (y > 100 ? target : null);
  frames = [];
  vi.stubGlobal('innerHeight', windowHeight);
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
  drops = [];
  clicks = 0;
  makeDraggable(
    button,
    () => true,
    (to) => drops.push(to),
  );
  button.addEventListener('click', () => (clicks += 1));
});

const send = (type: string, clientY: number, init: PointerEventInit = {}) =>
  button.dispatchEvent(
    new PointerEvent(type, {
      bubbles: true,
      pointerId: 1,
      isPrimary: true,
      button: 0,
      buttons: 1,
      clientY,
      ...init,
    }),
  );
/** Frames of so many milliseconds each. */
function runFrames(count: number, frameInMs = 16): void {
  for (let number = 0; number < count; number += 1) frames.shift()?.(number * frameInMs);
}
const click = (detail: number) =>
  button.dispatchEvent(new MouseEvent('click', { detail, bubbles: true }));

describe('a drag', () => {
  it('is no click, but leaves the next key press alone where its browser made none', () => {
    for (const [detail, count] of [
      [1, 0],
      [0, 1],
    ] as const) {
      send('pointerdown', 10);
      send('pointermove', 200);
      send('pointerup', 200);
      clicks = 0;
      click(detail);
      expect(clicks).toBe(count);
    }
    expect(drops).toEqual(['here', 'here']);
  });

  it.each<[string, number, readonly number[], number]>([
    ['towards the lower edge', 400, [760, 790], 8],
    ['towards the upper edge', 400, [300, 20], -8],
    ['along the lower edge', 770, [780], 0],
    ['along the upper edge', 30, [20], 0],
    ['within the window', 400, [500], 0],
    ['away from the lower edge', 790, [770], 0],
    ['away from the upper edge', 10, [40], 0],
  ])('scrolls the page only while it stays at an edge: %s', (_, from, way, step) => {
    const scrolled: number[] = [];
    vi.stubGlobal('scrollBy', ({ top = 0 }: ScrollToOptions) => scrolled.push(top));
    send('pointerdown', from);
    for (const y of way) send('pointermove', y, { clientX: 100 });
    runFrames(22);
    expect(scrolled.filter((top) => top !== 0)).toEqual(step === 0 ? [] : [step, step, step]);
    send('pointerup', way.at(-1)!);
    scrolled.length = 0;
    while (frames.length > 0) runFrames(1);
    expect(scrolled).toEqual([]);
  });

  it('scrolls as fast on a screen of more frames', () => {
    let scrolled = 0;
    vi.stubGlobal('scrollBy', ({ top = 0 }: ScrollToOptions) => (scrolled += top));
    send('pointerdown', 400);
    send('pointermove', 790);
    runFrames(44, 8);
    expect(scrolled).toBe(24);
    send('pointerup', 790);
  });

  it.each([
    ['is removed', () => button.remove()],
    [
      'has lost the pointer',
      () => document.dispatchEvent(new PointerEvent('lostpointercapture', { pointerId: 1 })),
    ],
  ])('ends where the button %s, and another can begin', (_, lose) => {
    send('pointerdown', 10);
    send('pointermove', 200);
    lose();
    runFrames(3);
    expect(frames).toEqual([]);
    expect(document.querySelectorAll('.ghost, [data-over], [data-dragged]')).toHaveLength(0);
    document.body.append(button);
    send('pointerdown', 10);
    send('pointermove', 200);
    expect(document.querySelectorAll('.ghost')).toHaveLength(1);
    send('pointerup', 200);
    expect(drops).toEqual(['here']);
  });

  it('follows the pointer that began it', () => {
    send('pointerdown', 10);
    send('pointermove', 200);
    send('pointerdown', 10, { pointerId: 2 });
    send('pointermove', 20, { pointerId: 2 });
    send('pointerup', 20, { pointerId: 2 });
    send('lostpointercapture', 20, { pointerId: 2 });
    expect(drops).toEqual([]);
    send('pointerup', 200);
    expect(drops).toEqual(['here']);
  });
});
