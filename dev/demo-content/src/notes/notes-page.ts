import { findPassage, readText } from '@lectern/annotations';
import type { Container } from '@lectern/sdk';
import type { Thema } from '../course/model.ts';
import { el } from '../dom.ts';
import { groupBy } from '../group-by.ts';
import { fragmentOf } from '../navigation.ts';
import { createConflictChoice } from '../reading/conflict-choice.ts';
import { lostText } from '../reading/slips.ts';
import { createTextBlock } from '../views/course-page.ts';
import { createSaveState, noteWords } from '../views/save-state.ts';
import { colorOf } from './colors.ts';
import type { PageNotes } from './page-notes.ts';
import {
  colorIndexOf,
  isBookmarked,
  looseNotesOf,
  passagesOf,
  textOf,
  type Passage,
} from './passages.ts';

export interface NotesPageContext {
  readonly notes: ReadonlyMap<string, PageNotes>;
  readonly container: Promise<Container | undefined>;
  /** Ends with the page. */
  readonly signal: AbortSignal;
}

/** «Meine Notizen»: all that was left in the course, in the order of its text. */
export function createNotesPage({ notes, container, signal }: NotesPageContext): HTMLElement {
  const pages = [...notes.values()];
  const message = el('p', { class: 'notes-message', role: 'status' });
  const themen = [...groupBy(pages, ({ place }) => place.thema)].map(([thema, ofThema]) =>
    createThema(thema, ofThema, signal),
  );

  function show(): void {
    const isLoading = pages.some(({ status }) => status.kind.startsWith('loading'));
    const isEmpty = pages.every(({ items, conflicts }) => items.length + conflicts.length === 0);
    const isUnreadable = pages.some(({ status }) => status.kind === 'unreadable');
    message.hidden = !isLoading && !isEmpty && !isUnreadable;
    message.textContent = isLoading
      ? 'Deine Notizen werden geladen …'
      : isUnreadable
        ? 'Nicht alle Notizen konnten geladen werden. Bitte öffne diese Seite später noch einmal.'
        : 'Hier ist noch nichts. Wähle auf einer Seite ein Stück Text aus: Dann kannst du es markieren oder etwas dazuschreiben.';
  }
  for (const page of pages) page.addEventListener('change', show, { signal });
  show();
  async function load(): Promise<void> {
    const found = await container;
    if (found) await Promise.all(pages.map((page) => page.load(found)));
  }
  void load();

  return el('div.notes-page', el('h1', { tabindex: '-1' }, 'Meine Notizen'), message, ...themen);
}

function createThema(thema: Thema, pages: readonly PageNotes[], signal: AbortSignal): HTMLElement {
  const section = el('section', { 'data-thema': thema.id }, el('h2', thema.title));
  const parts = pages.map((page) => createPage(page, signal));
  section.append(...parts);
  const show = () => void (section.hidden = parts.every(({ hidden }) => hidden));
  // After the parts, which were told before.
  for (const page of pages) page.addEventListener('change', show, { signal });
  show();
  return section;
}

function createPage(page: PageNotes, signal: AbortSignal): HTMLElement {
  const list = el('ul');
  const bookmark = el('span.bookmarked', 'Lesezeichen');
  const conflicts = el('div');
  const section = el(
    'section',
    el('h3', el('a', { href: fragmentOf(page.place) }, page.place.page.title), bookmark),
    conflicts,
    list,
    createSaveState(page, signal, noteWords),
  );
  const { page: content } = page.place;
  // The text as the page shows it, but for what is not its text.
  const text = readText(
    el('article', el('p', content.lead), ...content.blocks.map(createTextBlock)),
    { except: '.kicker' },
  );

  function show(): void {
    const passages = passagesOf(page.items);
    const loose = looseNotesOf(page.items);
    bookmark.hidden = !isBookmarked(page);
    section.hidden = page.items.length + page.conflicts.length === 0;
    list.replaceChildren(
      ...passages.map((passage) =>
        createEntry(passage, page, findPassage(passage.anchor, text) !== undefined),
      ),
      ...loose.map(({ content: { title, content: body } }) =>
        el(
          'li.entry',
          title ? el('p.entry-title', title) : undefined,
          el('p.entry-note', textOf(body) || 'Diese Notiz lässt sich hier nicht zeigen.'),
        ),
      ),
    );
    conflicts.replaceChildren(
      ...page.conflicts.map((conflict) =>
        createConflictChoice(conflict, page, () =>
          list.closest<HTMLElement>('.notes-page')?.querySelector('h1')?.focus(),
        ),
      ),
    );
  }
  page.addEventListener('change', show, { signal });
  show();
  return section;
}

function createEntry(passage: Passage, { place }: PageNotes, isThere: boolean): HTMLElement {
  const { id, anchor, note } = passage;
  const text = note && textOf(note.content.content);
  const { name, sign } = colorOf(colorIndexOf(passage));
  return el(
    'li',
    { class: 'entry', 'data-color': sign },
    el('span.spoken', `${name}: `),
    el('a', { href: fragmentOf({ ...place, noteId: id }) }, el('q', anchor.quote.exact)),
    text ? el('p.entry-note', text) : undefined,
    isThere ? undefined : el('p.entry-remark', lostText),
  );
}
