// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import type { Conflict, Item, StoredItem } from '../../src/notes/item.ts';
import type { Edit } from '../../src/notes/note-store.ts';
import type { PageNotes } from '../../src/notes/page-notes.ts';
import { createConflictChoice } from '../../src/reading/conflict-choice.ts';

const note = (text: string): Item => ({
  kind: 'notes',
  id: 'n',
  content: { note_type: 'SIDENOTE', content: { note_content_type: 'PLAIN_TEXT', text } },
});
const storedNote = (text: string, version: number): StoredItem => ({
  item: note(text),
  version,
  updatedAt: '2026-03-01T07:00:00Z',
  delivered: true,
});
const other = storedNote('Auf dem Tablet', 1);
const current = storedNote('Auf dem Handy', 2);
const kept = { kind: 'notes', id: 'n', settles: [1] };
const anew = (text: string) => ({
  kind: 'notes',
  id: expect.any(String),
  item: { ...note(text), id: expect.any(String) },
});

/** Asks about a note, and takes down what happens. */
function ask(found: Pick<Conflict, 'current'>) {
  const happened: unknown[] = [];
  const notes: Pick<PageNotes, 'items' | 'edit'> = {
    items: [],
    edit: (...edits: readonly Edit[]) => void happened.push(edits),
  };
  const question = createConflictChoice(
    { kind: 'notes', id: 'n', other, settles: [1], ...found },
    notes as PageNotes,
    () => happened.push('focus moved'),
  );
  const versions = [...question.querySelectorAll('.version-text')].map((each) => each.textContent);
  const buttons = [...question.querySelectorAll('button')];
  return { happened, versions, buttons };
}

it.each([
  [0, 'Diese Fassung behalten', [{ ...kept, item: current.item }]],
  [1, 'Andere Fassung behalten', [{ ...kept, item: other.item }]],
  [2, 'Beide behalten', [{ ...kept, item: current.item }, anew('Auf dem Tablet')]],
])('of two versions one is kept, or both: %i', (index, label, edits) => {
  const { happened, versions, buttons } = ask({ current });
  expect(versions).toEqual(['Auf dem Handy', 'Auf dem Tablet']);
  expect(buttons).toHaveLength(3);
  expect(buttons[index]!.textContent).toBe(label);
  buttons[index]!.click();
  // The focus goes first: with the edit the question is gone.
  expect(happened).toEqual(['focus moved', edits]);
});

it('a version that was removed is said to be, and the other one may come back', () => {
  const { happened, versions, buttons } = ask({ current: undefined });
  expect(versions).toEqual(['Gelöscht', 'Auf dem Tablet']);
  expect(buttons).toHaveLength(2);
  buttons[1]!.click();
  expect(happened).toEqual(['focus moved', [kept, anew('Auf dem Tablet')]]);
});
