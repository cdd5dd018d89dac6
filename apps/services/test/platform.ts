import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { contract, services, type ServiceCode } from '@lectern/contracts';
import { CallFailed, createClient, type Client } from '@lectern/contracts/client';
import {
  createTestDatabase,
  startTestIdentityProvider,
  type TestIdentityProvider,
  type TestIdentityProviderOptions,
} from '@lectern/env/testing';
import { inject } from 'vitest';
import { testFiles } from './files/file-options.ts';
import { insertRows } from './rows.ts';
import { createPlatform, openDatabase, type Database, type PlatformOptions } from '../src/index.ts';

export { makeBeforeAll, makeBeforeEach, startBeforeAll } from '@lectern/env/later';

/** The real services on a database of their own, with the embedded identity provider beside them. */
export interface TestPlatform {
  readonly url: string;
  readonly databaseUrl: string;
  readonly database: Database;
  readonly identityProvider: TestIdentityProvider;
  /** A client of a service in someone's name; the headers name the token's own subject. */
  as<Service extends ServiceCode>(
    service: Service,
    who: { token: string; subject: string; roles?: string },
  ): Client<(typeof contract)[Service]>;
  /** A request as an attacker sends it: any headers, any body. */
  request(path: string, headers: Record<string, string>, body?: string): Promise<Response>;
  /** Requests that have begun and not ended. */
  inFlight(): number;
  /** Another process of the same services, as when they are scaled out; it ends with the platform. */
  anotherProcess(): Promise<{ readonly url: string; close(): Promise<void> }>;
  close(): Promise<void>;
}

/** The shortest intervals at which jobs are looked for: for tests that wait for one. */
export const quickJobs = { pollingIntervalInSeconds: 0.5, supervisionIntervalInSeconds: 1 };
/** Looking often, at each of the queues, takes a sixteenth of a core all the time that a platform is there. */
const rareJobs = { pollingIntervalInSeconds: 10, supervisionIntervalInSeconds: 10 };

/** @param change of the settings; with a database, the platform starts on that one */
export async function startTestPlatform(
  change: Partial<PlatformOptions> = {},
  providerOptions: TestIdentityProviderOptions = {},
): Promise<TestPlatform> {
  const databaseUrl =
    change.databaseUrl ??
    (await createTestDatabase(inject('databaseUrl'), inject('startedDatabaseUrl')));
  const identityProvider = await startTestIdentityProvider(databaseUrl, providerOptions);
  const files = testFiles();
  const listening = new Set<{ close(): Promise<void> }>();
  const listen = async () => {
    const server = await createPlatform({
      databaseUrl,
      publicUrl: 'http://localhost',
      identityProvider: identityProvider.servicesClient,
      files,
      jobs: rareJobs,
      ...change,
    });
    await server.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.server.address() as AddressInfo;
    const listener = {
      url: `http://127.0.0.1:${port}`,
      inFlight: () => server.traffic.inFlight,
      close: async () => {
        listening.delete(listener);
        // Connections that a client opened ahead of need keep a server from closing.
        await server.drain(0);
        await server.close();
      },
    };
    listening.add(listener);
    return listener;
  };
  const { url, inFlight } = await listen().catch(async (error: unknown) => {
    await identityProvider.close();
    throw error;
  });
  const database = openDatabase(databaseUrl);

  return {
    url,
    databaseUrl,
    database,
    identityProvider,
    as: clientsAt(url),
    request: (path, headers, body) =>
      fetch(url + path, { method: 'POST', headers, ...(body === undefined ? {} : { body }) }),
    inFlight,
    anotherProcess: listen,
    async close() {
      await Promise.all([...listening].map((listener) => listener.close()));
      await database.destroy();
      await identityProvider.close();
    },
  };
}

/** The clients of the services at an address. */
export function clientsAt(url: string): TestPlatform['as'] {
  return (service, { token, subject, roles = '' }) =>
    createClient(contract[service], {
      service,
      base: url + services[service].base,
      headers: () => ({
        xIaCorrelationId: randomUUID(),
        xIaSubject: subject,
        xIaRoles: roles,
        authorization: `Bearer ${token}`,
      }),
      retryPausesInMs: [],
    });
}

/** Gives a subject a role without a call. */
export async function giveRole(database: Database, subject: string, role: string): Promise<void> {
  await database.insertInto('aua.user_roles').values({ subject, role }).execute();
}

/** Links an account to a subject without a call. */
export async function linkSubject(database: Database, from: string, to: string): Promise<void> {
  await insertRows(database, 'aua.subject_links', { from_subject: from, to_subject: to });
}

/** The code that a call fails with, or the kind of its failure; nothing when it succeeds. */
export async function codeOf(promise: Promise<unknown>): Promise<string | undefined> {
  try {
    await promise;
    return undefined;
  } catch (error) {
    if (error instanceof CallFailed) return error.code ?? error.kind;
    throw error;
  }
}
