import { sql, type RawBuilder } from 'kysely';
import { onTestFinished, vi } from 'vitest';
import type { Database } from '../src/index.ts';
import type { Defer } from './process.ts';

/** The class of the advisory locks that stops wait for; the product's locks have none. */
const lockClass = 47;
let numbers = 0;

/** Of this database: tables of its copies have the same numbers. */
const locksHere = sql`
  select from pg_locks
  where database = (select oid from pg_database where datname = current_database())
`;

/** Places in the database at which a process stops, so that it is killed there and nowhere else. */
export class Stops {
  readonly #database: Database;
  /** Each finds those who wait at one of the places. */
  readonly #waiting: RawBuilder<unknown>[] = [];
  #releases: (() => Promise<unknown>)[] = [];

  /** @param defer default: the stops end with the test */
  constructor(database: Database, defer: Defer = onTestFinished) {
    this.#database = database;
    defer(() => this.release());
  }

  /**
   * Stops a process where it writes certain rows of a table.
   *
   * @param event such as `insert`, or `update or delete`
   * @param condition on the rows `new` and `old`
   * @returns resolves when somebody waits there
   */
  async addRows(table: string, event: string, condition: string): Promise<() => Promise<unknown>> {
    const number = ++numbers;
    await sql`
      create or replace function public.stop() returns trigger language plpgsql as $$
      begin
        begin
          -- Shared, so that those who wait do not wait for each other.
          perform pg_advisory_xact_lock_shared(tg_argv[0]::integer, tg_argv[1]::integer);
        exception when query_canceled then
          -- The time limit of the services comes once a statement: from now on it waits without one.
          perform pg_advisory_xact_lock_shared(tg_argv[0]::integer, tg_argv[1]::integer);
        end;
        return coalesce(new, old);
      end $$
    `.execute(this.#database);
    await sql
      .raw(
        `create trigger stop_${number} before ${event} on ${table}
         for each row when (${condition}) execute function public.stop(${lockClass}, ${number})`,
      )
      .execute(this.#database);
    const holder = await this.#startHolding();
    this.#releases.push(() => holder.rollback().execute());
    await sql.raw(`select pg_advisory_xact_lock(${lockClass}, ${number})`).execute(holder);
    const waits = sql`
      ${locksHere} and not granted and classid = ${lockClass} and objid = ${number}
    `;
    this.#waiting.push(waits);
    return () => this.#untilSeen(waits);
  }

  /**
   * Stops a process where it uses a table. Who has used it in a transaction that goes on is waited for; who
   * comes now waits all the same, for as long as a statement of the services may take: kill soon.
   */
  async addTable(table: string): Promise<void> {
    const holder = await this.#startHolding();
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(holder);
    const { pid } = rows[0]!;
    const locked = sql`lock table ${sql.table(table)} in access exclusive mode`.execute(holder);
    this.#releases.push(async () => {
      await locked;
      await holder.rollback().execute();
    });
    const locks = sql`${locksHere} and relation = ${table}::regclass`;
    await this.#untilSeen(sql`${locks} and mode = 'AccessExclusiveLock' and pid = ${pid}`);
    this.#waiting.push(sql`${locks} and not granted and pid <> ${pid}`);
  }

  /** Resolves when somebody waits at each of them. */
  async areReached(): Promise<void> {
    await Promise.all(this.#waiting.map((query) => this.#untilSeen(query)));
  }

  /** Lets all go on; those whose process is dead get no further than that. */
  async release(): Promise<void> {
    const releases = this.#releases;
    this.#releases = [];
    await Promise.all(releases.map((release) => release()));
  }

  /** A transaction that may wait for longer than those of the services. */
  async #startHolding() {
    const holder = await this.#database.startTransaction().execute();
    await sql`set local statement_timeout = 0`.execute(holder);
    return holder;
  }

  #untilSeen(query: RawBuilder<unknown>): Promise<unknown> {
    const isSeen = async () => (await query.execute(this.#database)).rows.length > 0;
    return vi.waitUntil(isSeen, { interval: 20 });
  }
}

/**
 * As if a dead process had been silent for longer than its jobs stay with it, so that they go to another
 * one at its next look.
 */
export async function endHeartbeats(database: Database): Promise<void> {
  // The database gives a dead process all the same what it has begun to fetch.
  const fetching = sql`
    select from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and state = 'active' and query like '%jobs.job%'
  `;
  const isQuiet = async () => (await fetching.execute(database)).rows.length === 0;
  await vi.waitUntil(isQuiet, { interval: 20 });
  await sql`
    update jobs.job set heartbeat_on = heartbeat_on - interval '1 hour' where state = 'active'
  `.execute(database);
}
