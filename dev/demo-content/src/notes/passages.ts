import type { AnnotationColor, NoteContent, TextAnchor } from '@lectern/sdk';
import { colors } from './colors.ts';
import type { Conflict, Item, Mark, NoteItem } from './item.ts';
import type { Edit } from './note-store.ts';
import type { PageNotes } from './page-notes.ts';

/**
 * A place of the text, and what a learner has left there: a mark, a note, or both. They are two items, so
 * that a new colour from one device and a note from another never meet.
 */
export interface Passage {
  /** Id of the mark, or else of the note. */
  readonly id: string;
  readonly anchor: TextAnchor;
  readonly mark?: Mark;
  readonly note?: NoteItem;
}

/** The marked passages of a page's text, in the order of the text. */
export function passagesOf(items: readonly Item[]): readonly Passage[] {
  const passages: Passage[] = [];
  for (const item of items) {
    const anchor = item.kind === 'bookmarks' ? undefined : item.content.anchor;
    if (anchor?.location !== 'topic_text') continue;
    const index = passages.findIndex(
      (passage) =>
        isSamePlace(passage.anchor, anchor) &&
        (item.kind === 'notes' ? !passage.note : !passage.mark),
    );
    const passage = passages[index];
    if (item.kind === 'annotations')
      passages.splice(index === -1 ? passages.length : index, passage ? 1 : 0, {
        ...passage,
        id: item.id,
        anchor,
        mark: item,
      });
    else if (item.kind === 'notes')
      passages.splice(index === -1 ? passages.length : index, passage ? 1 : 0, {
        id: item.id,
        anchor,
        ...passage,
        note: item,
      });
  }
  return passages.sort((a, b) => a.anchor.position.start - b.anchor.position.start);
}

/** Notes without a place in the page's text: another program may have made them. */
export function looseNotesOf(items: readonly Item[]): readonly NoteItem[] {
  return items.flatMap((item) =>
    item.kind === 'notes' && item.content.anchor?.location !== 'topic_text' ? [item] : [],
  );
}

export function colorIndexOf({ mark, note }: Passage): AnnotationColor | undefined {
  return mark?.content.color_index ?? note?.content.color_index;
}

function isSamePlace(one: TextAnchor, other: TextAnchor): boolean {
  return (
    one.quote.exact === other.quote.exact &&
    one.position.start === other.position.start &&
    one.position.end === other.position.end
  );
}

export function mark(notes: PageNotes, anchor: TextAnchor, color: AnnotationColor): string {
  const id = crypto.randomUUID();
  notes.put({ kind: 'annotations', id, content: { anchor, color_index: color } });
  return id;
}

export function recolor(notes: PageNotes, { anchor, mark }: Passage, color: AnnotationColor): void {
  const id = mark?.id ?? crypto.randomUUID();
  notes.put({
    kind: 'annotations',
    id,
    content: { ...mark?.content, anchor, color_index: color },
  });
}

/** Writes the note of a passage; nothing but white space removes it, and leaves the mark. */
export function write(notes: PageNotes, { anchor, note }: Passage, text: string): void {
  if (text.trim() === '') {
    if (note) notes.remove(note);
    return;
  }
  notes.put({
    kind: 'notes',
    id: note?.id ?? crypto.randomUUID(),
    content: {
      note_type: 'SIDENOTE',
      ...note?.content,
      anchor,
      content: { note_content_type: 'PLAIN_TEXT', text },
    },
  });
}

export function removePassage(notes: PageNotes, { mark, note }: Passage): void {
  notes.remove(...[mark, note].filter((item) => item !== undefined));
}

/** The text of a note, as plain text; empty where it is not made of text. */
export function textOf(content: NoteContent): string {
  switch (content.note_content_type) {
    case 'PLAIN_TEXT':
    case 'DRAWING_TEXT':
    case 'EDITABLE_TEXT_ENTRY':
      return content.text;
    case 'RICH_TEXT':
      // A document without a window: nothing in it runs or loads.
      return new DOMParser().parseFromString(content.html, 'text/html').body.textContent;
    case 'EXTERNAL_LINK':
      return content.address;
    case 'NONE':
    case 'LINK':
    case 'EDITABLE_CHECKBOX':
      return '';
  }
}

/** True where the note is of a kind that can be written here without losing anything of it. */
export function isWritable(note: NoteItem | undefined): boolean {
  return !note || ['NONE', 'PLAIN_TEXT'].includes(note.content.content.note_content_type);
}

export function isBookmarked(notes: PageNotes): boolean {
  return notes.items.some(({ kind }) => kind === 'bookmarks');
}

/** Sets the page's bookmark, or takes it away. Two devices may have set one each. */
export function toggleBookmark(notes: PageNotes): void {
  const there = notes.items.filter(({ kind }) => kind === 'bookmarks');
  if (there.length > 0) return notes.remove(...there);
  notes.put({
    kind: 'bookmarks',
    id: crypto.randomUUID(),
    content: { color_index: colors[0]!.index, title: notes.place.page.title },
  });
}

export type Choice = 'this' | 'other' | 'both';

/** Which choices there are: of two colours, say, there cannot be both. */
export function choicesOf({ kind, current }: Conflict): readonly Choice[] {
  return kind === 'notes' && current ? ['this', 'other', 'both'] : ['this', 'other'];
}

/**
 * The edits for a choice between versions of one of the items. Only then what was shown is given up, and
 * nothing that was not.
 */
export function editsFor(
  { kind, id, current, other, settles }: Conflict,
  choice: Choice,
  items: readonly Item[],
): readonly Edit[] {
  const marked = passagesOf(items).find(({ note }) => note?.id === id)?.mark;
  const anew = (item: Item): Edit => {
    const newId = crypto.randomUUID();
    // A mark has one note: another one has the colour of its own.
    const inColor: Item =
      item.kind === 'notes' && marked
        ? { ...item, content: { ...item.content, color_index: marked.content.color_index } }
        : item;
    return { kind, id: newId, item: { ...inColor, id: newId } };
  };
  const stays: Edit = { kind, id, settles, ...(current && { item: current.item }) };
  if (choice === 'this') return [stays];
  // Removed it stays removed; its content goes on as another item.
  if (choice === 'both' || !current) return [stays, anew(other.item)];
  return [{ kind, id, settles, item: other.item }];
}
