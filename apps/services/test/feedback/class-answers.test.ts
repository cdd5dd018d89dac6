import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { readShared } from '../../src/annotations/exercise/shared-answers.ts';
import { codeOf, giveRole, startBeforeAll } from '../platform.ts';
import { recordPlans } from '../recorded-plans.ts';
import type { Person } from '../groups/people.ts';
import {
  essay,
  feedback,
  seen,
  startClassroom,
  task,
  type Content,
  type Sharing,
} from './classroom.ts';
import { rowsOf } from '../rows.ts';

const room = startBeforeAll(startClassroom);

const subjectsOf = (people: readonly { readonly subject: string }[]) =>
  people
    .map(({ subject }) => subject)
    .toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

/** Whose answers a leader reads, and what is in them. */
async function read(who: Person, group_id: string): Promise<Record<string, unknown[]>> {
  const { members } = await room.classAnswers(who, group_id);
  return Object.fromEntries(
    members.map(({ subject, answers }) => [subject, answers.map(({ content }) => content)]),
  );
}

/** As a leader is told of them. */
const contents: readonly Content[] = [
  { basic_answer_type: 'choice', choice_ids: ['b'] },
  { basic_answer_type: 'match_keyboard', gaps: [{ gap_id: 'g', text: 'Dampf' }] },
  { basic_answer_type: 'match_position', labels: [{ label_id: 'l', position_id: 'p' }] },
  { basic_answer_type: 'match_place', cards: [{ card_id: 'c', place_id: 'p' }] },
  {
    basic_answer_type: 'sketchpad',
    drawing: { width: 100, height: 80, strokes: [[0, 1, 2, 3, 4]] },
  },
];

describe('answers of a class', () => {
  test.each(contents)('$basic_answer_type', async (content) => {
    const { group_id, teacher, pupils } = await room.newClass(1);
    const version = await room.answer(pupils[0]!, content);
    const { members, members_count } = await room.classAnswers(teacher, group_id);
    expect(members_count).toBe(1);
    expect(members).toMatchObject([
      { subject: pupils[0]!.subject, answers: [{ ...task, content, is_done: true, version }] },
    ]);
    const [own] = (
      await room.clag(pupils[0]!).exerciseGetUserData({
        body: { subject: pupils[0]!.subject, ...room.scope },
      })
    ).answers;
    expect(members[0]!.answers[0]!.updated_at).toBe(own!.updated_at);
  });

  test('row 136: essay: the shared text, and not what the pupil wrote for itself', async () => {
    const { group_id, teacher, pupils } = await room.newClass(2);
    const [mia, ben] = pupils as [Person, Person];
    await room.answer(mia, 'Es regnet.');
    await room.answer(ben, { basic_answer_type: 'essay', text: 'privat' });
    const told = await room.classAnswers(teacher, group_id, { with_earlier_versions: true });
    expect(JSON.stringify(told)).not.toContain('privat');
    expect(await read(teacher, group_id)).toEqual({
      [mia.subject]: [{ basic_answer_type: 'essay', shared_text: 'Es regnet.' }],
      [ben.subject]: [],
    });
  });

  test('row 136: private writing changes neither version nor time, and reveals nothing older', async () => {
    const { group_id, teacher, pupils } = await room.newClass(1);
    const [mia] = pupils as [Person];
    const version = await room.answer(mia, 'Es regnet.');
    const told = await room.classAnswers(teacher, group_id);
    const write = (text: string) =>
      room.answer(mia, { basic_answer_type: 'essay', text, shared_text: 'Es regnet.' });
    expect(await write('für mich')).toBe(version + 1);
    expect(await room.classAnswers(teacher, group_id)).toEqual(told);
    await room.give(teacher, group_id, mia, feedback(version, seen));
    expect((await room.answersOf(teacher, group_id, mia)).earlier_versions).toEqual([]);
    const named = await room.received(mia, { with_earlier_versions: true });
    expect(named.earlier_versions).toMatchObject([{ version }]);

    await rowsOf(room.platform.database, 'gres.members', { group_id }).set({
      began_at: new Date(),
    });
    await write('noch mehr für mich');
    expect(await read(teacher, group_id)).toEqual({ [mia.subject]: [] });
    const changed = await room.answer(mia, 'Es regnet nicht mehr.');
    const { members } = await room.classAnswers(teacher, group_id);
    expect(members[0]!.answers).toMatchObject([{ version: changed }]);
  });

  test('a pupil is told since when leaders read what it stores, as they are', async () => {
    const { group_id, teacher, pupils } = await room.newClass(1);
    const [mia] = pupils as [Person];
    const { subject, gres } = mia;
    const isRead = async () => {
      const [{ answers: own }, { memberships }, { members }] = await Promise.all([
        room.clag(mia).exerciseGetUserData({ body: { subject, ...room.scope } }),
        gres.groupsInspect({ body: { subject, group_id } }),
        room.classAnswers(teacher, group_id),
      ]);
      const began_at = memberships.find((each) => each.subject === subject)!.began_at!;
      expect(members[0]!.shared_since).toBe(began_at);
      const { shared_at } = own[0]!;
      const shown = Date.parse(shared_at!) >= Date.parse(began_at);
      expect(members[0]!.answers).toMatchObject(shown ? [{ updated_at: shared_at }] : []);
      return shown;
    };
    await room.answer(mia, { basic_answer_type: 'choice', choice_ids: ['a'] });
    expect(await isRead()).toBe(true);
    await rowsOf(room.platform.database, 'gres.members', { group_id }).set({
      began_at: sql<Date>`clock_timestamp() + interval '1 ms'`,
    });
    expect(await isRead()).toBe(false);
    await room.answer(mia, { basic_answer_type: 'choice', choice_ids: ['b'] });
    expect(await isRead()).toBe(true);
    await room.answer(mia, 'Es regnet.');
    await rowsOf(room.platform.database, 'gres.members', { group_id }).set({
      began_at: sql<Date>`clock_timestamp() + interval '1 ms'`,
    });
    for (const text of ['für mich', 'Es regnet.', 'wieder für mich']) {
      await room.answer(mia, { basic_answer_type: 'essay', text, shared_text: 'Es regnet.' });
      expect(await isRead(), text).toBe(false);
    }
    await room.answer(mia, 'Es schneit.');
    expect(await isRead()).toBe(true);
  });

  test('a pupil is told when the version that leaders see was stored', async () => {
    const { pupils } = await room.newClass(1);
    const [{ subject }] = pupils as [Person];
    const { exerciseSaveAndGetUserData, exerciseGetUserData } = room.clag(pupils[0]!);
    const write = async (text: string, shared_text: string, version: number) => {
      const content = { basic_answer_type: 'essay', text, shared_text } as const;
      const body = { subject, ...room.scope, exercise_ids: [task.exercise_id] };
      const answer = { ...task, content, is_done: true, version };
      const { outcomes, answers } = await exerciseSaveAndGetUserData({
        body: { ...body, answers: [answer] },
      });
      const read = await exerciseGetUserData({ body });
      expect(read.answers).toEqual(answers);
      expect(answers[0]!.shared_at).toBe(outcomes[0]!.shared_at);
      return outcomes[0]!;
    };
    const finished = await write('Es regnet.', 'Es regnet.', 0);
    expect(finished.shared_at).toBe(finished.updated_at);
    const shared_at = finished.updated_at;
    const changed = await write('für mich', 'Es regnet.', 1);
    expect(changed).toMatchObject({ version: 2, shared_at });
    expect(await write('Es regnet.', 'Es regnet.', 2)).toMatchObject({ version: 3, shared_at });
    // The answer to this one was lost.
    expect(await write('Es regnet.', 'Es regnet.', 2)).toMatchObject({
      outcome: 'unchanged',
      shared_at,
    });
    const { updated_at, ...again } = await write('Es schneit.', 'Es schneit.', 3);
    expect(again.shared_at).toBe(updated_at);
    // Repeated late: what leaders saw then has gone.
    const late = await exerciseSaveAndGetUserData({
      body: {
        subject,
        ...room.scope,
        exercise_ids: [task.exercise_id],
        answers: [
          {
            ...task,
            content: { basic_answer_type: 'essay', text: 'für mich', shared_text: 'Es regnet.' },
            is_done: true,
            version: 1,
          },
        ],
      },
    });
    expect(late.outcomes[0]).toMatchObject({ outcome: 'unchanged', version: 2 });
    expect(late.outcomes[0]).not.toHaveProperty('shared_at');
  });

  test('of the versions that are kept, those of the page alone are read', async () => {
    const { group_id, teacher, pupils } = await room.newClass(1);
    const [mia] = pupils as [Person];
    await room.answer(mia, 'Es regnet.');
    await room.classAnswers(teacher, group_id);
    const { database } = room.platform;
    await sql`
      insert into clag.answer_versions
        (subject, course_id, issue_id, group_id, exercise_id, answer_id, version, content, bytes, updated_at, kept_until)
      select subject, course_id, issue_id, group_id, exercise_id, answer_id, version + place, content, bytes, updated_at,
        kept_until
      from clag.answer_versions, generate_series(1, 200) place where subject = ${mia.subject}
    `.execute(database);
    const place = { course_id: 'wetter', issue_id: 'wetter-1', group_id, exerciseIds: ['wolken'] };
    const sharers = [{ subject: mia.subject, since: '-infinity' }];
    const recorder = recordPlans();
    try {
      const plans = await recorder.record(async () => {
        const { versions } = await readShared(database, place, sharers, {
          after: [],
          withEarlier: false,
        });
        expect(versions).toMatchObject([{ version: 1, is_kept: true }]);
      });
      expect(plans.map(({ plan }) => plan['Actual Rows'])).toEqual([1, 1]);
    } finally {
      recorder.stop();
    }
    const [ben] = (await room.newClass(1)).pupils as [Person];
    const nobody = [{ subject: ben.subject, since: '-infinity' }];
    const empty = await readShared(database, place, nobody, { after: [], withEarlier: false });
    expect(empty).toEqual({ versions: [], end: undefined });
  });

  test('of other exercises, issues and removed ones there is nothing', async () => {
    const { group_id, teacher, pupils } = await room.newClass(1);
    const [mia] = pupils as [Person];
    await room.answer(mia, 'Wind.', { exercise_id: 'wind' });
    await room.answer(mia, 'Wolken.');
    const { subject } = mia;
    const { issue_id_dto: _, ...course } = room.scope;
    const elsewhere = { ...course, issue_id_dto: { issue_id: 'wetter-0' } };
    await room.clag(mia).exerciseSaveUserData({
      body: {
        subject,
        ...elsewhere,
        answers: [{ ...task, content: essay('alt'), is_done: true, version: 0 }],
      },
    });
    expect(await read(teacher, group_id)).toEqual({
      [subject]: [{ basic_answer_type: 'essay', shared_text: 'Wolken.' }],
    });
    await room.clag(mia).exerciseDeleteUserData({
      body: { subject, ...room.scope, exercise_ids: ['wolken'] },
    });
    expect(await read(teacher, group_id)).toEqual({ [subject]: [] });
  });

  test('comes in pages, each member once, whether it shares or not', async () => {
    const { group_id, teacher, pupils } = await room.newClass(5);
    for (const pupil of pupils) await room.answer(pupil, pupil.subject);
    await room.share(pupils[2]!, group_id, []);
    const found: { subject: string; shares: boolean; answers: number }[] = [];
    let cursor: string | undefined;
    do {
      const page = await room.classAnswers(teacher, group_id, { limit: 2, cursor });
      expect(page.members_count).toBe(5);
      for (const { subject, shared_since, answers } of page.members) {
        found.push({ subject, shares: shared_since !== undefined, answers: answers.length });
      }
      cursor = page.next_cursor;
    } while (cursor !== undefined);
    expect(found).toEqual(
      subjectsOf(pupils).map((subject) => {
        const shares = subject !== pupils[2]!.subject;
        return { subject, shares, answers: Number(shares) };
      }),
    );
    const request = {
      limit: 2,
      cursor: (await room.classAnswers(teacher, group_id, { limit: 2 })).next_cursor,
    };
    for (const other of [{ exercise_ids: ['wind'] }, { with_earlier_versions: true }]) {
      const asked = room.classAnswers(teacher, group_id, { ...request, ...other });
      expect(await codeOf(asked)).toBe('CURSOR_INVALID');
    }
  });

  test('large answers are spread over pages, by member and exercise, each once', async () => {
    const { group_id, teacher, pupils } = await room.newClass(2);
    const exercise_ids = ['a', 'b', 'c'];
    await sql`
      insert into clag.content_items (subject, course_id, issue_id, kind, model_type, model_id, item_id, version,
        change_index, content, bytes, updated_at)
      select subject, 'wetter', 'wetter-1', 'answer', 'exercise', exercise_id, answer_id, 1, 1, content, 0, now()
      from unnest(${subjectsOf(pupils)}::text[]) subject, unnest(${exercise_ids}::text[]) exercise_id,
        unnest('{a,b}'::text[]) answer_id, jsonb_build_object('is_done', true, 'content', jsonb_build_object(
          'basic_answer_type', 'essay', 'text', '', 'shared_text', repeat('€', 250000)
        )) content
    `.execute(room.platform.database);
    const found: string[] = [];
    let pages = 0;
    let cursor: string | undefined;
    do {
      const page = await room.classAnswers(teacher, group_id, { exercise_ids, cursor });
      // One exercise of a member may go beyond the size of a page.
      const bytes = Buffer.byteLength(JSON.stringify(page));
      expect(bytes).toBeLessThan(4 * 1024 * 1024 + 1_600_000);
      for (const { subject, answers } of page.members) {
        found.push(...answers.map((one) => `${subject} ${one.exercise_id} ${one.answer_id}`));
      }
      pages++;
      cursor = page.next_cursor;
    } while (cursor !== undefined);
    expect(found).toEqual(
      subjectsOf(pupils).flatMap((subject) =>
        exercise_ids.flatMap((id) => [`${subject} ${id} a`, `${subject} ${id} b`]),
      ),
    );
    expect(pages).toBeGreaterThan(1);
  });
});

describe('row 132: a leader reads answers that a member does not share with it', () => {
  test.each([
    ['nothing', []],
    ['notes alone', ['Notes', 'Media', 'Permissions']],
  ] as [string, Sharing[]][])(
    'one who shares %s is named, without answer or time',
    async (_, types) => {
      const { group_id, teacher, pupils } = await room.newClass(1);
      const [mia] = pupils as [Person];
      await room.answer(mia, 'Es regnet.');
      await room.share(mia, group_id, types);
      const { members } = await room.classAnswers(teacher, group_id, {
        with_earlier_versions: true,
      });
      expect(members).toEqual([
        { subject: mia.subject, answers: [], feedback: [], earlier_versions: [] },
      ]);
    },
  );

  test('nor where it shares another issue, or with another class', async () => {
    const [one, other] = [await room.newClass(1), await room.newClass(0)];
    const [mia] = one.pupils as [Person];
    await room.enrol(other.teacher, other.group_id, mia);
    await room.share(mia, other.group_id, ['Answers'], 'wetter-0');
    await room.answer(mia, 'Es regnet.');
    expect(await read(other.teacher, other.group_id)).toEqual({ [mia.subject]: [] });
    expect(await read(one.teacher, one.group_id)).toMatchObject({ [mia.subject]: [{}] });
  });

  test('what was stored before somebody is a member is not there', async () => {
    const { group_id, teacher, pupils } = await room.newClass(1);
    const [mia] = pupils as [Person];
    await room.answer(mia, 'Vorher.');
    await rowsOf(room.platform.database, 'gres.members', { group_id }).set({
      began_at: new Date(),
    });
    expect(await read(teacher, group_id)).toEqual({ [mia.subject]: [] });
    await room.answer(mia, 'Nachher.');
    expect(await read(teacher, group_id)).toMatchObject({
      [mia.subject]: [{ shared_text: 'Nachher.' }],
    });
  });

  test('a removed member, one who only asks, one with more rights, and leaders are not there', async () => {
    const { group_id, teacher, pupils } = await room.newClass(3);
    const [removed, privileged, stays] = pupils as [Person, Person, Person];
    for (const pupil of pupils) await room.answer(pupil, 'Es regnet.');
    await teacher.gres.groupsRevokeMemberships({
      body: { group_id, memberships: [{ subject: removed.subject }] },
    });
    await giveRole(room.platform.database, privileged.subject, 'support');
    const { group } = await room.inspect(teacher, group_id);
    const asking = await room.newPerson();
    await asking.gres.groupsJoin({
      body: { subject: asking.subject, join_code: group.join_code! },
    });
    await room.makeLeader(teacher, group_id, await room.newPerson('teacher'));
    expect(Object.keys(await read(teacher, group_id))).toEqual([stays.subject]);
  });

  test('a member, a stranger and a leader who cannot lead any more read nothing', async () => {
    const { group_id, teacher, pupils } = await room.newClass(1);
    const [mia] = pupils as [Person];
    await room.answer(mia, 'Es regnet.');
    const [stranger, colleague] = [
      await room.newPerson('teacher'),
      await room.newPerson('teacher'),
    ];
    await room.enrol(teacher, group_id, colleague);
    expect(await codeOf(room.classAnswers(stranger, group_id))).toBe('GROUP_NOT_FOUND');
    expect(await codeOf(room.classAnswers(colleague, group_id))).toBe('GROUP_NOT_LED');
    expect(await codeOf(room.classAnswers(mia, group_id))).toBe('PERMISSION_MISSING');
    const later = await room.newPerson('teacher');
    await room.makeLeader(teacher, group_id, later);
    expect(await codeOf(room.classAnswers(later, group_id))).toBeUndefined();
    const { subject } = later;
    await room.platform.database.insertInto('aua.users').values({ subject }).execute();
    const office = room.platform.as('aua', await room.newPerson('administrator'));
    await office.userSetRoles({ body: { subject, role_names: ['student'] } });
    await expect.poll(() => codeOf(room.classAnswers(later, group_id))).toBe('PERMISSION_MISSING');
  });
});

test('row 133: looks at answers are recorded for those who share, once a day', async () => {
  const { group_id, teacher, pupils } = await room.newClass(2);
  const [mia, ben] = pupils as [Person, Person];
  await room.share(ben, group_id, []);
  await room.classAnswers(teacher, group_id);
  await room.classAnswers(teacher, group_id);
  const looks = await room.platform.database
    .selectFrom('gres.looks')
    .select(['subject', 'reader'])
    .where('reader', '=', teacher.subject)
    .execute();
  expect(looks).toEqual([{ subject: mia.subject, reader: teacher.subject }]);
});
