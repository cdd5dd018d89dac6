import { randomUUID } from 'node:crypto';
import { contract } from '@lectern/contracts';
import { beforeAll, describe, expect, test } from 'vitest';
import { codeOf, startBeforeAll } from '../platform.ts';
import { startSchool, type Person } from './people.ts';

/* Facts for leaders take a role that leads: a pupil whom a teacher has made a leader is told what members are. */

const school = startBeforeAll(startSchool);
let teacher: Person;
let other: Person;
let pupil: Person;
let group_id: string;
/** Marks that no member is told, by their meaning. */
const marks: Record<string, string> = {};

beforeAll(async () => {
  const [mia, asking, invited] = await Promise.all([
    school.newPerson(),
    school.newPerson(),
    school.newPerson(),
  ]);
  [teacher, other, pupil] = await Promise.all([
    school.newPerson('teacher'),
    school.newPerson('teacher'),
    school.newPerson(),
  ]);
  group_id = await school.newGroup(teacher);
  await school.makeLeader(teacher, group_id, pupil);
  await school.makeLeader(teacher, group_id, other);
  await school.enrol(teacher, group_id, mia);
  const sharings = [
    { course_id: randomUUID(), issue_id: '1', sharing_types: ['Answers' as const] },
  ];
  await mia.gres.usersUpdate({ body: { subject: mia.subject, group_id, sharings } });
  const { group } = await school.inspect(teacher, group_id);
  await asking.gres.groupsJoin({
    body: { subject: asking.subject, join_code: group.join_code! },
  });
  await teacher.gres.groupsAddMemberships({
    body: {
      group_id,
      memberships: [{ subject: invited.subject, group_role: 'member', membership_types: [] }],
    },
  });
  Object.assign(marks, {
    'the join code': group.join_code!,
    'what a member shares': sharings[0]!.course_id,
    'who asks': asking.subject,
    'who is invited': invited.subject,
  });
});

type Reading = (who: Person) => Promise<unknown>;
const own = ({ subject }: Person) => ({ subject });
/** Every call of these services that reads, and what leaders alone hear by it. */
const readings: Record<string, readonly [Reading, ...string[]]> = {
  groupsInspect: [
    (who) => school.inspect(who, group_id),
    'the join code',
    'what a member shares',
    'who asks',
    'who is invited',
  ],
  groupsGetUpdated: [
    (who) => who.gres.groupsGetUpdated({ body: { ...own(who), known_groups: [] } }),
    'the join code',
  ],
  groupsJoin: [
    (who) => who.gres.groupsJoin({ body: { ...own(who), join_code: marks['the join code']! } }),
    'the join code',
  ],
  transactionsGetAfterIndex: [
    (who) =>
      who.gres.transactionsGetAfterIndex({ body: { ...own(who), group_id, after_index: 0 } }),
    'what a member shares',
    'who asks',
    'who is invited',
  ],
  gmsGroupsGet: [(who) => who.gms.gmsGroupsGet({ body: own(who) }), 'that it leads'],
  gmsMembersGet: [
    (who) => who.gms.gmsMembersGet({ body: { ...own(who), provider_id: 'BEOOK_1', group_id } }),
  ],
  gmsMembershipCheck: [
    (who) =>
      who.gms.gmsMembershipCheck({ body: { ...own(who), provider_id: 'BEOOK_1', group_id } }),
  ],
  gpGroups: [(who) => who.gp.gpGroups({ body: own(who) })],
  gpGroupsStudents: [
    async (who) => ({
      code: await codeOf(who.gp.gpGroupsStudents({ body: { ...own(who), group_id } })),
    }),
    'that it leads',
  ],
  gpGroupsSeats: [
    async (who) => ({
      code: await codeOf(who.gp.gpGroupsSeats({ body: { ...own(who), group_id } })),
    }),
    'that it leads',
  ],
};

/** Marks that somebody hears; `that it leads`: the answer is one for leaders. */
async function heard(who: Person, name: string): Promise<string[]> {
  const answer = await readings[name]![0](who);
  const text = JSON.stringify(answer);
  const isLeading =
    name === 'gmsGroupsGet'
      ? text.includes(group_id)
      : name.startsWith('gpGroupsS') && !text.includes('GROUP_NOT_LED');
  return [
    ...Object.keys(marks).filter((mark) => text.includes(marks[mark]!)),
    ...(isLeading ? ['that it leads'] : []),
  ];
}

describe('row 90: what leaders alone are told', () => {
  test.each(Object.entries(readings).map(([name, [, ...told]]) => [name, told] as const))(
    '%s does not tell a pupil who leads: %s',
    async (name, expected) => {
      expect((await heard(other, name)).toSorted()).toEqual([...expected].toSorted());
      expect(await heard(pupil, name)).toEqual([]);
    },
  );

  test('is told by no other call', () => {
    const reading = [contract.gres, contract.gms, contract.gp].flatMap((calls) =>
      Object.entries(calls)
        .filter(([, call]) => call.permission === 'group.read')
        .map(([name]) => name),
    );
    expect(Object.keys(readings)).toEqual(expect.arrayContaining(reading));
  });

  test('nor is the log of before it came', async () => {
    const { transactions } = await pupil.gres.transactionsGetAfterIndex({
      body: { ...own(pupil), group_id, after_index: 0 },
    });
    expect(transactions[0]!.changes).toEqual([]);
  });

  test('support hears it of a group of who leads', async () => {
    const support = await school.newPerson('support');
    const { group } = await support.gres.groupsInspect({ body: { ...own(teacher), group_id } });
    expect(group.join_code).toBe(marks['the join code']);
  });
});
