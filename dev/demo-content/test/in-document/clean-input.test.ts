// @vitest-environment happy-dom
import { beforeAll, expect, it } from 'vitest';
import { cleanInput } from '../../src/clean-input.ts';
import { el } from '../../src/dom.ts';

beforeAll(cleanInput);

it.each([
  ['Ein \0Bach', 'Ein Bach', 4],
  ['Ein \uD83D Bach \uDC1F', 'Ein  Bach ', 4],
  ['Ein \uDC1F Bach \uD83D', 'Ein  Bach ', 4],
  ['Ein 🐟 im\u2028Bach', 'Ein 🐟 im\u2028Bach', 5],
])(
  'a text is read without what cannot be stored, and the caret stays: %j',
  (typed, kept, caret) => {
    for (const name of ['textarea', 'input'] as const) {
      const field = el(name, name === 'input' ? { type: 'text' } : {});
      document.body.append(field);
      let read: string | undefined;
      field.addEventListener('input', () => (read = field.value));
      field.value = typed;
      field.setSelectionRange(5, 5);
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      expect(read).toBe(kept);
      expect(field.selectionEnd).toBe(caret);
    }
  },
);

const typed = (init: InputEventInit) =>
  new InputEvent('input', { bubbles: true, inputType: 'insertText', ...init });

it('an emoji may come in two halves, an event each', () => {
  const field = el('textarea');
  document.body.append(field);
  for (const [text, kept] of [
    ['Ein \0\uD83DBach', 'Ein \uD83DBach'],
    ['Ein \uD83D\uDC1FBach', 'Ein 🐟Bach'],
    ['Ein 🐟\uDC1FBach', 'Ein 🐟Bach'],
  ] as const) {
    const caret = text.indexOf('B');
    field.value = text;
    field.setSelectionRange(caret, caret);
    field.dispatchEvent(typed({}));
    expect(field.value).toBe(kept);
    expect(field.selectionEnd).toBe(kept.indexOf('B'));
  }
});

it('half an emoji that no other half follows goes once the field is left', () => {
  const field = el('textarea');
  document.body.append(field);
  field.value = 'Bach \uD83D';
  field.setSelectionRange(6, 6);
  field.dispatchEvent(typed({}));
  expect(field.value).toBe('Bach \uD83D');
  field.dispatchEvent(new Event('change', { bubbles: true }));
  expect(field.value).toBe('Bach ');
});

it('what an input method composes is left alone', () => {
  const field = el('textarea');
  document.body.append(field);
  field.value = '\0';
  field.dispatchEvent(typed({ isComposing: true }));
  expect(field.value).toBe('\0');
});

it('other fields are left alone', () => {
  const box = el('input', { type: 'checkbox', value: 'x' });
  document.body.append(box);
  expect(() => box.dispatchEvent(new InputEvent('input', { bubbles: true }))).not.toThrow();
});
