import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { IssuerRespelled } from './authorization/issuer-spelling.ts';
import { FilesElsewhere } from './files/file-gateway.ts';
import { isOfDisk } from './http/errors.ts';
import { hostToListenOn } from './http/network.ts';
import { TemporaryFile } from './http/temporary-file.ts';
import { startOperations, type Operations } from './operations/operations.ts';
import { readProcessSettings, type ProcessSettings } from './operations/process-settings.ts';
import { SettingProblem } from './operations/setting-problem.ts';
import { settingsOf, settingWarnings } from './operations/settings.ts';
import { allowSlowNetworks } from './outgoing/slow-networks.ts';
import { createPlatform } from './platform.ts';
import { isConnectFailure } from './storage/connection-monitor.ts';
import { unusableDatabaseOf } from './storage/failed-start.ts';
import { DatabaseOfOtherVersion } from './storage/migrate.ts';
import { DatabaseUnusable, requireUsableDatabase } from './storage/usable-database.ts';

// Runs the services, and the shell where its folder is given. Everything comes from the environment;
// `docs/operate/` lists it.

/** Errors of a path that no user of this process can wait for; what is not there may be a volume that comes late. */
const unusableCodes = ['EACCES', 'ENOTDIR', 'EPERM', 'EROFS'];
/** How long running requests may take to end when the process that started this one is gone. */
const orphanGraceInMs = 2_000;
/** How long idle connections stay once the services stop: a request may be on its way on them. */
const lingerInMs = 1_000;
/** Tells supervisors of processes that this one would end in the same way again. */
const hopelessExitCode = 2;
/** Tells them that it may go on another time. */
const passingExitCode = 1;

/** An address or a disk that may be free, or there, at another start. */
class UnusableNow extends Error {}

const read = readSettings();
let operations: Operations | undefined;
let server: FastifyInstance | undefined;
let stopping: Promise<void> | undefined;

// Before anything is awaited: a start, too, ends when it is asked to.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void (stopping ??= stop(read.settings?.graceInMs ?? 0)));
}
// Started by another process: that one's end, however sudden, ends this one, too.
process.once('disconnect', () => void (stopping ??= stop(orphanGraceInMs)));
// It may have come while the modules were loading, when nobody listened yet.
if (process.send && !process.connected) await (stopping ??= stop(orphanGraceInMs));

allowSlowNetworks();
const settings = await requireUsable(read);
if (settings.operations) operations = await startOperations(settings.operations).catch(giveUp);
const platform = await createPlatform({
  ...settings.platform,
  ...(operations ? { operations } : {}),
}).catch(giveUp);
const { host, port } = settings.listen;
await platform.listen({ host: hostToListenOn(host), port }).catch(giveUp);
server = platform;
for (const warning of settingWarnings(process.env)) server.log.warn(warning);
if (operations) server.log.info(`Operations listen at ${operations.url}`);

/**
 * Answers what has been asked, then ends. A start under way is simply broken off: nobody has had an
 * answer, and half a migration rolls back.
 */
async function stop(graceInMs: number): Promise<void> {
  operations?.readiness.stop();
  if (server) await delay(read.settings?.shutdownDelayInMs);
  setTimeout(() => {
    const left = server?.traffic.inFlight;
    server?.log.warn({ requestsInFlight: left }, 'The time for running requests is over.');
    process.exit(0);
  }, graceInMs);
  await server?.drain(lingerInMs);
  await server?.close();
  process.exit(0);
}

function readSettings(): {
  readonly settings?: ProcessSettings;
  readonly problem?: SettingProblem;
} {
  try {
    return { settings: readProcessSettings(process.env) };
  } catch (problem) {
    return problem instanceof SettingProblem ? { problem } : giveUp(problem);
  }
}

/** Tells all that is wrong at once, also with the database. */
async function requireUsable({ settings, problem }: ReturnType<typeof readSettings>) {
  const unusable = await unusableTemporaryFolder();
  try {
    await requireUsableDatabase(settingsOf(process.env)('DATABASE_URL'));
  } catch (error) {
    // An address that cannot be meant is among the problems of the settings.
    const others = error instanceof SettingProblem ? [] : [error];
    return giveUp(problem, unusable, ...others);
  }
  return settings && !unusable ? settings : giveUp(problem, unusable);
}

/** Without a folder that it may write to, each upload would fail. Other faults, such as a full disk, may pass. */
async function unusableTemporaryFolder(): Promise<Error | undefined> {
  try {
    await (await TemporaryFile.open()).close();
    return undefined;
  } catch (error) {
    const unusable = unusablePathOf(error, ['ENOENT', ...unusableCodes]);
    return unusable && new SettingProblem(`TMPDIR: ${unusable.message}`);
  }
}

/** Ends with sentences where they explain all. */
function giveUp(...errors: unknown[]): never {
  const problems = errors.filter((error) => error !== undefined).map(explain);
  console.error(problems.map(({ message }) => message).join('\n'));
  process.exit(problems.every(isPassing) ? passingExitCode : hopelessExitCode);
}

/** @throws what no sentence explains */
function explain(error: unknown): Error {
  const kinds = [
    SettingProblem,
    DatabaseOfOtherVersion,
    DatabaseUnusable,
    FilesElsewhere,
    IssuerRespelled,
  ];
  if (kinds.some((kind) => error instanceof kind)) return error as Error;
  const unusable =
    unusableAddressOf(error) ??
    unusablePathOf(error) ??
    unusableDiskOf(error) ??
    unusableDatabaseOf(error);
  if (!unusable) throw error;
  return unusable;
}

/** An address to listen on that another process has, or that this machine does not have, or not yet. */
function unusableAddressOf(error: unknown): Error | undefined {
  const { syscall, code, message } = error as NodeJS.ErrnoException;
  const isOfListening = syscall === 'listen' || syscall === 'getaddrinfo';
  if (!isOfListening || isConnectFailure(error as Error)) return undefined;
  const sentence = `The process cannot listen: ${message}. Let the settings name a free port, and an address of this machine.`;
  return code === 'EACCES' ? new SettingProblem(sentence) : new UnusableNow(sentence);
}

/** A path of the settings that this user may not use, such as a volume that belongs to root. */
function unusablePathOf(error: unknown, codes = unusableCodes): Error | undefined {
  if (!(error instanceof Error && 'path' in error && 'code' in error)) return undefined;
  const { code, path } = error as NodeJS.ErrnoException;
  if (!codes.includes(code ?? '')) return undefined;
  return new SettingProblem(
    `${path} cannot be used (${code}): let the settings name what the user of this process, ${process.getuid?.()}, may use.`,
  );
}

/** A fault of a disk that may pass, such as a volume whose server is away; a read-only disk is a path that cannot be used. */
function unusableDiskOf(error: unknown): Error | undefined {
  if (!isOfDisk(error)) return undefined;
  return new UnusableNow(`${error.message}. Look at the disk, or the volume, of ${error.path}.`);
}

function isPassing(error: Error): boolean {
  return (
    (error instanceof DatabaseUnusable && error.isPassing) ||
    error instanceof UnusableNow ||
    error instanceof FilesElsewhere
  );
}
