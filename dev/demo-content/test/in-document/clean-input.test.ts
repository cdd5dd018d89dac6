// @vitest-environment happy-dom
import { beforeAll, expect, it } from 'vitest';
import { cleanInput } from '../../src/clean-input.ts';
import { el } from '../../src/dom.ts';

beforeAll(cleanInput);

it.each([
  ['Ein \0Bach', 'Ein Bach', 4],
  ['Ein \uD83D Bach \uDC1F', 'Ein  Bach ', 4],
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

it('other fields are left alone', () => {
  const box = el('input', { type: 'checkbox', value: 'x' });
  document.body.append(box);
  expect(() => box.dispatchEvent(new InputEvent('input', { bubbles: true }))).not.toThrow();
});
