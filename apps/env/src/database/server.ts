import { totalmem } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { explainOutput, StartProblem } from '../problem.ts';
import { startProcess, type RunningProcess } from '../processes/running-process.ts';
import { identityOf, type Account } from './account.ts';
import { programOf, type Binaries } from './binaries.ts';
import { databaseUser } from './cluster.ts';
import { withConnection } from './connection.ts';
import { explainMissingLibrary } from './missing-library.ts';
import { socketPort } from './socket-folder.ts';

const pollIntervalInMilliseconds = 25;
/** Enough for the recovery of a large database after a kill. */
const startTimeInMilliseconds = 120_000;
/** Enough to write all that is in memory to a slow disk. */
const stopTimeInMilliseconds = 60_000;

export interface ServerOptions {
  readonly binaries: Binaries;
  readonly account: Account | undefined;
  readonly cluster: string;
  readonly socketFolder: string;
  readonly logFile: string;
  /** False gives up safety against crashes for speed: tests only. */
  readonly durable: boolean;
  /** Settings of PostgreSQL that replace those of the product, by name. */
  readonly settings?: Readonly<Record<string, string>> | undefined;
}

/**
 * Starts PostgreSQL on a cluster and waits until it takes connections.
 *
 * @throws {StartProblem} when it ends instead
 */
export async function startServer(options: ServerOptions): Promise<RunningProcess> {
  const deadline = performance.now() + startTimeInMilliseconds;
  for (;;) {
    const server = await spawnServer(options);
    const how = await endBeforeConnectable(server, options.socketFolder, deadline);
    if (how === undefined) return server;
    const output = server.output();
    // Sessions of a killed server are still noticing that it is gone.
    if (!/shared memory block .* is still in use/.test(output) || performance.now() > deadline) {
      throw explainEnd(how, output, options);
    }
    await delay(pollIntervalInMilliseconds);
  }
}

/** @returns how the server ended, or `undefined` once it takes connections */
async function endBeforeConnectable(
  server: RunningProcess,
  socketFolder: string,
  deadline: number,
): Promise<string | undefined> {
  const url = urlOf(socketFolder, 'postgres');
  while (!server.howEnded() && !(await isConnectable(url))) {
    if (performance.now() > deadline) {
      await server.stop();
      throw new StartProblem(
        `PostgreSQL did not accept connections within ${startTimeInMilliseconds / 1000} seconds. Its last output:\n${server.output().trim()}`,
      );
    }
    await delay(pollIntervalInMilliseconds);
  }
  return server.howEnded();
}

/**
 * An eighth of the machine's memory, or of what a container may use of it. It is used only when it is
 * filled; PostgreSQL recommends a quarter of a machine that does nothing else
 * (https://www.postgresql.org/docs/18/runtime-config-resource.html).
 */
function bufferSizeInMegabytes(): number {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity);
  const share = Math.floor(memory / 8 / 1024 ** 2);
  return Math.min(Math.max(share, 128), 1024);
}

function spawnServer(options: ServerOptions): Promise<RunningProcess> {
  const settings = {
    // The socket in its closed folder is the only way in.
    listen_addresses: '',
    // A list, whose names may have commas in quotes.
    unix_socket_directories: `"${options.socketFolder.replaceAll('"', '""')}"`,
    max_connections: '100',
    shared_buffers: `${bufferSizeInMegabytes()}MB`,
    max_wal_size: '256MB',
    // Queries here are short; compiling them costs more than it saves.
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    ...(!options.durable && {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
    }),
    ...options.settings,
  };
  return startProcess({
    ...identityOf(options.account),
    command: programOf(options.binaries, 'postgres'),
    args: [
      `-D${options.cluster}`,
      `-p${socketPort}`,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    environment: { PATH: process.env['PATH'], LC_ALL: 'C' },
    logFile: options.logFile,
    workingFolder: '/',
    endsWithStarter: false,
    // https://www.postgresql.org/docs/18/server-shutdown.html: fast, and immediate.
    stopSignal: 'SIGINT',
    stopTimeInMilliseconds,
    forceSignal: 'SIGQUIT',
  });
}

async function isConnectable(url: string): Promise<boolean> {
  try {
    return await withConnection(url, async () => true);
  } catch {
    return false;
  }
}

function explainEnd(how: string, output: string, { cluster }: ServerOptions): StartProblem {
  return (
    explainOutput(output, cluster) ??
    explainMissingLibrary(output) ??
    new StartProblem(`PostgreSQL did not start (${how}). Its last output:\n${output.trim()}`)
  );
}

/** Connection address over the socket, in the form that libpq and node-postgres share. */
export function urlOf(socketFolder: string, database: string): string {
  const host = encodeURIComponent(socketFolder);
  // The driver would ask for TLS where the machine's PGSSLMODE is for other databases.
  return `postgresql://${databaseUser}@localhost:${socketPort}/${database}?host=${host}&sslmode=disable`;
}
