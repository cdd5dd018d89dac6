import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
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

interface GivenLicense {
  readonly product?: string;
  readonly strategy?: string;
  readonly group?: string;
  readonly valid_until?: Date;
}

/** Gives somebody a licence, for a group where one is named. */
async function license(
  { subject }: Person,
  license_code: string,
  { product = 'wasser', strategy = 'LICENSE_STRATEGY_GROUP', group, valid_until }: GivenLicense,
) {
  const { database } = school.platform;
  const code = `${license_code}-${subject}`;
  await insertRows(database, 'lima.licenses', {
    subject,
    license_code: code,
    license_strategy: strategy,
    mandant_identifier: 'LECTERN',
    product_reference: product,
    group_id: group ?? null,
    valid_until: valid_until ?? null,
  });
  if (group) {
    await database
      .insertInto('lima.group_licenses')
      .values({ group_id: group, license_code: code, subject })
      .execute();
  }
}

const yesterday = () => new Date(Date.now() - 86_400_000);
const productsFor = async (who: Person, fields: object = {}) => {
  const { groups } = await who.gp.gpGroups({ body: { subject: who.subject, ...fields } });
  return groups.map((group) => [
    group.group_id,
    group.products.map(({ product_reference, license_state }) => [
      product_reference,
      license_state,
    ]),
  ]);
};
const studentsFor = (who: Person, fields: object = {}) =>
  who.gp.gpGroupsStudents({ body: { subject: who.subject, group_id, ...fields } });

describe('the products of a group', () => {
  test('are those of licences for it, and of its leaders’ licences for all of theirs', async () => {
    await license(teacher, 'for-this', { product: 'a', group: group_id });
    await license(teacher, 'for-all', { product: 'b' });
    await license(teacher, 'own', { product: 'c', strategy: 'LICENSE_STRATEGY_USER' });
    await license(pupil, 'of-no-leader', { product: 'd' });
    const wanted = [
      [
        group_id,
        [
          ['a', 'LICENSE_STATE_VALID'],
          ['b', 'LICENSE_STATE_VALID'],
        ],
      ],
    ];
    expect(await productsFor(teacher)).toEqual(wanted);
    expect(await productsFor(pupil)).toEqual(wanted);
  });

  test('are shown with the state of their licences', async () => {
    await license(teacher, 'past', { product: 'a', group: group_id, valid_until: yesterday() });
    await license(teacher, 'blocked', { product: 'b', group: group_id });
    await license(teacher, 'extended', { product: 'c', group: group_id, valid_until: yesterday() });
    await sql`
      insert into lima.license_overrides
        (subject, license_code, license_override_id, license_override_kind, reason, ends_at)
      select subject, license_code, gen_random_uuid(), case product_reference
        when 'b' then 'LICENSE_OVERRIDE_KIND_BLOCK' else 'LICENSE_OVERRIDE_KIND_EXTEND' end,
        'support', now() + interval '1 day'
      from lima.licenses where subject = ${teacher.subject} and product_reference in ('b', 'c')
    `.execute(school.platform.database);
    expect(await productsFor(pupil)).toEqual([
      [
        group_id,
        [
          ['a', 'LICENSE_STATE_EXPIRED'],
          ['b', 'LICENSE_STATE_BLOCKED'],
          ['c', 'LICENSE_STATE_VALID'],
        ],
      ],
    ]);
  });

  test('are filtered by product; groups by provider and id', async () => {
    const other = await school.newGroup(teacher, { provider_id: 'DIHK' });
    await license(teacher, 'for-all', { product: 'a' });
    const all = (await productsFor(teacher)).map(([group]) => group);
    expect(all).toEqual([group_id, other].toSorted());
    expect(
      (await productsFor(teacher, { provider_id: 'DIHK' })).map(([reference]) => reference),
    ).toEqual([other]);
    expect(await productsFor(teacher, { group_id, product_reference: 'b' })).toEqual([
      [group_id, []],
    ]);
  });

  test('come page by page', async () => {
    const more = await Promise.all([school.newGroup(teacher), school.newGroup(teacher)]);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { groups, next_cursor } = await teacher.gp.gpGroups({
        body: { subject: teacher.subject, limit: 1, ...(cursor && { cursor }) },
      });
      seen.push(...groups.map((group) => group.group_id));
      cursor = next_cursor;
    } while (cursor);
    expect(seen).toEqual([group_id, ...more].toSorted());
  });

  test('row 41: groups of others are none of one’s own', async () => {
    const stranger = await school.newPerson();
    expect(await productsFor(stranger, { group_id })).toEqual([]);
  });
});

describe('the students of a group', () => {
  test('have what its licences open now, if they are of type HasLicenses', async () => {
    const without = await school.newPerson();
    const { subject } = without;
    await school.enrol(teacher, group_id, without);
    await teacher.gres.groupsSetMemberships({
      body: {
        group_id,
        memberships: [{ subject, group_role: 'member', membership_types: [] }],
      },
    });
    await license(teacher, 'now', { product: 'a', group: group_id });
    await license(teacher, 'past', { product: 'b', group: group_id, valid_until: yesterday() });
    const { students } = await studentsFor(teacher);
    const shown = students.map(({ subject, products }) => [
      subject,
      products.map(({ product_reference }) => product_reference),
    ]);
    expect(Object.fromEntries(shown)).toEqual({ [pupil.subject]: ['a'], [without.subject]: [] });
    expect((await studentsFor(teacher, { product_reference: 'b' })).students[0]?.products).toEqual(
      [],
    );
  });

  test('are for leaders, and for others the group is not there', async () => {
    expect(await codeOf(studentsFor(pupil))).toBe('GROUP_NOT_LED');
    expect(await codeOf(studentsFor(await school.newPerson('teacher')))).toBe('GROUP_NOT_FOUND');
    expect(await codeOf(studentsFor(teacher, { cursor: 'x' }))).toBe('CURSOR_INVALID');
  });

  test('come page by page, without the leaders', async () => {
    const more = await Promise.all([school.newPerson(), school.newPerson()]);
    await school.enrol(teacher, group_id, ...more);
    const first = await studentsFor(teacher, { limit: 2 });
    const second = await studentsFor(teacher, { limit: 2, cursor: first.next_cursor });
    const seen = [...first.students, ...second.students].map(({ subject }) => subject);
    expect(seen).toEqual([pupil, ...more].map(({ subject }) => subject).toSorted());
    expect(second.next_cursor).toBeUndefined();
  });
});
