import { sql } from 'kysely';
import { lockByName } from '../../storage/advisory-lock.ts';
import type { Database } from '../../storage/database.ts';
import type { Jobs } from '../../storage/jobs.ts';

/** The queue of conversions. */
export const conversionQueue = 'video-convert';

/** Columns of a conversion that is queued. */
export interface Queueing {
  readonly jobs: Pick<Jobs, 'send'>;
  readonly longestRunInSeconds: number;
}

/** A conversion that waits, as its row has it. */
export interface QueuedConversion {
  readonly video_convert_id: string;
  /** The publisher whose it is. */
  readonly space: string;
  readonly turn: string;
}

/** Puts a conversion into the queue, in a round of its own among those of its publisher. */
export async function enqueueConversion(
  queueing: Queueing,
  transaction: Database,
  conversion: QueuedConversion,
): Promise<void> {
  const round = await takeRound(transaction, conversion);
  await enqueueAgain(queueing, transaction, { ...conversion, round });
}

/** Puts one back that has begun: in the round that it had. */
export async function enqueueAgain(
  { jobs, longestRunInSeconds }: Queueing,
  transaction: Database,
  { video_convert_id, turn, round }: Omit<QueuedConversion, 'space'> & { readonly round: number },
  startAfterInSeconds = 0,
): Promise<void> {
  const data = { video_convert_id, turn };
  const options = { startAfterInSeconds, longestRunInSeconds, priority: -round };
  await jobs.send(transaction, conversionQueue, data, options);
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
