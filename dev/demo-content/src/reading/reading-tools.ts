import type { AnnotationColor, TextAnchor } from '@lectern/sdk';
import { announce } from '../announce.ts';
import { button } from '../dom.ts';
import { colorOf, colors } from '../notes/colors.ts';
import type { PageNotes } from '../notes/page-notes.ts';
import { mark, recolor, removePassage } from '../notes/passages.ts';
import { isProjected } from '../room/projection.ts';
import { createSaveState, noteWords } from '../views/save-state.ts';
import { PagePassages, passageAt, type Placed } from './page-passages.ts';
import { PassageCard } from './passage-card.ts';
import { isNowhere, SelectionToolbar } from './selection-toolbar.ts';
import { SentencePicker } from './sentence-picker.ts';
import { focusSlip, showSlips } from './slips.ts';

/** Time for a second press, which chooses a word of a mark rather than the mark, in milliseconds. */
const furtherPressInMs = 300;

/** Where on a page to go, besides its top and its exercises. */
export interface ReadingGoal {
  /** A mark or a note. */
  readonly noteId?: string | undefined;
  /** A place of the text that was found by searching. */
  readonly quote?: TextAnchor['quote'] | undefined;
}

/** Lets the reader mark and write on a page that is open. Ends with the page. */
export function startReadingTools(
  article: HTMLElement,
  notes: PageNotes,
  goal: ReadingGoal,
  signal: AbortSignal,
): void {
  const passages = new PagePassages(article, notes);
  const card = new PassageCard(notes, (id) => {
    if (isNowhere(document.activeElement)) focusSlip(article, id);
  });
  let placed: readonly Placed[] = [];
  let isThere = false;

  function show(): void {
    placed = passages.placed;
    passages.paint(placed);
    showSlips(article, notes, placed, (id) => open(id, false));
    markText.disabled = !notes.isOpen;
    if (!notes.isOpen || isThere) return;
    isThere = true;
    goThere();
  }

  /** Once the notes are here. */
  function goThere(): void {
    const passage = placed.find(({ mark, note }) =>
      [mark?.id, note?.id].includes(goal.noteId ?? ''),
    );
    if (passage) focusSlip(article, passage.id);
    if (passage?.range) reveal(passage.range);
    else if (passage) document.activeElement?.scrollIntoView({ block: 'center' });
    else if (goal.quote) reveal(passages.showFound(goal.quote));
  }

  function open(id: string, isWriting: boolean): void {
    // Notes are private.
    if (isProjected()) return;
    const passage = placed.find(({ mark, note }) => [mark?.id, note?.id].includes(id));
    card.open(id, passage?.range?.getBoundingClientRect(), isWriting);
  }

  function markIn(range: Range, color: AnnotationColor): string | undefined {
    const anchor = passages.anchorFor(range);
    if (!anchor) {
      announce('So viel Text auf einmal lässt sich nicht markieren.');
      return undefined;
    }
    announce(`${colorOf(color).name} markiert.`);
    return mark(notes, anchor, color);
  }

  const markedIn = (range: Range) =>
    placed.filter(
      (passage) =>
        passage.range &&
        range.compareBoundaryPoints(Range.END_TO_START, passage.range) < 0 &&
        range.compareBoundaryPoints(Range.START_TO_END, passage.range) > 0,
    );

  /** The passage that is selected once more. */
  const sameAs = (range: Range) =>
    markedIn(range).find((passage) => passage.range?.toString() === range.toString());

  const picker = new SentencePicker(() => passages.text);
  const toolbar = new SelectionToolbar(
    article,
    {
      textIn: (range) => (notes.isOpen ? passages.textIn(range) : undefined),
      isMarked: (range) => markedIn(range).length > 0,
      mark(range, color) {
        const there = sameAs(range);
        if (there) recolor(notes, there, color);
        else markIn(range, color);
      },
      write(range) {
        const there = sameAs(range);
        const id = there?.id ?? markIn(range, colors[0]!.index);
        if (id) open(id, true);
      },
      goOn(range) {
        const id = markedIn(range)[0]?.id;
        if (id === undefined || !focusSlip(article, id)) markText.focus();
      },
      remove(range) {
        for (const passage of markedIn(range)) {
          // Somebody has written there: that is asked about first.
          if (passage.note) open(passage.id, false);
          else removePassage(notes, passage);
        }
      },
    },
    signal,
    picker.buttons,
  );

  const markText = button('quiet mark-text', 'Markieren', () => {
    toolbar.dock();
    picker.begin();
  });
  article.querySelector('.page-tools')?.append(markText, createSaveState(notes, signal, noteWords));

  let opening: ReturnType<typeof setTimeout>;
  const stay = () => clearTimeout(opening);
  article.addEventListener(
    'click',
    (event) => {
      if (getSelection()?.isCollapsed === false) return;
      const passage = passageAt(placed, event);
      if (passage) opening = setTimeout(open, furtherPressInMs, passage.id, false);
    },
    { signal },
  );
  document.addEventListener('pointerdown', stay, { signal });
  notes.addEventListener('change', show, { signal });
  signal.addEventListener('abort', () => {
    stay();
    card.close();
    passages.clear();
  });
  show();
}

function reveal(range: Range | undefined): void {
  range?.startContainer.parentElement?.scrollIntoView({ block: 'center' });
}
