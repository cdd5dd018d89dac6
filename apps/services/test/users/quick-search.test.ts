import { beforeAll, describe, expect, test } from 'vitest';
import { codeOf, linkSubject, startBeforeAll } from '../platform.ts';
import { startAdministration } from './administration.ts';
import { insertRows } from '../rows.ts';

const administration = startBeforeAll(startAdministration);
beforeAll(async () => {
  await insertRows(administration.platform.database, 'aua.users', [
    { subject: 'a-first', email: 'Anna@schule.example', given_name: 'Anna' },
    { subject: 'a-second', email: 'anna@schule.example' },
    { subject: 'anna-without-email' },
    { subject: 'anna@both', email: 'anna@both.example' },
    { subject: 'ANNA-capitals' },
    { subject: 'per%cent', email: 'a_b%c\\d@schule.example' },
    { subject: 'per-cent', email: 'axbyc-d@schule.example' },
    { subject: 'umlaut', email: 'Öğün@schule.example' },
    { subject: 'z-high', email: 'z\u{10fffe}@schule.example' },
  ]);
});

const search = (
  term: string,
  type: 'email' | 'subject' | 'email_or_subject' = 'email',
  limit?: number,
) => administration.users.userQuickSearch({ body: { term, type, ...(limit && { limit }) } });
const subjects = async (...given: Parameters<typeof search>) =>
  (await search(...given)).users.map(({ subject }) => subject);

describe('quick search', () => {
  test('compares e-mail addresses without regard to case, in their order, then by subject', async () => {
    const inOrder = ['anna@both', 'a-first', 'a-second'];
    expect(await subjects('anna@')).toEqual(inOrder);
    expect(await subjects('ANNA@')).toEqual(inOrder);
    expect(await subjects('anna@schule.example')).toEqual(['a-first', 'a-second']);
    expect(await subjects('nna@')).toEqual([]);
    expect(await subjects('öĞ')).toEqual(['umlaut']);
  });

  test('gives users as they are known, without what is not', async () => {
    expect((await search('Anna@schule')).users).toEqual([
      { subject: 'a-first', given_name: 'Anna', email: 'Anna@schule.example' },
      { subject: 'a-second', email: 'anna@schule.example' },
    ]);
  });

  test('compares subjects with their case', async () => {
    expect(await subjects('anna', 'subject')).toEqual(['anna-without-email', 'anna@both']);
    expect(await subjects('ANNA', 'subject')).toEqual(['ANNA-capitals']);
  });

  test('of both gives e-mail addresses first, and nobody twice', async () => {
    expect(await subjects('anna', 'email_or_subject')).toEqual([
      'anna@both',
      'a-first',
      'a-second',
      'anna-without-email',
    ]);
  });

  test.each([1, 2, 3, 4, 5])(
    'of both gives the first %i, and says whether there are more',
    async (limit) => {
      const all = ['anna@both', 'a-first', 'a-second', 'anna-without-email'];
      const { users, truncated } = await search('anna', 'email_or_subject', limit);
      expect(users.map(({ subject }) => subject)).toEqual(all.slice(0, limit));
      expect(truncated).toBe(limit < all.length);
    },
  );

  test.each([
    ['%', []],
    ['_', []],
    ['a_b', ['per%cent']],
    ['a_b%c\\', ['per%cent']],
    ['a%', []],
    ["' or true --", []],
    ['z\u{10fffe}', ['z-high']],
    ['\u{10ffff}', []],
    ['x'.repeat(320), []],
  ])('takes %s by its letters', async (term, expected) => {
    expect(await subjects(term)).toEqual(expected);
  });

  test('takes the wildcards of subjects by their letters', async () => {
    expect(await subjects('per%', 'subject')).toEqual(['per%cent']);
    expect(await subjects('per_', 'subject')).toEqual([]);
  });

  test.each([
    [{ term: '', type: 'email' }],
    [{ term: 'a\0b', type: 'email' }],
    [{ term: '\ud800', type: 'email' }],
    [{ term: 'x'.repeat(321), type: 'email' }],
    [{ term: 'a', type: 'name' }],
    [{ term: 'a', type: 'email', limit: 51 }],
    [{ term: ['a'], type: 'email' }],
  ])('refuses %j', async (body) => {
    expect(await codeOf(administration.users.userQuickSearch({ body: body as never }))).toBe(
      'REQUEST_INVALID',
    );
  });

  test('leaves out a subject that has become another one', async () => {
    const { database } = administration.platform;
    await administration.makeUsers('linked-old', 'linked-new');
    await linkSubject(database, 'linked-old', 'linked-new');
    expect(await subjects('linked-', 'subject')).toEqual(['linked-new']);
  });
});
