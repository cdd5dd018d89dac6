import { queryWordsMaximum } from '@lectern/contracts/calls/annotations/search';
import { beforeEach, describe, expect, test } from 'vitest';
import { indexOlderKeys, removeCourse } from '../../src/annotations/search/course-texts.ts';
import { removeOwn } from '../../src/annotations/search/own-texts.ts';
import { startBeforeAll } from '../platform.ts';
import { noteId, startLibrary, type Course } from './library.ts';

const library = startBeforeAll(startLibrary);
let course: Course;
beforeEach(() => {
  course = library.newCourse();
});

describe('a hit', () => {
  test('of a note says where it is, and what of it to emphasize', async () => {
    const text = 'Auf dem Pausenplatz war die Pfütze am Mittag weg.';
    await course.write(library.mia, [{ title: 'Pfützen', text, note_type: 'SUMMARY' }]);
    const search = (search_scopes: ('title' | 'text')[]) =>
      course.search(library.mia, 'Pfützen', { search_scopes });
    const hit = {
      search_target: 'note',
      search_source: 'note',
      issue_id: course.issueId,
      topic_id: 'topic-1',
      note_id: noteId(0),
      note_type: 'SUMMARY',
      title: 'Pfützen',
    };
    expect((await search(['text'])).hits).toEqual([
      { ...hit, search_scope: 'text', excerpt: text, matches: [{ start: 28, end: 34 }] },
    ]);
    expect((await search(['title'])).hits).toEqual([
      { ...hit, search_scope: 'title', excerpt: 'Pfützen', matches: [{ start: 0, end: 7 }] },
    ]);
  });

  test('of words with a hyphen emphasizes those that were asked for', async () => {
    await course.publish([{ text: 'Der Wasser-Kreislauf' }]);
    const emphasized = async (query: string) => {
      const [hit] = (await course.search(library.mia, query)).hits;
      return hit!.matches.map(({ start, end }) => hit!.excerpt.slice(start, end));
    };
    expect(await emphasized('Kreislauf')).toEqual(['Kreislauf']);
    expect(await emphasized('Wasserkreislauf')).toEqual(['Wasser', 'Kreislauf']);
    expect(await emphasized('Wasserkr')).toEqual(['Wasser', 'Kreislauf']);
    expect(await emphasized('Wasser')).toEqual(['Wasser']);
    expect(await course.complete(library.mia, 'wasser')).toEqual([['wasser', 1]]);
    await course.write(library.mia, ['Der Wasser-Kreislauf']);
    expect(await course.complete(library.mia, 'wasser')).toEqual([['wasser', 2]]);
  });

  test('far down in a long text shows how the text begins', async () => {
    const text = `${'Regen fällt. '.repeat(3_000)}Unten ist ein Weiher.`;
    await course.write(library.mia, [text]);
    const { hits } = await course.search(library.mia, 'Weiher');
    expect(hits).toMatchObject([{ excerpt: text.slice(0, 320), matches: [] }]);
  });

  test('of an answer counts to its exercise, of a highlight to what it stands in', async () => {
    await course.write(
      library.mia,
      [
        { source: 'answer', target: 'exercise', model_type: 'exercise', note_id: undefined },
        { source: 'highlight', target: 'topic', note_id: undefined },
        { source: 'highlight', target: 'note', note_id: noteId(7) },
      ].map((own) => ({ ...own, note_type: undefined, text: 'Wasser' }) as const) as never,
    );
    const { hits } = await course.search(library.mia, 'Wasser');
    expect(hits.map(({ search_target, search_source }) => [search_target, search_source])).toEqual([
      ['exercise', 'answer'],
      ['topic', 'highlight'],
      ['note', 'highlight'],
    ]);
    expect(hits[0]).toMatchObject({ exercise_id: 'topic-1' });
    expect(hits[0]).not.toHaveProperty('topic_id');
    expect(hits[1]).not.toHaveProperty('note_id');
    expect(hits[2]).toMatchObject({ note_id: noteId(7) });
    expect(hits[2]).not.toHaveProperty('title');
  });

  test('of a course names the topic, or the exercise and its topic', async () => {
    await course.publish([
      { topic_id: 't', title: 'Wasser', text: 'Regen' },
      { topic_id: 't', exercise_id: 'e', title: 'Aufgabe', text: 'Wasser' },
    ]);
    const { hits } = await course.search(library.mia, 'Wasser');
    expect(hits).toMatchObject([
      { search_target: 'topic', search_source: 'course', search_scope: 'title', topic_id: 't' },
      { search_target: 'exercise', search_scope: 'text', topic_id: 't', exercise_id: 'e' },
    ]);
    expect(hits[0]).not.toHaveProperty('exercise_id');
  });

  test.each(['write', 'publish'] as const)(
    'in a long text shows what is around it, in whole words (%s)',
    async (how) => {
      const filling = 'Grüsse 🌊 und weiter. '.repeat(500);
      const text = `${filling}Hier ist die Quelle, und dort die Quellen. ${filling}`;
      await (how === 'write' ? course.write(library.mia, [text]) : course.publish([{ text }]));
      const [hit] = (await course.search(library.mia, 'quelle')).hits;
      const { excerpt, matches } = hit!;
      expect(text).toContain(excerpt);
      expect(excerpt.length).toBeLessThanOrEqual(500);
      expect(matches.map(({ start, end }) => excerpt.slice(start, end))).toEqual([
        'Quelle',
        'Quellen',
      ]);
      expect(excerpt).toMatch(/^(Grüsse|🌊|und|weiter)[ .].* Hier ist die Quelle, /u);
    },
  );

  test('near the end of a text does not begin within a word', async () => {
    const text = `${'Landschaft mit Sonne und See. '.repeat(10)}Dort verdunstet Wasser.`;
    await course.publish([{ text }]);
    const [hit] = (await course.search(library.mia, 'verdunstet')).hits;
    expect(hit!.excerpt).toMatch(/^(Landschaft|mit|Sonne|und|See)\b.* Dort verdunstet Wasser\.$/);
  });

  test('is plain text: markup of a text stays what was written', async () => {
    const text = '<b onclick="x()">Wasser</b> & <script>alert(1)</script>';
    await course.write(library.mia, [text]);
    const [hit] = (await course.search(library.mia, 'wasser')).hits;
    expect(text).toContain(hit!.excerpt);
    expect(hit!.matches).toHaveLength(1);
  });

  test('in a word of ten thousand letters is cut to five hundred', async () => {
    await course.write(library.mia, ['𝒳'.repeat(10_000)]);
    const [hit] = (await course.search(library.mia, '𝒳'.repeat(48))).hits;
    expect(hit!.excerpt).toBe('𝒳'.repeat(250));
    expect(hit!.matches).toEqual([{ start: 0, end: 500 }]);
  });
});

test('of a query of many words the first ones must occur', async () => {
  const words = Array.from('bcdfghjklmnpqrst', (letter) => `${letter}${letter}`);
  expect(words).toHaveLength(queryWordsMaximum);
  await course.write(library.mia, [words.join(' '), words.slice(1).join(' ')]);
  const query = [...words, ...words, 'nirgends'].join(' ');
  expect(await course.texts(library.mia, query)).toEqual([words.join(' ')]);
});

describe('a restriction', () => {
  beforeEach(async () => {
    await course.publish([
      { topic_id: 'topic', title: 'Wasser', text: 'Regen' },
      { topic_id: 'topic', exercise_id: 'exercise', title: 'Regen', text: 'Wasser' },
    ]);
    await course.publish([{ title: 'Wasser', text: 'andere Ausgabe' }], 'other-issue');
    await course.write(library.mia, [{ title: 'Wasser', text: 'Notiz' }]);
  });

  test.each([
    [{}, ['note', 'topic', 'exercise'], 3],
    [{ search_targets: ['topic'] }, ['topic'], 1],
    [{ search_targets: ['exercise'] }, ['exercise'], 1],
    [{ search_targets: ['note'] }, ['note'], 1],
    [{ search_targets: ['exercise', 'note'] }, ['note', 'exercise'], 2],
    [{ search_scopes: ['title'] }, ['note', 'topic'], 2],
    [{ search_scopes: ['text'] }, ['exercise'], 1],
    [{ search_scopes: ['text'], search_targets: ['topic'] }, [], 0],
    [{ issue_id_dto: undefined }, ['note', 'topic', 'topic', 'exercise'], 4],
    [{ issue_id_dto: { issue_id: 'other-issue' } }, ['topic'], 1],
    [{ course_id_dto: { course_id: 'unknown' } }, [], 0],
  ] as const)('%j finds %j and counts %j', async (more, targets, count) => {
    const { hits } = await course.search(library.mia, 'Wasser', more as never);
    expect(hits.map(({ search_target }) => search_target)).toEqual(targets);
    const completions = await course.complete(library.mia, 'wass', more as never);
    expect(completions).toEqual(count > 0 ? [['wasser', count]] : []);
  });

  test('the words of a title and of its text are found together', async () => {
    expect(await course.texts(library.mia, 'wasser notiz')).toEqual(['Notiz']);
    expect(await course.texts(library.mia, 'wasser regen')).toEqual(['Regen', 'Wasser']);
    expect(await course.texts(library.mia, 'wasser regen', { search_scopes: ['text'] })).toEqual(
      [],
    );
  });
});

describe('what a subject wrote', () => {
  test('is found by nobody else, nor does it complete what others type', async () => {
    await course.write(library.mia, ['Geheimnis von Mia']);
    expect(await course.texts(library.ben, 'Geheimnis')).toEqual([]);
    expect(await course.complete(library.ben, 'geh')).toEqual([]);
    expect(await course.texts(library.mia, 'Geheimnis')).toEqual(['Geheimnis von Mia']);
  });

  test('is found as it is now, and without words not at all', async () => {
    await course.write(library.mia, ['alter Wortlaut', 'bleibt']);
    await course.write(library.mia, ['neue Fassung']);
    expect(await course.texts(library.mia, 'Wortlaut')).toEqual([]);
    expect(await course.texts(library.mia, 'Fassung')).toEqual(['neue Fassung']);
    await course.write(library.mia, ['…']);
    expect(await course.texts(library.mia, 'Fassung')).toEqual([]);
    expect(await course.texts(library.mia, 'bleibt')).toEqual(['bleibt']);
  });

  test('is taken out of the search by its subject alone, and found again when it changes', async () => {
    const other = library.newCourse();
    const clag = library.platform.as('clag', library.mia);
    await course.write(library.mia, ['Wasser', 'Wasser']);
    await other.write(library.mia, ['Wasser']);
    await course.write(library.ben, ['Wasser von Ben']);
    const body = {
      subject: library.mia.subject,
      course_id_dto: { course_id: course.courseId },
    };
    expect(await clag.searchDelete({ body })).toMatchObject({ removed_texts_count: 2 });
    expect(await clag.searchDelete({ body })).toMatchObject({
      result_state: 'IA_OK',
      removed_texts_count: 0,
    });
    expect(await course.texts(library.mia, 'Wasser')).toEqual([]);
    expect(await course.complete(library.mia, 'wass')).toEqual([]);
    expect(await other.texts(library.mia, 'Wasser')).toEqual(['Wasser']);
    expect(await course.texts(library.ben, 'Wasser')).toEqual(['Wasser von Ben']);
    await course.write(library.mia, ['Wasser wieder']);
    expect(await course.texts(library.mia, 'Wasser')).toEqual(['Wasser wieder']);
    const everywhere = { subject: library.mia.subject };
    await clag.searchDelete({ body: everywhere });
    expect(await other.texts(library.mia, 'Wasser')).toEqual([]);
  });

  test('is erased by issue', async () => {
    await course.write(library.mia, ['Wasser']);
    const { database } = library.platform;
    const issue = { course_id: course.courseId, issue_id: course.issueId };
    expect(await removeOwn(database, library.mia.subject, { ...issue, issue_id: 'x' })).toBe(0);
    expect(await removeOwn(database, library.mia.subject, issue)).toBe(1);
    expect(await course.texts(library.mia, 'Wasser')).toEqual([]);
  });
});

describe('a course', () => {
  test('is found as it was published last, until it is withdrawn', async () => {
    await course.publish([{ text: 'erste Auflage' }]);
    await course.publish([{ text: 'zweite Auflage' }]);
    expect(await course.texts(library.mia, 'Auflage')).toEqual(['zweite Auflage']);
    expect(await course.complete(library.ben, 'aufl')).toEqual([['auflage', 1]]);
    expect(await course.complete(library.ben, 'erst')).toEqual([]);
    const issue = { course_id: course.courseId, issue_id: course.issueId };
    await library.platform.database
      .transaction()
      .execute((transaction) => removeCourse(transaction, issue));
    expect(await course.texts(library.mia, 'Auflage')).toEqual([]);
    expect(await course.complete(library.ben, 'aufl')).toEqual([]);
  });

  test('and own texts are counted together, up to a thousand', async () => {
    const many = Array.from({ length: 1_100 }, (_, place) => ({ text: `Wasser ${place}` }));
    await course.publish([...many, { text: 'Wasserdampf' }]);
    await course.write(library.mia, ['Wasser', 'Wasserdampf', 'Wasserfall']);
    expect(await course.complete(library.mia, 'wass')).toEqual([
      ['wasser', 1_000],
      ['wasserdampf', 2],
      ['wasserfall', 1],
    ]);
    expect(await course.complete(library.mia, 'wass', { limit: 1 })).toHaveLength(1);
  });

  test('published by two at once is found once', async () => {
    await Promise.all(
      Array.from({ length: 4 }, () => course.publish([{ text: 'Wasser' }, { text: 'Wasserrad' }])),
    );
    expect(await course.texts(library.mia, 'wasser')).toEqual(['Wasser', 'Wasserrad']);
    expect(await course.complete(library.mia, 'wasser')).toEqual([
      ['wasser', 1],
      ['wasserrad', 1],
    ]);
  });
});

test('issues that older services have indexed are indexed anew, once', async () => {
  const { database } = library.platform;
  await course.publish([{ title: 'Post', text: 'Eine E-Mail' }, { text: 'Ein Brief' }]);
  const known = database
    .selectFrom('clag.search_course_words')
    .where('course_id', '=', course.courseId);
  const words = () => known.selectAll().orderBy('word_no').execute();
  const now = await words();
  await database.updateTable('clag.search_issues').set({ keys_version: 1 }).execute();
  const lose = () => database.deleteFrom('clag.search_course_keys').execute();
  await lose();
  expect(await course.texts(library.mia, 'Email')).toEqual([]);

  await Promise.all([indexOlderKeys(database), indexOlderKeys(database)]);
  expect(await course.texts(library.mia, 'Email')).toEqual(['Eine E-Mail']);
  expect(await words()).toEqual(now);
  await lose();
  await indexOlderKeys(database);
  expect(await course.texts(library.mia, 'Email')).toEqual([]);
});

test('a process that stops leaves older issues to the next one', async () => {
  const { database } = library.platform;
  await course.publish([{ text: 'Eine E-Mail' }]);
  const rows = database.updateTable('clag.search_issues').set({ keys_version: 1 });
  await rows.where('course_id', '=', course.courseId).execute();
  const older = database.selectFrom('clag.search_issues').where('keys_version', '=', 1);
  await indexOlderKeys(database, () => true);
  expect(await older.select('course_id').execute()).toEqual([{ course_id: course.courseId }]);
});

test.each([
  ['Le cœur', ' /le;=le; /cœur;=cœur;', ['cœur', 'CŒURS', 'cœ']],
  ['Łódź', ' <łódź;/łodz;=łodz;', ['Łódź', 'łod']],
  ['Øresund', ' /øresund;=øresund;', ['Øresund', 'ø']],
])('%s in a note with keys of older services is found as it was', async (text, keys, queries) => {
  await course.write(library.mia, [text]);
  const own = library.platform.database.updateTable('clag.search_own_texts');
  await own.set({ text_keys: keys }).where('course_id', '=', course.courseId).execute();
  for (const query of queries)
    expect(await course.texts(library.mia, query), query).toEqual([text]);
});
