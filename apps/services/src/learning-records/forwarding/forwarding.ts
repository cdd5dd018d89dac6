import { setTimeout as delay } from 'node:timers/promises';
import type { GrowingPauses } from '@lectern/contracts/calls/back-off';
import { sql } from 'kysely';
import type { FastifyBaseLogger } from 'fastify';
import type { AddressRule } from '../../outgoing/client.ts';
import type { ConnectionMonitor } from '../../storage/connection-monitor.ts';
import { databaseOn, openPool, type Database } from '../../storage/database.ts';
import { isDatabaseUnavailable } from '../../storage/database-errors.ts';
import { lastSequence } from '../subject/naming.ts';
import { batchMaximum, runRound, type RoundLimits } from './round.ts';
import type { ForwardingTarget } from './target.ts';

/** Most targets: each can hold a connection to the database. */
export const targetsMaximum = 50;
/** Connections for polling and for metrics, beside those that send. */
const lookingConnections = 4;

export interface ForwardingOptions {
  readonly targets: readonly ForwardingTarget[];
  /** Networks that are not public and that targets may be in, such as `10.1.2.0/24`. */
  readonly networks?: readonly string[];
  /** How often it is looked whether something new has come; default: 1,000. */
  readonly pollInMs?: number;
  /** How long a target may take to answer; default: 30,000. */
  readonly timeoutInMs?: number;
  /** After failures; default: 1,000 to 300,000. */
  readonly pauses?: GrowingPauses;
}

/** How far a target is. */
export interface ForwardingFigures {
  readonly target: string;
  /** At least as many statements as have not been sent. */
  readonly behind: number;
  readonly failures: number;
  /** In vain, since something arrived. */
  readonly attempts: number;
}

export interface Forwarding {
  /** Of the targets of this process. */
  figures(): Promise<readonly ForwardingFigures[]>;
  /** Ends what is under way; it is sent again by whoever goes on. */
  stop(): Promise<void>;
}

export interface ForwardingDependencies {
  readonly connections: string | ConnectionMonitor;
  readonly rule: AddressRule;
  readonly log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
}

/**
 * Begins to forward. Each target has a connection while it is sent something, none of the requests', and
 * none that another one waits for: it may be slow.
 */
export async function startForwarding(
  { targets, ...options }: ForwardingOptions,
  { connections, rule, log }: ForwardingDependencies,
): Promise<Forwarding> {
  const database = databaseOn(openPool(connections, targets.length + lookingConnections));
  const stopping = new AbortController();
  const { pollInMs = 1_000 } = options;
  const limits = {
    rule,
    timeoutInMs: options.timeoutInMs ?? 30_000,
    signal: stopping.signal,
    pauses: options.pauses ?? { firstInMs: 1_000, longestInMs: 300_000 },
    onRefused: (target: string, status: number) =>
      log.warn({ target, status }, 'A record store refuses a statement, which is set aside.'),
  };
  const onError = (error: unknown) =>
    log.error(
      { err: error },
      isDatabaseUnavailable(error)
        ? 'The forwarding cannot reach the database.'
        : 'The forwarding has failed.',
    );

  await registerTargets(database, targets);
  const loops = targets.map(async (target) => {
    while (!stopping.signal.aborted) {
      try {
        await forwardAll(database, target, limits);
      } catch (error) {
        if (!stopping.signal.aborted) onError(error);
      }
      await delay(pollInMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  });
  return {
    figures: () =>
      figuresOf(
        database,
        targets.map(({ name }) => name),
      ),
    async stop() {
      stopping.abort();
      await Promise.all(loops);
      await database.destroy();
    },
  };
}

/** A target goes on where it was, also when it was away from the settings for a while. */
async function registerTargets(
  database: Database,
  targets: readonly ForwardingTarget[],
): Promise<void> {
  for (const { name, from } of targets) {
    const position = String(from === 'now' ? await lastSequence(database) : 0);
    await database
      .insertInto('lars.forwardings')
      .values({ target: name, position })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Sends what there is, request by request. */
async function forwardAll(
  database: Database,
  target: ForwardingTarget,
  limits: Omit<RoundLimits, 'sizeMaximum'>,
): Promise<void> {
  let sizeMaximum = batchMaximum;
  while (!limits.signal.aborted && (await hasWork(database, target))) {
    const round = await runRound(database, target, { ...limits, sizeMaximum });
    if (round.next === 'later') return;
    sizeMaximum = round.sizeMaximum;
  }
}

/** One look into two indexes: it is asked every second by every process. */
async function hasWork(database: Database, { name }: ForwardingTarget): Promise<boolean> {
  const { rows } = await sql<{ position: string; is_waiting: boolean }>`
    select position, exists (
      select from lars.forwarding_failures where target = ${name} and is_waiting
    ) as is_waiting
    from lars.forwardings
    where target = ${name} and (next_attempt_at is null or next_attempt_at <= clock_timestamp())
  `.execute(database);
  const [due] = rows;
  if (!due || due.is_waiting) return due !== undefined;
  const { rows: next } = await sql`
    select 1 from lars.statements where sequence > ${due.position}::bigint limit 1
  `.execute(database);
  return next.length > 0;
}

async function figuresOf(
  database: Database,
  names: readonly string[],
): Promise<readonly ForwardingFigures[]> {
  const last = await lastSequence(database);
  const { rows } = await sql<ForwardingFigures>`
    select target, attempts, greatest(0, ${last}::bigint - position)::float8 as behind,
      (select count(*)::int from lars.forwarding_failures failure
        where failure.target = forwarding.target) as failures
    from lars.forwardings forwarding where target = any(${names}::text[])
  `.execute(database);
  return rows;
}
