/** Up to a mark that ends a sentence, with what closes after it. Pupils may go on with a small letter. */
const piece = /\S.*?[.!?…]+[\p{Pe}\p{Pf}"'“‘«»]*(?=\s|$)/gsu;
/** A full stop that ends a short form, but no sentence. */
const shortForm = /(?:^|[\s(])(?:\p{L}|bzw|ca|Dr|Nr|St)\.$/u;
/** «Ich dusche.» */
const wordsMinimum = 2;

/**
 * Counts sentences: two words or more up to a full stop, a question mark or an exclamation mark, the same sentence
 * once. By the same rule in every browser: `Intl.Segmenter` is newer than Firefox 115, and ends a sentence at each
 * new line.
 */
export function countSentences(text: string): number {
  const sentences = new Set<string>();
  let sentence = '';
  for (const [found] of text.matchAll(piece)) {
    sentence += ` ${found}`;
    if (shortForm.test(found)) continue;
    const words = sentence.match(/[\p{L}\p{N}]+/gu) ?? [];
    if (words.length >= wordsMinimum) sentences.add(words.join(' ').toLocaleLowerCase('de'));
    sentence = '';
  }
  return sentences.size;
}
