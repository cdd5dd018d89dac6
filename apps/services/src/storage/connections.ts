import pg from 'pg';

/** Most connections that short statements share. */
const sharedMaximum = 4;
/** Most statements under way on one of them; more take connections of their own. */
const underWayMaximum = 32;

/** A connection that sends the next statement before the last one is answered. */
class SharedConnection {
  readonly #client: pg.Client;
  readonly #connected: Promise<unknown>;
  underWay = 0;
  isOpen = true;

  /** @param onConnect called before the first statement is sent */
  constructor(options: pg.ClientConfig, onConnect: (client: pg.Client) => void) {
    this.#client = new pg.Client({ ...options, pipeline: true });
    const close = () => void (this.isOpen = false);
    // Whatever is under way hears of it; without a listener it would end the process.
    this.#client.on('error', close).on('end', close);
    this.#connected = this.#client.connect().then(onConnect);
    this.#connected.catch(close);
  }

  async query<Row extends pg.QueryResultRow>(config: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
    this.underWay++;
    try {
      await this.#connected;
      return await this.#client.query<Row>(config);
    } catch (error) {
      if (!isOfStatement(error)) this.isOpen = false;
      throw error;
    } finally {
      this.underWay--;
      // Nobody is given it any more, and nobody else would close it.
      if (!this.isOpen && this.underWay === 0) await this.#client.end();
    }
  }

  async end(): Promise<void> {
    this.isOpen = false;
    await this.#client.end();
  }
}

/** Whether the connection is fit for the next statement: not so after 57P01 (admin_shutdown) and its like. */
function isOfStatement(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !error.code?.startsWith('57P');
}

/** A pool of connections, and a few beside it that short statements share. */
export class Connections extends pg.Pool {
  #shared: SharedConnection[] = [];

  /**
   * Runs a statement that stands alone and is answered within milliseconds: what comes after it on its
   * connection waits for it. Many requests at once then cost the database and the system a fraction of
   * what a connection each would.
   */
  queryShort<Row extends pg.QueryResultRow>(config: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
    const connection = this.#leastBusy();
    return connection.underWay < underWayMaximum
      ? connection.query<Row>(config)
      : this.query<Row>(config);
  }

  #leastBusy(): SharedConnection {
    if (this.#shared.some(({ isOpen }) => !isOpen)) {
      this.#shared = this.#shared.filter(({ isOpen }) => isOpen);
    }
    let found: SharedConnection | undefined;
    for (const one of this.#shared) {
      if (!found || one.underWay < found.underWay) found = one;
    }
    if (found?.underWay === 0 || (found && this.#shared.length === sharedMaximum)) return found;
    const opened = new SharedConnection(this.options, (client) => this.emit('connect', client));
    this.#shared.push(opened);
    return opened;
  }

  override end(): Promise<void>;
  override end(callback: () => void): void;
  override end(callback?: () => void): Promise<void> | void {
    const ended = Promise.all(this.#shared.map((one) => one.end())).then(() => super.end());
    if (!callback) return ended;
    void ended.finally(callback);
  }
}
