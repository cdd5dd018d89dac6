/** NUL, and half a character: clipboards bring them, and no service can store a text with one. */
const unstorable = /\p{Cs}|\0/gu;

/** Takes out of every text field what cannot be stored, before anything reads it: nothing of the text would be kept. */
export function cleanInput(): void {
  const clean = (text: string) => text.replace(unstorable, '');
  document.addEventListener(
    'input',
    ({ target }) => {
      const isText = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
      if (!isText || clean(target.value) === target.value) return;
      const before = target.value.slice(0, target.selectionEnd ?? undefined);
      target.value = clean(target.value);
      target.setSelectionRange(clean(before).length, clean(before).length);
    },
    { capture: true },
  );
}
