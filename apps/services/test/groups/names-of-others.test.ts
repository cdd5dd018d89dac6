import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codeOf } from '../platform.ts';
import { startSchool, type Person, type School } from './people.ts';

/* How members call themselves, and what they are told of from before they came. */

let school: School;
let teacher: Person;
let mia: Person;
let ben: Person;
let group_id: string;

beforeAll(async () => {
  school = await startSchool();
});
afterAll(() => school.close());
beforeEach(async () => {
  [teacher, mia, ben] = await Promise.all([
    school.newPerson('teacher'),
    school.newPerson(),
    school.newPerson(),
  ]);
  group_id = await school.newGroup(teacher, { join_policy: 'open' });
  await school.enrol(teacher, group_id, mia);
  await callIn(mia, 'Mia K.');
  await school.platform.database
    .insertInto('aua.users')
    .values({ subject: teacher.subject, given_name: 'Lea', family_name: 'Frei' })
    .execute();
});

const callIn = ({ gres, subject }: Person, display_name: string) =>
  gres.usersUpdate({ body: { subject, group_id, display_name } });
const joinAs = async ({ gres, subject }: Person, display_name: string) => {
  const { group } = await school.inspect(teacher, group_id);
  return gres.groupsJoin({ body: { subject, join_code: group.join_code!, display_name } });
};

describe.each([
  ['who is in it', async () => school.enrol(teacher, group_id, ben), callIn],
  ['who joins it', async () => {}, joinAs],
] as const)('row 86: in a group, %s', (_who, come, call) => {
  test.each([
    ['as a member is called there', 'Mia K.'],
    ['so, in another case', 'MIA k.'],
    ['so, with signs that nobody sees', 'M\u200bia\u00a0 K.'],
    ['as the platform knows a leader', 'Lea Frei'],
  ])('does not call itself %s', async (_name, name) => {
    await come();
    expect(await codeOf(call(ben, name))).toBe('DISPLAY_NAME_TAKEN');
    expect(await codeOf(call(ben, 'Ben'))).toBeUndefined();
  });

  test('goes by the own name, also where somebody else has it', async () => {
    await school.platform.database
      .insertInto('aua.users')
      .values({ subject: ben.subject, given_name: 'Lea', family_name: 'Frei' })
      .execute();
    await come();
    expect(await codeOf(call(ben, 'Lea Frei'))).toBeUndefined();
  });
});

describe('row 87: the log of a group', () => {
  const logFor = async ({ gres, subject }: Person) => {
    const { transactions } = await gres.transactionsGetAfterIndex({
      body: { subject, group_id, after_index: 0 },
    });
    return transactions;
  };

  test('tells a member nothing of what was before it came, not even who was there', async () => {
    await mia.gres.groupsRevokeMemberships({
      body: { group_id, memberships: [{ subject: mia.subject }] },
    });
    await school.enrol(teacher, group_id, ben);
    const told = await logFor(ben);
    const all = await logFor(teacher);
    expect(told.map((one) => one.transaction_index)).toEqual(
      all.map((one) => one.transaction_index),
    );
    const own = told.flatMap(({ changes }) => changes);
    expect(own.map((change) => change.change_type)).toEqual([
      'MEMBERSHIP_INVITED',
      'MEMBERSHIP_ACCEPTED',
    ]);
    expect(JSON.stringify(told)).not.toContain(mia.subject);
    expect(JSON.stringify(all)).toContain('Mia K.');
  });

  test('tells it of what is since', async () => {
    await school.enrol(teacher, group_id, ben);
    await callIn(mia, 'Mia');
    expect((await logFor(ben)).at(-1)!.changes).toMatchObject([
      { change_type: 'MEMBERSHIP_SET', subject: mia.subject, display_name: 'Mia' },
    ]);
  });
});
