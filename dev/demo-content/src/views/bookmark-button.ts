import { button } from '../dom.ts';
import type { PageNotes } from '../notes/page-notes.ts';
import { isBookmarked, toggleBookmark } from '../notes/passages.ts';

/** Sets a bookmark on a page, and takes it away. */
export function createBookmarkButton(notes: PageNotes, signal: AbortSignal): HTMLElement {
  const bookmark = button('quiet bookmark', 'Lesezeichen', () => toggleBookmark(notes));
  function show(): void {
    bookmark.disabled = !notes.isOpen;
    bookmark.setAttribute('aria-pressed', String(isBookmarked(notes)));
  }
  notes.addEventListener('change', show, { signal });
  show();
  return bookmark;
}
