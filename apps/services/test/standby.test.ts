import {
  createTestDatabase,
  startTestDatabase,
  startTestIdentityProvider,
} from '@lectern/env/testing';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { createPlatform, openDatabase } from '../src/index.ts';
import { startOperations } from '../src/operations/operations.ts';
import { clientsAt, codeOf, quickJobs } from './platform.ts';
import { run } from './process.ts';
import { someModel } from './some-model.ts';

test('on a hot standby what is there can be read, until it is promoted', async () => {
  const server = await startTestDatabase();
  onTestFinished(() => server.stop());
  const provider = await startTestIdentityProvider(await createTestDatabase(inject('databaseUrl')));
  onTestFinished(() => provider.close());
  const operations = await startOperations({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => operations.close());
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  onTestFinished(() => queries.mockRestore());
  const platform = await createPlatform({
    databaseUrl: server.url,
    publicUrl: 'http://localhost',
    identityProvider: provider.servicesClient,
    jobs: quickJobs,
    operations,
  });
  onTestFinished(async () => {
    await platform.drain(0);
    await platform.close();
  });
  const url = await platform.listen({ host: '127.0.0.1', port: 0 });
  const mia = await provider.signIn('mia');
  const clag = clientsAt(url)('clag', mia);
  const write = (value: string) =>
    clag.localStoreItemSetForModel({
      body: { ...someModel, local_store_items: [{ segment: 's', key: 'k', value }] },
    });
  const read = async () => {
    const { local_store_items } = await clag.localStoreItemGetForModel({ body: someModel });
    return local_store_items.map(({ value }) => value);
  };
  const ready = async () => {
    const answer = await fetch(`${operations.url}/ready`);
    return [answer.status, ((await answer.json()) as { readonly status: string }).status];
  };
  const listens = () =>
    queries.mock.calls.filter(([text]) => (text as unknown) === 'listen lectern').length;

  await write('before');
  await expect.poll(ready).toEqual([200, 'ready']);

  await server.becomeStandby();
  await expect.poll(ready).toEqual([503, 'database-read-only']);
  await expect.poll(() => read().catch(() => 'away')).toEqual(['before']);
  await expect(write('meanwhile')).rejects.toMatchObject({
    status: 503,
    messages: [{ code: 'UNAVAILABLE', text: expect.stringContaining('takes no changes now') }],
  });
  // A standby refuses LISTEN; the platform repeats it.
  const tried = listens();
  await expect.poll(listens).toBeGreaterThan(tried);
  expect(await read()).toEqual(['before']);

  const late = run({
    DATABASE_URL: server.url,
    LECTERN_PORT: '0',
    LECTERN_ISSUER: provider.servicesClient.issuer,
    LECTERN_SERVICES_CLIENT_ID: 'services',
    LECTERN_SERVICES_CLIENT_SECRET: 'secret',
    LECTERN_CLIENT_IDS: 'shell',
  });
  expect(await late.exited).toEqual([1, null]);
  expect(late.output()).toMatch(
    /^The database takes no changes, as a standby before it is promoted: /m,
  );

  await using database = openDatabase(server.url);
  const ask = async (text: string) => (await sql.raw(text).execute(database)).rows;
  await ask('select pg_promote()');
  await expect.poll(ready).toEqual([200, 'ready']);
  await expect.poll(() => codeOf(write('after'))).toBeUndefined();
  expect(await read()).toEqual(['after']);
  const listening = `select state from pg_stat_activity where application_name = 'lectern-announcements'`;
  await expect.poll(() => ask(listening)).toHaveLength(1);
});
