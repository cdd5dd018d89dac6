import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startBeforeAll } from '../../platform.ts';
import { ensureGroup } from '../../../src/index.ts';
import type { KeyScope } from '../../../src/learning-records/access/scopes.ts';
import { base, clientOf, keyWith, refusalOf, type Client } from './requests.ts';
import { agent, postTo, startRecordStore, statement } from './record-store.ts';
import { rowsOf } from '../../rows.ts';

/* An extension of the standard: a batch whose statements stand for themselves. */

const store = startBeforeAll(startRecordStore);

const each = { 'X-Lectern-Results': 'each' };
const keep = { ...each, 'X-Lectern-Invalid': 'keep' };
const keptAside = async (client = store.client) =>
  (await (await client(`${base}/lectern/refused-statements`)).json()) as {
    refused_statements: { refused_id: string; fault: string; statement: object }[];
  };

test('each statement of a batch has its own result, and those that can be are stored', async () => {
  const [stored, good] = [statement(), statement()];
  await store.post(stored);
  const wrong = { ...statement(), verb: {} };
  const other = { ...statement(), id: stored.id };
  const response = await postTo(store.client, [stored, good, wrong, other, good], each);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual([
    { result: 'known', id: stored.id },
    { result: 'stored', id: good.id },
    { result: 'invalid', text: 'statements[2].verb.id: is missing' },
    expect.objectContaining({ result: 'invalid' }),
    expect.objectContaining({ result: 'invalid' }),
  ]);
  const again = await postTo(store.client, [{ ...statement(), id: stored.id }], each);
  expect(await again.json()).toEqual([expect.objectContaining({ result: 'conflict' })]);
  expect(await store.get(good.id)).toMatchObject({ id: good.id });
});

test('what is none is kept aside with the reason, until somebody takes it away', async () => {
  const wrong = { ...statement({ actor: agent('mia') }), result: { success: 'ja' } };
  const response = await postTo(store.client, [wrong, statement()], keep);
  const [first, second] = (await response.json()) as [
    { result: string; refused_id: string; text: string },
    { result: string },
  ];
  expect([first.result, second.result]).toEqual(['kept-aside', 'stored']);
  const { refused_statements } = await keptAside();
  const again = refused_statements.find(({ refused_id }) => refused_id === first.refused_id);
  expect(again).toMatchObject({ fault: first.text, statement: wrong });
  expect(await store.find({ agent: JSON.stringify(agent('mia')) })).toEqual([]);

  const parameters = { refusedId: first.refused_id };
  const remove = () =>
    store.client(`${base}/lectern/refused-statements`, { method: 'DELETE', parameters });
  expect((await remove()).status).toBe(204);
  expect(await refusalOf(remove())).toBe('404 STATEMENT_NOT_FOUND');
});

test('others than who sent it see it only where they may read all', async () => {
  const { platform } = store;
  const mine = async () =>
    clientOf(platform, await keyWith(platform, 'statements/write', 'statements/read/mine'));
  const [first, second] = [await mine(), await mine()];
  await postTo(first, [{ ...statement(), verb: {} }], keep);
  expect((await keptAside(first)).refused_statements).toHaveLength(1);
  expect((await keptAside(second)).refused_statements).toEqual([]);
});

test('what is too large for a statement is not kept aside, nor what finds no room', async () => {
  const { platform } = store;
  const client = clientOf(platform, await keyWith(platform, 'all'));
  const large = { ...statement(), verb: {}, more: 'x'.repeat(64 * 1024) };
  const isTooLarge = await postTo(client, [large], keep);
  expect(await isTooLarge.json()).toEqual([
    { result: 'invalid', text: expect.stringMatching(/larger than 65536 bytes\..*no room/) },
  ]);
  await postTo(client, [{ ...statement(), verb: {} }], keep);
  // As they are stored, they take 62 MiB.
  await platform.database.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction);
    await sql`
    insert into lars.refused_statements (subject, authority, fault, statement)
    select subject, authority, fault, to_json((
      select string_agg(md5(random()::text), '') from generate_series(1, 205000)
    ))
    from lars.refused_statements, generate_series(1, 10)
    where refused_at = (select max(refused_at) from lars.refused_statements)
  `.execute(transaction);
  });
  const wrong = Array.from({ length: 80 }, () => ({
    ...statement(),
    verb: {},
    more: 'x'.repeat(60_000),
  }));
  const results = (await (await postTo(client, wrong, keep)).json()) as { result: string }[];
  const counts = Object.groupBy(results, ({ result }) => result);
  expect(counts['kept-aside']!.length).toBeGreaterThan(10);
  expect(counts['invalid']!.length).toBeGreaterThan(1);
});

test('what keys have kept aside about a person takes none of that person’s room', async () => {
  const { platform } = store;
  const { subject, token } = await platform.identityProvider.signIn('ben');
  await sql`
    insert into lars.refused_statements (subject, authority, fault, statement)
    select ${subject}, ',key', 'verb: is missing', '{}' from generate_series(1, 10000)
  `.execute(platform.database);
  onTestFinished(async () => {
    await sql`delete from lars.refused_statements where subject = ${subject}`.execute(
      platform.database,
    );
  });
  const actor = {
    account: { homePage: platform.identityProvider.servicesClient.issuer, name: subject },
  };
  const wrong = [{ ...statement(), actor, verb: {} }];
  const results = await postTo(clientOf(platform, `Bearer ${token}`), wrong, keep);
  expect(await results.json()).toMatchObject([{ result: 'kept-aside' }]);
});

describe('what is kept aside is taken away', () => {
  const idsIn = async (client: Client) =>
    (await keptAside(client)).refused_statements.map(({ refused_id }) => refused_id);
  const remove = async (client: Client, refusedId: string) => {
    const parameters = { refusedId };
    return (await client(`${base}/lectern/refused-statements`, { method: 'DELETE', parameters }))
      .status;
  };
  const put = async (client: Client, actor: object): Promise<string> => {
    const answer = await postTo(client, [{ ...statement(), actor, verb: {} }], keep);
    return ((await answer.json()) as [{ refused_id: string }])[0].refused_id;
  };

  test('by the key that sent it, or one for everything', async () => {
    const { platform } = store;
    const key = async (...scopes: KeyScope[]) =>
      clientOf(platform, await keyWith(platform, ...scopes));
    const [own, other] = [
      await key('statements/write', 'statements/read'),
      await key('statements/write', 'all/read'),
    ];
    const [first, second] = [await put(own, agent('eine')), await put(own, agent('eine'))];
    expect(await idsIn(other)).toContain(first);
    expect(await remove(other, first)).toBe(404);
    expect(await remove(own, first)).toBe(204);
    expect(await remove(store.client, second)).toBe(204);
  });

  test('by the person who sent it, whoever else may read it', async () => {
    const { platform } = store;
    const { signIn, servicesClient } = platform.identityProvider;
    const [mia, teacher, support] = [
      await signIn('mia'),
      await signIn('adrian'),
      await signIn('sofia'),
    ];
    await platform.database
      .insertInto('aua.user_roles')
      .values([
        { subject: teacher.subject, role: 'teacher' },
        { subject: support.subject, role: 'support' },
      ])
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await ensureGroup(platform.database, {
      group_id: 'class',
      provider_id: 'BEOOK_1',
      name: '7a',
      members: [
        { subject: teacher.subject, group_role: 'leader' },
        { subject: mia.subject, group_role: 'member' },
      ],
    });
    const as = ({ token }: { token: string }) => clientOf(platform, `Bearer ${token}`);
    const actor = { account: { homePage: servicesClient.issuer, name: mia.subject } };
    const [own, ofKey] = [await put(as(mia), actor), await put(store.client, actor)];
    expect(await idsIn(as(support))).toEqual(expect.arrayContaining([own, ofKey]));
    expect(await remove(as(support), own)).toBe(404);
    // Of what is none nobody knows of which course it is.
    expect(await idsIn(as(teacher))).toEqual([]);
    expect(await remove(as(teacher), own)).toBe(404);
    expect(await remove(as(mia), ofKey)).toBe(404);
    expect(await remove(as(mia), own)).toBe(204);
    const traces = await rowsOf(platform.database, 'aua.audit_log', {
      kind: 'acting-for',
      token_subject: support.subject,
    }).get('call', 'subject');
    expect(traces).toEqual([{ call: '/lars/xapi/lectern/refused-statements', subject: null }]);
  });
});

test('a person is refused what it did not do, and only that', async () => {
  const { platform } = store;
  const mia = await platform.identityProvider.signIn('mia');
  const { issuer } = platform.identityProvider.servicesClient;
  const own = statement({ actor: { account: { homePage: issuer, name: mia.subject } } });
  const client = clientOf(platform, `Bearer ${mia.token}`);
  const response = await postTo(client, [statement(), own], each);
  expect(await response.json()).toEqual([
    expect.objectContaining({ result: 'forbidden' }),
    { result: 'stored', id: own.id },
  ]);
});

test.each<[string, Record<string, string>]>([
  ['another value', { 'X-Lectern-Results': 'some' }],
  ['keeping without results', { 'X-Lectern-Invalid': 'keep' }],
])('%s is refused', async (_name, headers) => {
  expect(await refusalOf(postTo(store.client, [statement()], headers))).toBe('400 HEADER_INVALID');
});
