import { el, spoken } from '../dom.ts';
import { groupBy } from '../group-by.ts';
import { colorOf } from '../notes/colors.ts';
import type { PageNotes } from '../notes/page-notes.ts';
import { colorIndexOf, textOf } from '../notes/passages.ts';
import { createConflictChoice } from './conflict-choice.ts';
import { blockOf, type Placed } from './page-passages.ts';

/** The notice where a passage is not in the text any more. */
export const lostText = 'Diese Stelle gibt es im Text nicht mehr.';
export const changedText = 'Der Text hat sich hier seither etwas geändert.';

/**
 * Shows below each block what was left in it: notes as slips of paper, marks as buttons that show when
 * they have the focus, for a painted mark can neither be focused nor heard.
 *
 * @param open a slip was pressed.
 */
export function showSlips(
  article: HTMLElement,
  notes: PageNotes,
  placed: readonly Placed[],
  open: (id: string) => void,
): void {
  const focused = document.activeElement?.closest<HTMLElement>('[data-slip]')?.dataset['slip'];
  for (const old of article.querySelectorAll('.slips')) old.remove();
  const inBlock = groupBy(placed, ({ range }) => range && blockOf(article, range));
  for (const [block, passages] of inBlock) {
    if (block) block.after(createSlips(passages, notes, article, open));
  }
  const end = article.querySelector('.pager');
  const lost = inBlock.get(undefined) ?? [];
  const shown = new Set(placed.flatMap(({ mark, note }) => [mark?.id, note?.id]));
  const others = notes.conflicts.filter(({ id }) => !shown.has(id));
  if (lost.length > 0) end?.before(createLost(lost, notes, article, open));
  if (others.length > 0)
    end?.before(
      el(
        'div.slips',
        ...others.map((conflict) => createConflictChoice(conflict, notes, () => article.focus())),
      ),
    );
  if (focused) focusSlip(article, focused);
}

/** Takes the focus to the slip of a passage. */
export function focusSlip(article: HTMLElement, id: string): boolean {
  const slip = [...article.querySelectorAll<HTMLElement>('[data-slip]')].find(
    (each) => each.dataset['slip'] === id,
  );
  slip?.focus({ preventScroll: true });
  return slip !== undefined;
}

function createSlips(
  passages: readonly Placed[],
  notes: PageNotes,
  article: HTMLElement,
  open: (id: string) => void,
): HTMLElement {
  const parts = passages.flatMap((passage) => [
    createSlip(passage, open),
    ...notes.conflicts
      .filter(({ id }) => id === passage.mark?.id || id === passage.note?.id)
      .map((conflict) =>
        createConflictChoice(conflict, notes, () => focusSlip(article, passage.id)),
      ),
  ]);
  const isMarksOnly = parts.every((part) => part.classList.contains('mark-only'));
  return el('div', { class: isMarksOnly ? 'slips marks-only' : 'slips' }, ...parts);
}

function createSlip(passage: Placed, open: (id: string) => void): HTMLElement {
  const { id, note, anchor, isChanged, range } = passage;
  const text = note && (textOf(note.content.content) || 'Notiz ohne Text');
  const color = colorOf(colorIndexOf(passage));
  const slip = el(
    'button',
    {
      type: 'button',
      class: text === undefined ? 'slip mark-only' : 'slip',
      'data-slip': id,
      'data-color': color.sign,
    },
    spoken(
      `${note ? 'Notiz' : `Markierung, ${color.name}`} zu «${anchor.quote.exact}»${note ? ': ' : ''}`,
    ),
    text === undefined ? undefined : el('span.slip-text', text),
    text === undefined
      ? el(
          'span',
          { class: 'slip-text', 'aria-hidden': 'true' },
          `Markierung bearbeiten: ${color.name}`,
        )
      : undefined,
    range && isChanged ? el('span.slip-remark', changedText) : undefined,
  );
  slip.addEventListener('click', () => open(id));
  return slip;
}

/** Passages that are not there any more: nothing of them is dropped. */
function createLost(
  lost: readonly Placed[],
  notes: PageNotes,
  article: HTMLElement,
  open: (id: string) => void,
): HTMLElement {
  const list = createSlips(lost, notes, article, open);
  list.classList.remove('marks-only');
  for (const [index, slip] of [...list.querySelectorAll('.slip')].entries()) {
    slip.classList.remove('mark-only');
    slip.prepend(
      el('q.slip-quote', lost[index]?.anchor.quote.exact ?? ''),
      el('span.slip-remark', lostText),
    );
  }
  return el(
    'section',
    { class: 'slips lost', 'aria-label': 'Notizen, deren Textstelle fehlt' },
    el('h2', 'Notizen ohne Stelle'),
    list,
  );
}
