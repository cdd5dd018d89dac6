import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, startTestDatabase } from '@lectern/env/testing';
import type { PlatformOptions } from '@lectern/services';
import { Pool } from 'pg';
import { compareByRound, type Benchmark, type Figure } from '../figures.ts';
import { announce, download, upload } from '../files/publication.ts';
import { figureOfGrowth, growthDuring } from '../measured-services/growth.ts';
import { startServices } from '../measured-services/start.ts';
import { startProcess } from '../process.ts';

type FileStoreOptions = NonNullable<PlatformOptions['files']>['store'];

const mebibyteInBytes = 1024 * 1024;
const fileInBytes = 1024 * mebibyteInBytes;
/** Fills caches and buffers, which do not grow with the file. */
const warmUpInBytes = 64 * mebibyteInBytes;

/** The times are those of rounds, in which both send or fetch as much. */
const rounds = 5;
const roundInBytes = 256 * mebibyteInBytes;

/** In MiB: some parts of a file, and what they came in. */
const growthMaximum = 128;

export const benchmark: Benchmark = {
  question: `How far does memory grow while a file of ${fileInBytes / mebibyteInBytes} MiB comes and goes (V8's heap limited as in a container of 512 MiB), and how long does one of ${roundInBytes / mebibyteInBytes} MiB take?`,
  remarks:
    'The bare handler is node:http alone, which hashes, writes, flushes and pipes back. The test bucket (s3rver) hashes and writes everything twice; with Ceph the upload takes 1.7 times the bare handler.',

  async run() {
    await using stack = new AsyncDisposableStack();
    const server = await startTestDatabase();
    stack.defer(() => server.stop());
    const folder = await mkdtemp(join(tmpdir(), 'files-'));
    stack.defer(() => rm(folder, { recursive: true }));
    const bucket = await startProcess<FileStoreOptions>(
      new URL('../files/bucket.ts', import.meta.url),
    );
    stack.defer(() => bucket.stop());

    // This server writes bytes, and does nothing else.
    const bare = await startProcess<string>(new URL('../files/bare.ts', import.meta.url), [
      join(folder, 'bare'),
    ]);
    stack.defer(() => bare.stop());
    await upload(bare.said, warmUpInBytes);
    const figures: Figure[] = [];
    for (const [kind, store] of [
      ['a folder', { folder: join(folder, 'store') }],
      ['a bucket', bucket.said],
    ] as const) {
      const measured = await measure(server.url, store, bare.said);
      for (const [what, { growth, seconds, bareSeconds }, goal] of [
        [`upload to ${kind}`, measured.upload, { atMost: 'folder' in store ? 1.6 : 2.5 }],
        [`download from ${kind}`, measured.download],
      ] as const) {
        const against = { what: 'bare handler', values: bareSeconds };
        figures.push(
          figureOfGrowth(what, growth, growthMaximum),
          compareByRound(`time of the ${what}`, 's', seconds, against, goal),
        );
      }
    }
    return figures;
  },
};

async function measure(serverUrl: string, store: FileStoreOptions, bareUrl: string) {
  await using stack = new AsyncDisposableStack();
  const databaseUrl = await createTestDatabase(serverUrl);
  const services = await startServices(databaseUrl, {
    files: {
      listen: { host: '127.0.0.1', port: 0 },
      store,
      addressSecrets: ['a secret of at least 32 bytes for addresses'],
    },
  });
  stack.defer(() => services.stop());
  const publisher = await services.signIn('adrian');
  const pool = new Pool({ connectionString: databaseUrl });
  await pool.query(`insert into aua.user_roles (subject, role) values ($1, 'administrator')`, [
    publisher.subject,
  ]);
  await pool.end();

  const warmUp = await announce(publisher, warmUpInBytes);
  await upload(warmUp.uploadTo, warmUpInBytes);
  await download(await warmUp.downloadFrom());
  const file = await announce(publisher, fileInBytes);
  const uploaded = await growthDuring(services, () => upload(file.uploadTo, fileInBytes));
  const address = await file.downloadFrom();
  const downloaded = await growthDuring(services, () => download(address));
  if (downloaded.bytes !== fileInBytes) throw new Error('The file came back shorter.');
  const times = {
    upload: { growth: uploaded, seconds: [] as number[], bareSeconds: [] as number[] },
    download: { growth: downloaded, seconds: [] as number[], bareSeconds: [] as number[] },
  };
  // In turns: what else the machine does meets both.
  for (let round = 0; round < rounds; round++) {
    const { uploadTo, downloadFrom } = await announce(publisher, roundInBytes);
    times.upload.bareSeconds.push(await secondsOf(() => upload(bareUrl, roundInBytes)));
    times.upload.seconds.push(await secondsOf(() => upload(uploadTo, roundInBytes)));
    const from = await downloadFrom();
    times.download.bareSeconds.push(await secondsOf(() => download(bareUrl)));
    times.download.seconds.push(await secondsOf(() => download(from)));
  }
  return times;
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return (performance.now() - begin) / 1_000;
}
