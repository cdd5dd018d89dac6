import { unstorable } from '@lectern/annotations';

/**
 * Takes out of every text field what cannot be stored, before anything reads it: nothing of the text would be kept.
 * Clipboards bring it. Browsers on Windows send an emoji as two events with a half each: the first half waits for the
 * second (https://github.com/w3c/uievents/issues/227).
 */
export function cleanInput(): void {
  // A half that waits in vain, since the field is full, goes at the end.
  for (const type of ['input', 'change'])
    document.addEventListener(type, cleanTarget, { capture: true });
}

function cleanTarget(event: Event): void {
  const { target, isComposing, inputType } = event as Event & Partial<InputEvent>;
  const isText = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
  if (!isText || isComposing) return;
  const caret = target.selectionEnd ?? target.value.length;
  const isWaiting = (sign: string, at: number) =>
    inputType === 'insertText' && at === caret - 1 && /[\uD800-\uDBFF]/.test(sign);
  const clean = (text: string) =>
    text.replace(unstorable, (sign, at: number) => (isWaiting(sign, at) ? sign : ''));
  if (clean(target.value) === target.value) return;
  const before = clean(target.value.slice(0, caret)).length;
  target.value = clean(target.value);
  target.setSelectionRange(before, before);
}
