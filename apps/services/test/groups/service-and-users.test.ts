import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { codeOf, makeBeforeAll, startBeforeAll } from '../platform.ts';
import { startSchool, type Person } from './people.ts';

const school = startBeforeAll(startSchool);

const teacher = makeBeforeAll(() => school.newPerson('teacher'));
const administrator = makeBeforeAll(() => school.newPerson('administrator'));

describe('migrating', () => {
  const migrate = (from_provider_id: string, to_provider_id: string, group_ids?: string[]) =>
    administrator.gres.serviceMigrateGroups({
      body: { from_provider_id, to_provider_id, ...(group_ids && { group_ids }) },
    });

  test('moves named groups, each by a transaction; a repeat finds them moved', async () => {
    const group_id = await school.newGroup(teacher);
    expect(await migrate('BEOOK_1', 'PHZH_AD_1', [group_id])).toMatchObject({
      result_state: 'OK',
      results: [{ group_id, outcome: 'MIGRATED', transaction_index: 2 }],
    });
    expect(await migrate('BEOOK_1', 'PHZH_AD_1', [group_id])).toMatchObject({
      result_state: 'IA_OK',
      results: [{ outcome: 'UNCHANGED' }],
    });
    const { group } = await school.inspect(teacher, group_id);
    expect(group.provider_id).toBe('PHZH_AD_1');
  });

  test('refuses what the old provider does not have, one by one', async () => {
    const mine = await school.newGroup(teacher, { provider_id: 'HEP_NOVU_1' });
    const deleted = await school.newGroup(teacher);
    await teacher.gres.groupsDelete({ body: { group_id: deleted } });
    for (const group_id of ['never-was', mine, deleted]) {
      // The client takes a warning for a failure.
      expect(await codeOf(migrate('BEOOK_1', 'PHZH_AD_1', [group_id]))).toBe('GROUP_NOT_FOUND');
    }
    expect((await school.inspect(teacher, mine)).group.transaction_index).toBe(1);
  });

  test('without names moves all there are, page by page', async () => {
    const from = 'RICHM_PERFORMA_1';
    const { database } = school.platform;
    await database
      .insertInto('gres.groups')
      .values(
        Array.from({ length: 230 }, (_, i) => ({
          group_id: `page-${i}`,
          provider_id: from,
          name: `${i}`,
        })),
      )
      .execute();
    const first = await migrate(from, 'DIHK');
    expect([first.results.length, first.more_groups]).toEqual([200, true]);
    const second = await migrate(from, 'DIHK');
    expect([second.results.length, second.more_groups]).toEqual([30, false]);
    expect(await migrate(from, 'DIHK')).toMatchObject({ result_state: 'IA_OK', results: [] });
  });
});

describe('what members say of themselves', () => {
  const update = (who: Person, group_id: string, fields: object) =>
    who.gres.usersUpdate({ body: { subject: who.subject, group_id, ...fields } });
  const issues = (count: number, from = 0) =>
    Array.from({ length: count }, (_, i) => ({
      course_id: 'wasser',
      issue_id: `issue-${from + i}`,
      sharing_types: ['Notes' as const],
    }));

  test('a name and sharings are set, and again change nothing', async () => {
    const group_id = await school.newGroup(teacher);
    const pupil = await school.newPerson();
    await school.enrol(teacher, group_id, pupil);
    const fields = { display_name: 'Mia', sharings: issues(2) };
    expect(await update(pupil, group_id, fields)).toMatchObject({
      result_state: 'OK',
      transaction_index: 4,
      membership: { display_name: 'Mia', sharings: issues(2) },
    });
    expect(await update(pupil, group_id, fields)).toMatchObject({
      result_state: 'IA_OK',
      transaction_index: 4,
    });
    const none = { sharings: [{ course_id: 'wasser', issue_id: 'issue-0', sharing_types: [] }] };
    const { membership } = await update(pupil, group_id, none);
    expect(membership.sharings).toEqual(issues(1, 1));
    // An issue is one of its course: another course may call its own the same.
    const [shared] = issues(1, 1);
    const sharings = [{ ...shared, course_id: 'luft', sharing_types: ['Answers'] }];
    const { membership: both } = await update(pupil, group_id, { sharings });
    expect(both.sharings).toEqual([...issues(1, 1), ...sharings]);
  });

  test('more sharings than a membership holds are refused, all of them', async () => {
    const group_id = await school.newGroup(teacher);
    await update(teacher, group_id, { sharings: issues(50) });
    expect(await codeOf(update(teacher, group_id, { sharings: issues(1, 50) }))).toBe(
      'SHARINGS_TOO_MANY',
    );
    const gives = [
      { course_id: 'wasser', issue_id: 'issue-0', sharing_types: [] },
      ...issues(1, 50),
    ];
    expect(await update(teacher, group_id, { sharings: gives })).toMatchObject({
      result_state: 'OK',
    });
  });

  test('row 151: the log of a group takes no more of a member than people change', async () => {
    const group_id = await school.newGroup(teacher);
    const pupil = await school.newPerson();
    await school.enrol(teacher, group_id, pupil);
    const codes = await Promise.all(
      Array.from({ length: 61 }, (_, count) =>
        codeOf(update(pupil, group_id, { display_name: `Mia ${count}` })),
      ),
    );
    expect(codes.filter(Boolean)).toEqual(['TOO_MANY_REQUESTS']);
  });

  test('row 41: a group of others is not there', async () => {
    const group_id = await school.newGroup(teacher);
    const stranger = await school.newPerson();
    for (const id of [group_id, randomUUID()]) {
      expect(await codeOf(update(stranger, id, { display_name: 'X' }))).toBe('GROUP_NOT_FOUND');
    }
  });
});
