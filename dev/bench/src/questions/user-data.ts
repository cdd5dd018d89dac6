import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { startTestDatabase } from '@lectern/env';
import { createTestDatabase } from '@lectern/env/testing';
import { Pool } from 'pg';
import { rounded, type Benchmark, type Figure } from '../figures.ts';
import { course_id, writeLocalStore, writeTopics } from '../user-data/content.ts';

const mebibyteInBytes = 1024 * 1024;
/** In one issue, far beyond what a subject may hold: nothing may depend on that limit. */
const largeInBytes = 1024 * mebibyteInBytes;
/** Nearly as much as a subject may hold. */
const restoredInBytes = 180 * mebibyteInBytes;
/** Fills caches and buffers, which do not grow with what is sent. */
const warmUpInBytes = 30 * mebibyteInBytes;
const growthMaximumInBytes = 64 * mebibyteInBytes;

interface Service {
  readonly process: ChildProcess;
  ask<Answer>(what: 'sign-in' | 'begin' | 'end'): Promise<Answer>;
}

interface SignedIn {
  readonly url: string;
  readonly token: string;
  readonly subject: string;
}

export const benchmark: Benchmark = {
  question: `How far does the memory of the services grow while somebody downloads ${largeInBytes / mebibyteInBytes} MiB of user data, and while ${restoredInBytes / mebibyteInBytes} MiB are uploaded (resident memory, after a warm-up of ${warmUpInBytes / mebibyteInBytes} MiB)?`,

  async run() {
    await using stack = new AsyncDisposableStack();
    const server = await startTestDatabase();
    stack.defer(() => server.stop());
    const databaseUrl = await createTestDatabase(server.url);
    const service = await start(databaseUrl);
    stack.defer(() => void service.process.kill());
    const pool = new Pool({ connectionString: databaseUrl });
    pool.on('error', () => {});
    stack.defer(() => pool.end());
    const folder = await mkdtemp(join(tmpdir(), 'user-data-'));
    stack.defer(() => rm(folder, { recursive: true }));

    const { subject } = await service.ask<SignedIn>('sign-in');
    await writeTopics(pool, subject, 'warm', warmUpInBytes);
    await writeTopics(pool, subject, 'large', largeInBytes);
    await writeLocalStore(pool, subject, 'restored', restoredInBytes);

    const zip = (name: string) => join(folder, name);
    await download(service, 'warm', zip('warm'));
    await clear(pool, 'warm');
    await upload(service, 'warm', zip('warm'));
    const downloaded = await growthDuring(service, () => download(service, 'large', zip('large')));
    await download(service, 'restored', zip('restored'));
    // They were written past the calls, which count what a subject holds.
    await clear(pool, 'restored');
    const uploaded = await growthDuring(service, () =>
      upload(service, 'restored', zip('restored')),
    );
    return [figureOf('download', downloaded), figureOf('upload', uploaded)].flat();
  },
};

async function clear(pool: Pool, issue_id: string): Promise<void> {
  for (const table of ['content_items', 'local_store_items', 'issue_changes']) {
    await pool.query(`delete from clag.${table} where issue_id = $1`, [issue_id]);
  }
}

interface Measured {
  readonly growth: number;
  /** Of the zip. */
  readonly bytes: number;
  readonly seconds: number;
}

function figureOf(what: string, { growth, bytes, seconds }: Measured): Figure[] {
  return [
    {
      figure: `growth during the ${what}`,
      unit: 'MiB',
      value: rounded(growth / mebibyteInBytes),
      against: { what: 'the zip', value: rounded(bytes / mebibyteInBytes) },
      goal: `at most ${growthMaximumInBytes / mebibyteInBytes}`,
      met: growth <= growthMaximumInBytes,
    },
    { figure: `time of the ${what}`, unit: 's', value: rounded(seconds) },
  ];
}

async function growthDuring(service: Service, work: () => Promise<number>): Promise<Measured> {
  await service.ask('begin');
  const begin = performance.now();
  const bytes = await work();
  const seconds = (performance.now() - begin) / 1_000;
  const { growth } = await service.ask<{ growth: number }>('end');
  return { growth, bytes, seconds };
}

/** @returns bytes of the zip */
async function download(service: Service, issue_id: string, path: string): Promise<number> {
  const signedIn = await service.ask<SignedIn>('sign-in');
  const { subject, url } = signedIn;
  const response = await fetch(`${url}/clag/v1/userData/download`, {
    method: 'POST',
    headers: { ...headersOf(signedIn), 'Content-Type': 'application/json' },
    body: JSON.stringify({ subject, course_id_dto: { course_id }, issue_id_dto: { issue_id } }),
  });
  if (!response.ok || !response.body) throw new Error(await response.text());
  await pipeline(Readable.fromWeb(response.body as never), createWriteStream(path));
  return (await openAsBlob(path)).size;
}

/** @returns bytes of the zip */
async function upload(service: Service, issue_id: string, path: string): Promise<number> {
  const signedIn = await service.ask<SignedIn>('sign-in');
  const file = await openAsBlob(path);
  const fields = {
    subject: signedIn.subject,
    course_id,
    course_reference: course_id,
    issue_id,
    issue_reference: issue_id,
    file_name: 'large.zip',
    file_size: String(file.size),
  };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', file, 'large.zip');
  const response = await fetch(`${signedIn.url}/clag/v1/userData/upload`, {
    method: 'POST',
    headers: headersOf(signedIn),
    body: form,
  });
  const answer = (await response.json()) as { restored_items_count?: number };
  if (!answer.restored_items_count) throw new Error(JSON.stringify(answer));
  return file.size;
}

function headersOf({ token, subject }: SignedIn): Record<string, string> {
  return {
    'X-Ia-Correlation-Id': 'bench',
    'X-Ia-Subject': subject,
    'X-Ia-Roles': '',
    Authorization: `Bearer ${token}`,
  };
}

async function start(databaseUrl: string): Promise<Service> {
  const path = fileURLToPath(new URL('../user-data/server.ts', import.meta.url));
  const process = fork(path, [databaseUrl]);
  await once(process, 'message');
  return {
    process,
    async ask<Answer>(what: string) {
      process.send(what);
      const [answer] = (await once(process, 'message')) as [Answer];
      return answer;
    },
  };
}
