import { announce } from '../announce.ts';
import { button, el } from '../dom.ts';
import { colorOf } from '../notes/colors.ts';
import type { Conflict, Item, StoredItem } from '../notes/item.ts';
import type { PageNotes } from '../notes/page-notes.ts';
import { choicesOf, editsFor, textOf, type Choice } from '../notes/passages.ts';

const labels: Readonly<Record<Choice, string>> = {
  this: 'Diese Fassung behalten',
  other: 'Andere Fassung behalten',
  both: 'Beide behalten',
};

const titles: Readonly<Record<Item['kind'], string>> = {
  annotations: 'Diese Markierung gibt es in zwei Fassungen.',
  notes: 'Diese Notiz gibt es in zwei Fassungen.',
  bookmarks: 'Dieses Lesezeichen gibt es in zwei Fassungen.',
};

const removed = 'Gelöscht';
const when = new Intl.DateTimeFormat('de-CH', { dateStyle: 'long', timeStyle: 'short' });

/**
 * Shows what two devices have made of one note, side by side, and lets the learner choose. Until then both
 * stay: nobody else can know which one counts.
 *
 * @param onChosen the question is about to go, and the focus in it.
 */
export function createConflictChoice(
  conflict: Conflict,
  notes: PageNotes,
  onChosen: () => void,
): HTMLElement {
  const { id, kind, current, other } = conflict;
  const titleId = `conflict-${id}`;
  return el(
    'section',
    { class: 'conflict-choice', role: 'group', 'aria-labelledby': titleId, 'data-conflict': id },
    el('p', { id: titleId, class: 'conflict-title' }, `${titles[kind]} Was soll gelten?`),
    el(
      'div.versions',
      createVersion('Diese Fassung', current),
      createVersion('Die andere Fassung', other),
    ),
    el(
      'div.choices',
      ...choicesOf(conflict).map((choice) =>
        button('quiet', labels[choice], () => {
          onChosen();
          notes.edit(...editsFor(conflict, choice, notes.items));
          announce('Entschieden. Das gilt jetzt auf allen deinen Geräten.');
        }),
      ),
    ),
  );
}

function createVersion(title: string, stored: StoredItem | undefined): HTMLElement {
  return el(
    'div.version',
    el('p.version-title', title),
    stored && el('p.version-date', when.format(new Date(stored.updatedAt))),
    el('p.version-text', stored ? wordsOf(stored.item) : removed),
  );
}

function wordsOf(item: Item): string {
  switch (item.kind) {
    case 'annotations':
      return `Farbe ${colorOf(item.content.color_index).name}`;
    case 'notes':
      return textOf(item.content.content) || 'Ohne Text';
    case 'bookmarks':
      return item.content.title ?? 'Lesezeichen';
  }
}
