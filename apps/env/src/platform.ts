import { addressesOf, type Addresses, type Ports } from './addresses.ts';
import { watchBundle } from './builds/bundle.ts';
import type { DataFolder } from './data-folder/data-folder.ts';
import { databaseLogIn, startDatabase } from './database/database.ts';
import { requireUsableDatabase } from './database/external.ts';
import { requireOpen } from './database/moved.ts';
import { serveAuthority } from './certificates/authority-page.ts';
import { Launch } from './launch.ts';
import { prepareNetwork, type Network, type NetworkOptions } from './network.ts';
import { reachOwnServersDirectly } from './own-servers.ts';
import { findFreePorts } from './ports.ts';
import { makeBundles, takeFolderAndPorts, writeDatabaseUrl, writeSettings } from './prepare.ts';
import { explainSystemError, StartProblem } from './problem.ts';
import { startServerProcess } from './processes/server-process.ts';
import type { Supervised } from './processes/supervised.ts';
import { product, type Parts, type ServerName } from './product.ts';
import { silent, type Progress } from './progress.ts';
import { onChange, restartOnChange } from './watch.ts';

export interface PlatformOptions {
  /** Default: free ones. */
  readonly ports?: Ports;
  /** Default: a temporary folder, which goes when the platform is closed. */
  readonly dataFolder?: string;
  /** A PostgreSQL 15 or newer. Default: the embedded one. */
  readonly databaseUrl?: string;
  /**
   * Another identity provider in place of the embedded one, which is not started then. It must know the
   * shell and the services as the embedded one does. Nothing is published then: its publishers have
   * secrets of their own.
   */
  readonly issuer?: string;
  /** How other devices reach it. Default: they do not. */
  readonly network?: NetworkOptions;
  /** Empty the data folder first. */
  readonly reset?: boolean;
  /** A backup to restore first, into a new data folder and an empty database. */
  readonly restore?: string;
  /** Go on with the embedded database after it was moved. */
  readonly moveBack?: boolean;
  /** Rebuild and restart when sources change. */
  readonly watch?: boolean;
  /** Default: nothing is told. */
  readonly progress?: Progress;
  /** Ends a start that is under way; what runs by then is stopped. */
  readonly signal?: AbortSignal;
}

export type ProcessName = ServerName | 'database';

/** The whole product, running: a process for each server, and a database. */
export interface Platform {
  /** Origin of the shell and the services. */
  readonly shell: string;
  /** Origin and issuer of the identity provider. */
  readonly identityProvider: string;
  /** Origin of the demo content. */
  readonly content: string;
  /** Origin of uploaded files. */
  readonly files: string;
  /** Page with the certificate that devices are to trust; absent where they need none. */
  readonly authority?: { readonly page: string; readonly fingerprint: string };
  /** Other devices reach it, so that the demo accounts cannot sign in. */
  readonly isForOthers: boolean;
  readonly databaseUrl: string;
  readonly dataFolder: string;
  /** Resolves when a process cannot be kept running. The platform is still to be closed then. */
  readonly failure: Promise<StartProblem>;
  /** Kills a process (SIGKILL), which is then started again: see `whenReady`. */
  kill(name: ProcessName): Promise<void>;
  /** Stops a process in order; it stays stopped until `start`. */
  stop(name: ProcessName): Promise<void>;
  /** Starts a stopped process and waits until it answers. */
  start(name: ProcessName): Promise<void>;
  /** Resolves when a process answers (again). */
  whenReady(name: ProcessName): Promise<void>;
  /** Stops everything: servers first, the database last. */
  close(): Promise<void>;
}

/** How long a bundler writes nothing before it has written all. */
const rebuildTimeInMs = 1_000;

type Processes = Map<ProcessName, Supervised>;

/**
 * Starts the whole product and resolves when every part answers.
 *
 * @throws {StartProblem} when it cannot; nothing is left running
 */
export async function startPlatform(
  options: PlatformOptions = {},
  parts: Parts = product,
): Promise<Platform> {
  const { progress = silent, signal = new AbortController().signal, watch = false } = options;
  const launch = new Launch(progress, signal);
  const host = options.network?.host;
  try {
    const ports = options.ports ?? (await findFreePorts());
    const addresses = addressesOf(ports, { host, issuer: options.issuer });
    reachOwnServersDirectly(new URL(addresses.shell).hostname);
    const dataFolder = await takeFolderAndPorts(
      launch,
      options.dataFolder,
      ports,
      options.reset ?? false,
      options.network,
    );
    const { network: networkOptions, databaseUrl: externalUrl, restore } = options;
    if (restore) {
      await launch.step(`Restoring ${restore}`, async () =>
        (await import('./restore.ts')).restoreInto(dataFolder, restore, externalUrl),
      );
    }
    const network = networkOptions && (await prepareNetwork(networkOptions, dataFolder.tls));
    const [secrets] = await withAllProblems([
      writeSettings(dataFolder, addresses),
      externalUrl
        ? launch.step('Database', () => requireUsableDatabase(externalUrl))
        : Promise.resolve(),
    ]);
    await makeBundles(launch, parts.bundles, dataFolder.logs);

    const processes: Processes = new Map();
    const databaseUrl =
      externalUrl ??
      (await launch.step('Database', () => superviseDatabase(launch, dataFolder, processes)));
    if (!externalUrl) await requireOpen(databaseUrl, options.moveBack ?? false);
    await writeDatabaseUrl(dataFolder, externalUrl ? undefined : databaseUrl);
    const context = { addresses, ports, databaseUrl, dataFolder, secrets, network };
    const start = (...names: readonly ServerName[]) =>
      startServers(launch, parts.servers(context), names, processes, watch);
    await start(...(options.issuer ? [] : (['identityProvider'] as const)), 'services');
    // Not where the demo accounts cannot sign in, nor in a database that goes with the platform.
    const isDemo = options.dataFolder && !externalUrl && !options.issuer && !network?.isForOthers;
    await launch.step('Demo data', () =>
      parts.seed(databaseUrl, isDemo ? addresses.identityProvider : undefined),
    );
    const publishing = options.issuer
      ? undefined
      : beginPublishing(launch, (life) => parts.publish(context, life));
    await start('content');
    const authority = await offerAuthority(
      launch,
      network,
      addresses,
      networkOptions?.authorityPort,
    );
    await publishing?.done();
    if (watch) {
      await watchBundles(launch, parts, dataFolder.logs);
      if (publishing) launch.defer(onChange(parts.published, publishing.again, rebuildTimeInMs));
    }
    signal.throwIfAborted();

    const processOf = (name: ProcessName): Supervised => {
      const process = processes.get(name);
      if (!process) throw new Error(`The ${name} is not a process of this platform.`);
      return process;
    };
    return {
      ...addresses,
      ...(authority && { authority }),
      isForOthers: network?.isForOthers ?? false,
      databaseUrl,
      dataFolder: dataFolder.path,
      failure: launch.failure,
      kill: (name) => processOf(name).kill(),
      stop: (name) => processOf(name).stop(),
      start: (name) => processOf(name).start(),
      whenReady: (name) => processOf(name).whenReady(),
      close: () => launch.undo(),
    };
  } catch (error) {
    await launch.undo();
    throw explainSystemError(error, options.dataFolder ?? 'the temporary folder');
  }
}

/** @returns where devices get the platform's own authority, and how they know it; `undefined` where there is none */
async function offerAuthority(
  launch: Launch,
  network: Network | undefined,
  { shell }: Addresses,
  port: number | undefined,
) {
  if (!network?.own || port === undefined) return undefined;
  const {
    listensOn,
    own: { authority },
  } = network;
  const served = await serveAuthority({ authority, listensOn, port, shell });
  launch.defer(() => served.close());
  const page = `http://${new URL(shell).hostname}:${port}`;
  return { page, fingerprint: authority.fingerprint256 };
}

/** @throws {StartProblem} that says all that is wrong, and not the first of it alone */
async function withAllProblems<First, Second>(
  work: readonly [Promise<First>, Promise<Second>],
): Promise<[First, Second]> {
  const problems = (await Promise.allSettled(work)).flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
  );
  if (problems.length < 2) return Promise.all(work);
  const fault = problems.find((problem) => !(problem instanceof StartProblem));
  if (fault !== undefined) throw fault;
  throw new StartProblem(problems.map((problem) => (problem as Error).message).join('\n'));
}

async function superviseDatabase(
  launch: Launch,
  dataFolder: DataFolder,
  processes: Processes,
): Promise<string> {
  let url = '';
  const database = await launch.supervise('database', async () => {
    const started = await startDatabase({
      folder: dataFolder.database,
      logFile: databaseLogIn(dataFolder.logs),
    });
    // The same at every restart: it follows from the folder.
    ({ url } = started);
    return started;
  });
  processes.set('database', database);
  return url;
}

async function startServers(
  launch: Launch,
  servers: ReturnType<Parts['servers']>,
  names: readonly ServerName[],
  processes: Processes,
  watch: boolean,
): Promise<void> {
  for (const name of names) {
    const server = servers[name];
    const process = await launch.step(capitalized(server.title), () =>
      launch.supervise(server.title, (signal) => startServerProcess(server, signal)),
    );
    processes.set(name, process);
    if (watch) {
      launch.defer(
        restartOnChange(process, server.title, server.sources, (line) => launch.note(line)),
      );
    }
  }
}

/**
 * Publishes beside what is still to be started. Without the publication everything else runs all the same;
 * the output says why it is missing.
 */
function beginPublishing(launch: Launch, publish: (life: AbortSignal) => Promise<void>) {
  const end = new AbortController();
  // Settled, as nobody listens yet when it fails early.
  const begin = () => Promise.allSettled([publish(AbortSignal.any([launch.signal, end.signal]))]);
  let outcome = begin();
  launch.defer(async () => {
    end.abort();
    await outcome;
  });
  const check = async () => {
    const [result] = await outcome;
    if (result.status === 'rejected') throw result.reason;
  };
  const isOver = () => end.signal.aborted || launch.signal.aborted;
  const noteProblem = (error: unknown) => {
    launch.signal.throwIfAborted();
    if (!(error instanceof StartProblem)) throw error;
    launch.note(error.message);
  };
  return {
    done: () => launch.step('Demo publication', check).catch(noteProblem),
    /** With what has changed since. */
    async again() {
      if (isOver()) return;
      outcome = begin();
      await check().catch((error: unknown) => isOver() || noteProblem(error));
    },
  };
}

async function watchBundles(launch: Launch, parts: Parts, logs: string): Promise<void> {
  for (const bundle of parts.bundles) {
    await launch.supervise(`build of the ${bundle.title}`, () => watchBundle(bundle, logs));
  }
}

function capitalized(title: string): string {
  return title.charAt(0).toUpperCase() + title.slice(1);
}
