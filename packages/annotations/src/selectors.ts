/**
 * Text of a passage and its surroundings (TextQuoteSelector of the W3C Web Annotation Data Model, section 4.2.4).
 * A surrounding is left out where it is not known or the text begins or ends there.
 */
export interface TextQuoteSelector {
  readonly exact: string;
  readonly prefix?: string | undefined;
  readonly suffix?: string | undefined;
}

/**
 * Where a passage stands (TextPositionSelector, section 4.2.5): code points of the text before it, and
 * before what follows it.
 */
export interface TextPositionSelector {
  readonly start: number;
  readonly end: number;
}

/** The two together: `quote` and `position` of an annotation's anchor, as the platform stores it. */
export interface TextSelectors {
  readonly quote: TextQuoteSelector;
  readonly position: TextPositionSelector;
}

/** Longest passage that the platform stores, in UTF-16 code units. */
export const exactMaximumLength = 5_000;

/**
 * How much of what stands around a passage is kept on each side, in UTF-16 code units. Half of what the
 * platform takes: 100 are more than a sentence, and 2,000 annotations of a topic have to fit 4 MiB.
 */
export const surroundingLength = 100;

/** A part of a text, in UTF-16 code units from its start. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const highSurrogate = /[\uD800-\uDBFF]/;

/** From UTF-16 code units, which strings count, to code points, which selectors count. */
export function codePointsBefore(text: string, index: number): number {
  const before = text.slice(0, index);
  return highSurrogate.test(before) ? Array.from(before).length : index;
}

/** From code points to UTF-16 code units; the end of the text for what lies behind it. */
export function indexOfCodePoint(text: string, codePoints: number): number {
  if (!highSurrogate.test(text)) return Math.min(codePoints, text.length);
  let index = 0;
  for (let left = codePoints; left > 0 && index < text.length; left -= 1)
    index += text.codePointAt(index)! > 0xffff ? 2 : 1;
  return index;
}
