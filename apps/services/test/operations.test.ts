import { createTestDatabase, type SignedIn } from '@lectern/env/testing';
import pg from 'pg';
import { beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { hostToListenOn } from '../src/http/network.ts';
import { startOperations } from '../src/operations/operations.ts';
import { Readiness } from '../src/operations/readiness.ts';
import { ConnectionMonitor } from '../src/storage/connection-monitor.ts';
import { lockItems } from './lock-items.ts';
import { startBeforeAll, startTestPlatform } from './platform.ts';
import { someModel } from './some-model.ts';

test('at all addresses of the machine it is found by both families', async () => {
  const operations = await startOperations({ host: '::', port: 0 });
  onTestFinished(() => operations.close());
  const { port } = new URL(operations.url);
  for (const host of ['127.0.0.1', '[::1]']) {
    expect((await fetch(`http://${host}:${port}/live`)).status, host).toBe(200);
  }
  // Then Node falls back to IPv4 where a kernel has no IPv6.
  expect(['::', '::1', '0.0.0.0', 'localhost'].map(hostToListenOn)).toEqual([
    '',
    '::1',
    '0.0.0.0',
    'localhost',
  ]);
});

describe('a process with some of the services', () => {
  let mia: SignedIn;
  let ben: SignedIn;
  let lea: SignedIn;

  const operations = startBeforeAll(() => startOperations({ host: '127.0.0.1', port: 0 }));
  const platform = startBeforeAll(() =>
    startTestPlatform({ operations, services: ['clag', 'stats'] }),
  );
  beforeAll(async () => {
    const { signIn } = platform.identityProvider;
    [mia, ben, lea] = await Promise.all([signIn('mia'), signIn('ben'), signIn('lea')]);
  });

  const ask = async (path: string) => {
    const response = await fetch(operations.url + path);
    return [response.status, await response.text()] as const;
  };
  /** The value of a metric's series, such as `name{label="value"}`. */
  const figure = async (series: string) => {
    const [, text] = await ask('/metrics');
    const line = text.split('\n').find((candidate) => candidate.startsWith(`${series} `));
    return line === undefined ? undefined : Number(line.slice(series.length + 1));
  };

  const busyConnections = async () =>
    (await figure('lectern_database_connections'))! -
    (await figure('lectern_database_connections_idle'))!;
  const get = (client: ReturnType<typeof platform.as<'clag'>>) =>
    client.localStoreItemGetForModel({ body: someModel });

  test('answers their calls and no others', async () => {
    await platform.as('clag', mia).localStoreItemGetForModel({ body: someModel });
    const status = async (path: string) => (await fetch(platform.url + path)).status;
    expect(await status('/clag/v1/ping')).toBe(200);
    expect(await status('/lars/v1/ping')).toBe(404);
    expect(await status('/aua/v1/ping')).toBe(404);
  });

  test('is live and ready', async () => {
    expect(await ask('/live')).toEqual([200, '{"status":"live"}']);
    await expect.poll(() => ask('/ready')).toEqual([200, '{"status":"ready"}']);
  });

  test('counts and times requests by the names of the contract', async () => {
    await fetch(`${platform.url}/clag/v1/ping?mail=mia@schule.example`);
    await fetch(`${platform.url}/mia/schule`);
    await fetch(`${platform.url}/clag/v1/localStoreItem/getForModel`, { method: 'POST' });
    const ping = '{service="clag",call="ping",status="200"}';
    expect(await figure(`lectern_requests_total${ping}`)).toBeGreaterThanOrEqual(1);
    expect(await figure(`lectern_request_duration_seconds_count${ping}`)).toBeGreaterThanOrEqual(1);
    expect(
      await figure('lectern_requests_total{service="other",call="other",status="404"}'),
    ).toBeGreaterThanOrEqual(1);
    const refused = '{service="clag",call="localStoreItemGetForModel",status="400"}';
    expect(await figure(`lectern_requests_total${refused}`)).toBeGreaterThanOrEqual(1);
    expect((await ask('/metrics'))[1]).not.toMatch(/mia|schule/);
  });

  test('shows its pool, what is under way, and the process', async () => {
    const release = await lockItems(platform.database);
    const others = [ben, lea].map((session) => platform.as('clag', session));
    // More than one subject may run at once …
    const calls = Array.from({ length: 10 }, () => get(platform.as('clag', mia)));
    await vi.waitUntil(async () => (await figure('lectern_requests_in_flight')) === 10);
    await vi.waitUntil(async () => (await busyConnections()) === 8);
    // … and three together more than there are connections.
    calls.push(...others.flatMap((client) => Array.from({ length: 8 }, () => get(client))));
    await vi.waitUntil(async () => (await figure('lectern_database_connections_waiting')) === 4);
    expect(await busyConnections()).toBe(20);
    expect(await figure('lectern_database_connections_maximum')).toBe(20);
    // A process that has much to do is ready all the same.
    await expect.poll(() => ask('/ready')).toEqual([200, '{"status":"ready"}']);
    await release();
    await Promise.allSettled(calls);
    await vi.waitUntil(async () => (await figure('lectern_requests_in_flight')) === 0);
    expect(await figure('process_cpu_seconds_total')).toBeGreaterThan(0);
  });

  test('shows the jobs of each queue', async () => {
    expect(await figure('lectern_jobs{queue="subject-data-clag",state="failed"}')).toBe(0);
    expect(await figure('lectern_jobs{queue="subject-data-lars",state="ready"}')).toBe(0);
  });

  test('tells nothing else', async () => {
    expect((await ask('/'))[0]).toBe(404);
    expect((await fetch(`${platform.url}/metrics`)).status).toBe(404);
  });
});

describe('readiness', () => {
  const monitorOf = (url: string) => {
    const monitor = new ConnectionMonitor(url);
    onTestFinished(() => monitor.close());
    return monitor;
  };

  test('begins with serving and ends with stopping', async () => {
    const readiness = new Readiness();
    expect(await readiness.unready()).toBe('starting');
    readiness.serve(monitorOf(inject('databaseUrl')));
    expect(await readiness.unready()).toBeUndefined();
    readiness.stop();
    expect(await readiness.unready()).toBe('stopping');
  });

  test('ends while the database is away, and comes back with it', async () => {
    const databaseUrl = await createTestDatabase(inject('databaseUrl'));
    const server = new pg.Client({ connectionString: inject('databaseUrl') });
    await server.connect();
    onTestFinished(() => server.end());
    const name = new URL(databaseUrl).pathname.slice(1);
    const readiness = new Readiness();
    readiness.serve(monitorOf(databaseUrl));
    expect(await readiness.unready()).toBeUndefined();
    await server.query(`alter database ${name} allow_connections false`);
    await server.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
      [name],
    );
    expect(await readiness.unready()).toBe('database-unreachable');
    await server.query(`alter database ${name} allow_connections true`);
    expect(await readiness.unready()).toBeUndefined();
  });
});
