/** The end of a sentence, with what closes after it. */
const end = /[.!?…][\p{Pe}\p{Pf}"'“‘«»]*$/u;
/** «Ich dusche gern.Dann trinke ich Tee.»: a space is missing. Not «2.5» or «www.wasser.ch». */
const endWithoutSpace = /([.!?…][\p{Pe}\p{Pf}"'“‘«»]*)(?=[^\s\p{Ll}\p{N}\p{P}])/gu;
/** «z. B.», «z.B.», «i. d. R.» */
const shortForms = /(^|\P{L})(\p{Ll}(?:\.\s?\p{L})+)\./gu;
/** A full stop that ends a short form, but no sentence. After a capital it ends one: «Vitamin C.» */
const shortForm = /^\P{L}*(?:\p{Ll}|bzw|ca|Dr|Nr|St)\.$/u;
/** «Ich dusche.» */
const wordsMinimum = 2;

/**
 * Counts sentences: two words or more up to a full stop, a question mark or an exclamation mark, the same sentence
 * once; pupils may go on with a small letter. By the same rule in every browser: `Intl.Segmenter` is newer than Firefox
 * 115, and ends a sentence at each new line.
 */
export function countSentences(text: string): number {
  const sentences = new Set<string>();
  let words: string[] = [];
  const spaced = text
    .replace(
      shortForms,
      (_all, before: string, letters: string) => `${before}${letters.replace(/\P{L}/gu, '')} `,
    )
    .replace(endWithoutSpace, '$1 ');
  for (const piece of spaced.split(/\s+/)) {
    words.push(...(piece.toLocaleLowerCase('de').match(/[\p{L}\p{N}]+/gu) ?? []));
    if (!end.test(piece) || shortForm.test(piece)) continue;
    if (words.length >= wordsMinimum) sentences.add(words.join(' '));
    words = [];
  }
  return sentences.size;
}

/** Counts what stands between spaces and long dashes, with a letter or a digit in it. */
export function countWords(text: string): number {
  return text.split(/[\s–—]+/).filter((piece) => /[\p{L}\p{N}]/u.test(piece)).length;
}
