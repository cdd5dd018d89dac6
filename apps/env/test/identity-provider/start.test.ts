import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { servicesClientId } from '../../src/accounts.ts';
import { readEnvironment } from '../../src/identity-provider/environment.ts';
import { createTestDatabase } from '../../testing/index.ts';
import * as party from './relying-party.ts';

const main = fileURLToPath(new URL('../../src/identity-provider/main.ts', import.meta.url));

const complete = {
  LECTERN_PORT: '0',
  LECTERN_ISSUER: 'http://localhost:8081',
  LECTERN_SHELL_ORIGIN: 'http://localhost:8080',
  DATABASE_URL: 'postgresql://lectern@/lectern?host=/tmp/socket',
  LECTERN_SERVICES_CLIENT_SECRET: 'one',
  LECTERN_ORDER_SYSTEM_CLIENT_SECRET: 'two',
};

describe('the environment', () => {
  test('becomes the options', () => {
    expect(readEnvironment({ ...complete, LECTERN_HOST: '127.0.0.1' })).toEqual({
      port: 0,
      host: '127.0.0.1',
      issuer: 'http://localhost:8081',
      shellOrigin: 'http://localhost:8080',
      databaseUrl: complete.DATABASE_URL,
      servicesClientSecret: 'one',
      orderSystemClientSecret: 'two',
    });
  });

  test('that lacks variables is refused in one sentence that names them all', () => {
    const { DATABASE_URL: _url, LECTERN_PORT: _port, ...incomplete } = complete;
    expect(() => readEnvironment(incomplete)).toThrow(
      'The identity provider needs these environment variables: LECTERN_PORT, DATABASE_URL.',
    );
  });

  test.each([
    ['LECTERN_PORT', 'eighty'],
    ['LECTERN_PORT', '70000'],
    ['LECTERN_PORT', '-1'],
    ['LECTERN_PORT', 'tcp://10.0.0.1:8081'],
    ['LECTERN_ISSUER', 'http://localhost:8081/'],
    ['LECTERN_ISSUER', 'localhost:8081'],
    ['LECTERN_ISSUER', 'ftp://localhost'],
    ['LECTERN_SHELL_ORIGIN', 'http://localhost:8080/app'],
    ['LECTERN_SHELL_ORIGIN', '*'],
  ])('with %s=%s is refused', (name, value) => {
    expect(() => readEnvironment({ ...complete, [name]: value })).toThrow(name);
  });
});

describe('starting', () => {
  test('twice at once on an empty database: one schema, one set of keys', async () => {
    const databaseUrl = await createTestDatabase(inject('databaseUrl'));
    const providers = await Promise.all([1, 2, 3].map(() => party.start({ databaseUrl })));
    const keys = providers.map(async ({ issuer }) => (await fetch(`${issuer}/oauth/jwks`)).text());
    expect(new Set(await Promise.all(keys)).size).toBe(1);
    await Promise.all(providers.map((provider) => provider.close()));
  });

  test('with an https issuer behind a proxy: secure cookies, its addresses, idle connections that outlast', async () => {
    let port: unknown;
    const provider = await party.start({
      issuer: 'https://login.localhost',
      log: (_level, _message, details) => {
        port ??= details?.['port'];
      },
    });
    const request = party.authorizationUrl(`http://localhost:${String(port)}`, 'c'.repeat(43));
    const answer = await fetch(request, { redirect: 'manual' });
    expect(answer.headers.getSetCookie().length).toBeGreaterThan(1);
    for (const line of answer.headers.getSetCookie()) expect(line).toMatch(/; secure/i);
    expect(answer.headers.get('Keep-Alive')).toBe('timeout=620');
    const discovery = new URL('/.well-known/openid-configuration', request);
    expect(await (await fetch(discovery)).json()).toMatchObject({
      issuer: 'https://login.localhost',
      token_endpoint: 'https://login.localhost/oauth/token',
    });
    await provider.close();
  });

  test('on a taken port says so', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await expect(party.start({ port })).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is taken: stop what listens there or choose another port.`,
    );
    server.close();
  });

  test('without a database says so', async () => {
    await expect(party.start({ databaseUrl: 'postgresql://nobody@127.0.0.1:1/x' })).rejects.toThrow(
      'check DATABASE_URL',
    );
  });
});

test('while the database is away, requests are 503, and each reason is told once', async () => {
  const told: unknown[] = [];
  const provider = await party.start({
    log: (level, _message, details) => {
      if (level === 'error') told.push(details?.['err']);
    },
  });
  const name = new URL(provider.databaseUrl).pathname.slice(1);
  const server = new pg.Client(inject('databaseUrl'));
  await server.connect();
  onTestFinished(() => server.end());
  onTestFinished(() => provider.close());
  await server.query(`alter database "${name}" allow_connections false`);
  await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    name,
  ]);
  const body = new URLSearchParams({ token: 'x' });
  const { servicesClientSecret } = party.secrets;
  const Authorization = `Basic ${btoa(`${servicesClientId}:${servicesClientSecret}`)}`;
  const introspect = async () => {
    const answer = await fetch(`${provider.issuer}/oauth/introspect`, {
      method: 'POST',
      headers: { Authorization },
      body,
    });
    return [answer.status, answer.headers.get('Retry-After'), await answer.json()];
  };
  const away = [503, '1', expect.objectContaining({ error: 'server_error' })];
  // The first ones may meet connections that have just ended.
  for (let count = 0; count < 6; count += 1) expect(await introspect()).toEqual(away);
  const messages = told.map((error) => (error as Error).message);
  expect(messages).toContain(`database "${name}" is not currently accepting connections`);
  expect(messages).toEqual([...new Set(messages)]);
});

describe('the process', () => {
  let environment: Record<string, string>;
  beforeAll(async () => {
    const databaseUrl = await createTestDatabase(inject('databaseUrl'));
    environment = { ...complete, DATABASE_URL: databaseUrl };
  });

  /** @returns exit code and what the process wrote to standard error. */
  async function end(child: ChildProcess) {
    let errors = '';
    child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, errors };
  }
  const listening = async (child: ChildProcess) => {
    if (!child.stdout) throw new Error('the process has no standard output');
    await once(child.stdout, 'data');
  };

  test('ends with a sentence and no stack when it cannot start', async () => {
    const child = spawn(process.execPath, [main], { env: {} });
    expect(await end(child)).toEqual({
      code: 1,
      errors: expect.stringMatching(/^The identity provider needs these .*\.\n$/),
    });
  });

  test.each(['SIGTERM', 'SIGINT'] as const)('closes cleanly on %s', async (signal) => {
    const child = spawn(process.execPath, [main], { env: environment });
    const ended = end(child);
    await listening(child);
    child.kill(signal);
    expect(await ended).toEqual({ code: 0, errors: '' });
  });

  test('ends when the process that started it is gone', async () => {
    const child = fork(main, { env: environment, silent: true });
    const exited = once(child, 'exit');
    await listening(child);
    child.disconnect();
    expect(await exited).toEqual([0, null]);
  });
});
