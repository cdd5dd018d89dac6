import type { Container, SearchHit, SearchHits, TextAnchor } from '@lectern/sdk';
import { announce } from '../announce.ts';
import { issueOf, type Course } from '../course/model.ts';
import { button, el } from '../dom.ts';
import { fragmentOf } from '../navigation.ts';
import { createSearchField } from './combobox.ts';
import { Newest } from './newest.ts';
import { placeOfHit } from './place-of-hit.ts';
import { createSnippet, markedPieces, quoteOf } from './snippet.ts';

export interface SearchPageContext {
  readonly course: Course;
  readonly container: Promise<Container | undefined>;
  /** The reader follows a hit to this place of a text. */
  onFollow(quote: TextAnchor['quote'] | undefined): void;
}

const sources: Readonly<Record<SearchHit['search_source'], string>> = {
  course: 'Text',
  answer: 'Deine Antwort',
  highlight: 'Deine Markierung',
  note: 'Deine Notiz',
};

const withoutContainer = 'Die Suche braucht die Lernplattform. Hier läuft das Buch ohne sie.';

/** The search: a field with suggestions, and what was found in the book and in the own notes. */
export function createSearchPage(context: SearchPageContext): HTMLElement {
  const { course } = context;
  const where = issueOf(course);
  const results = el('div.results');
  const message = el('p.search-message');

  const searches = new Newest(
    async ({ query, cursor }: { readonly query: string; readonly cursor?: string | undefined }) => {
      const container = await context.container;
      return container?.search(query, { ...where, ...(cursor !== undefined && { cursor }) });
    },
    (found, { query, cursor }) => {
      if (!found) return say(withoutContainer);
      show(found, query, cursor !== undefined);
    },
    () => say('Die Suche klappt gerade nicht. Bitte versuche es in einem Moment noch einmal.'),
  );

  function say(text: string): void {
    message.textContent = text;
    announce(text);
  }

  /** Other spellings; a press searches for one. */
  function suggest(query: string, suggested: readonly string[]): void {
    say(`Zu «${query}» wurde nichts gefunden. Meintest du ${suggested.join(', ')}?`);
    const buttons = suggested.map((other) => button('quiet', other, () => field.search(other)));
    message.replaceChildren(`Zu «${query}» wurde nichts gefunden. Meintest du …`);
    results.append(el('p.suggestions', ...buttons));
  }

  function show(
    { hits, next_cursor: cursor, suggested_queries: suggested }: SearchHits,
    query: string,
    isMore: boolean,
  ): void {
    if (!isMore) results.replaceChildren();
    results.querySelector('.more')?.remove();
    for (const hit of hits)
      groupOf(
        hit.search_source === 'course' ? 'Im Buch' : 'In deinen Notizen und Antworten',
      ).append(createHit(hit, context));
    const count = results.querySelectorAll('.hit').length;
    if (count === 0 && suggested) return suggest(query, suggested);
    if (count === 0) return say(`Zu «${query}» wurde nichts gefunden. Versuche ein anderes Wort.`);
    say(
      count === 1
        ? 'Eine Stelle gefunden.'
        : `${count}${cursor ? ' und mehr' : ''} Stellen gefunden.`,
    );
    if (cursor === undefined) return;
    const more = button('quiet more', 'Mehr zeigen', () => searches.ask({ query, cursor }));
    results.append(more);
  }

  /** The list of a group; the book comes first. */
  function groupOf(title: string): HTMLElement {
    const there = results.querySelector<HTMLElement>(`[data-group="${title}"]`);
    if (there) return there;
    const list = el('ul', { class: 'hits', 'data-group': title });
    const group = el('section', { 'aria-label': title }, el('h2', title), list);
    if (title === 'Im Buch') results.prepend(group);
    else results.append(group);
    return list;
  }

  async function sayIfAlone(): Promise<void> {
    if (!(await context.container)) say(withoutContainer);
  }
  void sayIfAlone();
  const field = createSearchField({
    async complete(prefix) {
      const container = await context.container;
      return (await container?.autocomplete(prefix, where)) ?? [];
    },
    search(query) {
      message.textContent = 'Suche läuft …';
      results.replaceChildren();
      searches.ask({ query });
    },
  });
  return el(
    'div.search-page',
    el('h1', { tabindex: '-1' }, 'Suchen'),
    field.element,
    message,
    results,
  );
}

function createHit(hit: SearchHit, { course, onFollow }: SearchPageContext): HTMLElement {
  const place = placeOfHit(course, hit);
  const title = hit.title ?? place?.page.title ?? 'Ohne Titel';
  // A match in the title is marked there, and not shown twice.
  const isInTitle = hit.search_scope === 'title' && hit.excerpt === title;
  const heading = isInTitle ? markedPieces(hit) : [title];
  const link = el('a', { href: fragmentOf(place) }, ...heading);
  link.addEventListener('click', () => {
    // An answer in an exercise is no text of the page.
    const isText =
      hit.search_scope === 'text' && ['course', 'highlight'].includes(hit.search_source);
    onFollow(isText && !hit.exercise_id ? quoteOf(hit) : undefined);
  });
  return el(
    'li',
    { class: 'hit', 'data-source': hit.search_source },
    el(
      'p.hit-source',
      [sources[hit.search_source], place?.page.title]
        .filter((part) => part && part !== title)
        .join(' · '),
    ),
    el('h3', ...(place ? [link] : heading)),
    isInTitle ? undefined : createSnippet(hit),
  );
}
