import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { codeOf, startBeforeAll } from '../platform.ts';
import { startSchool, type Person } from './people.ts';

const school = startBeforeAll(startSchool);
let teacher: Person;
let pupil: Person;
let group_id: string;

beforeAll(async () => {
  ({ teacher, pupil, group_id } = await school.newPair());
});

const renaming = (name: string, more: { transaction_id?: string; base_index?: number } = {}) => ({
  body: {
    group_id,
    transaction_id: randomUUID(),
    changes: [{ change_type: 'GROUP_NAME_SET' as const, name }],
    ...more,
  },
});
const after = (who: Person, after_index: number, limit?: number) =>
  who.gres.transactionsGetAfterIndex({
    body: { subject: who.subject, group_id, after_index, ...(limit && { limit }) },
  });
const latestIndex = async () => (await after(teacher, 0, 1)).last_index;

describe('making one', () => {
  test('changes the group, and tells who and when', async () => {
    const index = await latestIndex();
    const { transaction } = await teacher.gres.transactionsCreateNew(renaming('Klasse 6a'));
    expect(transaction).toMatchObject({
      transaction_index: index + 1,
      changes: [{ change_type: 'GROUP_NAME_SET', name: 'Klasse 6a' }],
      made_by: teacher.subject,
    });
    const { group } = await school.inspect(pupil, group_id);
    expect(group).toMatchObject({ name: 'Klasse 6a', transaction_index: index + 1 });
  });

  test('again changes nothing more; under the same id nothing else is made', async () => {
    const transaction_id = randomUUID();
    const first = await teacher.gres.transactionsCreateNew(renaming('A', { transaction_id }));
    await teacher.gres.transactionsCreateNew(renaming('B'));
    const again = await teacher.gres.transactionsCreateNew(renaming('A', { transaction_id }));
    expect(again).toEqual({ ...first, result_state: 'IA_OK' });
    expect((await school.inspect(teacher, group_id)).group.name).toBe('B');
    expect(
      await codeOf(teacher.gres.transactionsCreateNew(renaming('C', { transaction_id }))),
    ).toBe('TRANSACTION_ID_TAKEN');
  });

  test('on an index that is not the latest is a conflict, and leaves none', async () => {
    const base_index = await latestIndex();
    await teacher.gres.transactionsCreateNew(renaming('D', { base_index }));
    expect(await codeOf(teacher.gres.transactionsCreateNew(renaming('E', { base_index })))).toBe(
      'TRANSACTION_CONFLICT',
    );
    expect(await latestIndex()).toBe(base_index + 1);
  });

  test('is for leaders', async () => {
    const colleague = await school.newPerson('teacher');
    expect(await codeOf(colleague.gres.transactionsCreateNew(renaming('F')))).toBe(
      'GROUP_NOT_FOUND',
    );
    await school.enrol(teacher, group_id, colleague);
    expect(await codeOf(colleague.gres.transactionsCreateNew(renaming('F')))).toBe('GROUP_NOT_LED');
  });
});

describe('reading them', () => {
  test('comes page by page, without a gap', async () => {
    const last = await latestIndex();
    const seen: number[] = [];
    for (let index = 0; index < last; index = seen.at(-1)!) {
      const { transactions, last_index } = await after(pupil, index, 2);
      expect([last_index, transactions.length > 0]).toEqual([last, true]);
      seen.push(...transactions.map(({ transaction_index }) => transaction_index));
    }
    expect(seen).toEqual(Array.from({ length: last }, (_, index) => index + 1));
    expect((await after(pupil, last)).transactions).toEqual([]);
    expect(await codeOf(after(pupil, last + 1))).toBe('TRANSACTION_INDEX_UNKNOWN');
  });

  test('what is not for members is empty, and does not say who', async () => {
    const asking = await school.newPerson();
    const index = await latestIndex();
    const { group } = await school.inspect(teacher, group_id);
    await asking.gres.groupsJoin({
      body: { subject: asking.subject, join_code: group.join_code! },
    });
    const sharings = [
      { course_id: 'wasser', issue_id: 'wasser-2026', sharing_types: ['Notes' as const] },
    ];
    await teacher.gres.usersUpdate({ body: { subject: teacher.subject, group_id, sharings } });
    await asking.gres.groupsRevokeMemberships({
      body: { group_id, memberships: [{ subject: asking.subject }] },
    });

    const kinds = async (who: Person) =>
      (await after(who, index)).transactions.map(({ changes, made_by }) => [
        changes.map(({ change_type }) => change_type),
        made_by,
      ]);
    expect(await kinds(teacher)).toEqual([
      [['MEMBERSHIP_REQUESTED'], asking.subject],
      [['SHARINGS_SET'], teacher.subject],
      [['MEMBERSHIP_REVOKED'], asking.subject],
    ]);
    expect(await kinds(pupil)).toEqual([
      [[], undefined],
      [[], undefined],
      [[], undefined],
    ]);
    expect(JSON.stringify(await after(teacher, index))).not.toContain('of_request');
  });

  test('who has asked to join is told of that alone', async () => {
    const asking = await school.newPerson();
    const { group } = await school.inspect(teacher, group_id);
    await asking.gres.groupsJoin({
      body: { subject: asking.subject, join_code: group.join_code! },
    });
    const log = (await after(asking, 0)).transactions.flatMap(({ changes }) => changes);
    expect(log).toMatchObject([{ change_type: 'MEMBERSHIP_REQUESTED', subject: asking.subject }]);
  });
});
