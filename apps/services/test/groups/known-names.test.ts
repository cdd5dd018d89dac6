import { beforeAll, expect, test } from 'vitest';
import { giveRole, startBeforeAll } from '../platform.ts';
import { startSchool, type Person } from './people.ts';

/* Names by which the platform knows members: inspecting a group tells them to some. */

const school = startBeforeAll(startSchool);
let group_id: string;
const people: Record<'teacher' | 'mia' | 'ben' | 'asking' | 'invited', Person> = {} as never;

beforeAll(async () => {
  for (const name of ['teacher', 'mia', 'ben', 'asking', 'invited'] as const) {
    people[name] = await school.newPerson(name === 'teacher' ? 'teacher' : 'student');
    await school.platform.database
      .insertInto('aua.users')
      .values({ subject: people[name].subject, given_name: name, family_name: 'Frei' })
      .execute();
  }
  const { teacher, mia, ben, asking, invited } = people;
  group_id = await school.newGroup(teacher);
  await school.enrol(teacher, group_id, mia, ben);
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
});

async function namesFor(who: Person): Promise<readonly string[]> {
  const { memberships } = await school.inspect(who, group_id);
  return memberships.map(({ known_name }) => known_name ?? 'untold').toSorted();
}

test('row 129: leaders are told those of members and of people who ask, not of those whom they invite', async () => {
  expect(await namesFor(people.teacher)).toEqual([
    'asking Frei',
    'ben Frei',
    'mia Frei',
    'teacher Frei',
    'untold',
  ]);
});

test('of a member who may do more than a teacher none is told', async () => {
  const { teacher, ben } = people;
  await giveRole(school.platform.database, ben.subject, 'support');
  expect(await namesFor(teacher)).not.toContain('ben Frei');
  await school.platform.database
    .deleteFrom('aua.user_roles')
    .where('subject', '=', ben.subject)
    .where('role', '=', 'support')
    .execute();
  expect(await namesFor(teacher)).toContain('ben Frei');
});

test('members are told those of leaders alone', async () => {
  expect(await namesFor(people.mia)).toEqual(['teacher Frei', 'untold', 'untold']);
});

test('people who ask, or are invited, are told none', async () => {
  expect(await namesFor(people.asking)).toEqual(['untold']);
  expect(await namesFor(people.invited)).toEqual(['untold']);
});
