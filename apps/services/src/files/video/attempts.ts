import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { SendOptions } from '../../jobs/jobs.ts';
import type { Database } from '../../storage/database.ts';
import type { FileKey } from '../file-key.ts';
import { noteRemovals } from '../removals.ts';
import { ConversionFailed, Overtaken } from './failure.ts';
import type { Wanted } from './encode.ts';
import type { ConversionJob, ConversionQueue } from './queue.ts';

/** How often a conversion is begun before it has failed. */
export const attemptsMaximum = 3;

/** A conversion that this process has begun. */
export interface Attempt extends FileKey, Omit<Wanted, 'media_type'> {
  readonly video_convert_id: string;
  readonly attempt_id: string;
  readonly attempts: number;
  /** Its place in the queue. */
  readonly round: number;
  readonly source_version: number;
  readonly target_file_reference: string;
}

/**
 * Begins an attempt. What another one has left in the store goes: its process died, or it hangs and
 * will find itself overtaken.
 *
 * @returns `undefined`: there is nothing to do, or nothing any more
 */
export function beginAttempt(
  database: Database,
  { video_convert_id, turn }: ConversionJob,
): Promise<Attempt | undefined> {
  return database.transaction().execute(async (transaction) => {
    const conversion = await transaction
      .selectFrom('atma.video_converts')
      .select(['state', 'attempts', 'turn'])
      .where('video_convert_id', '=', video_convert_id)
      .forUpdate()
      .executeTakeFirst();
    const isOpen = conversion?.state === 'QUEUED' || conversion?.state === 'RUNNING';
    if (!isOpen || conversion.turn !== turn) return undefined;
    await releaseObjects(transaction, video_convert_id);
    if (conversion.attempts >= attemptsMaximum) {
      const { message } = new ConversionFailed('ended');
      await writeEnd(transaction, video_convert_id, 'FAILED', message);
      return undefined;
    }
    const attempt_id = randomUUID();
    const row = await transaction
      .updateTable('atma.video_converts')
      .set({
        state: 'RUNNING',
        attempt_id,
        attempts: conversion.attempts + 1,
        progress_in_percent: 0,
      })
      .where('video_convert_id', '=', video_convert_id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return { ...row, attempt_id };
  });
}

/** @throws {Overtaken} when another attempt has begun since, or the conversion is gone */
export async function recordProgress(
  database: Database,
  { video_convert_id, attempt_id }: Attempt,
  percent: number,
): Promise<void> {
  const { numUpdatedRows } = await database
    .updateTable('atma.video_converts')
    .set({ progress_in_percent: percent })
    .where('video_convert_id', '=', video_convert_id)
    .where('attempt_id', '=', attempt_id)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Overtaken();
}

/**
 * Notes an object before it is written, so that it goes with its attempt.
 *
 * @throws {Overtaken}
 */
export async function recordObject(
  database: Database,
  { video_convert_id, attempt_id }: Attempt,
  objectId: string,
  storeUpload: string | null,
): Promise<void> {
  const { rows } = await sql`
    insert into atma.video_convert_objects (video_convert_id, object_id, store_upload)
    select video_convert_id, ${objectId}, ${storeUpload} from atma.video_converts
    where video_convert_id = ${video_convert_id} and attempt_id = ${attempt_id}
    for share
    on conflict (video_convert_id, object_id) do update set store_upload = excluded.store_upload
    returning object_id
  `.execute(database);
  if (rows.length === 0) throw new Overtaken();
}

/** Ends an attempt that failed: the conversion is tried again after a pause, or has failed. */
export async function endFailed(
  database: Database,
  queue: ConversionQueue,
  attempt: Attempt,
  failure: ConversionFailed,
  pausesInSeconds: readonly number[],
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await lockAttempt(transaction, attempt);
    const { video_convert_id, round, attempts } = attempt;
    await releaseObjects(transaction, video_convert_id);
    if (failure.isFinal || attempts >= attemptsMaximum) {
      await writeEnd(transaction, video_convert_id, 'FAILED', failure.message);
      return;
    }
    const startAfterInSeconds = pausesInSeconds[attempts - 1];
    const options = { startAfterInSeconds, priority: -round };
    await queueAgain(transaction, queue, video_convert_id, { failure: failure.message }, options);
  });
}

/** How long others have the time to take a conversion up that a process gives back, in seconds. */
const handoverInSeconds = 2;

/** Gives a conversion back that a process began and stops before it is done. It does not count. */
export async function giveBack(
  database: Database,
  queue: ConversionQueue,
  attempt: Attempt,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await lockAttempt(transaction, attempt);
    const { video_convert_id, round, attempts } = attempt;
    await releaseObjects(transaction, video_convert_id);
    const changes = { attempts: attempts - 1, progress_in_percent: 0 };
    const options = { startAfterInSeconds: handoverInSeconds, priority: -round };
    await queueAgain(transaction, queue, video_convert_id, changes, options);
  });
}

async function queueAgain(
  transaction: Database,
  queue: ConversionQueue,
  video_convert_id: string,
  changes: { failure?: string; attempts?: number; progress_in_percent?: number },
  options: SendOptions,
): Promise<void> {
  const turn = randomUUID();
  await transaction
    .updateTable('atma.video_converts')
    .set({ state: 'QUEUED', attempt_id: null, turn, ...changes })
    .where('video_convert_id', '=', video_convert_id)
    .execute();
  await queue.send(transaction, { video_convert_id, turn }, options);
}

/** Ends an attempt that succeeded, in the transaction in which files get its objects. */
export async function endDone(transaction: Database, attempt: Attempt): Promise<void> {
  const { video_convert_id } = attempt;
  await transaction
    .deleteFrom('atma.video_convert_objects')
    .where('video_convert_id', '=', video_convert_id)
    .execute();
  await writeEnd(transaction, video_convert_id, 'DONE', null);
}

/** @throws {Overtaken} */
export async function lockAttempt(
  transaction: Database,
  { video_convert_id, attempt_id }: Attempt,
): Promise<void> {
  const own = await transaction
    .selectFrom('atma.video_converts')
    .select('attempts')
    .where('video_convert_id', '=', video_convert_id)
    .where('attempt_id', '=', attempt_id)
    .forUpdate()
    .executeTakeFirst();
  if (!own) throw new Overtaken();
}

async function writeEnd(
  transaction: Database,
  video_convert_id: string,
  state: 'DONE' | 'FAILED',
  failure: string | null,
): Promise<void> {
  await transaction
    .updateTable('atma.video_converts')
    .set({
      state,
      failure,
      attempt_id: null,
      finished_at: sql<Date>`now()`,
      ...(state === 'DONE' && { progress_in_percent: 100 }),
    })
    .where('video_convert_id', '=', video_convert_id)
    .execute();
}

/** Objects of an attempt that no file has are to go. */
async function releaseObjects(transaction: Database, video_convert_id: string): Promise<void> {
  const objects = await transaction
    .deleteFrom('atma.video_convert_objects')
    .where('video_convert_id', '=', video_convert_id)
    .returning(['object_id', 'store_upload'])
    .execute();
  const removals = objects.map((object) => ({ ...object, content_hash: null }));
  await noteRemovals(transaction, removals, { mayGrow: true });
}
