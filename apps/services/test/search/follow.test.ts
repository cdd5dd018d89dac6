import { createHash } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { giveRole, startBeforeAll } from '../platform.ts';
import { textOfHtml } from '../../src/annotations/search/html-text.ts';
import { searchSubjectData } from '../../src/annotations/search/subject-data.ts';
import { noteId, startLibrary, type Course } from './library.ts';

const library = startBeforeAll(startLibrary);
let course: Course;
let scope: { course_id_dto: { course_id: string }; issue_id_dto: { issue_id: string } };
beforeEach(() => {
  course = library.newCourse();
  scope = {
    course_id_dto: { course_id: course.courseId },
    issue_id_dto: { issue_id: course.issueId },
  };
});

const clag = () => library.platform.as('clag', library.mia);
const texts = (query: string) => course.texts(library.mia, query);

const saveNote = (version: number, note: object) =>
  clag().annotationsSaveForTopic({
    body: {
      subject: library.mia.subject,
      ...scope,
      topic_dto: { topic_id: 'topic' },
      notes: [{ note_id: noteId(1), version, ...note }] as never,
    },
  });

const plain = (text: string) => ({
  note_type: 'SIDENOTE',
  content: { note_content_type: 'PLAIN_TEXT', text },
});

test('a note is found once it is saved, as it is changed, and not when it is removed', async () => {
  await saveNote(0, { ...plain('Die Häuser am Fluss'), title: 'Stadt' });
  expect(await texts('Haus')).toEqual(['Die Häuser am Fluss']);
  expect(await texts('stadt')).toEqual(['Stadt']);
  await saveNote(1, plain('Ein Bach'));
  expect(await texts('Haus')).toEqual([]);
  expect(await texts('stadt')).toEqual([]);
  expect(await texts('Bach')).toEqual(['Ein Bach']);
  await saveNote(2, { is_removed: true });
  expect(await texts('Bach')).toEqual([]);
});

test('a note in HTML is found by what a reader sees of it', async () => {
  const html = '<h1>Bäche</h1><p>und Fl&uuml;<b>sse</b><script>Quelle()</script> &lt;See&gt;</p>';
  await saveNote(0, { note_type: 'SIDENOTE', content: { note_content_type: 'RICH_TEXT', html } });
  expect(await texts('flüsse see')).toEqual(['Bäche\nund Flüsse <See>']);
  expect(await texts('Quelle')).toEqual([]);
});

test.each([
  ['<p>a</p><p>b</p>', 'a\nb'],
  ['a<b>b</b>c', 'abc'],
  ['a<ins>b</ins><del>c</del>d', 'abcd'],
  ['a<br>b', 'a\nb'],
  ['a < b & c', 'a < b & c'],
  ['<style>x</style>a<title>t</title>', 'a'],
  ['<script>never closed', ''],
  ['a\0b', 'ab'],
  ['<'.repeat(5), '<<<<<'],
])('the text of %j is %j', (html, text) => {
  expect(textOfHtml(html)).toBe(text);
});

test('a highlight and an answer are found; ticked choices and colours are no words', async () => {
  const annotation_id = noteId(3);
  await clag().annotationsSaveForTopic({
    body: {
      subject: library.mia.subject,
      ...scope,
      topic_dto: { topic_id: 'topic' },
      annotations: [
        {
          annotation_id,
          version: 0,
          color_index: 'ANNOTATION_COLOR_1',
          anchor: {
            location: 'topic_text',
            quote: { exact: 'das Grundwasser', prefix: 'Davor ' },
            position: { start: 6, end: 21 },
          },
        },
      ],
    },
  });
  await clag().exerciseSaveUserData({
    body: {
      subject: library.mia.subject,
      ...scope,
      answers: [
        {
          exercise_id: 'exercise',
          answer_id: 'a',
          version: 0,
          is_done: true,
          content: { basic_answer_type: 'essay', text: 'Wasser steigt auf.', shared_text: 'Dampf' },
        },
        {
          exercise_id: 'exercise',
          answer_id: 'b',
          version: 0,
          is_done: true,
          content: {
            basic_answer_type: 'match_keyboard',
            gaps: [{ gap_id: 'g', text: 'Wasserrad' }],
          },
        },
        {
          exercise_id: 'exercise',
          answer_id: 'c',
          version: 0,
          is_done: true,
          content: { basic_answer_type: 'choice', choice_ids: ['wasser'] },
        },
      ],
    },
  });
  const { hits } = await course.search(library.mia, 'wasser');
  expect(hits).toMatchObject([
    { search_source: 'answer', search_target: 'exercise', exercise_id: 'exercise' },
    { search_source: 'answer', excerpt: 'Wasserrad' },
    { search_source: 'highlight', search_target: 'topic', excerpt: 'das Grundwasser' },
  ]);
  expect(await texts('Dampf')).toHaveLength(1);
  expect(await texts('Davor')).toEqual([]);
  await clag().userDataDelete({ body: { subject: library.mia.subject, ...scope } });
  expect(await texts('wasser')).toEqual([]);
});

test('of a very long text the first words are found, and a word of nothing but marks takes no time', async () => {
  const words = Array.from({ length: 20_000 }, (_, place) => `w${place}`);
  const begun = performance.now();
  await course.write(library.mia, [
    `${words.slice(0, -1).join(' ')} Weiher Teich`,
    `Tümpel e${'\u0301\u0323'.repeat(60_000)}`,
  ]);
  // Sorted by their classes, as Unicode wants it, the marks would take ten seconds.
  expect(performance.now() - begun).toBeLessThan(8_000);
  expect(await course.search(library.mia, 'Weiher')).toMatchObject({ hits: [{}] });
  expect(await texts('Teich')).toEqual([]);
  expect(await course.search(library.mia, 'Tümpel')).toMatchObject({ hits: [{}] });
});

test('what was taken out of the search is found again when it is changed', async () => {
  await saveNote(0, plain('Ein Bach'));
  await clag().searchDelete({ body: { subject: library.mia.subject } });
  expect(await texts('Bach')).toEqual([]);
  await saveNote(1, plain('Ein Bach, ein Fluss'));
  expect(await texts('Bach')).toEqual(['Ein Bach, ein Fluss']);
});

test('what moves to another subject is found by that one alone; of two the newer; erased, by none', async () => {
  const { mia, ben, platform } = library;
  const transact = <Result>(work: (transaction: typeof platform.database) => Promise<Result>) =>
    platform.database.transaction().execute(work);
  await course.write(ben, ['Wasser alt', 'Wasser bleibt']);
  await course.write(mia, ['Wasser neu']);
  const { moved, kept } = await transact((transaction) =>
    searchSubjectData.move(transaction, mia.subject, ben.subject),
  );
  expect(moved['clag.search_own_texts']).toBeGreaterThan(0);
  expect(kept).toEqual({});
  expect(await course.texts(mia, 'Wasser')).toEqual([]);
  expect((await course.texts(ben, 'Wasser')).toSorted()).toEqual(['Wasser bleibt', 'Wasser neu']);
  const erase = () => transact((transaction) => searchSubjectData.erase(transaction, ben.subject));
  expect((await erase())['clag.search_own_texts']).toBeGreaterThan(0);
  expect(await erase()).toEqual({ 'clag.search_own_texts': 0 });
  expect(await course.texts(ben, 'Wasser')).toEqual([]);
});

test('a course is found from its switch-over on, and after a roll-back as it was before', async () => {
  const { platform } = library;
  const adrian = await platform.identityProvider.signIn('adrian');
  await giveRole(platform.database, adrian.subject, 'administrator');
  const publishing = platform.as('clag', adrian);
  const key = { course_id: course.courseId, issue_id: course.issueId };
  const publish = async (text: string, expected_current_version: number) => {
    const { version } = await publishing.publishingBegin({
      body: {
        mandant_identifier: 'LECTERN',
        course: { course_id: key.course_id, title: 'Kurs' },
        issue: { issue_id: key.issue_id, title: 'Ausgabe', distribution_channel: 'WEBPUB' },
        product_references: [],
        topics: [
          {
            topic_id: 'topic',
            title: 'Vom Wasser',
            thema_id: 'thema',
            sub_thema_number: 1,
            text_hash: createHash('sha256').update(text).digest('hex'),
          },
        ],
        exercises: [
          {
            exercise_id: 'exercise',
            exercise_group_id: 'group',
            topic_id: 'topic',
            title: 'Wasserfrage',
            exercise_type: 'EXERCISE_TYPE_ESSAY',
          },
        ],
        files_count: 0,
        files_digest: createHash('sha256').digest('hex'),
      },
    });
    await publishing.publishingAddTexts({ body: { ...key, version, texts: [text] } });
    expect(await texts(text)).toEqual([]);
    await publishing.publishingSwitchOver({ body: { ...key, version, expected_current_version } });
    return version;
  };
  const first = await publish('Regen fällt', 0);
  expect(await texts('regen')).toEqual(['Regen fällt']);
  expect((await course.search(library.mia, 'frage')).hits).toMatchObject([
    { search_target: 'exercise', topic_id: 'topic', exercise_id: 'exercise' },
  ]);
  const second = await publish('Schnee fällt', first);
  expect(await texts('regen')).toEqual([]);
  expect(await texts('fallen')).toEqual(['Schnee fällt']);
  await publishing.publishingRollBack({ body: { ...key, expected_current_version: second } });
  expect(await texts('regen')).toEqual(['Regen fällt']);
  expect(await texts('schnee')).toEqual([]);
});
