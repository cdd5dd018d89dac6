import pg from 'pg';
import {
  ConnectionMonitor,
  MonitoredClient,
  readOnlySqlState,
  type ConnectionOptions,
  type MonitoredConfig,
} from './connection-monitor.ts';

/** Most connections that short statements share. */
const sharedMaximum = 4;
/** Most statements under way on one of them; more take connections of their own. */
const underWayMaximum = 32;

/**
 * After how long without a statement a connection is closed, in milliseconds. A new one has everything to read and to plan
 * once more, which costs as much as a hundred requests, and a class needs many of them at a time, again and again.
 */
const idleTimeoutInMs = 60_000;

/** Other texts are refused, such as `begin` or `set`: they would hold for the statements of others. */
const reading = /^\s*(select|with)\b/i;

/** Not on Citus, which plans most statements only with the values of their parameters. */
const planOnce = `select set_config('plan_cache_mode', 'force_generic_plan', false)
  where to_regprocedure('citus_version()') is null`;

/** A connection that sends the next statement before the last one is answered. */
class SharedConnection {
  readonly #client: MonitoredClient;
  readonly #connected: Promise<unknown>;
  underWay = 0;
  isOpen = true;

  constructor(config: MonitoredConfig) {
    const session = {
      ...config.session,
      // A change may wait for a row, and everything after it would.
      default_transaction_read_only: 'on',
    };
    this.#client = new MonitoredClient({ ...config, session, pipeline: true });
    const close = () => void (this.isOpen = false);
    this.#client.on('error', close).on('end', close);
    this.#connected = this.#client.connect().then((client) => client.query(planOnce));
    this.#connected.catch(close);
  }

  async query<Row extends pg.QueryResultRow>(config: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
    this.underWay++;
    try {
      await this.#connected;
      return await this.#client.query<Row>(config);
    } catch (error) {
      if (!isOfStatement(error) || this.#client.isOutdated) this.isOpen = false;
      // Not a standby: the setting above refuses it on every server.
      if (error instanceof pg.DatabaseError && error.code === readOnlySqlState)
        throw new Error(`Not a read: ${config.text}`, { cause: error });
      throw error;
    } finally {
      this.underWay--;
      // It is given out no more, so nothing else would close it.
      if (!this.isOpen && this.underWay === 0) await this.#client.end();
    }
  }

  /** Waits for what is under way, and for no farewell: a connection that the network has dropped has none. */
  async end(): Promise<void> {
    this.isOpen = false;
    const ended = this.#client.end();
    if (this.underWay > 0) await ended;
  }
}

/** True where the connection is fit for the next statement: not so after 57P01 (admin_shutdown) and its like. */
function isOfStatement(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !error.code?.startsWith('57P');
}

/** A pool of connections, and a few beside it that short statements share. */
export class Connections extends pg.Pool {
  readonly #config: MonitoredConfig;
  readonly #ownMonitor: ConnectionMonitor | undefined;
  #shared: SharedConnection[] = [];

  /** @param over address of the database, or what watches the connections to it */
  constructor(
    over: string | ConnectionMonitor,
    { maximum, ...options }: ConnectionOptions & { readonly maximum: number },
  ) {
    const monitor = typeof over === 'string' ? new ConnectionMonitor(over) : over;
    const config = monitor.config(options);
    super({ ...config, max: maximum, idleTimeoutMillis: idleTimeoutInMs });
    this.#config = config;
    this.#ownMonitor = monitor === over ? undefined : monitor;
    // A connection that the server closes is replaced at the next query.
    this.on('error', () => {});
    this.on('release', (_error, client) => {
      if (client instanceof MonitoredClient && !client.isFit) void client.end();
    });
  }

  /**
   * Runs a read that stands alone and is answered within milliseconds: what comes after it on its
   * connection waits for it. Many requests at once then cost the database and the system a fraction of
   * what a connection each would.
   */
  queryShort<Row extends pg.QueryResultRow>(config: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
    if (!reading.test(config.text)) return Promise.reject(new Error(`Not a read: ${config.text}`));
    const connection = this.#leastBusy();
    return connection.underWay < underWayMaximum
      ? connection.query<Row>(config)
      : this.query<Row>(config);
  }

  #leastBusy(): SharedConnection {
    if (this.#shared.some(({ isOpen }) => !isOpen)) {
      this.#shared = this.#shared.filter(({ isOpen }) => isOpen);
    }
    let idlest: SharedConnection | undefined;
    for (const connection of this.#shared) {
      if (!idlest || connection.underWay < idlest.underWay) idlest = connection;
    }
    if (idlest?.underWay === 0 || (idlest && this.#shared.length === sharedMaximum)) return idlest;
    const opened = new SharedConnection(this.#config);
    this.#shared.push(opened);
    return opened;
  }

  override end(): Promise<void>;
  override end(callback: () => void): void;
  override end(callback?: () => void): Promise<void> | void {
    const ended = this.#end();
    if (!callback) return ended;
    void ended.finally(callback);
  }

  async #end(): Promise<void> {
    try {
      await Promise.all(this.#shared.map((connection) => connection.end()));
      await super.end();
    } finally {
      await this.#ownMonitor?.close();
    }
  }
}
