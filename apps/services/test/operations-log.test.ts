import Fastify from 'fastify';
import { headersOf } from './security/requests.ts';
import { loggerOptions } from '../src/http/log.ts';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contract, generalErrors, services as contractServices } from '@lectern/contracts';
import type { SignedIn } from '@lectern/env/testing';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { afterTests, startTestProcess, type LogLine, type TestProcess } from './process.ts';
import { someModel } from './some-model.ts';

const body = JSON.stringify(someModel);
const calls = contract.clag;
const getItems = contractServices.clag.base + calls.localStoreItemGetForModel.path;
const setItems = contractServices.clag.base + calls.localStoreItemSetForModel.path;

/** One process for all tests, each of which waits for all lines that it causes. */
const defer = afterTests();
let services: TestProcess;
let mia: SignedIn;
/** Lines of the test that runs. */
let log: () => LogLine[];

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-log-'));
  defer(() => rm(folder, { recursive: true, force: true }));
  services = await startTestProcess(
    {
      LECTERN_FILES_PORT: '0',
      LECTERN_FILES_FOLDER: folder,
      LECTERN_FILE_ADDRESS_SECRET: 'a secret of at least 32 bytes for addresses',
      LECTERN_FFMPEG: '/nowhere/ffmpeg',
    },
    defer,
  );
  mia = await services.identityProvider.signIn('mia');
});
beforeEach(() => {
  const before = services.log().length;
  log = () => services.log().slice(before);
});

const headersWith = (correlationId: string) =>
  headersOf(mia, { 'X-Ia-Correlation-Id': correlationId });

test('an ffmpeg that is not where its variable says is named with the variable', () => {
  expect(services.log()).toContainEqual(
    expect.objectContaining({
      level: 'warn',
      path: '/nowhere/ffmpeg',
      msg: expect.stringContaining('LECTERN_FFMPEG'),
    }),
  );
});

test('a proxy that nobody has named is told once, without an address', async () => {
  const headers = { 'X-Forwarded-For': '198.51.100.7' };
  await fetch(`${services.url}/nowhere`, { headers });
  await fetch(`${services.url}/nowhere`, { headers });
  await expect.poll(() => log().filter(({ status }) => status === 404)).toHaveLength(2);
  const told = log().filter(({ level }) => level === 'warn');
  expect(told).toMatchObject([{ msg: expect.stringContaining('LECTERN_TRUSTED_PROXIES') }]);
  expect(JSON.stringify(log())).not.toMatch(/198\.51|127\.0/);
});

test('the log has a line a request, with its correlation id and nothing about the person', async () => {
  const { subject, token } = mia;
  const headers = headersWith('request-1');
  const post = (path: string, more: Record<string, string> = {}, content = body) =>
    fetch(services.url + path, { method: 'POST', headers: { ...headers, ...more }, body: content });
  const personal = 'Mia Keller <mia@schule.example>';

  await post('/aua/v1/user/updateUserInfo');
  await post('/aua/v1/user/get', {}, JSON.stringify({ subject }));
  await post(getItems);
  await post(`${getItems}?mail=mia@schule.example`, {}, `{"${personal}":"${personal}"}`);
  await post(getItems, {}, `"${personal}`);
  await post(getItems, { 'X-Ia-Subject': 'demo-ben' });
  await post(getItems, { 'X-Ia-Roles': 'mia@schule.example' });
  await post(getItems, { Authorization: 'Bearer keller-secret' });
  await post('/aua/v1/user/mia@schule.example');
  await post('/aua/v1/%c0mia@schule.example');
  await post(getItems, { 'X-Long': 'Keller'.repeat(12_000) });
  // The database’s own words about what a user has sent.
  const { schema } = services.database;
  await schema
    .alterTable('clag.local_store_items')
    .addColumn('kept_as_number', 'integer', (column) =>
      column.generatedAlwaysAs(sql`value::integer`).stored(),
    )
    .execute();
  const item = { segment: 's', key: 'k', value: personal };
  const failing = JSON.stringify({ ...someModel, local_store_items: [item] });
  expect((await post(setItems, {}, failing)).status).toBe(500);

  const requests = () => log().filter(({ status, err }) => status && !err);
  await expect.poll(requests).toHaveLength(12);
  for (const word of ['Mia', 'mia@', 'Keller', 'keller', 'demo-', token, '127.0.0.1']) {
    const lines = services.output().split('\n');
    const said = lines.filter((line) => line.includes(word) && !line.includes(' listen'));
    expect(said).toEqual([]);
  }
  expect(requests()).toContainEqual(
    expect.objectContaining({
      level: 'info',
      correlationId: 'request-1',
      service: 'clag',
      call: 'localStoreItemGetForModel',
      status: 200,
      durationInMs: expect.any(Number),
    }),
  );
  expect(requests().map(({ status, codes }) => [status, codes])).toEqual(
    expect.arrayContaining([
      [400, ['REQUEST_INVALID']],
      [400, ['HEADER_INVALID']],
      [401, ['TOKEN_REQUIRED']],
      [403, ['SUBJECT_FORBIDDEN']],
      [404, ['CALL_UNKNOWN']],
      [431, ['HEADERS_TOO_LARGE']],
      [500, ['INTERNAL']],
    ]),
  );
  expect(log()).toContainEqual(
    expect.objectContaining({
      level: 'error',
      correlationId: 'request-1',
      status: 500,
      err: expect.objectContaining({ code: '22P02', stack: expect.stringContaining('at ') }),
    }),
  );
});

test('a client that leaves in the middle of what was refused gets no second answer, and no second line', async () => {
  const { hostname, port } = new URL(services.url);
  const socket = connect(Number(port), hostname);
  let answers = '';
  socket.on('data', (chunk: Buffer) => (answers += String(chunk)));
  const closed = once(socket, 'close');
  const head = [
    'POST /nowhere HTTP/1.1',
    'Host: a',
    'X-Ia-Correlation-Id: early',
    'Content-Length: 9',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\nhalf`);
  await once(socket, 'data');
  socket.end();
  await closed;
  expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 404']);

  // An unanswered request gets an answer, and a line, which comes after that of the first.
  const other = connect(Number(port), hostname);
  other.write('no request\r\n\r\n');
  const [answer] = (await once(other, 'data')) as [Buffer];
  other.destroy();
  expect(String(answer)).toMatch(/^HTTP\/1\.1 400 /);
  const requests = () => log().filter(({ status }) => status);
  await expect.poll(requests).toHaveLength(2);
  expect(requests()).toMatchObject([
    { status: 404, codes: ['CALL_UNKNOWN'], correlationId: 'early' },
    { status: 400, codes: ['REQUEST_INVALID'] },
  ]);
});

test('a statement that takes too long is answered as such, and not as an outage', async () => {
  const ask = () =>
    fetch(services.url + getItems, { method: 'POST', headers: headersWith('slow-1'), body });
  expect((await ask()).status).toBe(200);

  const answer = await services.database.transaction().execute(async (holder) => {
    await sql`lock table clag.local_store_items in access exclusive mode`.execute(holder);
    const asked = ask();
    // The same end as that of the time limit, without the wait for it.
    const cancel = sql<{ pid: number }>`
      select pid, pg_cancel_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
        and application_name = 'lectern-services'
    `;
    await expect.poll(async () => (await cancel.execute(services.database)).rows).not.toEqual([]);
    return asked;
  });
  const { status, text } = generalErrors.TOOK_TOO_LONG;
  expect([answer.status, await answer.json()]).toEqual([
    status,
    { result_state: 'ERROR', result_messages: [{ code: 'TOOK_TOO_LONG', text }] },
  ]);
  expect(answer.headers.get('Retry-After')).toBe('30');
  const ready = () => fetch(`${services.operationsUrl}/ready`);
  await expect.poll(async () => (await ready()).status).toBe(200);
  expect((await ask()).status).toBe(200);
  const errors = () => log().filter(({ level }) => level === 'error');
  await expect.poll(errors).toEqual([
    expect.objectContaining({
      correlationId: 'slow-1',
      call: getItems,
      status,
      codes: ['TOOK_TOO_LONG'],
      err: expect.objectContaining({ code: '57014' }),
    }),
  ]);
});

test('where the jobs lose the database, the line says so', async () => {
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'lectern-jobs'
  `.execute(services.database);
  const error = () => log().find(({ level }) => level === 'error');
  await expect.poll(error).toMatchObject({ msg: 'The jobs cannot reach the database.' });
});

const addresses = [new Error('connect ECONNREFUSED ::1:1'), new Error('connect to 127.0.0.1')];

test.each<[string, Error, RegExp]>([
  ['of each address', new AggregateError(addresses), /ECONNREFUSED ::1:1; connect to 127/],
  ['by its code', Object.assign(new Error(''), { code: 'EPIPE' }), /^EPIPE$/],
  ['by its name', new RangeError(''), /^RangeError$/],
])('an error without a message says something: %s', (_, error, text) => {
  const lines: unknown[] = [];
  const { logger } = loggerOptions('error');
  const write = (line: string) => void lines.push(JSON.parse(line));
  const { log } = Fastify({ logger: { ...(logger as object), stream: { write } } });
  log.error({ err: error });
  log.error({ err: new Error('outer', { cause: error }) }, 'told');
  const message = expect.stringMatching(text);
  expect(lines).toMatchObject([
    { msg: message, err: { message } },
    { msg: 'told', err: { message: 'outer', cause: { message } } },
  ]);
});
