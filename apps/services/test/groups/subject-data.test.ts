import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { groupsSubjectData } from '../../src/groups/subject-data.ts';
import { countWaiting } from '../lock-items.ts';
import { codeOf, startBeforeAll } from '../platform.ts';
import { tablesNaming } from '../tables-naming.ts';
import { startSchool, type Person } from './people.ts';
import { applyAll, nothingKnown } from './synced-group.ts';
import { rowsOf } from '../rows.ts';

const school = startBeforeAll(startSchool);
let teacher: Person;
let pupil: Person;
let group_id: string;

beforeEach(async () => {
  ({ teacher, pupil, group_id } = await school.newPair());
  const sharings = [
    { course_id: 'wasser', issue_id: 'wasser-2026', sharing_types: ['Notes' as const] },
  ];
  await pupil.gres.usersUpdate({
    body: { subject: pupil.subject, group_id, display_name: 'Mia Keller', sharings },
  });
});

const leave = (who: Person) =>
  who.gres.groupsRevokeMemberships({
    body: { group_id, memberships: [{ subject: who.subject }] },
  });

/** Tables of the service in which a text stands. */
const tablesWith = (text: string) => tablesNaming(school.platform.database, text, 'gres');

const logFor = async (who: Person, after_index = 0) =>
  (
    await who.gres.transactionsGetAfterIndex({
      body: { subject: who.subject, group_id, after_index },
    })
  ).transactions;

describe('erasing', () => {
  test('takes the subject out of every table and out of the log, which still can be followed', async () => {
    const counts = await school.erase(pupil);
    expect(counts).toEqual({ 'gres.looks': 0, 'gres.members': 1, 'gres.transactions': 3 });
    for (const text of [pupil.subject, 'Mia Keller', 'wasser-2026']) {
      expect(await tablesWith(text)).toEqual([]);
    }
    const { memberships, group } = await school.inspect(teacher, group_id);
    expect(memberships.map(({ subject }) => subject)).toEqual([teacher.subject]);
    const log = await logFor(teacher);
    expect(log.at(-1)).toMatchObject({
      transaction_index: 5,
      changes: [{ change_type: 'MEMBERSHIP_REVOKED' }, { change_type: 'MEMBERSHIP_REVOKED' }],
    });
    expect(log[3]).not.toHaveProperty('made_by');
    // From the beginning all that is told is known, but for the last word of a rewritten log.
    const { changes, ...last } = log.at(-1)!;
    const transactions = [...log.slice(0, -1), { ...last, changes: changes.slice(0, 1) }];
    const known = applyAll(nothingKnown, teacher.subject, transactions)!;
    expect([known.index, [...known.memberships.keys()]]).toEqual([
      group.transaction_index,
      [teacher.subject],
    ]);
  });

  test('finds whoever has left long ago, also where the group was deleted since', async () => {
    await leave(pupil);
    const other = await school.newGroup(teacher);
    await school.enrol(teacher, other, pupil);
    await teacher.gres.groupsDelete({ body: { group_id: other } });
    await school.erase(pupil);
    expect(await tablesWith(pupil.subject)).toEqual([]);
    // It was no member any more; that the log was rewritten is told all the same.
    const { memberships, group } = await school.inspect(teacher, group_id);
    expect([memberships.length, group.transaction_index]).toEqual([1, 6]);
  });

  test('leaves a group without a leader rather than without its pupils', async () => {
    // As whom it invites, it is named there, too.
    const toLead = [
      { subject: pupil.subject, group_role: 'leader' as const, membership_types: [] },
    ];
    await teacher.gres.groupsSetMemberships({ body: { group_id, memberships: toLead } });
    await school.erase(teacher);
    expect(await tablesWith(teacher.subject)).toEqual([]);
    const { memberships } = await school.inspect(pupil, group_id);
    expect(memberships.map(({ subject }) => subject)).toEqual([pupil.subject]);
  });

  test('again, and of one who was never in a group, finds nothing', async () => {
    await school.erase(pupil);
    const { length } = await logFor(teacher);
    expect(await school.erase(pupil)).toEqual({
      'gres.looks': 0,
      'gres.members': 0,
      'gres.transactions': 0,
    });
    expect(await logFor(teacher)).toHaveLength(length);
  });

  test('takes whoever only made changes out of the log, too', async () => {
    const administrator = await school.newPerson('administrator');
    await administrator.gres.serviceMigrateGroups({
      body: { from_provider_id: 'BEOOK_1', to_provider_id: 'DIHK', group_ids: [group_id] },
    });
    await school.erase(administrator);
    expect(await tablesWith(administrator.subject)).toEqual([]);
  });
});

test('who left under a name that is erased since does not stay in a client', async () => {
  const known = applyAll(nothingKnown, teacher.subject, await logFor(teacher))!;
  // As of now the client takes the next one for somebody new, and the one after for that one’s leaving.
  await pupil.gres.usersUpdate({
    body: { subject: pupil.subject, group_id, display_name: 'Mia K.' },
  });
  await leave(pupil);
  await school.erase(pupil);
  const news = await logFor(teacher, known.index);
  expect(applyAll(known, teacher.subject, news)).toBeUndefined();
});

/** Holds the log of the group, so that who takes a subject out of it waits. */
async function whileLogIsHeld(taking: () => Promise<unknown>, meanwhile: () => Promise<unknown>) {
  const { database } = school.platform;
  const holder = await database.startTransaction().execute();
  await sql`select from gres.transactions where group_id = ${group_id} for update`.execute(holder);
  const taken = taking();
  await expect.poll(() => countWaiting(database)).toBe(1);
  await meanwhile();
  await holder.rollback().execute();
  await taken;
}

describe('a group that is joined while another one is worked on', () => {
  test('is left whole by erasing, so that the next round finds it', async () => {
    const later = await school.newGroup(teacher);
    await whileLogIsHeld(
      () => school.erase(pupil),
      () => school.enrol(teacher, later, pupil),
    );
    expect((await school.inspect(teacher, later)).memberships).toHaveLength(2);
    await school.erase(pupil);
    expect(await tablesWith(pupil.subject)).toEqual([]);
    expect((await school.inspect(teacher, later)).memberships).toHaveLength(1);
  });

  test('is left whole by moving, too', async () => {
    const [other, later] = [await school.newPerson(), await school.newGroup(teacher)];
    await whileLogIsHeld(
      () => school.move(pupil, other),
      () => school.enrol(teacher, later, pupil),
    );
    await school.move(pupil, other);
    expect(await tablesWith(pupil.subject)).toEqual([]);
    const { memberships } = await school.inspect(other, later);
    expect(memberships.map(({ subject }) => subject)).toContain(other.subject);
  });
});

describe('moving', () => {
  test('gives memberships and what was done to the other subject', async () => {
    const other = await school.newPerson();
    const before = await logFor(teacher);
    const { moved, kept } = await school.move(pupil, other);
    expect([moved, kept]).toEqual([
      { 'gres.looks': 0, 'gres.members': 1, 'gres.transactions': 3 },
      {},
    ]);
    expect(await tablesWith(pupil.subject)).toEqual([]);
    const { memberships } = await school.inspect(teacher, group_id);
    expect(memberships).toMatchObject(
      [
        { subject: teacher.subject },
        { subject: other.subject, display_name: 'Mia Keller', sharings: [{}] },
      ].toSorted((a, b) => (a.subject < b.subject ? -1 : 1)),
    );
    expect((await logFor(teacher))[2]?.made_by).toBe(other.subject);

    // A client that knows the old name is told that it is gone, and asks anew.
    const known = applyAll(nothingKnown, teacher.subject, before)!;
    const news = await logFor(teacher, known.index);
    expect(applyAll(known, teacher.subject, news)).toBeUndefined();
  });

  test('where both are members the stronger part counts, and what gave way is kept', async () => {
    const other = await school.newPerson('teacher');
    await school.makeLeader(teacher, group_id, other);
    await other.gres.usersUpdate({
      body: { subject: other.subject, group_id, display_name: 'Frau Frei' },
    });
    const { kept } = await school.move(pupil, other);
    expect(kept).toMatchObject({ 'gres.members': [{ group_id, display_name: 'Mia Keller' }] });
    const { memberships } = await school.inspect(teacher, group_id);
    expect(memberships.find(({ subject }) => subject === other.subject)).toMatchObject({
      group_role: 'leader',
      display_name: 'Frau Frei',
      membership_types: expect.arrayContaining(['MaySupport', 'HasLicenses']),
    });
  });

  test.each(['of the one that goes', 'of the one that stays'])(
    'row 89: of two memberships the later one says since when: that %s',
    async (whose) => {
      const other = await school.newPerson();
      await school.enrol(teacher, group_id, other);
      const { database } = school.platform;
      const later = whose === 'of the one that goes' ? pupil : other;
      const times = [new Date('2026-01-01'), new Date('2026-06-01')];
      for (const { subject } of [pupil, other]) {
        await rowsOf(database, 'gres.members', { group_id, subject }).set({
          began_at: times[subject === later.subject ? 1 : 0]!,
        });
      }
      await school.move(pupil, other);
      const { began_at } = await rowsOf(database, 'gres.members', {
        group_id,
        subject: other.subject,
      }).one('began_at');
      expect(began_at).toEqual(times[1]);
    },
  );

  test('erases under both names afterwards', async () => {
    const other = await school.newPerson();
    await leave(pupil);
    await school.move(pupil, other);
    await school.erase(other);
    expect(await tablesWith(other.subject)).toEqual([]);
    expect(await tablesWith(pupil.subject)).toEqual([]);
  });
});

test('an export holds memberships and what was done, and nobody else’s', async () => {
  const rows: Record<string, unknown[]> = {};
  await school.platform.database.transaction().execute(async (transaction) => {
    for (const [table, stream] of Object.entries(
      groupsSubjectData.export(transaction, pupil.subject),
    )) {
      rows[table] = [];
      for await (const piece of stream) rows[table].push(...piece);
    }
  });
  expect(rows['gres.members']).toMatchObject([{ group_id, display_name: 'Mia Keller' }]);
  expect(rows['gres.transactions']).toMatchObject([
    { transaction_index: 2, made_by_subject: false },
    { transaction_index: 3, made_by_subject: true },
    { transaction_index: 4, made_by_subject: true },
  ]);
  expect(JSON.stringify(rows)).not.toContain(teacher.subject);
  expect(await codeOf(school.inspect(pupil, group_id))).toBeUndefined();
});
