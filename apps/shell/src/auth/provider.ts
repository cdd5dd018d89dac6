import { isSameIssuer } from '@lectern/contracts/calls/issuer';
import * as oidc from 'openid-client';
import { fromBase64Url, toBase64Url } from '../base64url.ts';
import type { SignInConfiguration } from '../configuration.ts';
import { clockSkewInSeconds, providerTimeoutInSeconds } from './sign-in-defaults.ts';
import { readTokenAnswer } from './token-answer.ts';

/** The identity provider as discovered (OpenID Connect Discovery 1.0, section 4). */
export interface Provider {
  /**
   * The document is requested once; after a failure the next use tries again. Each result is for one grant:
   * the library keeps signing keys with it, and a provider may change these at any time.
   */
  discovered(): Promise<oidc.Configuration>;
}

export function createProvider({ authority, clientId, resource }: SignInConfiguration): Provider {
  const kept: Kept = {};
  const client: Client = {
    client_id: clientId,
    [oidc.clockTolerance]: clockSkewInSeconds,
    ...(resource !== undefined && { resource }),
  };
  let issuer: Promise<URL> | undefined;
  return {
    async discovered() {
      issuer ??= findIssuer(new URL(authority), client, kept).catch((error: unknown) => {
        issuer = undefined;
        delete kept.document;
        throw error;
      });
      return discover(await issuer, client, kept);
    },
  };
}

/** The shell at the provider, with the resource that its access tokens are for. */
type Client = oidc.ClientMetadata & { readonly resource?: string };

/** Parameters by which each request for an access token names what it is for (RFC 8707, section 2). */
export function resourceParameters(provider: oidc.Configuration): { readonly resource?: string } {
  const { resource }: Client = provider.clientMetadata();
  return resource === undefined ? {} : { resource };
}

/** The address that the provider names itself by: the configured one, but for a slash at its end. */
async function findIssuer(authority: URL, client: Client, kept: Kept): Promise<URL> {
  try {
    await discover(authority, client, kept);
    return authority;
  } catch (error) {
    const issuer = discoveredIssuer(error);
    if (issuer === undefined || !isSameIssuer(issuer, authority.href)) throw error;
    return new URL(issuer);
  }
}

/** The issuer in metadata that are refused for it. */
function discoveredIssuer(error: unknown): string | undefined {
  const { body } = ((error as { readonly cause?: unknown }).cause ?? {}) as {
    readonly body?: { readonly issuer?: unknown };
  };
  return typeof body?.issuer === 'string' ? body.issuer : undefined;
}

async function discover(issuer: URL, client: Client, kept: Kept): Promise<oidc.Configuration> {
  const provider = await oidc.discovery(issuer, client.client_id, client, oidc.None(), {
    execute: issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : [],
    timeout: providerTimeoutInSeconds,
    [oidc.customFetch]: fetchDocument(kept),
  });
  setUp(provider, issuer, fetchKeysWith(kept));
  return provider;
}

function setUp(provider: oidc.Configuration, issuer: URL, send: oidc.CustomFetch): void {
  // By default the library trusts an ID token that came over TLS. With non-repudiation checks it
  // verifies the signature against the provider's keys, as section 5 demands.
  oidc.enableNonRepudiationChecks(provider);
  // The configuration has been checked to allow plain http on loopback addresses alone.
  if (issuer.protocol === 'http:') oidc.allowInsecureRequests(provider);
  provider.timeout = providerTimeoutInSeconds;
  provider[oidc.customFetch] = send;
}

/** Answers of the provider as text: the signal of a request would break its response off later. */
interface Kept {
  document?: string;
  keys?: string;
}

function fetchDocument(kept: Kept): oidc.CustomFetch {
  return async (address, options) => {
    if (!kept.document) {
      const answer = await fetch(address, options as RequestInit);
      if (answer.status !== 200) return answer;
      kept.document = await answer.text();
    }
    return new Response(kept.document, asJson);
  };
}

/** Requests after discovery. The keys may be below `/.well-known/`, too, so no address tells the two apart. */
function fetchKeysWith(kept: Kept): oidc.CustomFetch {
  return async (address, options) => {
    const request = options as RequestInit;
    if (isGrant(options)) return readableAnswer(await fetch(address, request));
    // The refresh token is spent by now: without any keys the new one were lost.
    kept.keys = await fetchKeys(address, request).catch(
      (error: unknown) => kept.keys ?? Promise.reject(error),
    );
    return new Response(kept.keys, asJson);
  };
}

const asJson = { headers: { 'Content-Type': 'application/json' } };

/** Of the requests after discovery the keys alone are asked for by GET. */
function isGrant({ method }: oidc.CustomFetchOptions): boolean {
  return method !== 'GET';
}

/**
 * An answer of the token endpoint as the library takes it: as JSON whatever its media type is, a success whatever its
 * number, and without members that are not read or have no value. A refused answer would be lost, because code and
 * refresh token are spent.
 */
async function readableAnswer(answer: Response): Promise<Response> {
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined);
  const members = readTokenAnswer(body);
  if (!members) return answer;
  const headers = new Headers(answer.headers);
  headers.set('Content-Type', 'application/json');
  const status = answer.ok ? 200 : answer.status;
  return new Response(JSON.stringify(members), { status, headers });
}

/**
 * The provider's key set, as text.
 *
 * @throws {TypeError} where the answer holds no keys, as that of a proxy.
 */
export async function fetchKeys(address: string, request: RequestInit): Promise<string> {
  // A copy that the browser has kept would hold no key that is new.
  const answer = await fetch(address, { ...request, cache: 'no-cache' });
  const keys = answer.status === 200 ? readKeys(await answer.text()) : undefined;
  if (!keys) throw new TypeError('The identity provider gave no keys.');
  return JSON.stringify({ keys });
}

/** Members of a key that make it another one for the library. */
const keyMembers = ['kid', 'kty', 'crv', 'n', 'e', 'x', 'y', 'use', 'alg', 'key_ops'];

type Key = Readonly<Record<string, unknown>>;

/** The keys, each once, because the library refuses a token that two keys fit. */
function readKeys(text: string): readonly unknown[] | undefined {
  try {
    const { keys } = JSON.parse(text) as { readonly keys?: unknown };
    if (!Array.isArray(keys)) return undefined;
    const distinct = new Map(
      keys
        .map(withPlainNumbers)
        .map((key) => [JSON.stringify(keyMembers.map((name) => key[name])), key]),
    );
    return [...distinct.values()];
  } catch {
    return undefined;
  }
}

/** Length of a coordinate of a curve (RFC 7518, section 6.2.1.2); numbers of RSA have no least one. */
const lengthsInBytes: ReadonlyMap<unknown, number> = new Map([
  ['RSA', 0],
  ['P-256', 32],
  ['P-384', 48],
  ['P-521', 66],
]);

/**
 * The key with its numbers as Chromium reads them (RFC 7518, section 6). Some providers write them in base64, with
 * padding, with a zero before it, or a coordinate without its own.
 */
function withPlainNumbers(key: Key): Key {
  const length = lengthsInBytes.get(key['kty'] === 'EC' ? key['crv'] : key['kty']);
  const numbers = ['n', 'e', 'x', 'y'].map((name) => [name, plainNumber(key[name], length)]);
  return { ...key, ...Object.fromEntries(numbers) };
}

function plainNumber(text: unknown, lengthInBytes: number | undefined): unknown {
  try {
    const bytes = fromBase64Url(text as string);
    if (lengthInBytes === undefined) return toBase64Url(bytes);
    return toBase64Url(bytes.replace(/^\0+/, '').padStart(lengthInBytes, '\0'));
  } catch {
    return text;
  }
}

/**
 * Runs a grant. Where the ID token names the issuer with a slash at its end and the metadata do without, or
 * the other way round, its answer is verified once more with the token's form: a code holds only once.
 */
export async function runGrant<T>(
  provider: oidc.Configuration,
  grant: (provider: oidc.Configuration) => Promise<T>,
): Promise<T> {
  const send = provider[oidc.customFetch] ?? fetch;
  let answer: Response | undefined;
  provider[oidc.customFetch] = async (address, options) => {
    const received = await send(address, options as RequestInit & oidc.CustomFetchOptions);
    if (isGrant(options)) answer = received.clone();
    return received;
  };
  try {
    return await grant(provider);
  } catch (error) {
    const metadata: oidc.ServerMetadata = { ...provider.serverMetadata() };
    const issuer = issuerOfRefused(error);
    if (!answer || issuer === undefined || !isSameIssuer(issuer, metadata.issuer)) throw error;
    const received = answer;
    const client: Client = {
      ...provider.clientMetadata(),
      // The library's copy leaves it out.
      [oidc.clockTolerance]: clockSkewInSeconds,
    };
    const named = new oidc.Configuration({ ...metadata, issuer }, client.client_id, client);
    setUp(named, new URL(issuer), async (address, options) =>
      isGrant(options) ? received : send(address, options as RequestInit & oidc.CustomFetchOptions),
    );
    return grant(named);
  }
}

/** The issuer of an ID token that is refused for it, before its signature is looked at. */
function issuerOfRefused(error: unknown): string | undefined {
  const { cause } = (error as { readonly cause?: { readonly cause?: unknown } }).cause ?? {};
  const { claim, claims } = (cause ?? {}) as { claim?: unknown; claims?: { iss?: unknown } };
  return claim === 'iss' && typeof claims?.iss === 'string' ? claims.iss : undefined;
}

/** True for an optional endpoint that the provider offers. */
export function offers(
  provider: oidc.Configuration,
  endpoint: 'end_session_endpoint' | 'revocation_endpoint',
): boolean {
  return provider.serverMetadata()[endpoint] !== undefined;
}
