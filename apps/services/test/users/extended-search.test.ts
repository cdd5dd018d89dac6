import type { BodyInput, Contract } from '@lectern/contracts';
import { beforeAll, describe, expect, test } from 'vitest';
import { linkSubject, startBeforeAll } from '../platform.ts';
import { startAdministration } from './administration.ts';
import { insertRows, rowsOf } from '../rows.ts';

type Search = BodyInput<Contract['aua']['userExtendedSearch']>;
type Sort = NonNullable<Search['sort']>;

const administration = startBeforeAll(startAdministration);
beforeAll(async () => {
  const { database } = administration.platform;
  await insertRows(database, 'aua.users', [
    { subject: 's-1', given_name: 'Özlem', family_name: 'Zeller', email: 'z@x.example' },
    { subject: 's-2', given_name: 'Oskar', family_name: 'Äbi', email: 'B@x.example' },
    { subject: 's-3', given_name: 'Paul', family_name: 'Abt', email: 'a@x.example' },
    { subject: 's-4', given_name: 'Anna', family_name: 'Keller', mandant_groups: ['Lehre', 'B'] },
    { subject: 's-5', given_name: 'anna', family_name: 'Keller', mandant_groups: ['Lehre'] },
    { subject: 's-6', family_name: '100%_\\', email: 'c%@x.example' },
    { subject: 's-7', given_name: 'Nina' },
    { subject: 's-8' },
  ]);
  await insertRows(database, 'aua.user_roles', [
    { subject: 's-1', role: 'teacher' },
    { subject: 's-2', role: 'student' },
    { subject: 's-3', role: 'support' },
    { subject: 's-3', role: 'student' },
  ]);
  const identity = (subject: string, provider: string, groups: string[]) => ({
    subject,
    identity_provider_identifier: provider,
    external_id: subject,
    groups,
  });
  await insertRows(database, 'aua.identities', [
    identity('s-1', 'BEOOK_1', ['5b']),
    identity('s-2', 'BEOOK_1', []),
    identity('s-2', 'OTHER', ['5b']),
    identity('s-3', 'OTHER', ['6a', '5b']),
  ]);
});

const search = (body: Search) => administration.users.userExtendedSearch({ body });
const subjects = async (body: Search) => (await search(body)).users.map(({ subject }) => subject);

/** Follows the cursors from the first page to the last. */
async function allPages(body: Search): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const page = await search({ ...body, ...(cursor && { cursor }) });
    pages.push(page.users.map(({ subject }) => subject));
    cursor = page.next_cursor;
  } while (cursor);
  return pages;
}

describe('the filter', () => {
  test.each([
    [{ family_name: 'KEL' }, ['s-4', 's-5']],
    [{ family_name: 'äB' }, ['s-2']],
    [{ family_name: 'ab' }, ['s-3']],
    [{ given_name: 'ö' }, ['s-1']],
    [{ given_name: 'o\u0308' }, ['s-1']],
    [{ family_name: 'A\u0308b' }, ['s-2']],
    [{ given_name: 'ANNA' }, ['s-4', 's-5']],
    [{ family_name: '100%_\\' }, ['s-6']],
    [{ family_name: '1%' }, []],
    [{ family_name: '_' }, []],
    [{ email: 'b@X' }, ['s-2']],
    [{ email: 'c%' }, ['s-6']],
    [{ email: '%' }, []],
    [{ mandant_group: 'Lehre' }, ['s-4', 's-5']],
    [{ mandant_group: 'B' }, ['s-4']],
    [{ mandant_group: 'lehre' }, []],
    [{ role_name: 'teacher' }, ['s-1']],
    [{ role_name: 'student' }, ['s-2', 's-3', 's-4', 's-5', 's-6', 's-7', 's-8']],
    [{ role_name: 'nobody' }, []],
    [{ identity_provider_identifier: 'OTHER' }, ['s-2', 's-3']],
    [{ identity_group: '5b' }, ['s-1', 's-2', 's-3']],
    [{ identity_provider_identifier: 'BEOOK_1', identity_group: '5b' }, ['s-1']],
    [{ family_name: 'Keller', given_name: 'An', mandant_group: 'B' }, ['s-4']],
    [{ family_name: 'Keller', role_name: 'teacher' }, []],
    [{ created_after: '2000-01-01T00:00:00Z', family_name: 'Ze' }, ['s-1']],
    [{ created_before: '2000-01-01T00:00:00+02:00' }, []],
    [{ created_after: '0000-01-01T00:00:00Z', family_name: 'Ze' }, ['s-1']],
    [{ created_before: '9999-12-31T23:59:59.999999999Z', family_name: 'Ze' }, ['s-1']],
  ])('%j', async (filter, expected) => {
    const sort = { field: 'subject', direction: 'ascending' } as const;
    expect(await subjects({ filter, sort })).toEqual(expected);
  });

  test('finds a name that was given in decomposed letters', async () => {
    const subject = 'decomposed';
    const { users } = administration;
    await users.userSet({
      body: { subject, family_name: 'Mu\u0308ller', email: 'mu\u0308@x.example' },
    });
    expect(await subjects({ filter: { family_name: 'Müll' } })).toEqual([subject]);
    expect(await subjects({ filter: { email: 'mü@' } })).toEqual([subject]);
    await rowsOf(administration.platform.database, 'aua.users', { subject }).delete();
  });

  test('includes the time after which users are sought, and leaves out that before which', async () => {
    await administration.platform.database
      .insertInto('aua.users')
      .values({ subject: 't-1', created_at: new Date('2001-02-03T04:05:06.789Z') } as never)
      .execute();
    const at = '2001-02-03T05:05:06.789+01:00';
    const until = '2002-01-01T00:00:00Z';
    expect(await subjects({ filter: { created_after: at, created_before: until } })).toEqual([
      't-1',
    ]);
    expect(await subjects({ filter: { created_before: at } })).toEqual([]);
    await rowsOf(administration.platform.database, 'aua.users', { subject: 't-1' }).delete();
  });

  test('finds users with all that the answer says of them', async () => {
    const { users } = await search({ filter: { family_name: 'Abt' } });
    expect(users).toEqual([
      {
        subject: 's-3',
        given_name: 'Paul',
        family_name: 'Abt',
        email: 'a@x.example',
        mandant_groups: [],
        role_names: ['student', 'support'],
        created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ]);
  });

  test('leaves out a subject that has become another one', async () => {
    await administration.makeUsers('gone');
    const { database } = administration.platform;
    await linkSubject(database, 'gone', 's-8');
    expect(await subjects({ sort: { field: 'subject', direction: 'ascending' } })).not.toContain(
      'gone',
    );
  });
});

describe('the order', () => {
  const orders: [Sort['field'], string[]][] = [
    // As in a German dictionary; without a name last; equal ones by subject.
    ['family_name', ['s-6', 's-2', 's-3', 's-4', 's-5', 's-1', 's-7', 's-8']],
    ['given_name', ['s-5', 's-4', 's-7', 's-2', 's-1', 's-3', 's-6', 's-8']],
    ['email', ['s-3', 's-2', 's-6', 's-1', 's-4', 's-5', 's-7', 's-8']],
    ['subject', ['s-1', 's-2', 's-3', 's-4', 's-5', 's-6', 's-7', 's-8']],
    // All in one transaction, so at one time.
    ['created_at', ['s-1', 's-2', 's-3', 's-4', 's-5', 's-6', 's-7', 's-8']],
  ];
  const nameless: Partial<Record<Sort['field'], number>> = {
    family_name: 2,
    given_name: 2,
    email: 4,
  };
  const cases = orders.flatMap(([field, order]) => {
    const withValue = order.length - (nameless[field] ?? 0);
    const descending = [
      ...order.slice(0, withValue).toReversed(),
      ...order.slice(withValue).toReversed(),
    ];
    return [
      [field, 'ascending', order],
      [field, 'descending', descending],
    ] as const;
  });

  test.each(cases)('by %s %s, in pages of every size', async (field, direction, order) => {
    for (const limit of [1, 2, 3, 7, 8, 9]) {
      const pages = await allPages({ sort: { field, direction }, limit });
      expect(pages.flat(), `pages of ${limit}`).toEqual(order);
      expect(pages.every((page) => page.length <= limit)).toBe(true);
      expect(pages).toHaveLength(Math.ceil(order.length / limit));
    }
  });

  test('is by family name unless another is asked for', async () => {
    expect(await subjects({})).toEqual(orders[0]![1]);
  });

  test('is by times finer than the answer gives', async () => {
    const { database } = administration.platform;
    const subjectsInOrder = Array.from({ length: 20 }, (_, index) => `micro-${(index * 7) % 20}`);
    for (const [index, subject] of subjectsInOrder.entries()) {
      const created_at = `1999-01-01T00:00:00.${String(100_000 + index)}Z`;
      await insertRows(database, 'aua.users', { subject, created_at } as never);
    }
    const filter = { created_before: '2000-01-01T00:00:00Z' };
    const sort = { field: 'created_at', direction: 'ascending' } as const;
    expect((await allPages({ filter, sort, limit: 3 })).flat()).toEqual(subjectsInOrder);
    await database.deleteFrom('aua.users').where('subject', 'in', subjectsInOrder).execute();
  });

  test('goes on where it was, though users come and go', async () => {
    const { database } = administration.platform;
    const sort = { field: 'subject', direction: 'ascending' } as const;
    const { users, next_cursor } = await search({ sort, limit: 3 });
    expect(users.at(-1)!.subject).toBe('s-3');
    await administration.makeUsers('s-0', 's-35');
    await database.deleteFrom('aua.users').where('subject', '=', 's-8').execute();
    expect(await subjects({ sort, limit: 3, cursor: next_cursor! })).toEqual([
      's-35',
      's-4',
      's-5',
    ]);
    await database.deleteFrom('aua.users').where('subject', 'in', ['s-0', 's-35']).execute();
    await administration.makeUsers('s-8');
  });
});
