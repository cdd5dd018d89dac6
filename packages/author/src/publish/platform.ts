import { randomUUID } from 'node:crypto';
import { contract, services } from '@lectern/contracts';
import { createClient, type Client } from '@lectern/contracts/client';
import * as oidc from 'openid-client';
import { AuthorProblem } from '../problem.ts';

/** How a publisher signs in at a platform. */
export interface PublisherAccess {
  /** Where the services are, such as https://lectern.example. */
  readonly url: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Subject of the client on the platform. Default: its id, as at the platform's first issuer. */
  readonly subject?: string;
}

/** The services that publishing asks. */
export interface PublisherPlatform {
  readonly clag: Client<(typeof contract)['clag']>;
  readonly atma: Client<(typeof contract)['atma']>;
  readonly lars: Client<(typeof contract)['lars']>;
}

/** A token is renewed this long before it ends, in seconds. */
const renewedBeforeInSeconds = 30;
/** A whole table of contents in one request may take longer than a pupil's click, in milliseconds. */
const timeoutInMs = 60_000;

/** Signs in with client credentials (RFC 6749, section 4.4) when the first call needs it. */
export function connectPlatform(
  { url, issuer, clientId, clientSecret, subject = clientId }: PublisherAccess,
  send: typeof fetch = fetch,
): PublisherPlatform {
  let client: Promise<oidc.Configuration> | undefined;
  let token: { readonly value: string; readonly until: number } | undefined;
  const signIn = async () => {
    client ??= discover(issuer, clientId, clientSecret);
    const answer = await oidc.clientCredentialsGrant(await client);
    const livesFor = (answer.expires_in ?? 60) - renewedBeforeInSeconds;
    return { value: answer.access_token, until: Date.now() + livesFor * 1_000 };
  };
  const headers = async () => {
    if (!token || token.until <= Date.now()) {
      token = await signIn().catch((cause: unknown) => {
        client = undefined;
        // As fetch says it: nothing was answered.
        const toDo =
          cause instanceof TypeError
            ? 'It cannot be reached.'
            : 'Are issuer, client and secret right?';
        throw new AuthorProblem(`Signing in at ${issuer} as ${clientId} failed. ${toDo}`, {
          cause,
        });
      });
    }
    return {
      xIaCorrelationId: `publish-${randomUUID()}`,
      xIaSubject: subject,
      xIaRoles: '',
      authorization: `Bearer ${token.value}`,
    };
  };
  const reach: typeof fetch = (input, init) =>
    send(input, init).catch((cause: unknown) => {
      init?.signal?.throwIfAborted();
      throw new AuthorProblem(`${url} cannot be reached.`, { cause });
    });
  const clientOf = <Service extends 'clag' | 'atma' | 'lars'>(service: Service) =>
    createClient(contract[service], {
      service,
      base: url.replace(/\/$/, '') + services[service].base,
      headers,
      fetch: reach,
      timeoutInMs,
    });
  return { clag: clientOf('clag'), atma: clientOf('atma'), lars: clientOf('lars') };
}

function discover(issuer: string, clientId: string, secret: string): Promise<oidc.Configuration> {
  const address = new URL(issuer);
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\]|.*\.localhost)$/.test(address.hostname);
  const isPlain = isLocal && address.protocol === 'http:';
  const options = isPlain ? { execute: [oidc.allowInsecureRequests] } : undefined;
  return oidc.discovery(address, clientId, undefined, oidc.ClientSecretBasic(secret), options);
}
