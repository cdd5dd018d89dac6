/** The end of a sentence, with what closes after it. */
const end = /[.!?…][\p{Pe}\p{Pf}"'“‘«»]*$/u;
/** A full stop that ends a short form, but no sentence. */
const shortForm = /^\P{L}*(?:\p{L}|bzw|ca|Dr|Nr|St)\.$/u;
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
  for (const piece of text.split(/\s+/)) {
    words.push(...(piece.toLocaleLowerCase('de').match(/[\p{L}\p{N}]+/gu) ?? []));
    if (!end.test(piece) || shortForm.test(piece)) continue;
    if (words.length >= wordsMinimum) sentences.add(words.join(' '));
    words = [];
  }
  return sentences.size;
}
