import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { codeOf, makeBeforeAll, startBeforeAll } from '../platform.ts';
import { startSchool, type Person } from './people.ts';
import { rowsOf } from '../rows.ts';

const school = startBeforeAll(startSchool);

const teacher = makeBeforeAll(() => school.newPerson('teacher'));
const pupil = makeBeforeAll(() => school.newPerson());
const stranger = makeBeforeAll(() => school.newPerson('teacher'));

const newGroupOf = (who: Person, group_id: string) => ({
  subject: who.subject,
  group_id,
  provider_id: 'BEOOK_1',
  name: 'Klasse 6a',
});

describe('creating', () => {
  test('makes a group that the subject leads, with a code to join by', async () => {
    const group_id = randomUUID();
    const body = { ...newGroupOf(teacher, group_id), display_name: 'Herr Berger' };
    const created = await teacher.gres.groupsCreateNew({ body });
    expect(created).toMatchObject({
      result_state: 'OK',
      group: { group_id, name: 'Klasse 6a', join_policy: 'on_request', transaction_index: 1 },
    });
    expect(created.group.join_code).toMatch(/^([2-9A-HJ-NP-Z]{4}-){2}[2-9A-HJ-NP-Z]{4}$/);
    const { group, memberships } = await school.inspect(teacher, group_id);
    expect(group).toEqual(created.group);
    expect(memberships).toMatchObject([
      {
        subject: teacher.subject,
        display_name: 'Herr Berger',
        group_role: 'leader',
        membership_state: 'accepted',
      },
    ]);
  });

  test('a repeat finds the same group, whatever has become of it since', async () => {
    const body = newGroupOf(teacher, randomUUID());
    const { group } = await teacher.gres.groupsCreateNew({ body });
    await rename(teacher, group.group_id, 'Klasse 7a');
    const again = await teacher.gres.groupsCreateNew({ body });
    expect(again).toMatchObject({
      result_state: 'IA_OK',
      group: { name: 'Klasse 7a', join_code: group.join_code, transaction_index: 2 },
    });
  });

  test('another group under the same id is refused', async () => {
    const body = newGroupOf(teacher, randomUUID());
    await teacher.gres.groupsCreateNew({ body });
    const others = { ...body, subject: stranger.subject };
    expect(await codeOf(stranger.gres.groupsCreateNew({ body: others }))).toBe('GROUP_EXISTS');
    const renamed = { ...body, name: 'Another' };
    expect(await codeOf(teacher.gres.groupsCreateNew({ body: renamed }))).toBe('GROUP_EXISTS');
  });

  test('ten at once make one group', async () => {
    const body = newGroupOf(teacher, randomUUID());
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => teacher.gres.groupsCreateNew({ body })),
    );
    expect(outcomes.filter(({ result_state }) => result_state === 'OK')).toHaveLength(1);
    expect(new Set(outcomes.map(({ group }) => group.join_code)).size).toBe(1);
  });

  test('beyond the most groups of a subject it is refused, and a repeat of an earlier one is not', async () => {
    const busy = await school.newPerson('teacher');
    const body = newGroupOf(busy, randomUUID());
    await busy.gres.groupsCreateNew({ body });
    await fillUp(busy.subject, 499);
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () =>
        codeOf(busy.gres.groupsCreateNew({ body: newGroupOf(busy, randomUUID()) })),
      ),
    );
    expect(outcomes).toEqual(Array.from({ length: 5 }, () => 'GROUPS_TOO_MANY'));
    expect(await busy.gres.groupsCreateNew({ body })).toMatchObject({ result_state: 'IA_OK' });
  });

  test('of many at once only so many become groups as are left', async () => {
    const busy = await school.newPerson('teacher');
    await fillUp(busy.subject, 497);
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, () =>
        codeOf(busy.gres.groupsCreateNew({ body: newGroupOf(busy, randomUUID()) })),
      ),
    );
    expect(outcomes.filter((code) => code === undefined)).toHaveLength(3);
    expect(outcomes.filter((code) => code === 'GROUPS_TOO_MANY')).toHaveLength(9);
  });
});

describe('inspecting', () => {
  let group_id: string;

  const asking = makeBeforeAll(() => school.newPerson());
  beforeAll(async () => {
    group_id = await school.newGroup(teacher);
    await school.enrol(teacher, group_id, pupil);
    const { group } = await school.inspect(teacher, group_id);
    await asking.gres.groupsJoin({
      body: { subject: asking.subject, join_code: group.join_code! },
    });
    const sharings = [
      { course_id: 'wasser', issue_id: 'wasser-2026', sharing_types: ['Answers' as const] },
    ];
    await pupil.gres.usersUpdate({ body: { subject: pupil.subject, group_id, sharings } });
  });

  const seenBy = async (who: Person) => {
    const { group, memberships } = await school.inspect(who, group_id);
    const shown = memberships.map(
      ({ subject, membership_state, sharings }) =>
        [subject, membership_state, sharings?.length ?? 0] as const,
    );
    return { hasCode: 'join_code' in group || 'join_code_expires_at' in group, shown };
  };
  const bySubject = (rows: readonly (readonly [string, string, number])[]) =>
    rows.toSorted(([a], [b]) => (a < b ? -1 : 1));
  const rows = (...all: [Person, string, number][]) =>
    bySubject(all.map(([{ subject }, state, sharings]) => [subject, state, sharings] as const));

  test('leaders see everything', async () => {
    const { hasCode, shown } = await seenBy(teacher);
    expect(hasCode).toBe(true);
    expect(bySubject(shown)).toEqual(
      rows([teacher, 'accepted', 0], [pupil, 'accepted', 1], [asking, 'requested', 0]),
    );
  });

  test('members see the accepted ones, and what they share themselves', async () => {
    const { hasCode, shown } = await seenBy(pupil);
    expect(hasCode).toBe(false);
    expect(bySubject(shown)).toEqual(rows([teacher, 'accepted', 0], [pupil, 'accepted', 1]));
  });

  test('members do not see what others share', async () => {
    const other = await school.newPerson();
    await school.enrol(teacher, group_id, other);
    const { shown } = await seenBy(other);
    expect(shown.map(([, , sharings]) => sharings)).toEqual([0, 0, 0]);
    await other.gres.groupsRevokeMemberships({
      body: { group_id, memberships: [{ subject: other.subject }] },
    });
  });

  test('leaders see since when somebody is a member, members that of themselves', async () => {
    const begun = async (who: Person) => {
      const { memberships } = await school.inspect(who, group_id);
      return memberships.flatMap(({ subject, began_at }) => (began_at ? [subject] : [])).toSorted();
    };
    expect(await begun(teacher)).toEqual([teacher.subject, pupil.subject].toSorted());
    expect(await begun(pupil)).toEqual([pupil.subject]);
    expect(await begun(asking)).toEqual([]);
  });

  test('who has asked to join sees that, and no code', async () => {
    expect(await seenBy(asking)).toEqual({
      hasCode: false,
      shown: [[asking.subject, 'requested', 0]],
    });
  });

  test('row 41: a group of others is not there, nor is one that never was', async () => {
    expect(await codeOf(school.inspect(stranger, group_id))).toBe('GROUP_NOT_FOUND');
    expect(await codeOf(school.inspect(stranger, 'never-was'))).toBe('GROUP_NOT_FOUND');
  });

  test('support sees what the subject sees, and only with the subject', async () => {
    const support = await school.newPerson('support');
    const body = { subject: pupil.subject, group_id };
    const { group, memberships } = await support.gres.groupsInspect({ body });
    expect([group.join_code, memberships.length]).toEqual([undefined, 2]);
    expect(await codeOf(school.inspect(support, group_id))).toBe('GROUP_NOT_FOUND');
  });
});

describe('catching up', () => {
  test('gives new and changed groups, and names those that are gone', async () => {
    const lea = await school.newPerson();
    const groupIds = await Promise.all([1, 2, 3, 4].map(() => school.newGroup(teacher)));
    const [, changed, left, deleted] = groupIds;
    for (const group_id of groupIds) {
      await school.enrol(teacher, group_id, lea);
    }
    const update = (known_groups: { group_id: string; transaction_index: number }[]) =>
      lea.gres.groupsGetUpdated({ body: { subject: lea.subject, known_groups } });
    const { groups: known } = await update([]);
    expect(known.map(({ group_id }) => group_id)).toEqual(groupIds.toSorted());

    await rename(teacher, changed!, 'Klasse 6b');
    await lea.gres.groupsRevokeMemberships({
      body: { group_id: left!, memberships: [{ subject: lea.subject }] },
    });
    await teacher.gres.groupsDelete({ body: { group_id: deleted! } });
    const { groups, gone_group_ids } = await update(
      known.map(({ group_id, transaction_index }) => ({ group_id, transaction_index })),
    );
    expect(groups).toMatchObject([{ group_id: changed, name: 'Klasse 6b', transaction_index: 4 }]);
    expect(gone_group_ids.toSorted()).toEqual([left!, deleted!].toSorted());
  });

  test('says nothing of groups of others', async () => {
    const group_id = await school.newGroup(teacher);
    const known_groups = [{ group_id, transaction_index: 1 }];
    const { groups, gone_group_ids } = await stranger.gres.groupsGetUpdated({
      body: { subject: stranger.subject, known_groups },
    });
    expect([groups, gone_group_ids]).toEqual([[], [group_id]]);
  });
});

describe('deleting', () => {
  test('takes the memberships away, and leaves the log with its end', async () => {
    const group_id = await school.newGroup(teacher);
    await school.enrol(teacher, group_id, pupil);
    const { group } = await school.inspect(teacher, group_id);
    const deleted = await teacher.gres.groupsDelete({ body: { group_id } });
    expect(deleted).toMatchObject({ result_state: 'OK', transaction_index: 4 });

    const { database } = school.platform;
    const of = (table: 'gres.members' | 'gres.join_codes') =>
      database.selectFrom(table).selectAll().where('group_id', '=', group_id).execute();
    expect([await of('gres.members'), await of('gres.join_codes')]).toEqual([[], []]);
    const log = await rowsOf(database, 'gres.transactions', { group_id }, 'transaction_index').get(
      'changes',
    );
    expect(log.at(-1)).toEqual({ changes: [{ change_type: 'GROUP_DELETED' }] });

    for (const who of [teacher, pupil]) {
      expect(await codeOf(school.inspect(who, group_id))).toBe('GROUP_NOT_FOUND');
      const body = { subject: who.subject, group_id, after_index: 0 };
      expect(await codeOf(who.gres.transactionsGetAfterIndex({ body }))).toBe('GROUP_NOT_FOUND');
    }
    const join = { subject: stranger.subject, join_code: group.join_code! };
    expect(await codeOf(stranger.gres.groupsJoin({ body: join }))).toBe('JOIN_CODE_UNKNOWN');
    expect(
      await codeOf(teacher.gres.groupsCreateNew({ body: newGroupOf(teacher, group_id) })),
    ).toBe('GROUP_EXISTS');
  });

  test('again is found done by who led it, and nothing is there for others', async () => {
    const group_id = await school.newGroup(teacher);
    await teacher.gres.groupsDelete({ body: { group_id } });
    expect(await teacher.gres.groupsDelete({ body: { group_id } })).toMatchObject({
      result_state: 'IA_OK',
      transaction_index: 2,
    });
    expect(await codeOf(stranger.gres.groupsDelete({ body: { group_id } }))).toBe(
      'GROUP_NOT_FOUND',
    );
  });

  test('is for leaders', async () => {
    const group_id = await school.newGroup(teacher);
    await school.enrol(teacher, group_id, stranger);
    expect(await codeOf(stranger.gres.groupsDelete({ body: { group_id } }))).toBe('GROUP_NOT_LED');
  });
});

async function rename(who: Person, group_id: string, name: string) {
  await who.gres.transactionsCreateNew({
    body: {
      group_id,
      transaction_id: randomUUID(),
      changes: [{ change_type: 'GROUP_NAME_SET', name }],
    },
  });
}

/** Puts a subject into so many groups. */
async function fillUp(subject: string, count: number) {
  await school.platform.database
    .insertInto('gres.subject_groups')
    .values(
      Array.from({ length: count }, () => ({
        subject,
        group_id: randomUUID(),
        group_role: 'member' as const,
        membership_state: 'accepted' as const,
        membership_types: [],
      })),
    )
    .execute();
}
