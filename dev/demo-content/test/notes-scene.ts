import type { Container, TextAnchor } from '@lectern/sdk';
import { vi } from 'vitest';
import { wasser } from '../src/course/wasser.ts';
import { followDelivery } from '../src/delivery.ts';
import { placesOf } from '../src/navigation.ts';
import type { Item } from '../src/notes/item.ts';
import { PageNotes } from '../src/notes/page-notes.ts';
import { passagesOf, textOf, type Passage } from '../src/notes/passages.ts';
import type { AnnotationsDouble } from './annotations-double.ts';

/* Common set-up of the tests about the notes of a page. */

export const anchor: TextAnchor = {
  location: 'topic_text',
  quote: { exact: 'Warme Luft steigt auf.', suffix: ' Je höher' },
  position: { start: 300, end: 322 },
};

/** The notes of the first page, as another device or a reload sees them. */
export async function openOn(device: AnnotationsDouble): Promise<PageNotes> {
  const opened = new PageNotes(wasser, placesOf(wasser)[0]!);
  const notes = new Map([['wasserkreislauf-1', opened]]);
  followDelivery(device, notes, notes);
  await load(opened, device);
  return opened;
}

export function load(notes: PageNotes, device: AnnotationsDouble): Promise<void> {
  return notes.load(device as Partial<Container> as Container);
}

export const onlyPassage = (of: PageNotes): Passage => passagesOf(of.items)[0]!;

/** Resolves once the learner is asked. */
export const conflictOn = (of: PageNotes) => vi.waitUntil(() => of.conflicts.length > 0);

export const textIn = (item: Item) => item.kind === 'notes' && textOf(item.content.content);

export const textsIn = (of: PageNotes) =>
  passagesOf(of.items).map(({ note }) => note && textOf(note.content.content));
