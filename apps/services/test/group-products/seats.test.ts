import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { startSchool, type Person } from '../groups/people.ts';
import { codeOf, startBeforeAll } from '../platform.ts';
import { insertRows } from '../rows.ts';

const school = startBeforeAll(startSchool);
let teacher: Person;
let pupil: Person;
let group_id: string;

beforeEach(async () => {
  ({ teacher, pupil, group_id } = await school.newPair());
});

const product = { mandant_identifier: 'LECTERN', product_reference: 'wasser' };

/** A licence for every group that its owner leads. */
async function license({ subject }: Person, seats: number | null): Promise<string> {
  const license_code = randomUUID();
  await insertRows(school.platform.database, 'lima.licenses', {
    subject,
    license_code,
    license_strategy: 'LICENSE_STRATEGY_GROUP',
    ...product,
    seats,
  });
  return license_code;
}

async function use(license_code: string, { subject }: Person, isOver = false): Promise<void> {
  const now = Date.now();
  const ends = new Date(isOver ? now - 1_000 : now + 60_000);
  await insertRows(school.platform.database, 'lima.license_usages', {
    license_code,
    license_usage_id: randomUUID(),
    subject,
    device_identifier: randomUUID(),
    ...product,
    obtained_at: new Date(now - 120_000),
    expires_at: ends,
    due_at: ends,
  });
}

const seatsFor = ({ gp, subject }: Person, fields: object = {}) =>
  gp.gpGroupsSeats({ body: { subject, group_id, ...fields } });

test('a leader is told how many seats are in use, and who of the class holds one', async () => {
  const code = await license(teacher, 25);
  const ended = await school.newPerson();
  await school.enrol(teacher, group_id, ended);
  await use(code, pupil);
  await use(code, pupil);
  await use(code, ended, true);
  const { licenses } = await seatsFor(teacher);
  expect(licenses).toEqual([
    expect.objectContaining({
      license_code: code,
      license_state: 'LICENSE_STATE_VALID',
      seats: 25,
      taken_seats: 2,
      holders: [{ subject: pupil.subject, obtained_at: expect.any(String) }],
    }),
  ]);
  expect((await seatsFor(teacher, { product_reference: 'feuer' })).licenses).toEqual([]);
});

test('row 128: of other groups of the licence, and of those who have left, only the number is told', async () => {
  const code = await license(teacher, null);
  const [elsewhere, left] = await Promise.all([school.newPerson(), school.newPerson()]);
  await school.enrol(teacher, await school.newGroup(teacher), elsewhere);
  await school.enrol(teacher, group_id, left);
  await use(code, elsewhere);
  await use(code, left);
  const memberships = [{ subject: left.subject }];
  await teacher.gres.groupsRevokeMemberships({ body: { group_id, memberships } });
  const { licenses } = await seatsFor(teacher);
  expect(licenses).toMatchObject([{ taken_seats: 2, holders: [] }]);
  expect(licenses[0]).not.toHaveProperty('seats');
});

test('members are not told, and for others the group is not there', async () => {
  await license(teacher, 25);
  expect(await codeOf(seatsFor(pupil))).toBe('GROUP_NOT_LED');
  expect(await codeOf(seatsFor(await school.newPerson('teacher')))).toBe('GROUP_NOT_FOUND');
});
