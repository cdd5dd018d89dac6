// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { drawByPointer } from '../../src/exercises/sketch-pointer.ts';
import { Sketch } from '../../src/exercises/sketch.ts';
import { eraser } from '../../src/exercises/strokes.ts';

type Pointer = Pick<PointerEventInit, 'pointerId' | 'pointerType' | 'isPrimary' | 'button'>;

const palm: Pointer = { pointerId: 5, pointerType: 'touch', isPrimary: true };
const pen: Pointer = { pointerId: 9, pointerType: 'pen', isPrimary: true };
const mouse: Pointer = { pointerId: 1, pointerType: 'mouse', isPrimary: true };

/** A sheet of which each pixel is a unit. */
function newSheet() {
  const canvas = document.createElement('canvas');
  const captured = new Set<number>();
  canvas.setPointerCapture = (id) => void captured.add(id);
  canvas.hasPointerCapture = (id) => captured.has(id);
  const sketch = new Sketch();
  drawByPointer(canvas, sketch, {
    begin: (point, number = 0) => sketch.begin(number, point),
    update() {},
    show() {},
    pointAt: ({ clientX, clientY }) => ({ x: clientX, y: clientY }),
    isDisabled: () => false,
  });
  const send = (type: string, pointer: Pointer, clientX = 0, clientY = 0) =>
    canvas.dispatchEvent(new PointerEvent(type, { button: 0, ...pointer, clientX, clientY }));
  return {
    down: (pointer: Pointer, x: number, y: number) => send('pointerdown', pointer, x, y),
    move: (pointer: Pointer, x: number, y: number) => send('pointermove', pointer, x, y),
    up: (pointer: Pointer) => void send('lostpointercapture', pointer),
    cancel(pointer: Pointer) {
      send('pointercancel', pointer);
      send('lostpointercapture', pointer);
    },
    /** As browsers do where the canvas is moved. */
    loseCapture: () => captured.clear(),
    drawn: () => sketch.encoded(),
  };
}

type Sheet = ReturnType<typeof newSheet>;

describe('a pointer on the sheet', () => {
  const line = [0, 50, 50, 20, 0];
  it.each<[string, (sheet: Sheet) => void, readonly (readonly number[])[]]>([
    [
      'alone',
      ({ down, move, up }) => {
        down(mouse, 50, 50);
        move(mouse, 70, 50);
        up(mouse);
      },
      [line],
    ],
    [
      'a pen after its palm',
      ({ down, move, up }) => {
        down(palm, 300, 300);
        move(palm, 310, 300);
        down(pen, 50, 50);
        move(palm, 320, 300);
        move(pen, 70, 50);
        up(palm);
        up(pen);
      },
      [line],
    ],
    [
      'a pen that is not the first pointer',
      ({ down, move, up }) => {
        down(palm, 300, 300);
        down({ ...pen, isPrimary: false }, 50, 50);
        move(pen, 70, 50);
        up(pen);
      },
      [line],
    ],
    [
      'after a pointer without an end',
      ({ down, move, up, loseCapture }) => {
        down(mouse, 50, 50);
        move(mouse, 70, 50);
        loseCapture();
        down(palm, 50, 50);
        move(palm, 70, 50);
        up(palm);
      },
      [line, line],
    ],
    [
      'a palm after its pen',
      ({ down, move, up }) => {
        down(pen, 50, 50);
        down(palm, 300, 300);
        move(palm, 310, 300);
        up(palm);
        move(pen, 70, 50);
        up(pen);
      },
      [line],
    ],
    [
      'what the system takes for a palm',
      ({ down, move, cancel }) => {
        down(palm, 300, 300);
        move(palm, 310, 300);
        cancel(palm);
      },
      [],
    ],
    [
      'a pen that the system stops',
      ({ down, move, cancel }) => {
        down(pen, 50, 50);
        move(pen, 70, 50);
        cancel(pen);
      },
      [line],
    ],
    [
      'a second finger',
      ({ down, move, up }) => {
        down(palm, 50, 50);
        down({ ...palm, pointerId: 6, isPrimary: false }, 300, 300);
        move({ ...palm, pointerId: 6, isPrimary: false }, 310, 300);
        move(palm, 70, 50);
        up(palm);
      },
      [line],
    ],
    [
      'the other end of a pen',
      ({ down, move, up }) => {
        down({ ...pen, button: 5 }, 50, 50);
        move(pen, 70, 50);
        up(pen);
      },
      [[eraser, 50, 50, 20, 0]],
    ],
    ['another button', ({ down }) => void down({ ...mouse, button: 2 }, 50, 50), []],
  ])('draws as a hand means it: %s', (_, act, strokes) => {
    const sheet = newSheet();
    act(sheet);
    expect(sheet.drawn()).toEqual(strokes);
  });

  it('draws where its browser keeps no points between two events', () => {
    const { down, move, drawn } = newSheet();
    const before = PointerEvent.prototype.getCoalescedEvents;
    PointerEvent.prototype.getCoalescedEvents = () => [];
    try {
      down(mouse, 50, 50);
      move(mouse, 70, 50);
      expect(drawn()).toEqual([line]);
    } finally {
      PointerEvent.prototype.getCoalescedEvents = before;
    }
  });
});
