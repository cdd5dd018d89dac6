import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { constants, getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { clientsAt, giveRole } from '../platform.ts';
import { startTestProcess } from '../process.ts';
import { endHeartbeats } from '../stops.ts';
import { testFiles } from './file-options.ts';
import { scriptedFilm, scriptFfmpeg } from './scripted-ffmpeg.ts';
import { anyFilm, converterOf } from './videos.ts';

/* Conversions of processes that end: as they are asked to, and suddenly. */

/** A process that is in the middle of a film. */
async function startConverting() {
  const ffmpeg = await scriptFfmpeg();
  const temporary = await mkdtemp(join(tmpdir(), 'lectern-processes-'));
  onTestFinished(async () => {
    await ffmpeg.close();
    await rm(temporary, { recursive: true, force: true });
  });
  const { addressSecrets, ...files } = testFiles();
  const running = await startTestProcess({
    PATH: process.env['PATH']!,
    TMPDIR: temporary,
    LECTERN_FILES_PORT: '0',
    LECTERN_FILES_FOLDER: files.store.folder,
    LECTERN_FILE_ADDRESS_SECRET: addressSecrets[0],
    LECTERN_FFMPEG: ffmpeg.path,
  });
  const { subject, token } = await running.identityProvider.signIn('adrian');
  await giveRole(running.database, subject, 'administrator');
  const converterAt = (url: string) =>
    converterOf({
      subject,
      token,
      as: (service) => clientsAt(url)(service, { subject, token }),
    });
  const converter = converterAt(running.url);
  const wish = converter.wishFor(await converter.publishVideo(anyFilm(), { is_public: true }));
  await ffmpeg.hold();
  await converter.ask(wish);
  await ffmpeg.reach(2);
  const percent = async () => (await converter.ask(wish)).progress_in_percent;
  await expect.poll(percent).toBe(47);
  // Requests come first.
  const [processId] = await ffmpeg.running();
  expect(getPriority(processId)).toBe(constants.priority.PRIORITY_LOW);
  const folders = async () =>
    (await readdir(temporary)).filter((name) => name.startsWith('lectern-video-'));
  expect([(await folders()).length, (await ffmpeg.running()).length]).toEqual([1, 1]);
  /** Folders and processes of a conversion that no process goes on with. */
  const left = async () => [...(await folders()), ...(await ffmpeg.running())];
  /** Others go on with it, once its time has come. */
  const endElsewhere = async () => {
    await ffmpeg.release();
    await sql`update jobs.job set start_after = now()`.execute(running.database);
    const url = await running.takeOver({
      files: { ...files, addressSecrets, video: { ffmpeg: ffmpeg.path, priority: getPriority() } },
    });
    const other = converterAt(url);
    const conversion = await other.end(wish);
    const { bytes } = await other.contentOf(wish.target_file_reference);
    expect(bytes).toEqual(scriptedFilm);
    return conversion;
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
}, 120_000);

test('a process that is killed leaves nothing, and another one takes its conversion up', async () => {
  const { process: running, left, endElsewhere } = await startConverting();
  running.kill('SIGKILL');
  expect(await running.exited).toEqual([null, 'SIGKILL']);
  await expect.poll(left).toHaveLength(0);
  await endHeartbeats(running.database);
  expect(await endElsewhere()).toMatchObject({
    video_convert_state: 'VIDEO_CONVERT_STATE_DONE',
    attempts: 2,
  });
}, 120_000);
