import { randomUUID } from 'node:crypto';
import { publicationLimits } from '@lectern/contracts/calls/publishing/publication';
import type { SignedIn } from '@lectern/env/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { codeOf, startBeforeAll, startTestPlatform } from '../platform.ts';
import {
  beginOf,
  keyOf,
  makePublisher,
  prepare,
  publish,
  sha256,
  smallIssue,
  titlesOf,
} from './publication.ts';

const platform = startBeforeAll(startTestPlatform);
let publisher: SignedIn;
let other: SignedIn;
let pupil: SignedIn;
let courses = 0;

beforeAll(async () => {
  const signIn = platform.identityProvider.signIn;
  publisher = await makePublisher(platform, await signIn('sofia'), 'LECTERN');
  other = await makePublisher(platform, await signIn('thomas'), 'ANOTHER');
  pupil = await signIn('mia');
});

/** A course that no other test has. */
const newIssue = () => ({ ...smallIssue, course_id: `kurs-${++courses}` });
const clag = (who = publisher) => platform.as('clag', who);

describe('bringing an issue in', () => {
  test('nobody sees it before the switch-over, everybody after it', async () => {
    const issue = newIssue();
    const { begun, key } = await prepare(platform, publisher, issue);
    expect(begun).toMatchObject({ version: 1, result_state: 'OK' });
    expect(begun.current_version).toBeUndefined();
    expect(await codeOf(titlesOf(platform, pupil, issue))).toBe('ISSUE_NOT_FOUND');
    const switched = { ...key, expected_current_version: 0 };
    expect(await clag().publishingSwitchOver({ body: switched })).toEqual({
      result_state: 'OK',
      version: 1,
    });
    expect(await titlesOf(platform, pupil, issue)).toEqual(['Das Ufer', 'Schilf', 'Enten']);
    // An answer was lost, and the command asks again.
    expect(await clag().publishingSwitchOver({ body: switched })).toMatchObject({
      result_state: 'IA_OK',
    });
  });

  test('the same again is nothing to do', async () => {
    const issue = newIssue();
    await publish(platform, publisher, issue);
    expect(await clag().publishingBegin({ body: beginOf(issue) })).toEqual({
      result_state: 'IA_OK',
      version: 1,
      current_version: 1,
      missing_text_hashes: [],
    });
  });

  test('what was broken off goes on, and only texts that are not there are asked for', async () => {
    const issue = newIssue();
    const first = await clag().publishingBegin({ body: beginOf(issue) });
    expect(first.missing_text_hashes).toHaveLength(3);
    await clag().publishingAddTexts({
      body: { ...keyOf(issue), version: 1, texts: ['Enten gründeln.'] },
    });
    const second = await clag().publishingBegin({ body: beginOf(issue) });
    expect(second.version).toBe(1);
    expect(second.missing_text_hashes).toHaveLength(2);
    expect(second.missing_text_hashes).not.toContain(sha256('Enten gründeln.'));
    await publish(platform, publisher, issue);
    const [ufer, schilf, enten] = issue.topics;
    const next = { ...issue, topics: [ufer!, schilf!, { ...enten!, text: 'Enten tauchen.' }] };
    const third = await clag().publishingBegin({ body: beginOf(next) });
    expect(third).toMatchObject({ version: 2, current_version: 1 });
    expect(third.missing_text_hashes).toEqual([sha256('Enten tauchen.')]);
  });

  test('texts and files that were announced must have come', async () => {
    const file = {
      path: 'bild.svg',
      content_hash: sha256('a picture that never comes'),
      size_in_bytes: 26,
      media_type: 'image/svg+xml',
      is_public: true,
    };
    const issue = { ...newIssue(), files: [file] };
    const key = { ...keyOf(issue), version: 1 };
    const switchOver = () =>
      codeOf(clag().publishingSwitchOver({ body: { ...key, expected_current_version: 0 } }));
    await clag().publishingBegin({ body: beginOf(issue) });
    expect(await switchOver()).toBe('TEXTS_MISSING');
    const texts = ['Schilf wächst dicht.', 'Enten gründeln.', 'Wähle.'];
    const added = await clag().publishingAddTexts({ body: { ...key, texts } });
    expect(added.missing_texts_count).toBe(0);
    expect(await switchOver()).toBe('FILES_MISSING');
    const wrong = { ...file, size_in_bytes: 27 };
    await clag().publishingAddFiles({ body: { ...key, files: [wrong] } });
    expect(await switchOver()).toBe('FILES_DIFFER');
    const { files } = await clag().publishingAddFiles({ body: { ...key, files: [file] } });
    expect(files).toMatchObject([
      { path: 'bild.svg', asset_type: 'ASSET_TYPE_WEB_PUB', file_version: 1, has_bytes: false },
    ]);
    // The name is there, the bytes are not.
    expect(await switchOver()).toBe('FILES_MISSING');
    const more = { ...file, path: 'noch-eins.svg' };
    const tooMany = clag().publishingAddFiles({ body: { ...key, files: [more] } });
    expect(await codeOf(tooMany)).toBe('FILES_TOO_MANY');
    expect(await codeOf(titlesOf(platform, pupil, issue))).toBe('ISSUE_NOT_FOUND');
  });

  test('texts are limited together, each as often as it is named', async () => {
    const text = 'Schilf. '.repeat(25_000);
    const times = publicationLimits.textsLength / text.length;
    const topics = Array.from({ length: times }, (_, index) => ({
      topic_id: `seite-${index}`,
      title: `Seite ${index}`,
      text,
    }));
    const bringIn = async (named: typeof topics) => {
      const issue = { ...newIssue(), topics: named, exercises: [] };
      const key = { ...keyOf(issue), version: 1 };
      await clag().publishingBegin({ body: beginOf(issue) });
      await clag().publishingAddTexts({ body: { ...key, texts: [text] } });
      return clag().publishingSwitchOver({ body: { ...key, expected_current_version: 0 } });
    };
    const more = { topic_id: 'mehr', title: 'Mehr', text };
    expect(await codeOf(bringIn([...topics, more]))).toBe('TEXTS_TOO_LONG');
    expect(await bringIn(topics)).toMatchObject({ result_state: 'OK' });
  });

  test('a text of nothing in the version is refused, and with it the others', async () => {
    const issue = newIssue();
    await clag().publishingBegin({ body: beginOf(issue) });
    const body = { ...keyOf(issue), version: 1, texts: ['Enten gründeln.', 'Fremdes'] };
    expect(await codeOf(clag().publishingAddTexts({ body }))).toBe('TEXT_NOT_ANNOUNCED');
    const again = await clag().publishingBegin({ body: beginOf(issue) });
    expect(again.missing_text_hashes).toHaveLength(3);
  });

  test.each([
    ['a topic twice', { topics: [{ topic_id: 'a' }, { topic_id: 'a' }] }],
    ['a topic above itself', { topics: [{ topic_id: 'a', parent_topic_id: 'a' }] }],
    [
      'a topic before the one above',
      { topics: [{ topic_id: 'a', parent_topic_id: 'b' }, { topic_id: 'b' }] },
    ],
    ['an exercise in no topic', { exercises: [{ exercise_id: 'x', topic_id: 'nowhere' }] }],
    [
      'an exercise twice',
      { exercises: ['ufer', 'ufer-1'].map((topic_id) => ({ exercise_id: 'x', topic_id })) },
    ],
    ['no topic', { topics: [], exercises: [] }],
  ])('%s is refused', async (_title, change) => {
    const begin = clag().publishingBegin({ body: beginOf({ ...newIssue(), ...change }) });
    expect(await codeOf(begin)).toBe('REQUEST_INVALID');
  });

  test.each(['../a', '/a', 'a//b', '.env', 'a/.git/b', 'a\\b', 'a/..', 'C:\\a', 'a\u202Eb'])(
    'the path %j is refused',
    async (path) => {
      const issue = newIssue();
      await clag().publishingBegin({ body: beginOf(issue) });
      const file = { path, content_hash: sha256(''), size_in_bytes: 0, media_type: 'text/plain' };
      const files = [{ ...file, is_public: true }];
      const add = clag().publishingAddFiles({ body: { ...keyOf(issue), version: 1, files } });
      expect(await codeOf(add)).toBe('REQUEST_INVALID');
    },
  );
});

describe('two publishers at once', () => {
  test('of two versions begun on the same one, the second to switch over is told', async () => {
    const issue = newIssue();
    await publish(platform, publisher, issue);
    const first = await prepare(platform, publisher, { ...issue, title: 'Eins' });
    const second = await prepare(platform, publisher, { ...issue, title: 'Zwei' });
    const outcomes = await Promise.all(
      [first, second].map(({ key }) =>
        codeOf(clag().publishingSwitchOver({ body: { ...key, expected_current_version: 1 } })),
      ),
    );
    expect(new Set(outcomes)).toEqual(new Set(['ISSUE_CHANGED', undefined]));
  });

  test('begun at the same moment with the same content, it is one version', async () => {
    const issue = newIssue();
    const begun = await Promise.all(
      Array.from({ length: 5 }, () => clag().publishingBegin({ body: beginOf(issue) })),
    );
    expect(begun.map(({ version }) => version)).toEqual([1, 1, 1, 1, 1]);
  });
});

describe('whose courses', () => {
  test('another mandant is refused at every call, and learns nothing of what there is', async () => {
    const issue = newIssue();
    await publish(platform, publisher, issue);
    const key = keyOf(issue);
    const refused = async (course: typeof key) => [
      await codeOf(
        clag(other).publishingAddTexts({ body: { ...course, version: 1, texts: ['a'] } }),
      ),
      await codeOf(
        clag(other).publishingSwitchOver({
          body: { ...course, version: 1, expected_current_version: 0 },
        }),
      ),
      await codeOf(
        clag(other).publishingRollBack({ body: { ...course, expected_current_version: 1 } }),
      ),
    ];
    const expected = Array.from({ length: 3 }, () => 'MANDANT_FORBIDDEN');
    expect(await refused(key)).toEqual(expected);
    expect(await refused({ ...key, course_id: 'nowhere' })).toEqual(expected);
    expect(await codeOf(clag(other).publishingBegin({ body: beginOf(issue) }))).toBe(
      'MANDANT_FORBIDDEN',
    );
    const taken = beginOf({ ...issue, mandant_identifier: 'ANOTHER' });
    expect(await codeOf(clag(other).publishingBegin({ body: taken }))).toBe('COURSE_OF_ANOTHER');
    const list = clag(other).publishingList({ body: { mandant_identifier: 'LECTERN' } });
    expect(await codeOf(list)).toBe('MANDANT_FORBIDDEN');
  });

  test('a course that was only begun is free for others, and the first to switch over has it', async () => {
    const own = newIssue();
    const theirs = { ...own, mandant_identifier: 'ANOTHER', title: 'Von anderen' };
    const first = await prepare(platform, publisher, own);
    const second = await prepare(platform, other, theirs);
    expect(second.key.version).not.toBe(first.key.version);
    // A publisher touches no version of another.
    const switched = (key: typeof first.key) => ({ ...key, expected_current_version: 0 });
    const foreign = clag(other).publishingSwitchOver({ body: switched(first.key) });
    expect(await codeOf(foreign)).toBe('MANDANT_FORBIDDEN');

    await clag(other).publishingSwitchOver({ body: switched(second.key) });
    const late = () => codeOf(clag().publishingSwitchOver({ body: switched(first.key) }));
    expect(await late()).toBe('COURSE_OF_ANOTHER');
    expect(await codeOf(clag().publishingBegin({ body: beginOf(own) }))).toBe('COURSE_OF_ANOTHER');
    const elsewhere = { ...own, issue_id: 'see-2' };
    expect(await codeOf(clag().publishingBegin({ body: beginOf(elsewhere) }))).toBe(
      'COURSE_OF_ANOTHER',
    );
    const listed = async (who: SignedIn, mandant_identifier: string) => {
      const body = { mandant_identifier, limit: 100 };
      const { publications } = await clag(who).publishingList({ body });
      return publications.filter(({ course_id }) => course_id === own.course_id);
    };
    expect(await listed(other, 'ANOTHER')).toMatchObject([
      { title: 'Von anderen', current_version: 2, versions: [{ version: 2 }] },
    ]);
    const [mine] = await listed(publisher, 'LECTERN');
    expect(mine).toMatchObject({ title: 'Am See', versions: [{ version: 1, is_open: true }] });
    expect(mine!.current_version).toBeUndefined();
  });

  test('row 96: a course is not called as an exercise of another mandant is', async () => {
    const exercise_id = randomUUID();
    const issue = newIssue();
    const [first, ...others] = issue.exercises;
    const renamed = { ...issue, exercises: [{ ...first!, exercise_id }, ...others] };
    const theirs = { ...newIssue(), course_id: exercise_id, mandant_identifier: 'ANOTHER' };
    // Begun before there is such an exercise.
    const early = await prepare(platform, other, theirs);
    await publish(platform, publisher, renamed);
    const switched = { ...early.key, expected_current_version: 0 };
    expect(await codeOf(clag(other).publishingSwitchOver({ body: switched }))).toBe(
      'COURSE_OF_ANOTHER',
    );
    expect(await codeOf(clag(other).publishingBegin({ body: beginOf(theirs) }))).toBe(
      'COURSE_OF_ANOTHER',
    );
    const own = { ...theirs, mandant_identifier: 'LECTERN' };
    await publish(platform, publisher, own);
  });

  test('of two mandants that switch over different issues of a course at once, one has it', async () => {
    for (let round = 0; round < 5; round++) {
      const own = newIssue();
      const theirs = { ...own, mandant_identifier: 'ANOTHER', issue_id: 'see-2' };
      const begun = [
        { who: publisher, ...(await prepare(platform, publisher, own)) },
        { who: other, ...(await prepare(platform, other, theirs)) },
      ];
      const outcomes = await Promise.all(
        begun.map(({ who, key }) =>
          codeOf(clag(who).publishingSwitchOver({ body: { ...key, expected_current_version: 0 } })),
        ),
      );
      expect(new Set(outcomes)).toEqual(new Set(['COURSE_OF_ANOTHER', undefined]));
    }
  });

  test('the list gives each issue once, page by page', async () => {
    const mandant_identifier = 'LISTED';
    await makePublisher(platform, other, mandant_identifier);
    for (const course_id of ['l-b', 'l-a', 'l-c']) {
      await publish(platform, other, { ...smallIssue, mandant_identifier, course_id });
    }
    await clag(other).publishingBegin({
      body: beginOf({ ...smallIssue, mandant_identifier, course_id: 'l-a', title: 'Neu' }),
    });
    const first = await clag(other).publishingList({ body: { mandant_identifier, limit: 2 } });
    expect(first.publications).toMatchObject([
      {
        course_id: 'l-a',
        current_version: 1,
        versions: [{ version: 2, is_open: true }, { version: 1 }],
      },
      { course_id: 'l-b', current_version: 1 },
    ]);
    const cursor = first.next_cursor!;
    const second = await clag(other).publishingList({ body: { mandant_identifier, cursor } });
    expect(second.publications.map(({ course_id }) => course_id)).toEqual(['l-c']);
    expect(second.next_cursor).toBeUndefined();
    await makePublisher(platform, other, 'ANOTHER');
    const elsewhere = clag(other).publishingList({
      body: { mandant_identifier: 'ANOTHER', cursor },
    });
    expect(await codeOf(elsewhere)).toBe('CURSOR_INVALID');
  });
});
