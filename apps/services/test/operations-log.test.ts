import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contract, services } from '@lectern/contracts';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { startTestProcess } from './process.ts';

const scope = {
  course_id_dto: { course_id: 'c' },
  issue_id_dto: { issue_id: 'i' },
  exercise_dto: { exercise_id: 'e' },
};
const body = JSON.stringify(scope);
const calls = contract.clag;
const getItems = services.clag.base + calls.localStoreItemGetForModel.path;
const setItems = services.clag.base + calls.localStoreItemSetForModel.path;

test('the log has a line a request, with its correlation id and nothing about the person', async () => {
  const services = await startTestProcess();
  const { subject, token } = await services.identityProvider.signIn('mia');
  const headers = {
    'Content-Type': 'application/json',
    'X-Ia-Correlation-Id': 'request-1',
    'X-Ia-Subject': subject,
    'X-Ia-Roles': '',
    Authorization: `Bearer ${token}`,
  };
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
  await post(getItems, { 'X-Long': 'Keller'.repeat(10_000) });
  // The database’s own words about what a user has sent.
  const { schema } = services.database;
  await schema
    .alterTable('clag.local_store_items')
    .addColumn('kept_as_number', 'integer', (column) =>
      column.generatedAlwaysAs(sql`value::integer`).stored(),
    )
    .execute();
  const item = { segment: 's', key: 'k', value: personal };
  const failing = JSON.stringify({ ...scope, local_store_items: [item] });
  expect((await post(setItems, {}, failing)).status).toBe(500);

  const requests = () => services.log().filter(({ status, err }) => status && !err);
  await expect.poll(requests).toHaveLength(12);
  for (const word of ['Mia', 'mia@', 'Keller', 'keller', 'demo-', token, '127.0.0.1']) {
    const lines = services.output().split('\n');
    const found = lines.filter((line) => line.includes(word) && !line.includes(' listen'));
    expect(found).toEqual([]);
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
  expect(services.log()).toContainEqual(
    expect.objectContaining({
      level: 'error',
      correlationId: 'request-1',
      status: 500,
      err: expect.objectContaining({ code: '22P02', stack: expect.stringContaining('at ') }),
    }),
  );
});

test('a client that leaves in the middle of what was refused gets no second answer, and no second line', async () => {
  const services = await startTestProcess();
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

  // What has no answer yet gets one, and a line; it comes after whatever the first has left.
  const other = connect(Number(port), hostname);
  other.write('no request\r\n\r\n');
  const [answer] = (await once(other, 'data')) as [Buffer];
  other.destroy();
  expect(String(answer)).toMatch(/^HTTP\/1\.1 400 /);
  const requests = () => services.log().filter(({ status }) => status);
  await expect.poll(requests).toHaveLength(2);
  expect(requests()).toMatchObject([
    { status: 404, codes: ['CALL_UNKNOWN'], correlationId: 'early' },
    { status: 400, codes: ['REQUEST_INVALID'] },
  ]);
});

test('an ffmpeg that is not where its variable says is named with the variable', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-log-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const services = await startTestProcess({
    LECTERN_FILES_PORT: '0',
    LECTERN_FILES_FOLDER: folder,
    LECTERN_FILE_ADDRESS_SECRET: 'a secret of at least 32 bytes for addresses',
    LECTERN_FFMPEG: '/nowhere/ffmpeg',
  });
  expect(services.log()).toContainEqual(
    expect.objectContaining({
      level: 'warn',
      path: '/nowhere/ffmpeg',
      msg: expect.stringContaining('LECTERN_FFMPEG'),
    }),
  );
});

test('where the jobs lose the database, the line says so', async () => {
  const services = await startTestProcess();
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'pgboss'
  `.execute(services.database);
  const error = () => services.log().find(({ level }) => level === 'error');
  await expect.poll(error).toMatchObject({ msg: 'The jobs cannot reach the database.' });
});
