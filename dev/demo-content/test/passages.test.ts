import type { AnnotationColor, TextAnchor } from '@lectern/sdk';
import { describe, expect, it } from 'vitest';
import type { Item } from '../src/notes/item.ts';
import { colorIndexOf, looseNotesOf, passagesOf } from '../src/notes/passages.ts';
import { extraPageOfFragment } from '../src/navigation.ts';

const at = (start: number, location: TextAnchor['location'] = 'topic_text'): TextAnchor => ({
  location,
  quote: { exact: 'Wasser' },
  position: { start, end: start + 6 },
});
const markAt = (id: string, start: number, color: AnnotationColor): Item => ({
  kind: 'annotations',
  id,
  content: { anchor: at(start), color_index: color },
});
const noteAt = (id: string, anchor?: TextAnchor, color?: AnnotationColor): Item => ({
  kind: 'notes',
  id,
  content: {
    note_type: 'SIDENOTE',
    content: { note_content_type: 'PLAIN_TEXT', text: id },
    ...(anchor && { anchor }),
    ...(color && { color_index: color }),
  },
});

describe('passages', () => {
  it('stand in the order of the text, equal words told apart by their places', () => {
    const items = [
      markAt('late', 90, 'ANNOTATION_COLOR_1'),
      markAt('early', 5, 'ANNOTATION_COLOR_2'),
    ];
    expect(passagesOf(items).map(({ id }) => id)).toEqual(['early', 'late']);
  });

  it.each([
    ['the mark first', ['m', 'n']],
    ['the note first', ['n', 'm']],
  ])('are one where mark and note are at the same place, and go by the mark: %s', (_, order) => {
    const items = [markAt('m', 5, 'ANNOTATION_COLOR_3'), noteAt('n', at(5), 'ANNOTATION_COLOR_1')];
    const [passage, ...others] = passagesOf(
      items.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id)),
    );
    expect(others).toEqual([]);
    expect([passage?.id, passage?.mark?.id, passage?.note?.id]).toEqual(['m', 'm', 'n']);
    expect(passage && colorIndexOf(passage)).toBe('ANNOTATION_COLOR_3');
  });

  it('lose nothing where two devices have marked or written at the same place', () => {
    const items = [
      markAt('m1', 5, 'ANNOTATION_COLOR_1'),
      markAt('m2', 5, 'ANNOTATION_COLOR_2'),
      noteAt('n1', at(5)),
      noteAt('n2', at(5)),
      noteAt('n3', at(5)),
    ];
    const found = passagesOf(items).flatMap(({ mark, note }) => [mark?.id, note?.id]);
    expect(new Set(found.filter(Boolean))).toEqual(new Set(['m1', 'm2', 'n1', 'n2', 'n3']));
  });

  it('are not the notes that belong to no place of the page text', () => {
    const items = [noteAt('free'), noteAt('title', at(0, 'topic_title')), noteAt('there', at(0))];
    expect(passagesOf(items).map(({ id }) => id)).toEqual(['there']);
    expect(looseNotesOf(items).map(({ id }) => id)).toEqual(['free', 'title']);
  });
});

it.each([
  ['#/notizen', 'notizen'],
  ['#/suche', 'suche'],
  ['#/bach/1', undefined],
  ['', undefined],
])('the fragment %s leads to the extra page %s', (fragment, page) => {
  expect(extraPageOfFragment(fragment)).toBe(page);
});
