import { Connections } from '@lectern/services/connections';
import { isLoopback } from '@lectern/services/loopback';
import { hostInUrl } from '@lectern/services/network';
import type { Tls } from '@lectern/services/tls';
import type { Pool } from 'pg';
import { type DemoAccount, demoAccounts } from '../accounts.ts';
import { pupilsOf6a } from '../seed/class-6a/pupils.ts';
import { createDirectory, hasStoredAccounts } from './accounts/directory.ts';
import type { ClientOptions } from './clients.ts';
import { codeOf, StartFailure } from './failures.ts';
import { pinToIssuer } from './http/guard.ts';
import { listen } from './listen.ts';
import { describeError, type Log, logToStandardOutput } from './log.ts';
import { createProvider } from './provider.ts';
import { loadKeys } from './storage/keys.ts';
import { createSchema, purgeExpired } from './storage/schema.ts';

/** Most connections to the database. */
const connectionsMaximum = 10;
/** How long a statement may take, and a transaction wait for its next one, in milliseconds. */
const statementTimeoutInMs = 10_000;

export interface IdentityProviderOptions extends ClientOptions {
  /** TCP port; 0 takes a free one. */
  readonly port: number;
  /** Host name or address to listen on; `localhost` (both address families) unless given. */
  readonly host?: string;
  /** Absent: it speaks plain HTTP, to this machine or to a reverse proxy that ends TLS. */
  readonly tls?: Tls;
  /** Origin under which browsers and services know it; `http(s)://{host}:{port}` unless given. */
  readonly issuer?: string;
  /**
   * Makes access tokens JWTs (RFC 9068) for this audience, an absolute URI. Absent: they are opaque, as
   * the platform's own provider has them.
   */
  readonly audience?: string;
  /** PostgreSQL 15 or newer; a unix socket is given as `postgresql://user@/database?host=/folder`. */
  readonly databaseUrl: string;
  /**
   * Accounts beside those of `lectern accounts`; the demo accounts and the pupils of class 6a unless given. None beyond
   * this machine: everybody knows their passwords.
   */
  readonly accounts?: readonly DemoAccount[];
  /** Which of them the sign-in page shows; unless given all, but for the pupils of class 6a. */
  readonly listedAccounts?: readonly DemoAccount[];
  readonly log?: Log;
}

export interface IdentityProvider {
  readonly issuer: string;
  /** Ends running requests, then the connections to the database. */
  close(): Promise<void>;
}

const purgeIntervalInMs = 10 * 60_000;

/**
 * Starts the identity provider; it answers as soon as the promise resolves. What it keeps (sessions,
 * tokens, keys) lies in the schema `identity_provider` of the database, which it makes itself.
 *
 * @throws {StartFailure} when the database cannot be reached, the port is taken, or others than this
 *   machine could sign in and there is no account for them.
 */
export async function startIdentityProvider(
  options: IdentityProviderOptions,
): Promise<IdentityProvider> {
  const log = options.log ?? logToStandardOutput;
  const host = options.host ?? 'localhost';
  const issuerHost = options.issuer === undefined ? host : new URL(options.issuer).hostname;
  const pool = new Connections(options.databaseUrl, {
    name: 'lectern-identity-provider',
    maximum: connectionsMaximum,
    statementTimeoutInMs,
    idleInTransactionInMs: statementTimeoutInMs,
  });
  pool.on('error', (error) => log('warn', 'database connection lost', { message: error.message }));

  try {
    const keys = await prepareDatabase(pool);
    const isLocal = isLoopback(host) && isLoopback(issuerHost);
    if (!isLocal && !(await hasStoredAccounts(pool))) {
      throw new StartFailure(
        `The identity provider would be open to others (it listens on ${host}, and its issuer is ${issuerHost}), ` +
          'where the demo accounts cannot be used, since their passwords are public. Add accounts first ' +
          '(npx lectern accounts add --help; the embedded database is there while npm start runs without --host), ' +
          'or listen on localhost with an issuer such as http://localhost:8081.',
      );
    }
    const demo = isLocal ? (options.accounts ?? [...demoAccounts, ...pupilsOf6a]) : [];
    const listed = isLocal ? (options.listedAccounts ?? options.accounts ?? demoAccounts) : [];
    const directory = createDirectory(pool, demo, listed);
    // Without TLS of its own it has an https issuer from a proxy alone.
    const isBehindProxy = !options.tls && options.issuer?.startsWith('https:') === true;
    const clients = isBehindProxy ? 'proxies' : 'browsers';
    const server = await listen(host, options.port, options.tls, log, clients);
    const scheme = options.tls ? 'https' : 'http';
    const issuer = new URL(options.issuer ?? `${scheme}://${hostInUrl(host)}:${server.port}`);
    const provider = createProvider({
      ...options,
      issuer: issuer.origin,
      isBehindProxy,
      directory,
      keys,
      log,
      pool,
    });
    const answer = provider.callback();
    server.answerWith((request, response) => {
      pinToIssuer(request, issuer);
      void answer(request, response);
    });
    const purging = setInterval(() => {
      purgeExpired(pool).catch((error: unknown) =>
        log('warn', 'purge failed', describeError(error)),
      );
    }, purgeIntervalInMs).unref();
    log('info', 'listening', { issuer: issuer.origin, port: server.port });

    return {
      issuer: issuer.origin,
      async close() {
        clearInterval(purging);
        await server.close();
        await pool.end();
      },
    };
  } catch (error) {
    await pool.end();
    throw error;
  }
}

async function prepareDatabase(pool: Pool) {
  try {
    await createSchema(pool);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message || codeOf(cause) : String(cause);
    throw new StartFailure(
      `The identity provider cannot use the database; check DATABASE_URL (${reason}).`,
      { cause },
    );
  }
  await purgeExpired(pool);
  return loadKeys(pool);
}
