import { beforeEach, describe, expect, test } from 'vitest';
import { codeOf, startBeforeAll } from '../platform.ts';
import { startLibrary, type Course } from './library.ts';

const library = startBeforeAll(startLibrary);
let course: Course;
beforeEach(() => {
  course = library.newCourse();
});

describe('the order', () => {
  const texts = [
    { title: 'Vom Regen', text: 'Ein Wort zu Gewässerschutzzonen.' },
    { title: 'Vom Schnee', text: 'Hier geht es um Schutz.' },
    { title: 'Von Schutzzonen', text: 'Nichts davon.' },
    { title: 'Schutz', text: 'Nichts davon.' },
    { title: 'Vom Eis', text: 'Die Schutze.' },
  ];
  const best = ['Schutz', 'Von Schutzzonen', 'Vom Schnee', 'Vom Eis', 'Vom Regen'];

  test.each(['write', 'publish'] as const)(
    'has titles first, then whole words before inflected ones before parts (%s)',
    async (how) => {
      await (how === 'write' ? course.write(library.mia, texts) : course.publish(texts));
      const { hits } = await course.search(library.mia, 'Schutz');
      expect(hits.map(({ title }) => title)).toEqual(best);
    },
  );

  test('has the spelling that was asked for first, of words that differ in an umlaut', async () => {
    await course.write(library.mia, ['schön', 'schon']);
    expect(await course.texts(library.mia, 'schon')).toEqual(['schon', 'schön']);
    expect(await course.texts(library.mia, 'schön')).toEqual(['schön', 'schon']);
  });

  test('mixes own texts and those of the course, own ones first among equals', async () => {
    await course.publish([{ text: 'Wasser, Band eins' }, { title: 'Wasser', text: '' }]);
    await course.write(library.mia, ['Wasser, mein Wort', 'Gewässer, Abwasser']);
    expect(await course.texts(library.mia, 'Wasser')).toEqual([
      'Wasser',
      'Wasser, mein Wort',
      'Wasser, Band eins',
      'Gewässer, Abwasser',
    ]);
  });

  test('of pages is that of one page, and no hit is left out or given twice', async () => {
    const notes = Array.from({ length: 12 }, (_, place) => ({
      title: place % 3 ? `N${place}` : `Wasser N${place}`,
      text: `Wasser ${place}`,
    }));
    await course.write(library.mia, notes);
    await course.publish(notes);
    await course.publish(notes, 'second');
    const whole = await course.search(library.mia, 'wass', { issue_id_dto: undefined, limit: 100 });
    expect(whole.hits).toHaveLength(36);
    for (const limit of [1, 5, 7]) {
      const paged: unknown[] = [];
      let cursor: string | undefined;
      do {
        const page = await course.search(library.mia, 'wass', {
          issue_id_dto: undefined,
          limit,
          ...(cursor === undefined ? {} : { cursor }),
        });
        expect(page.hits.length).toBeLessThanOrEqual(limit);
        paged.push(...page.hits);
        cursor = page.next_cursor;
      } while (cursor !== undefined);
      expect(paged).toEqual(whole.hits);
    }
  });

  test.each([
    ['of another question', ['Wasser', { limit: 1 }], ['Wassers', {}]],
    ['of another scope', ['Wasser', { limit: 1 }], ['Wasser', { search_scopes: ['text'] }]],
  ] as const)('a cursor %s is refused', async (_title, [first, more], [second, others]) => {
    await course.write(library.mia, ['Wasser', 'Wasser']);
    const { next_cursor: cursor } = await course.search(library.mia, first, more);
    expect(cursor).toBeDefined();
    const again = course.search(library.mia, second, { ...others, cursor } as never);
    expect(await codeOf(again)).toBe('CURSOR_INVALID');
  });

  test.each(['A', 'e30', Buffer.from('["x","1",null,"1"]').toString('base64url')])(
    'a cursor that was never given is refused: %s',
    async (cursor) => {
      expect(await codeOf(course.search(library.mia, 'Wasser', { cursor }))).toBe('CURSOR_INVALID');
    },
  );
});
