// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { Placing } from '../../src/exercises/placing.ts';
import { drawByKeyboard } from '../../src/exercises/sketch-keyboard.ts';
import { Sketch } from '../../src/exercises/sketch.ts';
import { createSearchField } from '../../src/search/combobox.ts';

function onTarget(): HTMLElement {
  const buttons = [document.createElement('button'), document.createElement('button')];
  const targets = [
    { id: '0', name: '' },
    { id: '1', name: '' },
  ];
  const placing = new Placing(
    {
      cards: [],
      targets,
      onePerTarget: true,
      draw() {},
      buttonOfCard: () => undefined,
      buttonOfTarget: (id) => buttons[Number(id)],
    },
    () => {},
  );
  placing.bindTarget(buttons[0]!, '0');
  return buttons[0]!;
}

function onSheet(): HTMLElement {
  const canvas = document.createElement('canvas');
  const sheet = document.createElement('div');
  const hooks = { begin() {}, update() {}, isDisabled: () => false };
  drawByKeyboard(canvas, sheet, new Sketch(), hooks);
  return canvas;
}

function inSearchField(): HTMLElement {
  const { element } = createSearchField({ complete: async () => [], search() {} });
  element.querySelector('ul')!.append(document.createElement('li'));
  return element.querySelector('input')!;
}

describe('an arrow key', () => {
  it.each<[string, () => HTMLElement, KeyboardEventInit]>([
    ['the history of the browser: from a target', onTarget, { key: 'ArrowLeft', altKey: true }],
    ['the history of the browser: from the sheet', onSheet, { key: 'ArrowLeft', altKey: true }],
    ['an input method', inSearchField, { key: 'ArrowDown', isComposing: true }],
  ])('stays with %s', (_, create, init) => {
    const press = (options: KeyboardEventInit) => {
      const event = new KeyboardEvent('keydown', { cancelable: true, ...options });
      create().dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(press(init)).toBe(false);
    expect(press({ key: init.key! })).toBe(true);
  });
});
