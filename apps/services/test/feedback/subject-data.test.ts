import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { forgetRead, keepRead } from '../../src/annotations/feedback/answer-versions.ts';
import { eraseItems } from '../../src/annotations/items/erase.ts';
import { leapVersions } from '../../src/annotations/items/leap.ts';
import { annotationsSubjectData } from '../../src/annotations/subject-data.ts';
import type { Database } from '../../src/index.ts';
import type { Person } from '../groups/people.ts';
import { codeOf, startBeforeAll } from '../platform.ts';
import { tablesNaming } from '../tables-naming.ts';
import { again, comment, feedback, startClassroom, task } from './classroom.ts';

const room = startBeforeAll(startClassroom);

const within = <Result>(work: (transaction: Database) => Promise<Result>) =>
  room.platform.database.transaction().execute(work);
const erase = ({ subject }: Person) =>
  within((transaction) => annotationsSubjectData.erase(transaction, subject));
const move = (from: Person, to: Person) =>
  within((transaction) => annotationsSubjectData.move(transaction, from.subject, to.subject));
const tablesWith = (text: string) => tablesNaming(room.platform.database, text, 'clag');

async function exported({ subject }: Person): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  await within(async (transaction) => {
    for (const [table, stream] of Object.entries(
      annotationsSubjectData.export(transaction, subject),
    )) {
      rows[table] = [];
      for await (const piece of stream) rows[table].push(...piece);
    }
  });
  return rows;
}

/** A pupil with feedback on a version that the answer does not have any more. */
async function newClass() {
  const { group_id, teacher, pupils } = await room.newClass(2);
  const [mia, ben] = pupils as [Person, Person];
  const words = `Regenbogen ${randomUUID()}`;
  const version = await room.answer(mia, 'Es regnet.');
  await room.give(teacher, group_id, mia, feedback(version, comment(words)));
  await room.answer(mia, 'Es regnet stark.');
  return { group_id, teacher, mia, ben, version, words };
}

describe('erasing', () => {
  test('a pupil leaves nothing of its feedback and versions, and all of others', async () => {
    const { group_id, teacher, mia, ben } = await newClass();
    await room.give(
      teacher,
      group_id,
      ben,
      feedback(await room.answer(ben, 'Sonne.'), comment('Hell.')),
    );
    await erase(mia);
    expect(await tablesWith(mia.subject)).toEqual([]);
    expect((await room.received(ben)).feedback).toHaveLength(1);
  });

  test('a teacher leaves no word, and pupils are told that it is gone', async () => {
    const { teacher, mia, words } = await newClass();
    const { next_cursor: cursor } = await room.received(mia);
    await erase(teacher);
    expect(await tablesWith(teacher.subject)).toEqual([]);
    expect(await tablesWith(words)).toEqual([]);
    const told = await room.received(mia, { cursor, with_earlier_versions: true });
    expect(told).toMatchObject({
      feedback: [{ is_removed: true, version: 2 }],
      earlier_versions: [],
    });
    expect((await room.received(mia, { cursor: told.next_cursor })).feedback).toEqual([]);
  });

  test('most of a teacher is erased ahead, pupil by pupil', async () => {
    const { group_id, teacher, mia, ben, words } = await newClass();
    const version = await room.answer(ben, 'Sonne.');
    await room.give(teacher, group_id, ben, feedback(version, comment(words)));
    const parts: unknown[] = [];
    const count = await annotationsSubjectData.ahead.erase(
      room.platform.database,
      teacher.subject,
      (_, part) => {
        parts.push(part);
        return Promise.resolve();
      },
    );
    expect(count).toEqual({ 'clag.feedback': 2 });
    expect(parts).toEqual([{ 'clag.feedback': 1 }, { 'clag.feedback': 1 }]);
    expect(await tablesWith(teacher.subject)).toEqual([]);
    expect(await tablesWith(words)).toEqual([]);
    for (const pupil of [mia, ben]) {
      expect((await room.received(pupil)).feedback).toMatchObject([{ is_removed: true }]);
    }
    expect(await erase(teacher)).toMatchObject({ 'clag.feedback': 0 });
  });

  test('a course takes the feedback on its answers along', async () => {
    const { group_id, teacher, mia, words } = await newClass();
    const { next_cursor: cursor } = await room.received(mia);
    const { issue_id_dto: _, ...course } = room.scope;
    await room.clag(mia).userDataDelete({ body: { subject: mia.subject, ...course } });
    expect(await tablesWith(mia.subject)).toEqual(['clag.content_sizes']);
    expect(await tablesWith(words)).toEqual([]);
    expect(await codeOf(room.received(mia, { cursor }))).toBe('CURSOR_EXPIRED');
    expect((await room.received(mia)).feedback).toEqual([]);
    expect(await room.answersOf(teacher, group_id, mia)).toMatchObject({
      answers: [],
      feedback: [],
    });
  });
});

describe('moving', () => {
  test('a pupil takes feedback and versions along, which its devices are told', async () => {
    const { mia, version, words } = await newClass();
    const account = await room.newPerson();
    await room.answer(account, 'Wind.', { exercise_id: 'wind' });
    const { next_cursor: cursor } = await room.received(account);
    await move(mia, account);
    expect(await tablesWith(mia.subject)).toEqual([]);
    expect(await room.received(account, { cursor, with_earlier_versions: true })).toMatchObject({
      feedback: [{ content: comment(words), answer_version: version }],
      earlier_versions: [{ version, content: { shared_text: 'Es regnet.' } }],
    });
  });

  test('where both have answered, versions of both stay apart', async () => {
    const [one, other] = [await newClass(), await newClass()];
    await move(one.mia, other.mia);
    const { feedback: given, earlier_versions } = await room.received(other.mia, {
      with_earlier_versions: true,
    });
    // Both had two versions, and the first one was named.
    expect(given.map((each) => 'answer_version' in each && each.answer_version)).toEqual([1, 3]);
    expect(earlier_versions!.map(({ version }) => version)).toEqual([1, 3]);
    const [answer] = (
      await room.clag(other.mia).exerciseGetUserData({
        body: { subject: other.mia.subject, ...room.scope, exercise_ids: [task.exercise_id] },
      })
    ).answers;
    expect(answer!.version).toBe(5);
  });

  test.each<[string, (from: Person, to: Person) => Promise<unknown>]>([
    ['at once', move],
    [
      'ahead',
      (from: Person, to: Person) =>
        annotationsSubjectData.ahead.move(room.platform.database, from.subject, to.subject),
    ],
  ])('a teacher stays the author, %s', async (_, moveTeacher) => {
    const { teacher, mia } = await newClass();
    const account = await room.newPerson('teacher');
    await moveTeacher(teacher, account);
    expect(await tablesWith(teacher.subject)).toEqual([]);
    expect((await room.received(mia)).feedback).toMatchObject([
      { author: { subject: account.subject } },
    ]);
  });
});

test('an export has feedback that was received and given, and no others in it', async () => {
  const { group_id, teacher, mia, version, words } = await newClass();
  const ofPupil = await exported(mia);
  expect(ofPupil['clag.feedback']).toMatchObject([
    {
      group_id,
      answer_version: version,
      content: comment(words),
      written_by_subject: false,
    },
  ]);
  expect(ofPupil['clag.answer_versions']).toMatchObject([
    { version, content: { content: { shared_text: 'Es regnet.' } } },
  ]);
  const ofTeacher = await exported(teacher);
  expect(ofTeacher['clag.feedback']).toMatchObject([
    { content: comment(words), written_by_subject: true },
  ]);
  expect(JSON.stringify(ofTeacher)).not.toContain(mia.subject);
  expect(JSON.stringify(ofPupil)).not.toContain(teacher.subject);
});

test('versions that were read are forgotten after a fortnight, unless feedback names them', async () => {
  const { group_id, teacher, mia, ben, version } = await newClass();
  await room.answer(ben, 'Sonne.');
  await room.classAnswers(teacher, group_id);
  const { database } = room.platform;
  const kept = async () => {
    const { rows } = await sql<{ subject: string; version: number }>`
      select subject, version from clag.answer_versions
      where subject in (${mia.subject}, ${ben.subject}) order by version
    `.execute(database);
    return rows;
  };
  const days = (count: number) =>
    sql`
    update clag.answer_versions set kept_until = kept_until - make_interval(days => ${count}::integer)
  `.execute(database);
  expect(await kept()).toHaveLength(3);
  await days(13);
  await forgetRead(database);
  expect(await kept()).toHaveLength(3);
  await days(1);
  await forgetRead(database);
  expect(await kept()).toEqual([{ subject: mia.subject, version }]);
});

test('versions after their time are forgotten, however many, but for those that others lock', async () => {
  const { database } = room.platform;
  const place = sql`'wetter', 'wetter-1', ${randomUUID()}, 'wolken', 'a'`;
  await sql`
    insert into clag.answer_versions
      (subject, course_id, issue_id, group_id, exercise_id, answer_id, version, content, bytes, updated_at, kept_until)
    select 'late-' || place, ${place}, 1, '{}', 2, now(), now() - make_interval(days => place)
    from generate_series(1, 1001) place
  `.execute(database);
  const late = sql<{ subject: string }>`
    select subject from clag.answer_versions where subject like 'late-%'
  `;
  await database.transaction().execute(async (transaction) => {
    await sql`
      select 1 from clag.answer_versions where subject = 'late-1001' for update
    `.execute(transaction);
    await forgetRead(database);
    expect((await late.execute(database)).rows).toEqual([{ subject: 'late-1001' }]);
  });
  await forgetRead(database);
  expect((await late.execute(database)).rows).toEqual([]);
});

test('of an answer that changes while a teacher looks on, the newest versions and the first ones are kept', async () => {
  const { group_id, teacher, pupils } = await room.newClass(1);
  const [mia] = pupils as [Person];
  const { database } = room.platform;
  for (let count = 0; count < 14; count++) {
    await room.answer(mia, `Stand ${count}`);
    await room.classAnswers(teacher, group_id);
    if (count === 1) await room.give(teacher, group_id, mia, feedback(2, again));
    // One a minute.
    await sql`
      update clag.answer_versions set updated_at = timestamptz '2100-01-01' + version * interval '1 minute'
      where subject = ${mia.subject}
    `.execute(database);
  }
  const { rows } = await sql<{ version: number }>`
    select version from clag.answer_versions where subject = ${mia.subject} order by version
  `.execute(database);
  expect(rows.map(({ version }) => version)).toEqual([1, 2, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
  await room.give(teacher, group_id, mia, feedback(1, comment('zum ersten')));
  expect((await room.answersOf(teacher, group_id, mia)).earlier_versions).toMatchObject([
    { version: 1, content: { shared_text: 'Stand 0' } },
    { version: 2 },
  ]);
});

test('of large answers that change while a teacher looks on, some megabytes are kept', async () => {
  const { group_id, teacher, pupils } = await room.newClass(1);
  const [mia] = pupils as [Person];
  for (let count = 0; count < 4; count++) {
    await room.answer(mia, `Stand ${count}`);
    await room.classAnswers(teacher, group_id);
    await sql`
      update clag.answer_versions set bytes = 2000000 where subject = ${mia.subject}
    `.execute(room.platform.database);
  }
  const { rows } = await sql<{ version: number }>`
    select version from clag.answer_versions where subject = ${mia.subject} order by version
  `.execute(room.platform.database);
  expect(rows.map(({ version }) => version)).toEqual([2, 3, 4]);
});

test('what a leader has read is not written back while or after it is erased', async () => {
  const { group_id, teacher, mia } = await newClass();
  const { course_id } = room.scope.course_id_dto;
  const place = { course_id, ...room.scope.issue_id_dto, group_id };
  const [answer] = (await room.answersOf(teacher, group_id, mia)).answers;
  const { exercise_id, answer_id, version, updated_at, ...content } = answer!;
  const { subject } = mia;
  const times = { updated_at: new Date(updated_at) };
  const read = { subject, exercise_id, answer_id, version, content, bytes: 1, ...times };
  const { database } = room.platform;
  await within(async (transaction) => {
    await eraseItems(transaction, { subject, course_id });
    await keepRead(database, place, [read]);
  });
  await keepRead(database, place, [read]);
  expect(await tablesWith(subject)).not.toContain('clag.answer_versions');
});

test('after a restore a change of feedback that waits is stored, and what it names is still there', async () => {
  const { group_id, teacher, mia, version } = await newClass();
  const [given] = (await room.received(mia)).feedback;
  const { feedback_id } = given!;
  await within((transaction) => leapVersions(transaction, [mia.subject]));
  const named = await room.answersOf(teacher, group_id, mia);
  expect(named.earlier_versions).toMatchObject([{ content: { shared_text: 'Es regnet.' } }]);
  expect(named.feedback).toMatchObject([
    { feedback_id, answer_version: named.earlier_versions![0]!.version, version: 1 },
  ]);
  const change = feedback(version, comment('besser'), { feedback_id, version: 1 });
  await room.give(teacher, group_id, mia, change);
  expect((await room.received(mia)).feedback).toMatchObject([{ content: comment('besser') }]);
});
