import { locate, type Finding } from './locate.ts';
import type { PageText } from './page-text.ts';
import {
  codePointsBefore,
  exactMaximumLength,
  surroundingLength,
  type Span,
  type TextSelectors,
} from './selectors.ts';

/** Why a passage cannot be held: there is no text in it, or more than the platform stores. */
export type Indescribable = 'NO_TEXT' | 'TOO_LONG';

/**
 * Describes a range, such as a selection: `quote` and `position` of an annotation's anchor. Parts of the range
 * outside of the text do not belong to the passage, nor does white space at its ends.
 */
export function describePassage(range: Range, text: PageText): TextSelectors | Indescribable {
  const span = text.spanOf(range);
  if (!span) return 'NO_TEXT';
  return span.end - span.start > exactMaximumLength ? 'TOO_LONG' : selectorsOf(text.value, span);
}

/** The selectors of a span that cuts no character. */
export function selectorsOf(text: string, { start, end }: Span): TextSelectors {
  // Half a character at the far end of a surrounding would be no text.
  const prefix = text
    .slice(Math.max(0, start - surroundingLength), start)
    .replace(/^[\uDC00-\uDFFF]/, '');
  const suffix = text.slice(end, end + surroundingLength).replace(/[\uD800-\uDBFF]$/, '');
  return {
    quote: {
      exact: text.slice(start, end),
      ...(prefix !== '' && { prefix }),
      ...(suffix !== '' && { suffix }),
    },
    position: { start: codePointsBefore(text, start), end: codePointsBefore(text, end) },
  };
}

/** A passage that was found again. */
export interface FoundPassage {
  readonly range: Range;
  /** `similar`: its words are not the same any more, which the reader may want to be told. */
  readonly how: Finding;
}

/**
 * Finds a passage again. Undefined: it is not there any more, or nothing says which of several places it is. Then
 * the reader has to be told, and shown the quote; nothing is ever put to a place that might be another one.
 */
export function findPassage(selectors: TextSelectors, text: PageText): FoundPassage | undefined {
  const located = locate(text.value, selectors);
  return located && { range: text.rangeOf(located), how: located.how };
}
