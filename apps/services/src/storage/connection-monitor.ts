import { Socket } from 'node:net';
import { callbackify } from 'node:util';
import pg from 'pg';
import { HeldStatements } from './held-statements.ts';
import { configOf, StatementNames } from './statement-names.ts';

/** How often the monitor looks at its connections, in milliseconds. */
const tickByDefaultInMs = 1_000;
/** After how many ticks without a byte a connection that is owed an answer is asked about. */
const silentTicks = 5;
/** After how many ticks `/ready` no longer takes such a connection for one that works. */
const doubtfulTicks = 2;
/** How many ticks the database may take to answer what the monitor asks. */
const answerTicks = 3;
/** After how many ticks without a byte a connection that only listens is sent a statement. */
const heartbeatTicks = 5;
/** How long opening a connection may take, in milliseconds. */
const connectionTimeoutInMs = 5_000;
/** After how long without a byte the system probes a connection, in milliseconds. */
const keepAliveInMs = 5_000;

/** SQLSTATE of a change that a standby refuses (read_only_sql_transaction). */
export const readOnlySqlState = '25006';

/** Settings under which every PostgreSQL from 15 on reads SQL in the same way, and writes the same value as the same text. */
export const textSettings = {
  array_nulls: 'on',
  bytea_output: 'hex',
  DateStyle: 'ISO, MDY',
  extra_float_digits: '3',
  IntervalStyle: 'postgres',
  standard_conforming_strings: 'on',
  TimeZone: 'UTC',
  transform_null_equals: 'off',
};

/**
 * Marks failures of opening a connection, also in copies of them. Whatever the reason, such as a changed password, a
 * certificate that has ended or a database that is being replaced, there is none now.
 */
const connectFailure = Symbol('connect failure');

export function isConnectFailure(error: Error): boolean {
  return connectFailure in error;
}

/**
 * Settings by which the server notices a client that is gone within half a minute, and frees its locks.
 * They are made by a statement: poolers refuse most of them as parameters of the start.
 */
const sessionSettings = {
  ...textSettings,
  tcp_keepalives_idle: '10',
  tcp_keepalives_interval: '5',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '25000',
  // Writers of the same rows wait for each other by locks; under another one they would fail.
  default_transaction_isolation: 'read committed',
};

/** State of the database, as the requests of a process meet it. */
export type DatabaseState = 'answers' | 'read-only' | 'unreachable';

export interface ConnectionOptions {
  /** `application_name` in `pg_stat_activity`. */
  readonly name: string;
  /** How long a statement may take, in milliseconds; default: what the role may. */
  readonly statementTimeoutInMs?: number;
  /** How long a transaction may wait for its next statement, in milliseconds; default: what the role may. */
  readonly idleInTransactionInMs?: number;
  /** Sends statements of its own while nothing else is sent; default: false. */
  readonly heartbeat?: boolean;
}

/** Settings for a pool or a client. */
export interface MonitoredConfig {
  readonly connectionString: string;
  readonly application_name: string;
  readonly connectionTimeoutMillis: number;
  readonly keepAlive: true;
  readonly keepAliveInitialDelayMillis: number;
  readonly Client: new () => pg.Client;
  readonly monitor: ConnectionMonitor;
  readonly session: Readonly<Record<string, string>>;
  readonly heartbeat: boolean;
}

/** A connection whose silence is noticed. Errors between two statements do not end the process. */
export class MonitoredClient extends pg.Client {
  readonly #monitor: ConnectionMonitor;
  readonly #session: Readonly<Record<string, string>>;
  readonly #heartbeat: boolean;
  readonly #held: HeldStatements;
  #owed = 0;
  #bytesRead = 0;
  #ticks = 0;
  /** Looks in a row that found no work for this connection, though it owes an answer. */
  verdicts = 0;
  /** The server has refused a change: after a failover, the next connection may lead to another one. */
  isReadOnly = false;
  /** A migration has changed the result of a statement that is kept planned here. */
  isOutdated = false;
  /** Of the server itself, also behind a pooler; unknown until connected. */
  backendId: number | undefined;

  constructor(config: MonitoredConfig & { readonly pipeline?: boolean }) {
    super(config);
    this.#monitor = config.monitor;
    this.#session = config.session;
    this.#heartbeat = config.heartbeat;
    this.#held = new HeldStatements(config.monitor.statementNames);
    this.#countOwed();
    this.on('error', () => {});
    this.connection.on('errorMessage', ({ code, routine }: Partial<pg.DatabaseError>) => {
      this.isReadOnly ||= code === readOnlySqlState;
      this.isOutdated ||= routine === 'RevalidateCachedQuery';
    });
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (error: Error | null, client?: pg.Client) => void): void;
  override connect(
    callback?: (error: Error | null, client?: pg.Client) => void,
  ): Promise<pg.Client> | void {
    const connected = this.#connect();
    if (!callback) return connected;
    const finish = callbackify(() => connected);
    finish(callback);
  }

  async #connect(): Promise<pg.Client> {
    this.#monitor.add(this);
    this.once('end', () => this.#monitor.remove(this));
    try {
      await super.connect().catch((error: unknown) => {
        throw error instanceof Error ? Object.assign(error, { [connectFailure]: true }) : error;
      });
      const settings = Object.entries(this.#session);
      const calls = settings.map(
        (_, place) => `set_config($${place * 2 + 1}, $${place * 2 + 2}, false)`,
      );
      const { rows } = await this.query<{ id: number }>(
        `select pg_backend_pid() as id, ${calls.join(', ')}`,
        settings.flat(),
      );
      this.backendId = rows[0]?.id;
      return this;
    } catch (error) {
      this.#monitor.remove(this);
      this.discard();
      throw error;
    }
  }

  /** Fit for what comes next. */
  get isFit(): boolean {
    return !this.isReadOnly && !this.isOutdated && !this.#held.areSome;
  }

  /** Sends what is held along with the next statement, and counts the statements that are owed an answer. */
  #countOwed(): void {
    const query = (...args: unknown[]): unknown =>
      Reflect.apply(pg.Client.prototype.query, this, args);
    const onAnswer = () => void this.#owed--;
    this.query = ((...given: unknown[]) => {
      const answered = this.#held.answer(given[0], given[1]);
      if (answered) return Promise.resolve(answered);
      const config = configOf(given[0], given[1]);
      const named = config && this.#monitor.statementNames.named(config);
      // A text of several statements cannot be in a batch.
      const isAlone = !named || (named.text.includes(';') && !named.values?.length);
      const batch = this.#held.batchWith(...(isAlone ? [] : [named]));
      this.#owed++;
      if (batch) {
        query(batch);
        // Alone it is not sent where the transaction has not begun.
        const answer = batch.results.then((results) =>
          isAlone ? query(...given) : results.at(-1),
        );
        answer.then(onAnswer, onAnswer);
        return answer;
      }
      // The values are in the config.
      const args = named?.name
        ? [named, ...given.slice(1).filter((value) => typeof value === 'function')]
        : given;
      const callback = args.at(-1);
      if (typeof callback === 'function') {
        const onOutcome = (...outcome: unknown[]) => {
          onAnswer();
          callback(...outcome);
        };
        return query(...args.slice(0, -1), onOutcome);
      }
      const answer = query(...args) as Promise<unknown>;
      answer.then(onAnswer, onAnswer);
      return answer;
    }) as pg.Client['query'];
  }

  /** Ticks since the last byte, while an answer is owed. */
  get silentTicks(): number {
    return this.#owed > 0 ? this.#ticks : 0;
  }

  /** To be called by the monitor. */
  tick(): void {
    const { stream } = this.connection;
    const bytesRead = stream instanceof Socket ? stream.bytesRead : 0;
    const isSilent = bytesRead === this.#bytesRead;
    this.#bytesRead = bytesRead;
    // Idle time is no silence: an answer may be owed only since a moment ago.
    this.#ticks = isSilent && (this.#owed > 0 || this.#heartbeat) ? this.#ticks + 1 : 0;
    if (this.silentTicks === 0) this.verdicts = 0;
    if (this.#heartbeat && this.#owed === 0 && this.#ticks >= heartbeatTicks) {
      this.#ticks = 0;
      this.probe();
    }
  }

  /** Has the server owe an answer, so that a silence is noticed. */
  probe(): void {
    if (this.#owed === 0) this.query('select 1').catch(() => {});
  }

  /** Closes the socket at once; queries under way fail. */
  discard(): void {
    const error = new Error('The database connection is silent.');
    this.connection.stream.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
  }
}

/** Answer of the database on itself and on the connections that were silent when it was asked. */
interface Look {
  readonly isReadOnly: boolean;
  /** Connections that the database works for. */
  readonly atWork: readonly MonitoredClient[];
  readonly idle: readonly MonitoredClient[];
}

/**
 * Notices connections that a network has dropped without telling: they owe an answer, while the
 * database, at two looks in a row, does not work for them or does not answer. They are thrown away, within
 * 15 seconds, and all others are asked for an answer.
 *
 * Time is counted in ticks, so that a process that stood still for a while takes no answer for late
 * that waits in its sockets.
 */
export class ConnectionMonitor {
  readonly statementNames = new StatementNames();
  readonly #url: string;
  readonly #clients = new Set<MonitoredClient>();
  readonly #timer: NodeJS.Timeout;
  #asking: pg.Client | undefined;
  #askedTicks = 0;
  #look: Promise<Look> | undefined;
  #isJudging = false;
  #isClosed = false;

  constructor(url: string, tickInMs = tickByDefaultInMs) {
    this.#url = url;
    this.#timer = setInterval(() => this.#tick(), tickInMs).unref();
  }

  /** Settings for a pool or a client. */
  config({ name, heartbeat = false, ...limits }: ConnectionOptions): MonitoredConfig {
    const { statementTimeoutInMs, idleInTransactionInMs } = limits;
    return {
      connectionString: this.#url,
      application_name: name,
      connectionTimeoutMillis: connectionTimeoutInMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveInMs,
      Client: MonitoredClient as unknown as new () => pg.Client,
      monitor: this,
      heartbeat,
      session: {
        ...sessionSettings,
        ...(statementTimeoutInMs ? { statement_timeout: String(statementTimeoutInMs) } : {}),
        ...(idleInTransactionInMs
          ? { idle_in_transaction_session_timeout: String(idleInTransactionInMs) }
          : {}),
      },
    };
  }

  add(client: MonitoredClient): void {
    this.#clients.add(client);
  }

  remove(client: MonitoredClient): void {
    this.#clients.delete(client);
  }

  /** Asks over a connection of its own, so that a process whose connections are all busy is told from one without. */
  async state(): Promise<DatabaseState> {
    try {
      const { isReadOnly, idle } = await this.#lookOnce();
      if (idle.some(({ silentTicks: ticks }) => ticks >= doubtfulTicks)) return 'unreachable';
      return isReadOnly ? 'read-only' : 'answers';
    } catch {
      return 'unreachable';
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.#asking?.connection.stream.destroy();
    await this.#look?.catch(() => {});
  }

  #silentFor(ticks: number): MonitoredClient[] {
    return [...this.#clients].filter((client) => client.silentTicks >= ticks);
  }

  #tick(): void {
    for (const client of this.#clients) client.tick();
    if (this.#askedTicks > 0 && ++this.#askedTicks > answerTicks) {
      this.#asking?.connection.stream.destroy();
    }
    const silent = this.#silentFor(silentTicks);
    if (silent.length === 0 || this.#isJudging) return;
    this.#isJudging = true;
    void this.#judge(silent).finally(() => (this.#isJudging = false));
  }

  async #judge(silent: readonly MonitoredClient[]): Promise<void> {
    let look: Look = { isReadOnly: false, idle: silent, atWork: [] };
    try {
      look = await this.#lookOnce();
    } catch (error) {
      // A server that refuses a connection, such as for want of room, says nothing of the others.
      if (error instanceof pg.DatabaseError) return;
    }
    for (const client of look.atWork) client.verdicts = 0;
    // After one look, the answer may be on its way, or the monitor's own connection be the one that is lost.
    const lost = look.idle.filter(
      (client) => client.silentTicks >= silentTicks && ++client.verdicts > 1,
    );
    for (const client of lost) client.discard();
    // Others that owe nothing may be lost as well; each would cost a later request its time.
    if (lost.length > 0) for (const client of this.#clients) client.probe();
  }

  /** One look at a time, which all share that ask meanwhile: probes of `/ready` delay no verdict. */
  #lookOnce(): Promise<Look> {
    this.#look ??= this.#lookNow().finally(() => (this.#look = undefined));
    return this.#look;
  }

  async #lookNow(): Promise<Look> {
    const silent = this.#silentFor(doubtfulTicks);
    this.#askedTicks = 1;
    try {
      const client = await this.#connection();
      const { rows } = await client.query<{ isReadOnly: boolean; working: number[] }>(
        // Waiting for the client is no work: the server has an answer that does not arrive.
        `select current_setting('transaction_read_only')::boolean as "isReadOnly",
          array(
            select pid from pg_stat_activity
            where pid = any($1::integer[]) and state = 'active'
              and wait_event_type is distinct from 'Client'
          ) as working`,
        [silent.flatMap(({ backendId }) => backendId ?? [])],
      );
      const { isReadOnly, working } = rows[0]!;
      if (isReadOnly) {
        // A session stays as it was opened, and with the server that a name led to then.
        this.#asking = undefined;
        void client.end().catch(() => {});
      }
      const isAtWork = ({ backendId }: MonitoredClient) =>
        backendId !== undefined && working.includes(backendId);
      return {
        isReadOnly,
        atWork: silent.filter(isAtWork),
        idle: silent.filter((connection) => !isAtWork(connection)),
      };
    } catch (error) {
      this.#asking?.connection.stream.destroy();
      this.#asking = undefined;
      throw error;
    } finally {
      this.#askedTicks = 0;
    }
  }

  async #connection(): Promise<pg.Client> {
    if (this.#isClosed) throw new Error('The monitor is closed.');
    if (this.#asking) return this.#asking;
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'lectern-monitor',
      connectionTimeoutMillis: connectionTimeoutInMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveInMs,
    });
    const forget = () => {
      if (this.#asking === client) this.#asking = undefined;
    };
    client.on('error', forget).on('end', forget);
    this.#asking = client;
    return (await client.connect()) && client;
  }
}
