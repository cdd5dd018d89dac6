import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { classVersion } from '../../../src/learning-records/progress/class-version.ts';
import type { Person } from '../../groups/people.ts';
import { codeOf } from '../../platform.ts';
import { startProgressWorld, type ProgressWorld } from './progress-world.ts';
import { rowsOf } from '../../rows.ts';

let world: ProgressWorld;
let teacher: Person;

beforeAll(async () => {
  world = await startProgressWorld();
  teacher = await world.newPerson('teacher');
  await world.license(teacher, 'LICENSE_STRATEGY_GROUP');
});
afterAll(() => world.close());

/** A class of new pupils, each of whom has finished the first exercise. */
async function newClass(size: number) {
  const group_id = await world.newGroup(teacher);
  const pupils: Person[] = [];
  for (let index = 0; index < size; index++) pupils.push(await world.newPerson());
  if (size > 0) await world.enrol(teacher, group_id, ...pupils);
  await beginMemberships(group_id, '2026-01-01');
  for (const pupil of pupils) {
    await world.record(pupil, 'lauf', {
      result: { completion: true },
      timestamp: '2026-03-01T10:00:00Z',
    });
  }
  return { group_id, pupils };
}

/** Lets the memberships of a group begin at another time. */
const beginMemberships = (group_id: string, began_at: string) =>
  rowsOf(world.platform.database, 'gres.members', { group_id }).set({
    began_at: new Date(began_at),
  });

/** Makes somebody a member, whatever may be. */
const beginMembership = (group_id: string, subject: string) =>
  world.platform.database
    .insertInto('gres.members')
    .values({ group_id, subject, group_role: 'member' })
    .onConflict((conflict) =>
      conflict
        .columns(['group_id', 'subject'])
        .doUpdateSet({ membership_state: 'accepted', began_at: new Date() }),
    )
    .execute();

const looksAt = ({ subject }: Person) =>
  rowsOf(world.platform.database, 'gres.looks', { subject }).get('reader');

const subjectsOf = (people: readonly { readonly subject: string }[]) =>
  people.map(({ subject }) => subject).sort();

/** The groups of a leader that may work with a course. */
async function groupsWith({ gms, subject }: Person, course_id: string): Promise<string[]> {
  const { groups } = await gms.gmsGroupsGet({ body: { subject, course_id } });
  return groups.map(({ group_id }) => group_id);
}

describe('class progress', () => {
  test('is that of the members, without the leader', async () => {
    const { group_id, pupils } = await newClass(3);
    await world.record(teacher, 'tiere');
    await world.record(await world.newPerson(), 'tiere');
    const { members, members_count, themen } = await world.classProgress(teacher, group_id);
    expect(subjectsOf(members)).toEqual(subjectsOf(pupils));
    expect(members_count).toBe(3);
    expect(themen).toHaveLength(2);
    for (const { progress } of members) {
      expect(progress.themen).toMatchObject([
        { thema_id: 'bach', begun_count: 1, handed_in_count: 1 },
      ]);
    }
  });

  test('goes down to exercises, and charts the class as a whole', async () => {
    const { group_id, pupils } = await newClass(2);
    await world.record(pupils[0]!, 'tiere', { timestamp: '2026-03-02T10:00:00Z' });
    const chart = { datepicker_type: 'MONTHS', year: 2026 } as const;
    const request = { filter_type: 'THEMA', filter_id: 'bach' } as const;
    const line = await world.classProgress(teacher, group_id, {
      ...request,
      limit: 1,
      chart: { ...chart, diagram_type: 'LINE_CHART' },
    });
    expect(line.members).toHaveLength(1);
    expect(line.chart?.points?.[2]).toEqual({
      period: '2026-03',
      statements_count: 3,
      begun_count: 3,
      finished_count: 2,
    });
    const pie = await world.classProgress(teacher, group_id, {
      ...request,
      chart: { ...chart, diagram_type: 'PIE' },
    });
    expect(pie.chart?.slices).toEqual([
      { exercise_state: 'NOT_BEGUN', exercises_count: 1 },
      { exercise_state: 'BEGUN', exercises_count: 1 },
      { exercise_state: 'AGAIN', exercises_count: 0 },
      { exercise_state: 'SUCCEEDED', exercises_count: 0 },
      { exercise_state: 'HANDED_IN', exercises_count: 2 },
      { exercise_state: 'SEEN', exercises_count: 0 },
    ]);
    const states = new Map(
      pie.members.map(({ subject, progress }) => [
        subject,
        progress.exercises?.map(({ exercise_state }) => exercise_state),
      ]),
    );
    expect(states.get(pupils[0]!.subject)).toEqual(['HANDED_IN', 'BEGUN']);
    expect(states.get(pupils[1]!.subject)).toEqual(['HANDED_IN']);
  });

  test('comes in pages, each pupil once', async () => {
    const { group_id, pupils } = await newClass(5);
    const pages: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await world.classProgress(teacher, group_id, { limit: 2, cursor });
      expect(page.members_count).toBe(5);
      pages.push(...page.members.map(({ subject }) => subject));
      cursor = page.next_cursor;
    } while (cursor !== undefined);
    expect(pages).toEqual(subjectsOf(pupils));
    expect(await codeOf(world.classProgress(teacher, group_id, { cursor: 'abc' }))).toBe(
      'CURSOR_INVALID',
    );
  });

  test('calls pupils as the group does, or else by the name of the user', async () => {
    const { group_id, pupils } = await newClass(3);
    const [mia, ben, anna] = pupils as [Person, Person, Person];
    await mia.gres.usersUpdate({
      body: { subject: mia.subject, group_id, display_name: 'Mia aus der 5b' },
    });
    const named = [
      { subject: mia.subject, given_name: 'Mia', family_name: 'Keller', user_info_at: null },
      { subject: ben.subject, given_name: 'Ben', family_name: 'Frei', user_info_at: null },
    ];
    await world.platform.database
      .insertInto('aua.users')
      .values(named)
      .onConflict((conflict) =>
        conflict.column('subject').doUpdateSet((given) => ({
          given_name: given.ref('excluded.given_name'),
          family_name: given.ref('excluded.family_name'),
        })),
      )
      .execute();
    const { members } = await world.classProgress(teacher, group_id);
    const names = new Map(members.map(({ subject, display_name }) => [subject, display_name]));
    expect(names.get(mia.subject)).toBe('Mia aus der 5b');
    expect(names.get(ben.subject)).toBe('Ben Frei');
    expect(names.get(anna.subject)).toBeUndefined();
  });

  test('of an empty class is empty', async () => {
    const { group_id } = await newClass(0);
    const chart = { datepicker_type: 'YEARS', year: 2026, diagram_type: 'PIE' } as const;
    const shown = await world.classProgress(teacher, group_id, { chart });
    expect(shown).toMatchObject({ members: [], members_count: 0 });
    expect(shown.chart?.slices?.map(({ exercises_count }) => exercises_count)).toEqual(
      Array.from({ length: 6 }, () => 0),
    );
  });
});

describe('the version of a class', () => {
  const versionOf = async (group_id: string, who = teacher) => {
    const body = { subject: who.subject, group_id, course_id: 'gewaesser' };
    return (await world.platform.as('lars', who).progressGetVersionForGroup({ body })).version;
  };

  test('is that of what was answered, until a member goes on', async () => {
    const { group_id, pupils } = await newClass(2);
    const { version } = await world.classProgress(teacher, group_id);
    expect(await versionOf(group_id)).toBe(version);
    await world.record(await world.newPerson(), 'tiere');
    expect(await versionOf(group_id)).toBe(version);
    await world.record(pupils[1]!, 'tiere');
    const later = await versionOf(group_id);
    expect(later).not.toBe(version);
    expect((await world.classProgress(teacher, group_id)).version).toBe(later);
    await world.enrol(teacher, group_id, await world.newPerson());
    expect(await versionOf(group_id)).not.toBe(later);
  });

  test('says nothing of what members do in other courses', async () => {
    const { group_id, pupils } = await newClass(1);
    const before = await versionOf(group_id);
    await world.record(pupils[0]!, 'lauf');
    await world.platform.database
      .updateTable('lars.statements')
      .set({ said_within: ['anderswo'] })
      .where('subject', '=', pupils[0]!.subject)
      .where('stored', '=', (expression) =>
        expression
          .selectFrom('lars.statements as newest')
          .select(({ fn }) => fn.max('newest.stored').as('stored'))
          .where('newest.subject', '=', pupils[0]!.subject),
      )
      .execute();
    expect(await versionOf(group_id)).toBe(before);
  });

  test('is another one where something was voided', async () => {
    const { group_id, pupils } = await newClass(1);
    const before = await versionOf(group_id);
    const id = await world.record(pupils[0]!, 'tiere');
    const recorded = await versionOf(group_id);
    await sql`select lars.void_statements(${[id]}::uuid[], array[null]::text[])`.execute(
      world.platform.database,
    );
    expect(new Set([before, recorded, await versionOf(group_id)]).size).toBe(3);
  });

  test('row 140: is seen to have been looked at', async () => {
    const { group_id, pupils } = await newClass(1);
    await versionOf(group_id);
    await versionOf(group_id);
    expect(await looksAt(pupils[0]!)).toEqual([{ reader: teacher.subject }]);
  });

  test('is told to those who lead it', async () => {
    const { group_id, pupils } = await newClass(1);
    const colleague = await world.newPerson('teacher');
    expect(await codeOf(versionOf(group_id, colleague))).toBe('GROUP_NOT_FOUND');
    expect(await codeOf(versionOf(group_id, pupils[0]))).toBe('PERMISSION_MISSING');
    expect(await looksAt(pupils[0]!)).toEqual([]);
  });
});

describe('row 57: whose progress a teacher sees', () => {
  test('a member who is removed is gone, also from the chart', async () => {
    const { group_id, pupils } = await newClass(2);
    const [leaving, staying] = pupils as [Person, Person];
    const chart = { datepicker_type: 'YEARS', year: 2026, diagram_type: 'LINE_CHART' } as const;
    const before = await world.classProgress(teacher, group_id, { chart });
    expect(before.chart?.points?.at(-1)?.finished_count).toBe(2);
    await teacher.gres.groupsRevokeMemberships({
      body: { group_id, memberships: [{ subject: leaving.subject }] },
    });
    const after = await world.classProgress(teacher, group_id, { chart });
    expect(subjectsOf(after.members)).toEqual([staying.subject]);
    expect(after.chart?.points?.at(-1)?.finished_count).toBe(1);
  });

  test('not one who has only asked to join', async () => {
    const { group_id } = await newClass(1);
    const { group } = await world.inspect(teacher, group_id);
    const asking = await world.newPerson();
    await asking.gres.groupsJoin({
      body: { subject: asking.subject, join_code: group.join_code! },
    });
    await world.record(asking, 'lauf');
    const { members } = await world.classProgress(teacher, group_id);
    expect(subjectsOf(members)).not.toContain(asking.subject);
  });

  test('only what has happened since somebody is a member', async () => {
    const { group_id, pupils } = await newClass(2);
    const [old, both] = pupils as [Person, Person];
    await world.record(both, 'lauf', {
      result: { completion: true, score: { scaled: 0.3 } },
      timestamp: '2026-05-02T10:00:00Z',
    });
    await world.record(both, 'tiere', { timestamp: '2026-05-02T11:00:00Z' });
    await beginMemberships(group_id, '2026-05-01');
    const chart = { datepicker_type: 'MONTHS', year: 2026, diagram_type: 'LINE_CHART' } as const;
    const request = { filter_type: 'THEMA', filter_id: 'bach', chart } as const;
    const shown = await world.classProgress(teacher, group_id, request);
    const exercises = new Map(
      shown.members.map(({ subject, progress }) => [subject, progress.exercises]),
    );
    expect(exercises.get(old.subject)).toEqual([]);
    expect(exercises.get(both.subject)).toMatchObject([
      {
        exercise_id: 'lauf',
        exercise_state: 'AGAIN',
        begun_at: '2026-05-01T00:00:00.000Z',
        finished_at: '2026-05-02T10:00:00.000Z',
        best_score: 0.3,
      },
      { exercise_id: 'tiere', exercise_state: 'BEGUN', begun_at: '2026-05-02T11:00:00.000Z' },
    ]);
    const counts = shown.chart?.points?.map((point) => [point.statements_count, point.begun_count]);
    expect(counts?.slice(0, 6)).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
      [2, 2],
      [0, 0],
    ]);
    // Each sees all of the own work.
    const own = await world.ownProgress(old, { filter_type: 'THEMA', filter_id: 'bach' });
    expect(own.progress.exercises).toMatchObject([{ exercise_state: 'HANDED_IN' }]);
  });

  test('no success and no judgement from before', async () => {
    const { group_id, pupils } = await newClass(1);
    const [mia] = pupils as [Person];
    const finishedOn = (day: string, result: object = {}) =>
      world.record(mia, 'lauf', {
        result: { completion: true, ...result },
        timestamp: `2026-${day}T10:00:00Z`,
      });
    const state = async () => {
      const request = { filter_type: 'THEMA', filter_id: 'bach' } as const;
      const { members } = await world.classProgress(teacher, group_id, request);
      return members[0]!.progress.exercises?.[0]?.exercise_state;
    };
    await finishedOn('04-01', { success: true });
    await finishedOn('05-02');
    expect(await state()).toBe('SUCCEEDED');
    await beginMemberships(group_id, '2026-05-01');
    expect(await state()).toBe('HANDED_IN');
    await finishedOn('05-03', { success: false });
    expect(await state()).toBe('AGAIN');
    await finishedOn('05-04', { success: true });
    expect(await state()).toBe('SUCCEEDED');
  });

  test('row 143: only of courses that the group works with, or that the member shares', async () => {
    const colleague = await world.newPerson('teacher');
    const group_id = await world.newGroup(colleague);
    const [mia, ben] = [await world.newPerson(), await world.newPerson()];
    await world.enrol(colleague, group_id, mia, ben);
    const shown = async () => subjectsOf((await world.classProgress(colleague, group_id)).members);
    const offered = (course_id = 'gewaesser') => groupsWith(colleague, course_id);
    expect(await shown()).toEqual([]);
    expect(await offered()).toEqual([]);
    const sharing = { course_id: 'gewaesser', issue_id: 'gewaesser-1' };
    const share = (sharing_types: 'Answers'[]) =>
      ben.gres.usersUpdate({
        body: { subject: ben.subject, group_id, sharings: [{ ...sharing, sharing_types }] },
      });
    const without = async () =>
      subjectsOf((await world.classProgress(colleague, group_id)).without_course ?? []);
    expect(await without()).toEqual(subjectsOf([mia, ben]));
    await share(['Answers']);
    expect(await shown()).toEqual([ben.subject]);
    expect(await without()).toEqual([mia.subject]);
    expect(await offered()).toEqual([group_id]);
    await share([]);
    expect(await shown()).toEqual([]);
    // A licence of the pupil's alone makes it no work of the class.
    await world.license(mia, 'LICENSE_STRATEGY_USER');
    expect(await shown()).toEqual([]);
    expect(await offered()).toEqual([]);
    await world.license(colleague, 'LICENSE_STRATEGY_USER');
    expect(await shown()).toEqual([mia.subject]);
    expect(await offered()).toEqual([group_id]);
    expect(await without()).toEqual([ben.subject]);
    await world.license(colleague, 'LICENSE_STRATEGY_GROUP');
    expect(await shown()).toEqual(subjectsOf([mia, ben]));
    expect(await without()).toEqual([]);
  });

  test('the version of a class without others is that of earlier releases', async () => {
    const asked = { subjects: [], others: [] };
    const hash = createHash('sha256').update('[[],null,null]').digest('base64url');
    expect(await classVersion(world.platform.database, asked, 'none')).toBe(hash.slice(0, 22));
  });

  test('names those who do not work with the course once, as the group sees them', async () => {
    const colleague = await world.newPerson('teacher');
    const group_id = await world.newGroup(colleague);
    const [mia, ben, tim] = [
      await world.newPerson(),
      await world.newPerson(),
      await world.newPerson(),
    ];
    await world.license(colleague, 'LICENSE_STRATEGY_USER');
    for (const pupil of [mia, ben]) await world.license(pupil, 'LICENSE_STRATEGY_USER');
    await world.enrol(colleague, group_id, mia, ben);
    const version = async () => (await world.classProgress(colleague, group_id)).version;
    const before = await version();
    await world.enrol(colleague, group_id, tim);
    expect(await version()).not.toBe(before);
    await tim.gres.usersUpdate({ body: { subject: tim.subject, group_id, display_name: 'Tim' } });
    const first = await world.classProgress(colleague, group_id, { limit: 1 });
    expect(first).toMatchObject({
      members_count: 2,
      without_course: [{ subject: tim.subject, display_name: 'Tim' }],
    });
    const cursor = first.next_cursor!;
    const second = await world.classProgress(colleague, group_id, { limit: 1, cursor });
    expect(second).not.toHaveProperty('without_course');

    const marked = async (course_id: string) => {
      const { members } = await world.platform.as('clag', colleague).exerciseGetForGroup({
        body: {
          subject: colleague.subject,
          group_id,
          course_id_dto: { course_id },
          issue_id_dto: { issue_id: 'gewaesser-1' },
          exercise_ids: ['lauf'],
        },
      });
      return subjectsOf(members.filter(({ without_course }) => without_course));
    };
    expect(await marked('gewaesser'), 'in the answers of the class').toEqual([tim.subject]);
    expect(await marked('nowhere'), 'in a course that is not published').toEqual([]);
  });

  test('in a group that is new, or of a course that is not published, nothing yet', async () => {
    const colleague = await world.newPerson('teacher');
    const group_id = await world.newGroup(colleague);
    expect(await groupsWith(colleague, 'gewaesser')).toEqual([group_id]);
    await world.enrol(colleague, group_id, await world.newPerson());
    expect(await groupsWith(colleague, 'gewaesser')).toEqual([]);
    expect(await groupsWith(colleague, 'nowhere')).toEqual([group_id]);
  });

  test('in a first lesson, of pupils without a licence, nothing but the class', async () => {
    const colleague = await world.newPerson('teacher');
    const group_id = await world.newGroup(colleague);
    await world.enrol(colleague, group_id, await world.newPerson());
    await world.license(colleague, 'LICENSE_STRATEGY_USER');
    expect(await groupsWith(colleague, 'gewaesser')).toEqual([group_id]);
    expect((await world.classProgress(colleague, group_id)).members).toEqual([]);
  });

  test.each(['support', 'administrator', 'publisher'] as const)(
    'never that of somebody with the role %s',
    async (role) => {
      const { group_id } = await newClass(1);
      const privileged = await world.newPerson(role);
      const { group } = await world.inspect(teacher, group_id);
      await privileged.gres
        .groupsJoin({ body: { subject: privileged.subject, join_code: group.join_code! } })
        .catch(() => {});
      await beginMembership(group_id, privileged.subject);
      const { members } = await world.classProgress(teacher, group_id);
      expect(members).toHaveLength(1);
    },
  );

  test('only of groups that they lead', async () => {
    const { group_id, pupils } = await newClass(1);
    const colleague = await world.newPerson('teacher');
    expect(await codeOf(world.classProgress(colleague, group_id))).toBe('GROUP_NOT_FOUND');
    await world.enrol(teacher, group_id, colleague);
    expect(await codeOf(world.classProgress(colleague, group_id))).toBe('GROUP_NOT_LED');
    await world.makeLeader(teacher, group_id, await world.newPerson('teacher'));
    // Pupils hold no permission to lead.
    expect(await codeOf(world.classProgress(pupils[0]!, group_id))).toBe('PERMISSION_MISSING');
    expect(await looksAt(pupils[0]!)).toEqual([]);
    await teacher.gres.groupsDelete({ body: { group_id } });
    expect(await codeOf(world.classProgress(teacher, group_id))).toBe('GROUP_NOT_FOUND');
  });

  test('nobody sees it for a teacher', async () => {
    const { group_id } = await newClass(1);
    const support = await world.newPerson('support');
    const asSupport = world.platform.as('lars', { ...support, subject: teacher.subject });
    const body = {
      subject: teacher.subject,
      group_id,
      course_id: 'gewaesser',
      filter_type: 'NONE',
    } as const;
    expect(await codeOf(asSupport.progressGetForGroup({ body }))).toMatch(
      /PERMISSION_MISSING|SUBJECT_FORBIDDEN/,
    );
  });
});
