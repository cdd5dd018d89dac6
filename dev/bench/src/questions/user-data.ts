import { createWriteStream, openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { createTestDatabase, startTestDatabase } from '@lectern/env/testing';
import { Pool } from 'pg';
import { connected } from '../database.ts';
import { rounded, type Benchmark } from '../figures.ts';
import { figureOfGrowth, growthDuring } from '../measured-services/growth.ts';
import { headersOf, startServices, type MeasuredServices } from '../measured-services/start.ts';
import { course_id, writeLocalStore, writeTopics } from '../user-data/content.ts';

const mebibyteInBytes = 1024 * 1024;
/** In one issue, far beyond what a subject may hold: nothing may depend on that limit. */
const largeInBytes = 1024 * mebibyteInBytes;
/** Nearly as much as a subject may hold. */
const restoredInBytes = 180 * mebibyteInBytes;
/** Fills caches and buffers, which do not grow with what is sent. */
const warmUpInBytes = 30 * mebibyteInBytes;

/** In MiB. */
const growthMaximum = 64;

export const benchmark: Benchmark = {
  question: `How far does memory grow while ${largeInBytes / mebibyteInBytes} MiB of user data are downloaded and ${restoredInBytes / mebibyteInBytes} MiB uploaded (V8's heap limited as in a container of 512 MiB)?`,

  async run() {
    await using stack = new AsyncDisposableStack();
    const server = await startTestDatabase();
    stack.defer(() => server.stop());
    const databaseUrl = await createTestDatabase(server.url);
    const service = await startServices(databaseUrl);
    stack.defer(() => service.stop());
    const pool = connected(stack, new Pool({ connectionString: databaseUrl }));
    const folder = await mkdtemp(join(tmpdir(), 'user-data-'));
    stack.defer(() => rm(folder, { recursive: true }));

    const { subject } = await service.signIn('mia');
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
    return [
      figureOfGrowth('download', downloaded, growthMaximum),
      { figure: 'time of the download', unit: 's', value: rounded(downloaded.seconds) },
      figureOfGrowth('upload', uploaded, growthMaximum),
      { figure: 'time of the upload', unit: 's', value: rounded(uploaded.seconds) },
    ];
  },
};

async function clear(pool: Pool, issue_id: string): Promise<void> {
  for (const table of ['content_items', 'local_store_items', 'issue_changes']) {
    await pool.query(`delete from clag.${table} where issue_id = $1`, [issue_id]);
  }
}

/** @returns bytes of the zip */
async function download(
  service: MeasuredServices,
  issue_id: string,
  path: string,
): Promise<number> {
  const signedIn = await service.signIn('mia');
  const { subject, url } = signedIn;
  const response = await fetch(`${url}/clag/v1/userData/download`, {
    method: 'POST',
    headers: { ...headersOf(signedIn), 'Content-Type': 'application/json' },
    body: JSON.stringify({ subject, course_id_dto: { course_id }, issue_id_dto: { issue_id } }),
  });
  if (!response.ok || !response.body) throw new Error(await response.text());
  await pipeline(Readable.fromWeb(response.body as ReadableStream), createWriteStream(path));
  return (await openAsBlob(path)).size;
}

/** @returns bytes of the zip */
async function upload(service: MeasuredServices, issue_id: string, path: string): Promise<number> {
  const signedIn = await service.signIn('mia');
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
