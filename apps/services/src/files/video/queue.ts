import { sql } from 'kysely';
import { lockByName } from '../../storage/advisory-lock.ts';
import type { Database } from '../../storage/database.ts';
import type { JobQueue } from '../../jobs/jobs.ts';

/** One attempt at a conversion. */
export interface ConversionJob {
  readonly video_convert_id: string;
  readonly turn: string;
}

export type ConversionQueue = JobQueue<ConversionJob>;

/** A conversion that waits, as its row has it. */
export interface QueuedConversion extends ConversionJob {
  /** The publisher whose it is. */
  readonly space: string;
}

/** Puts a conversion into the queue, in a round of its own among those of its publisher. */
export async function enqueueConversion(
  queue: ConversionQueue,
  transaction: Database,
  conversion: QueuedConversion,
): Promise<void> {
  const { video_convert_id, turn } = conversion;
  const round = await takeRound(transaction, conversion);
  await queue.send(transaction, { video_convert_id, turn }, { priority: -round });
}

/**
 * The round after the publisher's last one; at least the one that all are at, so that nobody makes up
 * for the time in which it wanted nothing (start-time fair queueing, Goyal, Vin and Cheng, 1996).
 */
async function takeRound(
  transaction: Database,
  { video_convert_id, space }: QueuedConversion,
): Promise<number> {
  await lockByName(transaction, `video-convert:${space}`);
  const { rows } = await sql<{ round: number }>`
    update atma.video_converts set round = greatest(
      0,
      coalesce(
        (select min(round) from atma.video_converts
         where state = 'QUEUED' and video_convert_id <> ${video_convert_id}),
        (select max(round) from atma.video_converts
         where state = 'RUNNING' and video_convert_id <> ${video_convert_id})
      ),
      (select max(round) + 1 from atma.video_converts
       where state in ('QUEUED', 'RUNNING') and space = ${space}
         and video_convert_id <> ${video_convert_id})
    )
    where video_convert_id = ${video_convert_id}
    returning round
  `.execute(transaction);
  return rows[0]!.round;
}
