import type { SearchHit, TextAnchor } from '@lectern/sdk';
import { el } from '../dom.ts';

type Excerpt = Pick<SearchHit, 'excerpt' | 'matches'>;

/** An excerpt in pieces: those that were searched for, and what stands between. */
export function piecesOf({
  excerpt,
  matches,
}: Excerpt): readonly { readonly text: string; readonly isMatch: boolean }[] {
  const pieces: { text: string; isMatch: boolean }[] = [];
  let taken = 0;
  for (const { start, end } of [...matches].sort((a, b) => a.start - b.start)) {
    const from = Math.max(taken, start);
    if (end <= from || from >= excerpt.length) continue;
    pieces.push({ text: excerpt.slice(taken, from), isMatch: false });
    pieces.push({ text: excerpt.slice(from, end), isMatch: true });
    taken = Math.min(end, excerpt.length);
  }
  pieces.push({ text: excerpt.slice(taken), isMatch: false });
  return pieces.filter(({ text }) => text !== '');
}

/** An excerpt with its matches marked. It is text throughout: nothing in it becomes markup. */
export function markedPieces(excerpt: Excerpt): readonly (HTMLElement | string)[] {
  return piecesOf(excerpt).map(({ text, isMatch }) => (isMatch ? el('mark', text) : text));
}

export function createSnippet(hit: Excerpt & Pick<SearchHit, SourceAndScope>): HTMLElement {
  return el('p.snippet', ...markedPieces(hit), isCutOff(hit) ? ' …' : undefined);
}

type SourceAndScope = 'search_source' | 'search_scope';

/** Texts of the book consist of whole sentences; what learners write may end anywhere. */
export function isCutOff({
  excerpt,
  search_source,
  search_scope,
}: Pick<SearchHit, 'excerpt' | SourceAndScope>): boolean {
  return search_source === 'course' && search_scope === 'text' && !/[.!?…»]\s*$/.test(excerpt);
}

/** Signs that an excerpt is cut off. */
const cut = /^[\s…]+|[\s…]+$/g;

/** The quote that leads to the place of a hit: the first match with what stands around it. */
export function quoteOf(hit: Excerpt): TextAnchor['quote'] | undefined {
  const pieces = piecesOf(hit);
  const index = pieces.findIndex(({ isMatch }) => isMatch);
  const exact = pieces[index]?.text.trim();
  if (!exact) return undefined;
  const textOf = (part: typeof pieces) => part.map(({ text }) => text).join('');
  const prefix = textOf(pieces.slice(0, index)).replace(/^[\s…]+/, '');
  const suffix = textOf(pieces.slice(index + 1)).replace(/[\s…]+$/, '');
  return {
    exact: exact.replace(cut, ''),
    ...(prefix !== '' && { prefix }),
    ...(suffix !== '' && { suffix }),
  };
}
