interface Span {
  readonly start: number;
  readonly end: number;
}

/** The sentences of a text, without the white space around them. */
export function sentencesOf(text: string): readonly Span[] {
  const sentences = new Intl.Segmenter('de', { granularity: 'sentence' }).segment(text);
  return [...sentences].flatMap(({ segment, index }) => {
    const trimmed = segment.trim();
    if (trimmed === '') return [];
    const start = index + segment.indexOf(trimmed);
    return [{ start, end: start + trimmed.length }];
  });
}
