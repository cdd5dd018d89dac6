interface Span {
  readonly start: number;
  readonly end: number;
}

/** Up to a mark that ends a sentence, with what closes after it; a small letter goes on after a full stop. */
const sentence = /\S.*?(?:(?:[!?]+|[.…]+(?!\s+\p{Ll}))[\p{Pe}\p{Pf}"'“‘«»]*(?=\s|$)|$)/gsu;

/**
 * The sentences of a text, without the white space around them. `Intl.Segmenter`, which knows them in more
 * languages, is newer than Firefox 115.
 */
export function sentencesOf(text: string): readonly Span[] {
  return [...text.trimEnd().matchAll(sentence)].map(({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
  }));
}
