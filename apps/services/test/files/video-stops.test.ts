import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { beforeAll, expect, test } from 'vitest';
import { startBeforeAll } from '../platform.ts';
import type { FileStore } from '../../src/files/file-store.ts';
import { startVideoConversions } from '../../src/files/video/conversions.ts';
import type { ConversionJob } from '../../src/files/video/queue.ts';
import { Interrupted, type Jobs } from '../../src/jobs/jobs.ts';
import { startFileWorld } from './file-world.ts';
import { scriptFfmpeg } from './scripted-ffmpeg.ts';
import { anyFilm, converterOf } from './videos.ts';
import { insertRows } from '../rows.ts';

/* Conversions of a process that stops, by themselves: no platform takes them up. */

let work: (job: ConversionJob, stopping: AbortSignal) => Promise<void>;
/** The store is asked for a film, and does not answer before `fail`. */
const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
const { promise: answer, reject: fail } = Promise.withResolvers<Readable>();
answer.catch(() => {});

const ffmpeg = startBeforeAll(scriptFfmpeg);
const world = startBeforeAll(startFileWorld);
beforeAll(async () => {
  const jobs: Pick<Jobs, 'define'> = {
    define: async () => ({
      send: async () => {},
      work: async (run) => {
        work = (job, stopping) => run(job as never, stopping);
      },
    }),
  };
  const read: FileStore['read'] = () => {
    ask();
    return answer;
  };
  const store = { read } as Partial<FileStore> as FileStore;
  const gateway = { store, sweepSoon: async () => {} };
  await startVideoConversions(
    { database: world.database, jobs, gateway, log: { warn: () => {} } },
    { ffmpeg: ffmpeg.path },
  );
});

/** A conversion that waits, of a film that is there. */
async function newJob(): Promise<ConversionJob> {
  const publisher = await world.newPerson('administrator');
  const film = await converterOf(publisher).publishVideo(anyFilm());
  const { file_reference } = film;
  const file = await world.database
    .selectFrom('atma.file_versions')
    .select(['file_reference', 'space', 'asset_stage', 'asset_type', 'version as source_version'])
    .where('file_reference', '=', file_reference)
    .executeTakeFirstOrThrow();
  const job = { video_convert_id: randomUUID(), turn: randomUUID() };
  await insertRows(world.database, 'atma.video_converts', {
    ...file,
    ...job,
    requested_version: 0,
    video_rendition: 'VIDEO_RENDITION_MP4',
    target_file_reference: randomUUID(),
    state: 'QUEUED',
    round: 0,
  });
  return job;
}

const stateOf = ({ video_convert_id }: ConversionJob) =>
  world.database
    .selectFrom('atma.video_converts')
    .select(['state', 'attempts', 'attempt_id'])
    .where('video_convert_id', '=', video_convert_id)
    .executeTakeFirst();
const waiting = { state: 'QUEUED', attempts: 0, attempt_id: null };

test('a film is given back at once, though its store does not answer', async () => {
  const job = await newJob();
  const stopping = new AbortController();
  const working = work(job, stopping.signal);
  await asked;
  expect(await stateOf(job)).toMatchObject({ state: 'RUNNING', attempts: 1 });
  stopping.abort(new Interrupted('The process stops.'));
  await expect.poll(() => stateOf(job)).toEqual(waiting);
  fail(new Error('The store is away.'));
  await working;
  expect(await stateOf(job)).toEqual(waiting);
});

test('a process that stops begins none', async () => {
  const job = await newJob();
  const signal = AbortSignal.abort(new Interrupted('The process stops.'));
  await expect(work(job, signal)).rejects.toBeInstanceOf(Interrupted);
  expect(await stateOf(job)).toEqual(waiting);
});
