import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createPlatform } from '../src/index.ts';
import { startOperations } from '../src/operations/operations.ts';
import { lockItems } from './lock-items.ts';
import { clientsAt, quickJobs, startTestPlatform } from './platform.ts';

const item = {
  body: {
    course_id_dto: { course_id: 'c' },
    issue_id_dto: { issue_id: 'i' },
    exercise_dto: { exercise_id: 'e' },
  },
};

test('a process opens as many connections as the page about operation says', async () => {
  const platform = await startTestPlatform();
  onTestFinished(() => platform.close());
  const operations = await startOperations({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => operations.close());
  // Its own address, so that the connections of the test's first process are told apart.
  const databaseUrl = new URL(platform.databaseUrl);
  await sql`create role counted superuser login`.execute(platform.database).catch(() => {});
  databaseUrl.username = 'counted';
  const server = await createPlatform({
    databaseUrl: databaseUrl.href,
    publicUrl: 'http://localhost',
    identityProvider: platform.identityProvider.servicesClient,
    jobs: quickJobs,
    operations,
  });
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    await server.drain(0);
    await server.close();
  });
  const people = await Promise.all(
    (['mia', 'ben', 'lea'] as const).map((name) => platform.identityProvider.signIn(name)),
  );
  const release = await lockItems(platform.database);
  const calls = people.flatMap((person) =>
    Array.from({ length: 8 }, () => clientsAt(url)('clag', person).localStoreItemGetForModel(item)),
  );
  const open = async () => {
    await fetch(`${operations.url}/ready`);
    const { rows } = await sql<{ name: string; count: number }>`
      select application_name as name, count(*)::integer as count from pg_stat_activity
      where datname = current_database() and usename = 'counted' group by 1 order by 1
    `.execute(platform.database);
    return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
  };
  // Connections of requests and short statements, and the others.
  const most = { services: 20 + 4, jobs: 2, announcements: 1, monitor: 1 };
  await vi.waitUntil(async () => (await open())['lectern-services']! >= 20);
  const found = await open();
  await release();
  await Promise.allSettled(calls);
  expect(found).toMatchObject({ 'lectern-announcements': 1, 'lectern-monitor': 1 });
  expect(found['lectern-jobs']).toBeLessThanOrEqual(most.jobs);
  expect(found['lectern-services']).toBeLessThanOrEqual(most.services);
  const sum = Object.values(most).reduce((total, count) => total + count);
  const page = await readFile(new URL('../../../docs/operate/run.md', import.meta.url), 'utf8');
  expect(page).toContain(`room for ${sum} connections a process`);
});
