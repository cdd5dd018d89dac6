// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { wasser } from '../../src/course/wasser.ts';
import { exercisesOf } from '../../src/course/model.ts';
import { createPreview } from '../../src/exercises/preview.ts';
import { createSketchpad } from '../../src/exercises/sketchpad.ts';
import { strokesMaximum } from '../../src/exercises/strokes.ts';
import { placesOf } from '../../src/navigation.ts';

const exercise = placesOf(wasser)
  .flatMap(({ page }) => exercisesOf(page))
  .find((each) => each.answerType === 'sketchpad')!;
const dot = [0, 10, 10];

it('says that the sheet is full from its last stroke on, until there is room again', () => {
  const { element, restore } = createSketchpad(exercise, () => {});
  document.body.append(element);
  const canvas = element.querySelector('canvas')!;
  const [undo, clear] = element.querySelectorAll<HTMLElement>('.tool-buttons button');
  const words = () => element.querySelector('.length-limit')!.textContent;
  const draw = () => {
    for (let press = 0; press < 2; press += 1)
      canvas.dispatchEvent(new KeyboardEvent('keydown', { key: ' ' }));
  };
  restore({ strokes: Array.from({ length: strokesMaximum - 1 }, () => dot) });
  expect(words()).toBe('');
  draw();
  expect(words()).toMatch('voll');
  canvas.dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true }));
  expect(words()).toBe('');
  draw();
  expect(words()).toMatch('voll');
  undo!.click();
  expect(words()).toBe('');
  draw();
  clear!.click();
  expect(words()).toBe('');
});

it('has a second canvas only where a stroke is drawn', () => {
  const created = vi.spyOn(document, 'createElement');
  const canvases = () => created.mock.calls.filter(([name]) => name === 'canvas').length;
  createPreview(exercise, { strokes: [dot, dot] });
  expect(canvases()).toBe(1);
  const { element } = createSketchpad(exercise, () => {});
  const canvas = element.querySelector('canvas')!;
  expect(canvases()).toBe(2);
  canvas.dispatchEvent(new KeyboardEvent('keydown', { key: ' ' }));
  expect(canvases()).toBe(3);
});
