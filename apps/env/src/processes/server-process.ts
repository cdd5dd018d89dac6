import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { get as getOverTls } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import { isUntrusted } from '../certificates/untrusted.ts';
import { compileCache } from '../checkout.ts';
import { explainOutput, SettingsProblem, StartProblem, systemErrorCode } from '../problem.ts';
import { startProcess, type RunningProcess } from './running-process.ts';

const pollIntervalInMilliseconds = 50;
const startTimeInMilliseconds = 60_000;
/** Longer than the services take by themselves for requests under way. */
const stopTimeInMilliseconds = 15_000;
const pingTimeInMilliseconds = 2000;
/** How a server ends that would end so again: it says why (`docs/operate/run.md`). */
const refusesToStart = 'exit code 2';

/** A Node program of the platform that answers HTTP. */
export interface ServerDescription {
  readonly title: string;
  readonly entry: string;
  /** Added to the starter's own environment. */
  readonly environment: Readonly<Record<string, string>>;
  /** Answers with a 2xx as soon as the program can be used. */
  readonly readyUrl: string;
  readonly logFile: string;
  /** Folders whose changes ask for a restart, in development. */
  readonly sources: readonly string[];
}

/**
 * Starts the program and waits until it answers.
 *
 * @param signal ends the wait, and the program with it
 * @throws {StartProblem} when it ends or stays silent instead, with the end of its log
 * @throws {SettingsProblem} with its own sentence when it refuses what it was given
 */
export async function startServerProcess(
  { title, entry, environment, readyUrl, logFile }: Omit<ServerDescription, 'sources'>,
  signal: AbortSignal,
): Promise<RunningProcess> {
  const server = await startProcess({
    command: process.execPath,
    args: [entry],
    environment: { NODE_COMPILE_CACHE: compileCache, ...process.env, ...environment },
    logFile,
    workingFolder: process.cwd(),
    endsWithStarter: true,
    stopSignal: 'SIGTERM',
    stopTimeInMilliseconds,
    forceSignal: 'SIGKILL',
  });
  try {
    const trustedFile = environment['NODE_EXTRA_CA_CERTS'];
    const trusted = trustedFile === undefined ? undefined : await readFile(trustedFile, 'utf8');
    await untilAnswering(server, title, { url: readyUrl, trusted }, signal);
    return server;
  } catch (error) {
    await server.stop();
    if (error instanceof StartProblem) {
      const output = server.output().trim();
      if (server.howEnded() === refusesToStart && output) throw new SettingsProblem(output);
      throw explainOutput(output, logFile) ?? withLog(error, output, logFile);
    }
    throw error;
  }
}

/** Address at which a server answers. */
interface Ping {
  readonly url: string;
  /** Authorities in PEM in place of those that this process knows. */
  readonly trusted: string | undefined;
}

async function untilAnswering(
  server: RunningProcess,
  title: string,
  { url, trusted }: Ping,
  signal: AbortSignal,
): Promise<void> {
  const deadline = performance.now() + startTimeInMilliseconds;
  while (!(await answers({ url, trusted }))) {
    signal.throwIfAborted();
    const how = server.howEnded();
    if (how) throw new StartProblem(`The ${title} did not start (${how}).`);
    if (performance.now() > deadline) {
      throw new StartProblem(
        `The ${title} did not answer within ${startTimeInMilliseconds / 1000} seconds.`,
      );
    }
    await delay(pollIntervalInMilliseconds, undefined, { signal });
  }
}

/** @throws {StartProblem} where the server has a certificate that other servers would not trust either */
async function answers({ url, trusted }: Ping): Promise<boolean> {
  const signal = AbortSignal.timeout(pingTimeInMilliseconds);
  // `fetch` trusts nothing that its process did not trust when it began.
  const request = url.startsWith('https:')
    ? getOverTls(url, { signal, agent: false, ...(trusted && { ca: trusted }) })
    : get(url, { signal, agent: false });
  try {
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.resume();
    return response.statusCode === 200;
  } catch (error) {
    // Node sets it before it ends a connection whose certificate it refuses, and at no other fault.
    const isRefused = request.socket instanceof TLSSocket && request.socket.authorizationError;
    if (!isRefused) return false;
    const sentence = isUntrusted(systemErrorCode(error))
      ? 'is of an authority that Node does not know. Name its file in NODE_EXTRA_CA_CERTS.'
      : `is refused: ${(error as Error).message} (${systemErrorCode(error)}).`;
    throw new StartProblem(`The certificate ${sentence}`, { cause: error });
  }
}

function withLog(problem: StartProblem, output: string, logFile: string): StartProblem {
  const words = output ? `Last output:\n${output}` : 'It wrote nothing.';
  return new StartProblem(`${problem.message} ${words}\nThe whole log is ${logFile}.`);
}
