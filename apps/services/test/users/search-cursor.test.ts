import type { BodyInput, Contract } from '@lectern/contracts';
import { beforeAll, describe, expect, test } from 'vitest';
import { codeOf, startBeforeAll } from '../platform.ts';
import { startAdministration } from './administration.ts';
import { insertRows } from '../rows.ts';

type Search = BodyInput<Contract['aua']['userExtendedSearch']>;

const administration = startBeforeAll(startAdministration);
beforeAll(async () => {
  await insertRows(administration.platform.database, 'aua.users', [
    { subject: 's-1', family_name: 'Abt' },
    { subject: 's-2', family_name: 'Keller' },
    { subject: 's-3', family_name: 'Keller' },
    { subject: 's-4', family_name: 'Zeller' },
    { subject: 's-5' },
    { subject: 's-6' },
  ]);
});

const search = (body: Search) => administration.users.userExtendedSearch({ body });
const subjects = async (body: Search) => (await search(body)).users.map(({ subject }) => subject);
const refused = (body: Search) => codeOf(search(body));

describe('the cursor', () => {
  const sort = { field: 'family_name', direction: 'ascending' } as const;
  const given = async () => (await search({ sort, limit: 2 })).next_cursor!;
  const made = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url');

  test('holds for another size of page', async () => {
    expect(await subjects({ sort, limit: 3, cursor: await given() })).toEqual([
      's-3',
      's-4',
      's-5',
    ]);
  });

  test.each<[string, Search]>([
    ['another field', { sort: { field: 'given_name', direction: 'ascending' } }],
    ['another direction', { sort: { field: 'family_name', direction: 'descending' } }],
    ['a filter', { sort, filter: { family_name: 'K' } }],
  ])('is refused for %s', async (_name, body) => {
    expect(await refused({ ...body, cursor: await given() })).toBe('CURSOR_INVALID');
  });

  test('of one filter is refused for another one, and holds for the same in another order', async () => {
    const filter = { role_name: 'student', created_after: '2000-01-01T00:00:00Z' };
    const { next_cursor } = await search({ filter, limit: 1 });
    const cursor = next_cursor!;
    const { created_after, role_name } = filter;
    expect(await refused({ filter: { created_after, role_name }, cursor })).toBeUndefined();
    expect(await refused({ filter: { role_name }, cursor })).toBe('CURSOR_INVALID');
    expect(await refused({ filter: { ...filter, role_name: 'x' }, cursor })).toBe('CURSOR_INVALID');
  });

  test('that was made up is refused, or begins at a place of the same list', async () => {
    const [digest] = JSON.parse(Buffer.from(await given(), 'base64url').toString()) as [string];
    const hostile: unknown[] = [
      null,
      {},
      [],
      [digest],
      [digest, 'a'],
      [digest, 'a', 'subject', 'more'],
      [digest, 'a\0', 's'],
      [digest, 1, 's'],
      [digest, ['a'], 's'],
      [digest, 'a', 'with,comma'],
      [digest, 'a', "s'; drop table aua.users; --\0"],
      ['other', 'a', 's'],
      { 0: digest, 1: 'a', 2: 's', length: 3 },
    ];
    for (const content of hostile) {
      expect(await refused({ sort, cursor: made(content) }), JSON.stringify(content)).toBe(
        'CURSOR_INVALID',
      );
    }
    for (const cursor of ['_', 'A', 'AAAA', 'eyJhIjox', '_-_-', 'A'.repeat(4096)]) {
      expect(await refused({ sort, cursor }), cursor.slice(0, 9)).toBe('CURSOR_INVALID');
    }
    const loneSurrogate = Buffer.from(`["${digest}","\\ud800","s"]`).toString('base64url');
    expect(await refused({ sort, cursor: loneSurrogate })).toBe('CURSOR_INVALID');
    for (const cursor of ['', ' ', 'a+b', 'A'.repeat(4097)]) {
      expect(await refused({ sort, cursor }), cursor.slice(0, 9)).toBe('REQUEST_INVALID');
    }
    expect(await subjects({ sort, cursor: made([digest, "z' or 1=1", 's']) })).toEqual([
      's-4',
      's-5',
      's-6',
    ]);
  });

  test('with a time that is none is refused', async () => {
    const byTime = { field: 'created_at', direction: 'ascending' } as const;
    const { next_cursor } = await search({ sort: byTime, limit: 1 });
    const [digest] = JSON.parse(Buffer.from(next_cursor!, 'base64url').toString()) as [string];
    for (const time of ['', 'now', '1e9', '12345678901234567', '0000-00-00', 'infinity']) {
      const cursor = made([digest, time, 's']);
      expect(await refused({ sort: byTime, cursor }), time).toBe('CURSOR_INVALID');
    }
    for (const time of ['9999999999999999', '-9999999999999999', '0']) {
      expect(await refused({ sort: byTime, cursor: made([digest, time, 's']) })).toBeUndefined();
    }
  });
});
