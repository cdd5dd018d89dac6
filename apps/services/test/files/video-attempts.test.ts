import { randomUUID } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { beginAttempt } from '../../src/files/video/attempts.ts';
import { codeOf, makeBeforeAll, startBeforeAll } from '../platform.ts';
import { startFileWorld, type PublicationFile } from './file-world.ts';
import { scriptFfmpeg } from './scripted-ffmpeg.ts';
import { anyFilm, converterOf, type VideoConvert, type Wish } from './videos.ts';
import { insertRows } from '../rows.ts';

/* Conversions that fail, take long, or lose their video. */

const ffmpeg = startBeforeAll(scriptFfmpeg);
const world = startBeforeAll(() =>
  startFileWorld({ video: { ffmpeg: ffmpeg.path, retryPausesInSeconds: [0, 0] } }),
);
const publisher = makeBeforeAll(() => world.newPerson('administrator'));
const converter = makeBeforeAll(() => converterOf(publisher));
afterEach(async () => {
  await ffmpeg.failTimes(0);
  await ffmpeg.release();
});

const newVideo = () => converter.publishVideo(anyFilm(), { is_public: true });
const newWish = async () => converter.wishFor(await newVideo());
/** Waits until it is told that so much is done. */
const untilAt = async (wish: Wish, percent: number) => {
  await expect.poll(async () => (await converter.ask(wish)).progress_in_percent).toBe(percent);
};
/** A conversion that waits in the middle of its film. */
const startUnderWay = async (video?: PublicationFile) => {
  await ffmpeg.hold();
  const wish = converter.wishFor(video ?? (await newVideo()));
  await converter.ask(wish);
  await ffmpeg.reach(2);
  await untilAt(wish, 47);
  return wish;
};
const isThere = async ({ target_file_reference }: Wish) =>
  (await codeOf(converter.contentOf(target_file_reference))) === undefined;

test('what fails once is tried again, and nobody is told of it in the end', async () => {
  await ffmpeg.failTimes(1);
  const video = await converter.convert(await newWish());
  expect(video).toMatchObject({ video_convert_state: 'VIDEO_CONVERT_STATE_DONE', attempts: 2 });
  expect(video.failure).toBeUndefined();
});

test('after three attempts it has failed, until it is asked for again', async () => {
  await ffmpeg.failTimes(3);
  const wish = await newWish();
  const failed = await converter.convert(wish);
  expect(failed).toMatchObject({
    video_convert_state: 'VIDEO_CONVERT_STATE_FAILED',
    attempts: 3,
    failure: 'The conversion broke off. The video may be damaged.',
  });
  expect(await isThere(wish)).toBe(false);
  // Nothing more happens by itself, nor for who only asks.
  expect(await converter.ask(wish)).toEqual({ ...failed, result_state: 'IA_OK' });

  const restarted = await converter.ask({ ...wish, restart_failed: true });
  expect(restarted).toMatchObject({
    result_state: 'OK',
    video_convert_state: 'VIDEO_CONVERT_STATE_QUEUED',
    attempts: 0,
  });
  expect([restarted.failure, restarted.finished_at]).toEqual([undefined, undefined]);
  expect(await converter.end(wish)).toMatchObject({
    video_convert_state: 'VIDEO_CONVERT_STATE_DONE',
    attempts: 1,
  });
});

test('progress is told while it runs, and only grows', async () => {
  const wish = await startUnderWay();
  await ffmpeg.reach(1);
  await ffmpeg.reach(3);
  const seen: VideoConvert[] = [];
  await vi.waitUntil(async () => {
    seen.push(await converter.ask(wish));
    return seen.at(-1)!.progress_in_percent > 47;
  });
  expect(new Set(seen.map(({ video_convert_state }) => video_convert_state))).toEqual(
    new Set(['VIDEO_CONVERT_STATE_RUNNING']),
  );
  const percents = seen.map(({ progress_in_percent }) => progress_in_percent);
  expect(new Set([...percents, 47])).toEqual(new Set([47, 71]));
  await ffmpeg.release();
  expect((await converter.end(wish)).progress_in_percent).toBe(100);
});

test('one is converted at a time', async () => {
  const first = await startUnderWay();
  const second = await newWish();
  await converter.ask(second);
  await ffmpeg.reach(3);
  await untilAt(first, 71);
  expect(await ffmpeg.running()).toHaveLength(1);
  expect((await converter.ask(second)).video_convert_state).toBe('VIDEO_CONVERT_STATE_QUEUED');
  await ffmpeg.release();
  for (const wish of [first, second]) {
    expect((await converter.end(wish)).video_convert_state).toBe('VIDEO_CONVERT_STATE_DONE');
  }
  expect(await ffmpeg.overlaps()).toBe(0);
});

test('a video that is deleted meanwhile becomes nothing', async () => {
  const wish = await startUnderWay();
  const { mandant_identifier, file_reference, asset_stage, asset_type } = wish;
  await publisher.as('atma').fileConfigDelete({
    body: {
      file_config_dtos: [
        { dto_id: 'film', mandant_identifier, file_reference, asset_stage, asset_type },
      ],
    },
  });
  await ffmpeg.release();
  expect(await converter.end(wish)).toMatchObject({
    video_convert_state: 'VIDEO_CONVERT_STATE_FAILED',
    attempts: 1,
    failure: 'The video is no longer in the store.',
  });
  expect(await isThere(wish)).toBe(false);
  // Stored objects of the rendition go as well; later once more, should some be on their way.
  await vi.waitUntil(async () => {
    const removals = await world.database.selectFrom('atma.removals').selectAll().execute();
    return removals.every(({ due_at, writable_until }) => due_at >= writable_until);
  });
});

test('who has the right to the video at the end has it to the rendition', async () => {
  const video = await newVideo();
  const wish = await startUnderWay(video);
  await publisher.as('atma').fileConfigSaveV2({
    body: { file_config_dtos: [{ ...video, is_public: false }] },
  });
  await ffmpeg.release();
  await converter.end(wish);
  expect(await codeOf(converter.contentOf(wish.target_file_reference))).toBe('LICENSE_REQUIRED');
});

/** A conversion as an attempt has left it whose process died. */
async function leftBehind(attempts: number) {
  const wish = await newWish();
  const { video_convert_id, file_reference, asset_stage, asset_type } = wish;
  const [turn, object_id] = [randomUUID(), randomUUID()];
  await insertRows(world.database, 'atma.video_converts', {
    video_convert_id,
    file_reference,
    space: 'mandant:LECTERN',
    asset_stage,
    asset_type,
    requested_version: 0,
    source_version: 1,
    video_rendition: wish.video_rendition,
    target_file_reference: wish.target_file_reference,
    state: 'RUNNING',
    turn,
    attempt_id: randomUUID(),
    attempts,
  });
  await insertRows(world.database, 'atma.video_convert_objects', { video_convert_id, object_id });
  return { wish, turn, object_id };
}

test('a job that comes once more takes up what another process has left', async () => {
  const { wish, turn, object_id } = await leftBehind(1);
  const attempt = await beginAttempt(world.database, { ...wish, turn });
  expect(attempt).toMatchObject({ attempts: 2 });
  const { database } = world;
  const kept = database.selectFrom('atma.video_convert_objects').selectAll();
  expect(await kept.where('object_id', '=', object_id).execute()).toEqual([]);
});

test('a job of before changes nothing', async () => {
  const { wish } = await leftBehind(1);
  expect(await beginAttempt(world.database, { ...wish, turn: randomUUID() })).toBeUndefined();
  expect(await converter.ask(wish)).toMatchObject({
    video_convert_state: 'VIDEO_CONVERT_STATE_RUNNING',
    attempts: 1,
  });
});

test('a conversion whose process dies each time has failed after three', async () => {
  const { wish, turn } = await leftBehind(3);
  expect(await beginAttempt(world.database, { ...wish, turn })).toBeUndefined();
  expect(await converter.ask(wish)).toMatchObject({
    video_convert_state: 'VIDEO_CONVERT_STATE_FAILED',
    attempts: 3,
    failure: 'The process that converted the video ended before it was done.',
  });
});
