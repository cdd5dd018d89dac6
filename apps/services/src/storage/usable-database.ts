import pg from 'pg';
import { databaseNameOf } from './database-url.ts';

/** SQL is kept at the level of this major version. */
const minimumMajor = 15;
const connectionTimeoutInMs = 5_000;
/** SQLSTATE of a pooler that lends a connection for a statement (protocol_violation). */
const refusedTransactionSqlState = '08P01';

/** A database that the platform cannot run on; the message is a sentence for the person who set it up. */
export class DatabaseUnusable extends Error {
  override readonly name = 'DatabaseUnusable';
  /** True where it may be usable later, without a change of settings. */
  readonly isPassing: boolean;

  constructor(message: string, isPassing: boolean, options?: ErrorOptions) {
    super(message, options);
    this.isPassing = isPassing;
  }
}

/**
 * Makes sure that a database answers, is new enough, has the encoding UTF-8, and gives each connection a
 * session of its own.
 *
 * @param url From `readDatabaseUrl`.
 * @param advice Further sentence for a database that cannot be used now.
 * @throws {DatabaseUnusable}
 */
export async function requireUsableDatabase(
  url: string,
  advice = 'Start it or correct DATABASE_URL.',
): Promise<void> {
  const clients = [clientOf(url), clientOf(url)] as const;
  try {
    const unusable = await whyUnusable(...clients);
    if (unusable) throw new DatabaseUnusable(`${subjectOf(url)} ${unusable}`, false);
  } catch (cause) {
    if (cause instanceof DatabaseUnusable) throw cause;
    const message = `${subjectOf(url)} cannot be used: ${reasonOf(cause)}. ${advice}`;
    throw new DatabaseUnusable(message, true, { cause });
  } finally {
    for (const client of clients) client.connection.stream.destroy();
  }
}

async function whyUnusable(first: pg.Client, second: pg.Client): Promise<string | undefined> {
  await first.connect();
  const { rows: versions } = await first.query<{ server_version: string }>('show server_version');
  const version = versions[0]?.server_version ?? '';
  if (Number.parseInt(version, 10) < minimumMajor) {
    return `is PostgreSQL ${version}. Lectern needs ${minimumMajor} or newer.`;
  }
  const { rows } = await first.query<{ encoding: string; role: string }>(
    `select current_setting('server_encoding') as encoding,
      current_setting('session_replication_role') as role`,
  );
  const { encoding, role } = rows[0] ?? {};
  if (encoding !== 'UTF8') {
    return `has the encoding ${encoding}. Lectern needs UTF8: create database … encoding 'UTF8' template template0.`;
  }
  // Copying tools set it, and no foreign key and no trigger would hold.
  if (role === 'replica') {
    return 'has session_replication_role = replica. Lectern needs origin: alter role or database … reset session_replication_role.';
  }
  const session = await idOf(first, locking);
  await second.connect();
  if (!(await isSession(first, second, session))) {
    return 'is behind a pooler that lends connections for a transaction or a statement. Lectern needs a session for each of its connections: set pool_mode = session (PgBouncer), or name the database itself.';
  }
  await second.query('rollback');
  // A balancer may give one of its connections no standby.
  return (await readsElsewhere(first)) || (await readsElsewhere(second))
    ? 'is behind a balancer that sends reads to standbys, which lack the last changes. Lectern needs one server: set load_balance_mode = off (Pgpool-II), or name the database itself.'
    : undefined;
}

/** Balancers send a read that locks where they send changes. */
const locking = ' for update';

async function idOf(client: pg.Client, clause = ''): Promise<number | undefined> {
  const { rows } = await client.query<{ id: number }>(`select pg_backend_pid() as id${clause}`);
  return rows[0]?.id;
}

async function readsElsewhere(client: pg.Client): Promise<boolean> {
  return (await idOf(client)) !== (await idOf(client, locking));
}

/** A transaction on another connection, which stays open, keeps a lent one from the first. */
async function isSession(first: pg.Client, second: pg.Client, session?: number): Promise<boolean> {
  try {
    await second.query('begin');
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === refusedTransactionSqlState)
      return false;
    throw error;
  }
  return (await idOf(second, locking)) !== session && (await idOf(first, locking)) === session;
}

function clientOf(url: string): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectionTimeoutInMs,
    query_timeout: connectionTimeoutInMs,
    application_name: 'lectern-start',
  });
  // A failed query tells of it.
  client.on('error', () => {});
  return client;
}

function subjectOf(url: string): string {
  return `The database of DATABASE_URL (${databaseNameOf(url)})`;
}

/** A connection to a name with several addresses fails with one error for each, and no message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : error.name);
}
