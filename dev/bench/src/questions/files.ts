import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startTestDatabase } from '@lectern/env';
import { createTestDatabase, startS3Server } from '@lectern/env/testing';
import { Pool } from 'pg';
import { compare, type Benchmark, type Figure } from '../figures.ts';
import { announce, download, upload } from '../files/publication.ts';
import { figureOfGrowth, growthDuring } from '../measured-services/growth.ts';
import { startServices } from '../measured-services/start.ts';

const mebibyteInBytes = 1024 * 1024;
const fileInBytes = 1024 * mebibyteInBytes;
/** Fills caches and buffers, which do not grow with the file. */
const warmUpInBytes = 64 * mebibyteInBytes;

/** In MiB: some parts of a file, and what they came in. */
const growthMaximum = 128;

export const benchmark: Benchmark = {
  question: `How far does the memory of the services grow while a file of ${fileInBytes / mebibyteInBytes} MiB comes and goes (resident memory, after one of ${warmUpInBytes / mebibyteInBytes} MiB, with V8's heap limited as in a container of 512 MiB), and how long does that take?`,
  remarks:
    'The bare handler is a process with node:http alone, which hashes what comes, writes it to the same disk and waits until it is there, and pipes it back. The bucket is that of a server in the process of the client, which limits its speed.',

  async run() {
    await using stack = new AsyncDisposableStack();
    const server = await startTestDatabase();
    stack.defer(() => server.stop());
    const folder = await mkdtemp(join(tmpdir(), 'files-'));
    stack.defer(() => rm(folder, { recursive: true }));
    const bucket = await startS3Server();
    stack.defer(() => bucket.close());

    const bare = await bareTimes(join(folder, 'bare'));
    const figures: Figure[] = [];
    for (const [kind, store] of [
      ['a folder', { folder: join(folder, 'store') }],
      ['a bucket', bucket.options],
    ] as const) {
      const { uploaded, downloaded } = await growthWith(server.url, store);
      for (const [what, growth, bareSeconds] of [
        [`upload to ${kind}`, uploaded, bare.upload],
        [`download from ${kind}`, downloaded, bare.download],
      ] as const) {
        const against = { what: 'bare handler', value: bareSeconds };
        figures.push(
          figureOfGrowth(what, growth, growthMaximum),
          compare(`time of the ${what}`, 's', growth.seconds, against),
        );
      }
    }
    return figures;
  },
};

async function growthWith(serverUrl: string, store: object) {
  await using stack = new AsyncDisposableStack();
  const databaseUrl = await createTestDatabase(serverUrl);
  const services = await startServices(databaseUrl, {
    files: {
      listen: { host: '127.0.0.1', port: 0 },
      store: store as never,
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
  return { uploaded, downloaded };
}

/** Seconds that a handler needs which does nothing else. */
async function bareTimes(path: string): Promise<{ upload: number; download: number }> {
  const handler = fork(fileURLToPath(new URL('../files/bare.ts', import.meta.url)), [path]);
  try {
    const [url] = (await once(handler, 'message')) as [string];
    const secondsOf = async (work: () => Promise<unknown>) => {
      const begin = performance.now();
      await work();
      return (performance.now() - begin) / 1_000;
    };
    await upload(url, warmUpInBytes);
    return {
      upload: await secondsOf(() => upload(url, fileInBytes)),
      download: await secondsOf(() => download(url)),
    };
  } finally {
    handler.kill();
  }
}
