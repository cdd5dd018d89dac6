import { randomUUID } from 'node:crypto';
import type { SignedIn } from '@lectern/env/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { ensureGroup } from '../../src/index.ts';
import type { Tables } from '../../src/storage/tables.ts';
import { codeOf, startBeforeAll, startTestPlatform } from '../platform.ts';
import { makePublisher, prepare, publish, smallIssue } from './publication.ts';
import { insertRows, rowsOf } from '../rows.ts';

const platform = startBeforeAll(startTestPlatform);
let publisher: SignedIn;
let teacher: SignedIn;
let pupil: SignedIn;
let classmate: SignedIn;
let courses = 0;

const group_dto = { provider_id: 'BEOOK_1', group_id: 'klasse-see' };

beforeAll(async () => {
  const signIn = platform.identityProvider.signIn;
  publisher = await makePublisher(platform, await signIn('sofia'), 'LECTERN');
  [teacher, pupil, classmate] = await Promise.all([signIn('thomas'), signIn('mia'), signIn('ben')]);
  await platform.database
    .insertInto('aua.user_roles')
    .values({ subject: teacher.subject, role: 'teacher' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await ensureGroup(platform.database, {
    ...group_dto,
    name: 'Klasse am See',
    members: [
      { subject: teacher.subject, group_role: 'leader' },
      { subject: pupil.subject, group_role: 'member' },
      { subject: classmate.subject, group_role: 'member' },
    ],
  });
});

/** A course that no other test has. */
const newIssue = () => ({ ...smallIssue, course_id: `lesen-${++courses}` });
const scopeOf = (issue: typeof smallIssue, { subject }: SignedIn) => ({
  subject,
  course_id_dto: { course_id: issue.course_id },
  issue_id_dto: { issue_id: issue.issue_id },
});
const clag = (who: SignedIn) => platform.as('clag', who);

const anchor = {
  position: { start: 0, end: 6 },
  quote: { exact: 'Schilf', prefix: '', suffix: '' },
};

/** An item as the services store it. */
async function store(
  who: SignedIn,
  issue: typeof smallIssue,
  item: {
    kind: Tables['clag.content_items']['kind'];
    model_type: 'topic' | 'exercise';
    model_id: string;
    item_id?: string;
    content: object;
    updated_at?: Date;
  },
) {
  const content = JSON.stringify(item.content);
  await insertRows(platform.database, 'clag.content_items', {
    subject: who.subject,
    course_id: issue.course_id,
    issue_id: issue.issue_id,
    version: 1,
    change_index: 1,
    bytes: content.length,
    updated_at: new Date(),
    item_id: randomUUID(),
    ...item,
    content,
  });
}

describe('topics', () => {
  test('come in reading order, with what the subject has there and nobody else', async () => {
    const issue = newIssue();
    await publish(platform, publisher, issue);
    const on = { model_type: 'topic', model_id: 'ufer-1' } as const;
    await store(pupil, issue, { ...on, kind: 'annotation', content: { anchor } });
    await store(pupil, issue, { ...on, kind: 'annotation', content: { anchor } });
    await store(pupil, issue, { ...on, kind: 'note', content: { note_type: 'SUMMARY' } });
    for (const [color, minutesAgo] of [
      ['ANNOTATION_COLOR_2', 1],
      ['ANNOTATION_COLOR_1', 5],
    ] as const) {
      const content = { color_index: color };
      const updated_at = new Date(Date.now() - minutesAgo * 60_000);
      await store(pupil, issue, { ...on, kind: 'bookmark', content, updated_at });
    }
    await store(pupil, issue, {
      ...on,
      kind: 'topic_attributes',
      item_id: '',
      content: { is_done: true },
    });
    const { topics, issue_attributes } = await clag(pupil).topicTocGetAttributesForIssue({
      body: scopeOf(issue, pupil),
    });
    expect(issue_attributes).toEqual({ title: 'Am See', distribution_channel: 'WEBPUB' });
    expect(topics).toMatchObject([
      { topic_id: 'ufer', exercises_count: 0, annotations_count: 0, notes_count: 0 },
      {
        topic_id: 'ufer-1',
        parent_topic_id: 'ufer',
        thema_id: 'ufer',
        sub_thema_number: 2,
        annotations_count: 2,
        notes_count: 1,
        bookmark_color_index: 'ANNOTATION_COLOR_2',
        user_attributes: { topic_id: 'ufer-1', is_done: true, version: 1 },
      },
      { topic_id: 'ufer-2', exercises_count: 1 },
    ]);
    const { topics: others } = await clag(classmate).topicTocGetAttributesForIssue({
      body: scopeOf(issue, classmate),
    });
    expect(others[1]).toMatchObject({ annotations_count: 0, notes_count: 0 });
    expect(others[1]!.user_attributes).toBeUndefined();
  });

  test('whoever pages stays in the version of the first page', async () => {
    const issue = newIssue();
    await publish(platform, publisher, issue);
    const first = await clag(pupil).topicTocGetAttributesForIssue({
      body: { ...scopeOf(issue, pupil), limit: 2 },
    });
    const [ufer, , enten] = issue.topics;
    const changed = {
      ...issue,
      topics: [{ ...enten!, parent_topic_id: 'ufer' }, ufer!].toReversed(),
    };
    await publish(platform, publisher, changed);
    const cursor = first.next_cursor!;
    const second = await clag(pupil).topicTocGetAttributesForIssue({
      body: { ...scopeOf(issue, pupil), limit: 2, cursor },
    });
    expect([...first.topics, ...second.topics].map(({ topic_id }) => topic_id)).toEqual([
      'ufer',
      'ufer-1',
      'ufer-2',
    ]);
    expect(second.next_cursor).toBeUndefined();
    const other = { ...issue, issue_id: 'anders' };
    await publish(platform, publisher, other);
    const elsewhere = { ...scopeOf(other, pupil), cursor };
    const wrong = clag(pupil).topicTocGetAttributesForIssue({ body: elsewhere });
    expect(await codeOf(wrong)).toBe('CURSOR_INVALID');
  });

  test('a cursor that nobody gave leads behind the last topic, however far it says', async () => {
    const issue = newIssue();
    await publish(platform, publisher, issue);
    const body = { ...scopeOf(issue, pupil), limit: 1 };
    const { next_cursor } = await clag(pupil).topicTocGetAttributesForIssue({ body });
    const [digest] = JSON.parse(Buffer.from(next_cursor!, 'base64url').toString()) as string[];
    const far = JSON.stringify([digest, '1', '2147483647']);
    const cursor = Buffer.from(far).toString('base64url');
    const answer = await clag(pupil).topicTocGetAttributesForIssue({ body: { ...body, cursor } });
    expect(answer.topics).toEqual([]);
    expect(answer.next_cursor).toBeUndefined();
  });

  test('an issue that is not there, or was only begun, is not there', async () => {
    const issue = newIssue();
    await prepare(platform, publisher, issue);
    for (const body of [scopeOf(issue, pupil), scopeOf(newIssue(), pupil)]) {
      expect(await codeOf(clag(pupil).topicTocGetAttributesForIssue({ body }))).toBe(
        'ISSUE_NOT_FOUND',
      );
    }
  });
});

describe('exercises', () => {
  const withExercises = () => ({
    ...newIssue(),
    exercises: [
      { exercise_id: 'a', exercise_group_id: 'g', topic_id: 'ufer-1', difficulty: 'easy' },
      { exercise_id: 'b', exercise_group_id: 'g', topic_id: 'ufer-1', difficulty: 'hard' },
      { exercise_id: 'c', topic_id: 'ufer-2', exercise_type: 'EXERCISE_TYPE_ESSAY' },
    ] as const,
  });
  const answer = (is_done: boolean) => ({
    content: { basic_answer_type: 'essay', text: 'x' },
    is_done,
  });
  const on = (model_id: string) => ({ kind: 'answer', model_type: 'exercise', model_id }) as const;
  const get = (who: SignedIn, body: object) =>
    clag(who).exerciseTocGetAttributesForIssueAndGroup({ body: body as never });

  test('come with the answers of the subject, by exercise group, difficulty and kind', async () => {
    const issue = withExercises();
    await publish(platform, publisher, issue);
    await store(pupil, issue, { ...on('a'), content: answer(true) });
    await store(pupil, issue, { ...on('a'), content: answer(false) });
    const scope = { ...scopeOf(issue, pupil), exercise_group_id: 'g' };
    const { exercises, members_sharing } = await get(pupil, scope);
    expect(exercises).toMatchObject([
      {
        exercise_id: 'a',
        topic_id: 'ufer-1',
        answers_count: 2,
        done_answers_count: 1,
        conflict_copies_count: 0,
      },
      { exercise_id: 'b', answers_count: 0 },
    ]);
    expect(members_sharing).toBeUndefined();
    expect(exercises[0]!.group_progress).toBeUndefined();
    const ids = async (filter: object) =>
      (await get(pupil, { ...scope, ...filter })).exercises.map(({ exercise_id }) => exercise_id);
    expect(await ids({ difficulty: 'hard' })).toEqual(['b']);
    expect(await ids({ exercise_types: ['EXERCISE_TYPE_ESSAY'] })).toEqual([]);
    expect(await codeOf(get(pupil, { ...scope, exercise_group_id: 'x' }))).toBe(
      'EXERCISE_GROUP_NOT_FOUND',
    );
  });

  test('a teacher sees how far those of the class are who share their answers', async () => {
    const issue = withExercises();
    await publish(platform, publisher, issue);
    for (const who of [pupil, classmate]) {
      await store(who, issue, { ...on('a'), content: answer(who === pupil) });
    }
    const scope = { ...scopeOf(issue, teacher), group_dto };
    const before = await get(teacher, scope);
    expect(before.members_sharing).toEqual([]);
    expect(before.exercises[0]!.group_progress).toEqual({
      sharing_members_count: 0,
      answered_members_count: 0,
      done_members_count: 0,
    });
    for (const who of [pupil, classmate]) {
      const sharing_types =
        who === pupil ? (['Answers', 'Notes'] as const) : (['Answers'] as const);
      const { course_id, issue_id } = issue;
      const { group_id } = group_dto;
      const sharings = [
        { course_id, issue_id, sharing_types: [...sharing_types] },
        // Another course calls its issue the same: what is shared of that is not of this.
        { course_id: 'another', issue_id, sharing_types: ['Media' as const] },
      ];
      await platform
        .as('gres', who)
        .usersUpdate({ body: { subject: who.subject, group_id, sharings } });
    }
    const after = await get(teacher, scope);
    expect(after.exercises).toHaveLength(3);
    expect(after.exercises[0]!.group_progress).toEqual({
      sharing_members_count: 2,
      answered_members_count: 2,
      done_members_count: 1,
    });
    expect(after.exercises[1]!.group_progress).toMatchObject({ answered_members_count: 0 });
    expect(after.members_sharing).toEqual([
      { sharing_type: 'Notes', members_count: 1 },
      { sharing_type: 'Answers', members_count: 2 },
    ]);
    // It is the teacher who leads it, by this provider.
    expect(await codeOf(get(pupil, { ...scope, subject: pupil.subject }))).toBe('GROUP_NOT_FOUND');
    const elsewhere = { ...group_dto, provider_id: 'OTHER_1' };
    expect(await codeOf(get(teacher, { ...scope, group_dto: elsewhere }))).toBe('GROUP_NOT_FOUND');
  });

  test('row 88: counts what was stored since somebody is a member, for who may lead, and is told to it', async () => {
    const issue = withExercises();
    await publish(platform, publisher, issue);
    const { course_id, issue_id } = issue;
    const { group_id } = group_dto;
    const { database } = platform;
    for (const who of [pupil, classmate]) {
      await store(who, issue, { ...on('a'), content: answer(true) });
      const sharings = [{ course_id, issue_id, sharing_types: ['Answers' as const] }];
      await platform
        .as('gres', who)
        .usersUpdate({ body: { subject: who.subject, group_id, sharings } });
    }
    const ofClassmate = database
      .updateTable('gres.members')
      .where('group_id', '=', group_id)
      .where('subject', '=', classmate.subject);
    await database.deleteFrom('gres.looks').execute();
    const scope = { ...scopeOf(issue, teacher), group_dto };
    const progress = async () => (await get(teacher, scope)).exercises[0]!.group_progress;

    await ofClassmate.set({ began_at: new Date() }).execute();
    expect(await progress()).toMatchObject({ sharing_members_count: 2, answered_members_count: 1 });
    await store(classmate, issue, { ...on('a'), content: answer(false) });
    expect(await progress()).toMatchObject({ answered_members_count: 2, done_members_count: 1 });
    const looks = await rowsOf(database, 'gres.looks', {}, 'subject').get('subject', 'reader');
    expect(looks).toEqual(
      [pupil, classmate]
        .map(({ subject }) => ({ subject, reader: teacher.subject }))
        .toSorted((a, b) => (a.subject < b.subject ? -1 : 1)),
    );

    const lead = (group_role: 'leader' | 'member') =>
      rowsOf(database, 'gres.subject_groups', { group_id, subject: pupil.subject }).set({
        group_role,
      });
    await lead('leader');
    const asPupil = get(pupil, { ...scope, subject: pupil.subject });
    expect(await codeOf(asPupil)).toBe('GROUP_NOT_FOUND');
    await lead('member');
  });

  test('pages go on behind the last exercise, whatever the filter leaves out', async () => {
    const issue = withExercises();
    await publish(platform, publisher, issue);
    const scope = { ...scopeOf(issue, teacher), group_dto };
    const first = await get(teacher, { ...scope, limit: 2 });
    const second = await get(teacher, { ...scope, limit: 2, cursor: first.next_cursor });
    expect([...first.exercises, ...second.exercises].map(({ exercise_id }) => exercise_id)).toEqual(
      ['a', 'b', 'c'],
    );
    expect(second.next_cursor).toBeUndefined();
    const other = get(teacher, { ...scope, difficulty: 'easy', cursor: first.next_cursor });
    expect(await codeOf(other)).toBe('CURSOR_INVALID');
  });
});
