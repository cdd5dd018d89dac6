import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunningProcess } from '../processes/running-process.ts';
import { databaseAccount, requireReachable, takeOver } from './account.ts';
import { findBinaries, type Binaries } from './binaries.ts';
import { ensureCluster } from './cluster.ts';
import { withConnection } from './connection.ts';
import { stopOrphan } from './orphan.ts';
import { prepareBinaries } from './prepare-binaries.ts';
import { startServer, urlOf } from './server.ts';
import { ensureSocketFolder } from './socket-folder.ts';

const databaseName = 'lectern';

export interface DatabaseOptions {
  /** Folder for cluster and socket. The caller makes sure that nobody else uses it. */
  readonly folder: string;
  readonly logFile: string;
  /** Default true. False gives up safety against crashes for speed: tests only. */
  readonly durable?: boolean;
  /** Settings of PostgreSQL that replace those of the product, by name. */
  readonly settings?: Readonly<Record<string, string>> | undefined;
  /** Default: this platform's package. */
  readonly binaries?: Binaries;
}

/** A running embedded PostgreSQL, and the address of the platform's database in it. */
export interface Database extends RunningProcess {
  readonly url: string;
}

/**
 * Starts the embedded PostgreSQL on a folder: makes the cluster at the first start, stops the server
 * that a killed starter may have left, recovers what a killed server has left, and makes sure that
 * the platform's database exists.
 *
 * @throws {StartProblem} when a library is missing, the disk is full, the folder is closed to the
 *   user that PostgreSQL must run as, or there is no such user
 */
export async function startDatabase(options: DatabaseOptions): Promise<Database> {
  const { folder, logFile, durable = true, settings } = options;
  const account = databaseAccount();
  await mkdir(folder, { recursive: true });
  // PostgreSQL's user passes through; the cluster and the socket's folder are closed themselves.
  await chmod(folder, 0o711);
  requireReachable(folder, account);
  const binaries = await prepareBinaries(options.binaries ?? findBinaries(), account, folder);
  const cluster = await ensureCluster(folder, binaries, account, durable);
  await stopOrphan(cluster);
  await takeOver(cluster, account);
  const socketFolder = await ensureSocketFolder(folder, account);

  const server = await startServer({
    binaries,
    account,
    cluster,
    socketFolder,
    logFile,
    durable,
    settings,
  });
  try {
    await ensureDatabase(urlOf(socketFolder, 'postgres'));
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { ...server, url: urlOf(socketFolder, databaseName) };
}

/** Where the log of the embedded PostgreSQL lies. */
export function databaseLogIn(logs: string): string {
  return join(logs, 'database.log');
}

function ensureDatabase(maintenanceUrl: string): Promise<void> {
  return withConnection(maintenanceUrl, async (client) => {
    const databases = await client.query('SELECT FROM pg_database WHERE datname = $1', [
      databaseName,
    ]);
    if (databases.rowCount === 0) await client.query(`CREATE DATABASE ${databaseName}`);
  });
}
