// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { Placing } from '../../src/exercises/placing.ts';
import { drawByKeyboard } from '../../src/exercises/sketch-keyboard.ts';
import { Sketch } from '../../src/exercises/sketch.ts';
import { SelectionToolbar } from '../../src/reading/selection-toolbar.ts';
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

function inToolbar(): HTMLElement {
  const actions = {
    textIn: (selected: Range) => selected,
    isMarked: () => false,
    mark() {},
    write() {},
    remove() {},
    goOn() {},
  };
  const article = document.createElement('article');
  return new SelectionToolbar(article, actions, new AbortController().signal).element;
}

function inSearchField(): HTMLElement {
  const { element } = createSearchField({ complete: async () => [], search() {} });
  element.querySelector('ul')!.append(document.createElement('li'));
  return element.querySelector('input')!;
}

describe('a key', () => {
  it.each<[string, () => HTMLElement, KeyboardEventInit]>([
    ['the history of the browser: from a target', onTarget, { key: 'ArrowLeft', altKey: true }],
    ['the history of the browser: from the sheet', onSheet, { key: 'ArrowLeft', altKey: true }],
    ['that of a Mac: from a target', onTarget, { key: 'ArrowLeft', metaKey: true }],
    ['that of a Mac: from the sheet', onSheet, { key: 'ArrowLeft', metaKey: true }],
    ['the history of the browser: from the toolbar', inToolbar, { key: 'ArrowLeft', altKey: true }],
    ['that of a Mac: from the toolbar', inToolbar, { key: 'ArrowLeft', metaKey: true }],
    ['an input method', inSearchField, { key: 'ArrowDown', isComposing: true }],
    ['an input method of Safari', inSearchField, { key: 'ArrowDown', keyCode: 229 }],
  ])('stays with %s', (_, create, init) => {
    const press = (options: KeyboardEventInit) => {
      const event = new KeyboardEvent('keydown', { cancelable: true, ...options });
      create().dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect(press(init)).toBe(false);
    expect(press({ key: init.key! })).toBe(true);
  });

  it.each<[KeyboardEventInit, boolean]>([
    [{}, false],
    [{ isComposing: true }, false],
    [{ keyCode: 229 }, true],
  ])(
    'Enter searches, on Android while a word is composed, but not with an input method of Safari: %j',
    (init, isStopped) => {
      const event = new KeyboardEvent('keydown', { cancelable: true, key: 'Enter', ...init });
      inSearchField().dispatchEvent(event);
      expect(event.defaultPrevented).toBe(isStopped);
    },
  );

  it('with Cmd still undoes on the sheet', () => {
    const init = { cancelable: true, key: 'z', metaKey: true };
    const event = new KeyboardEvent('keydown', init);
    onSheet().dispatchEvent(event);
    expect(event.defaultPrevented).toBe(true);
  });
});
