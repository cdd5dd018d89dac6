import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { makeBeforeAll, startBeforeAll } from '../platform.ts';
import { enqueueConversion, type ConversionQueue } from '../../src/files/video/queue.ts';
import { startFileWorld } from './file-world.ts';
import { scriptFfmpeg } from './scripted-ffmpeg.ts';
import { anyFilm, converterOf, type Wish } from './videos.ts';

/* In which order the videos of several publishers are converted. */

const ffmpeg = startBeforeAll(scriptFfmpeg);
const world = startBeforeAll(() => startFileWorld({ video: { ffmpeg: ffmpeg.path } }));
const converter = makeBeforeAll(async () => converterOf(await world.newPerson('administrator')));

test('publishers take turns, however much one of them wants', async () => {
  const wishes = new Map<string, Wish>();
  const ask = async (name: string, mandant_identifier: string) => {
    const wish = converter.wishFor(await converter.publishVideo(anyFilm(), { mandant_identifier }));
    wishes.set(name, wish);
    await converter.ask(wish);
    return wish;
  };
  await ffmpeg.hold();
  await ask('one-1', 'ONE');
  await expect.poll(() => ffmpeg.running()).toHaveLength(1);
  for (const number of [2, 3, 4]) await ask(`one-${number}`, 'ONE');
  for (const number of [1, 2]) await ask(`two-${number}`, 'TWO');
  // All the others wait by now.
  await ffmpeg.release();

  const ends = [];
  for (const [name, wish] of wishes) ends.push({ name, ...(await converter.end(wish)) });
  const inOrder = ends.toSorted((a, b) => (a.finished_at! < b.finished_at! ? -1 : 1));
  expect(inOrder.map(({ name }) => name)).toEqual([
    'one-1',
    'one-2',
    'two-1',
    'one-3',
    'two-2',
    'one-4',
  ]);
});

describe('a round', () => {
  /** A conversion of a publisher, as its row says. */
  const insert = async (space: string, state: 'QUEUED' | 'RUNNING', round: number) => {
    const row = {
      video_convert_id: randomUUID(),
      space,
      turn: randomUUID(),
      file_reference: 'film',
      asset_stage: 'ASSET_STAGE_PROD',
      asset_type: 'ASSET_TYPE_PROS',
      requested_version: 0,
      source_version: 1,
      video_rendition: 'VIDEO_RENDITION_MP4' as const,
      target_file_reference: randomUUID(),
      state,
      round,
    };
    await world.database.insertInto('atma.video_converts').values(row).execute();
    return row;
  };
  const enqueue = async (space: string) => {
    const row = await insert(space, 'QUEUED', 0);
    const priorities: (number | undefined)[] = [];
    const queue: ConversionQueue = {
      send: async (_transaction, _data, { priority } = {}) => {
        priorities.push(priority);
      },
      work: async () => {},
    };
    await world.database
      .transaction()
      .execute((transaction) => enqueueConversion(queue, transaction, row));
    return priorities;
  };
  afterEach(() => world.database.deleteFrom('atma.video_converts').execute());

  test('begins where those that wait are', async () => {
    await insert('mandant:ONE', 'QUEUED', 7);
    expect(await enqueue('mandant:TWO')).toEqual([-7]);
    expect(await enqueue('mandant:TWO')).toEqual([-8]);
  });

  test('begins where the one that runs is, when none waits', async () => {
    await insert('mandant:ONE', 'RUNNING', 50);
    expect(await enqueue('mandant:TWO')).toEqual([-50]);
  });
});
