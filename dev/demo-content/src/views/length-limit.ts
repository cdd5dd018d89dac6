import { el } from '../dom.ts';

/**
 * Says that no more fits into a field with a `maxlength`: what is beyond it browsers leave out without a word.
 *
 * @param where completes «Mehr Text passt nicht in …».
 */
export function createLengthLimit(field: HTMLTextAreaElement, where: string): HTMLElement {
  const element = el('p', { class: 'length-limit', role: 'status' });
  function show(): void {
    // Of a character that is two code units no half is taken.
    const isFull = field.maxLength - field.textLength < 2;
    const text = isFull ? `Mehr Text passt nicht in ${where}.` : '';
    if (element.textContent !== text) element.textContent = text;
  }
  field.addEventListener('input', show);
  // Text from before may fill it.
  field.addEventListener('focus', show);
  return element;
}
