import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { identityHeaders } from '@lectern/contracts/calls/headers';
import { clientCredentialsGrant, WWWAuthenticateChallengeError } from 'openid-client';
import { orderSystemClientId, shellClientId, type DemoAccount } from '../accounts.ts';
import { entriesOf } from '../data-folder/data-folder.ts';
import { readSecrets } from '../data-folder/secrets.ts';
import { isUntrusted } from '../certificates/untrusted.ts';
import { reachOwnServersDirectly } from '../own-servers.ts';
import { StartProblem, systemErrorCode } from '../problem.ts';
import type { shellConfiguration } from '../shell-configuration.ts';
import { discoverClient, signInByCode } from './code-flow.ts';
import type { SignInOptions } from './options.ts';

/**
 * Signs in at the embedded identity provider, as the shell or the order system does, and makes the
 * headers of one call: a line each, as `curl -H @-` reads them.
 *
 * @throws {StartProblem} where the data folder is none or may not be read, or no Lectern runs on it.
 */
export async function headersOf({ account, dataFolder }: SignInOptions): Promise<string> {
  const { signIn, services } = await readConfiguration(dataFolder);
  reachOwnServersDirectly(new URL(signIn.authority).hostname);
  const token = account
    ? await tokenOf(account, signIn.authority, services.clusterBase, dataFolder)
    : await orderSystemToken(signIn.authority, dataFolder);
  return [
    `Authorization: Bearer ${token}`,
    `${identityHeaders.subject.name}: ${account?.subject ?? orderSystemClientId}`,
    // Empty: all roles that the caller holds. curl sends an empty header for this form alone.
    `${identityHeaders.roles.name};`,
    `${identityHeaders.correlationId.name}: ${randomUUID()}`,
    'Content-Type: application/json\n',
  ].join('\n');
}

async function tokenOf(
  account: DemoAccount,
  issuer: string,
  shellOrigin: string,
  dataFolder: string,
) {
  const client = await discover(dataFolder, issuer, shellClientId);
  const { access_token } = await signInByCode(client, shellOrigin, account, new Map());
  return access_token;
}

async function orderSystemToken(issuer: string, dataFolder: string) {
  const { orderSystem } = await reading(dataFolder, () =>
    readSecrets(entriesOf(dataFolder).secrets),
  );
  const client = await discover(dataFolder, issuer, orderSystemClientId, orderSystem);
  try {
    return (await clientCredentialsGrant(client)).access_token;
  } catch (error) {
    if (!(error instanceof WWWAuthenticateChallengeError)) throw error;
    throw new StartProblem(
      `${issuer} refuses the secret of ${dataFolder}: another Lectern runs there. Name its data folder with --data.`,
      { cause: error },
    );
  }
}

async function discover(dataFolder: string, issuer: string, clientId: string, secret?: string) {
  try {
    return await discoverClient(issuer, clientId, secret);
  } catch (error) {
    if (isUntrusted(systemErrorCode(rootCauseOf(error)))) {
      const { hostname } = new URL(issuer);
      const host = hostname.replace(/^\[(.*)\]$/, '$1');
      const file = join(entriesOf(dataFolder).tls, host, 'authority.crt');
      throw new StartProblem(
        `Node does not know the authority of ${issuer}. Name its file: NODE_EXTRA_CA_CERTS=${file}, or that of the authority whose certificate --tls-cert names.`,
        { cause: error },
      );
    }
    throw new StartProblem(
      `No identity provider answers at ${issuer}. Start Lectern (npm start), or name the data folder of the one that runs with --data.`,
      { cause: error },
    );
  }
}

/** `fetch` and the client each wrap the fault of a connection. */
function rootCauseOf(error: unknown): unknown {
  return error instanceof Error && error.cause ? rootCauseOf(error.cause) : error;
}

function readConfiguration(dataFolder: string) {
  return reading(
    dataFolder,
    async () =>
      JSON.parse(await readFile(entriesOf(dataFolder).configuration, 'utf8')) as ReturnType<
        typeof shellConfiguration
      >,
  );
}

async function reading<Content>(dataFolder: string, read: () => Promise<Content>) {
  try {
    return await read();
  } catch (error) {
    const code = systemErrorCode(error) ?? '';
    if (code === 'EACCES') {
      throw new StartProblem(`${dataFolder} may not be read by this user. Sign in as its owner.`);
    }
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
    throw new StartProblem(
      `${dataFolder} is not a Lectern data folder. Start Lectern (npm start), or give its data folder with --data.`,
    );
  }
}
