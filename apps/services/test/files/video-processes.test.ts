import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { clientsAt } from '../platform.ts';
import { startTestProcess, type TestProcess } from '../process.ts';
import type { Person } from './file-world.ts';
import { scriptFfmpeg } from './scripted-ffmpeg.ts';
import { converterOf, makeVideo } from './videos.ts';

/* Conversions of processes that end: as they are asked to, and suddenly. */

/** Somebody who publishes, by the process at an address. */
async function publisherAt(running: TestProcess, url: string): Promise<Person> {
  const { subject, token } = await running.identityProvider.signIn('adrian');
  return {
    subject,
    token,
    as: (service) => clientsAt(url)(service, { subject, token }),
  };
}

/** A process that is in the middle of a long film. */
async function startConverting() {
  const ffmpeg = await scriptFfmpeg();
  const temporary = await mkdtemp(join(tmpdir(), 'lectern-processes-'));
  onTestFinished(async () => {
    await ffmpeg.close();
    await rm(temporary, { recursive: true, force: true });
  });
  const running = await startTestProcess({
    PATH: process.env['PATH']!,
    TMPDIR: temporary,
    LECTERN_FILES_PORT: '0',
    LECTERN_FILES_FOLDER: join(temporary, 'files'),
    LECTERN_FILE_ADDRESS_SECRET: 'a secret of at least 32 bytes for addresses',
    LECTERN_FFMPEG: ffmpeg.path,
  });
  const publisher = await publisherAt(running, running.url);
  const { subject } = publisher;
  await running.database
    .insertInto('aua.user_roles')
    .values({ subject, role: 'administrator' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const converter = converterOf(publisher);
  await ffmpeg.takeTime(true);
  const video = await converter.publishVideo(await makeVideo({ seconds: 30 }), {
    is_public: true,
  });
  const wish = converter.wishFor(video);
  await converter.ask(wish);
  await vi.waitUntil(async () => (await converter.ask(wish)).progress_in_percent > 0, {
    timeout: 30_000,
  });
  const folders = async () =>
    (await readdir(temporary)).filter((name) => name.startsWith('lectern-video-'));
  expect([(await folders()).length, (await ffmpeg.running()).length]).toEqual([1, 1]);
  /** What is left of a conversion that no process goes on with. */
  const left = async () => [...(await folders()), ...(await ffmpeg.running())];
  /** Another process goes on with it, as fast as it can. */
  const endElsewhere = async () => {
    await ffmpeg.takeTime(false);
    const other = converterOf(await publisherAt(running, await running.startAgain()));
    const told = await other.end(wish, 120_000);
    const { bytes } = await other.contentOf(wish.target_file_reference);
    expect(bytes.length).toBeGreaterThan(1000);
    return told;
  };
  return { process: running, wish, left, endElsewhere };
}

test('a process that stops gives its conversion back, and leaves nothing', async () => {
  const { process: running, wish, left, endElsewhere } = await startConverting();
  running.kill('SIGTERM');
  expect(await running.exited).toEqual([0, null]);
  expect(await left()).toEqual([]);
  const row = await running.database
    .selectFrom('atma.video_converts')
    .select(['state', 'attempts', 'attempt_id'])
    .where('video_convert_id', '=', wish.video_convert_id)
    .executeTakeFirst();
  // It does not count as an attempt: it was not the video's fault.
  expect(row).toEqual({ state: 'QUEUED', attempts: 0, attempt_id: null });
  expect(await endElsewhere()).toMatchObject({
    video_convert_state: 'VIDEO_CONVERT_STATE_DONE',
    attempts: 1,
  });
}, 180_000);

test('a process that is killed leaves nothing, and another one takes its conversion up', async () => {
  const { process: running, left, endElsewhere } = await startConverting();
  running.kill('SIGKILL');
  expect(await running.exited).toEqual([null, 'SIGKILL']);
  await expect.poll(left).toHaveLength(0);
  expect(await endElsewhere()).toMatchObject({
    video_convert_state: 'VIDEO_CONVERT_STATE_DONE',
    attempts: 2,
  });
}, 180_000);
