import { el } from '../dom.ts';
import type { PageNotes } from '../notes/page-notes.ts';
import { isBookmarked, toggleBookmark } from '../notes/passages.ts';

/** Sets a bookmark on a page, and takes it away. */
export function createBookmarkButton(notes: PageNotes, signal: AbortSignal): HTMLElement {
  const button = el('button', { type: 'button', class: 'quiet bookmark' }, 'Lesezeichen');
  button.addEventListener('click', () => toggleBookmark(notes));
  function show(): void {
    button.disabled = !notes.isOpen;
    button.setAttribute('aria-pressed', String(isBookmarked(notes)));
  }
  notes.addEventListener('change', show, { signal });
  show();
  return button;
}
