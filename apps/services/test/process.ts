import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import {
  createTestDatabase,
  startTestIdentityProvider,
  type TestIdentityProvider,
} from '@lectern/env/testing';
import { afterAll, inject, onTestFinished, vi } from 'vitest';
import { createPlatform, openDatabase, type Database, type PlatformOptions } from '../src/index.ts';
import { quickJobs } from './platform.ts';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** How long a hook may take that starts a process, kills it at its stops, and starts what takes over. */
export const crashTimeoutInMs = 120_000;

/** One line of the log. */
export type LogLine = Readonly<Record<string, unknown>>;

/** Takes what ends something, for when it is no longer needed. */
export type Defer = (end: () => void | Promise<void>) => void;

/** Ends after all tests of the file, or of the block that this is called in. */
export function afterTests(): Defer {
  const stack = new AsyncDisposableStack();
  afterAll(() => stack.disposeAsync());
  return (end) => stack.defer(end);
}

/** The services as a process of their own, the way they are operated. */
export interface TestProcess {
  /** Address of the services. */
  readonly url: string;
  readonly operationsUrl: string;
  readonly databaseUrl: string;
  readonly database: Database;
  readonly identityProvider: TestIdentityProvider;
  /** Everything that it has written. */
  output(): string;
  log(): LogLine[];
  kill(signal: NodeJS.Signals): void;
  /** Starts another process like it, on the same database; gives the address of its services. */
  startAgain(): Promise<string>;
  /**
   * Starts the services in the process of the tests, on the same database, where they are loaded already;
   * gives their address. Its jobs are looked for often.
   */
  takeOver(options?: Partial<PlatformOptions>): Promise<string>;
  /** Exit code and signal, once it has ended. */
  readonly exited: Promise<unknown[]>;
}

/**
 * Starts the process, with these variables beside those that it needs.
 *
 * @param defer default: it ends with the test
 */
export async function startTestProcess(
  environment: Readonly<Record<string, string>> = {},
  defer: Defer = onTestFinished,
): Promise<TestProcess> {
  const databaseUrl = await createTestDatabase(inject('databaseUrl'), inject('startedDatabaseUrl'));
  const identityProvider = await startTestIdentityProvider(databaseUrl);
  defer(() => identityProvider.close());
  const { issuer, clientId, clientSecret, acceptedClients } = identityProvider.servicesClient;
  const variables = {
    DATABASE_URL: databaseUrl,
    LECTERN_HOST: '127.0.0.1',
    LECTERN_PORT: '0',
    LECTERN_OPERATIONS_PORT: '0',
    LECTERN_ISSUER: issuer,
    LECTERN_SERVICES_CLIENT_ID: clientId,
    LECTERN_SERVICES_CLIENT_SECRET: clientSecret,
    LECTERN_CLIENT_IDS: acceptedClients.join(','),
    ...environment,
  };
  const child = run(variables, defer);
  const log = () =>
    child
      .output()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as LogLine);
  const { url, operationsUrl } = await addressesOf(child);
  const database = openDatabase(databaseUrl);
  defer(() => database.destroy());
  const startAgain = async () => (await addressesOf(run(variables, defer))).url;
  const takeOver = async (options: Partial<PlatformOptions> = {}) => {
    const platform = await createPlatform({
      databaseUrl,
      publicUrl: 'http://localhost',
      identityProvider: identityProvider.servicesClient,
      jobs: quickJobs,
      ...options,
    });
    defer(async () => {
      await platform.drain(0);
      await platform.close();
    });
    return platform.listen({ host: '127.0.0.1', port: 0 });
  };
  return {
    url,
    operationsUrl,
    databaseUrl,
    database,
    identityProvider,
    log,
    startAgain,
    takeOver,
    ...child,
  };
}

/** Where a process can be reached: it says that of its operations last, and of its files before. */
async function addressesOf(child: { output(): string }) {
  const operationsUrl = await addressIn(child, /Operations listen at (http:[^"]+)/);
  const url = await addressIn(child, /Server listening at (http:[^"]+)/);
  return { url, operationsUrl };
}

/** Waits until a process says where it can be reached. */
function addressIn({ output }: { output(): string }, pattern: RegExp): Promise<string> {
  const find = () =>
    output()
      .split('\n')
      .flatMap((line) => pattern.exec(line)?.[1] ?? [])
      .at(-1);
  return vi.waitUntil(find).catch(() => {
    throw new Error(`The process did not say where it listens: ${output()}`);
  });
}

/** Runs the program with these variables and Node's compile cache only, until the test ends at the latest. */
export function run(environment: Readonly<Record<string, string>>, defer: Defer = onTestFinished) {
  const child = spawn(process.execPath, [main], {
    env: { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => chunks.push(chunk));
  }
  const exited = once(child, 'close') as Promise<unknown[]>;
  defer(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  return {
    output: () => chunks.join(''),
    kill: (signal: NodeJS.Signals) => void child.kill(signal),
    exited,
  };
}
