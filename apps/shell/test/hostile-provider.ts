import { vi } from 'vitest';

export const issuer = 'https://id.example';
export const clientId = 'lectern-shell';
export const subject = 'mia';

/** What one answer of the provider does differently from an honest one. */
export interface Forgery {
  readonly header?: object;
  /** `undefined` takes a claim out. */
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Signs with this key instead of the published one. */
  readonly signWith?: CryptoKey;
  /** Replaces the signature by this text. */
  readonly signature?: string;
  /** Changes the token endpoint's answer. */
  readonly tokens?: Readonly<Record<string, unknown>>;
  readonly discovery?: Readonly<Record<string, unknown>>;
}

const algorithm = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: new Uint8Array([1, 0, 1]),
} as const;

export async function signingKeys(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
}

export const nowInSeconds = () => Math.floor(Date.now() / 1000);

const base64url = (data: string | ArrayBuffer) =>
  btoa(typeof data === 'string' ? data : String.fromCharCode(...new Uint8Array(data)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** The left half of the access token's SHA-256, as an honest `at_hash` has it. */
export async function accessTokenHash(accessToken: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(accessToken));
  return base64url(hash.slice(0, 16));
}

/**
 * An identity provider behind `fetch` that answers honestly but for the forgery. Gives the paths that
 * were requested.
 */
export async function startProvider(
  keys: CryptoKeyPair,
  nonce: () => string | undefined,
  forgery: Forgery = {},
): Promise<string[]> {
  const requested: string[] = [];
  const publicKey = await crypto.subtle.exportKey('jwk', keys.publicKey);
  const documents: Record<string, () => Promise<object>> = {
    '/.well-known/openid-configuration': async () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      authorization_response_iss_parameter_supported: true,
      ...forgery.discovery,
    }),
    '/keys': async () => ({ keys: [{ ...publicKey, kid: 'k1', use: 'sig', alg: 'RS256' }] }),
    '/token': async () => ({
      access_token: 'access-token',
      token_type: 'Bearer',
      expires_in: 300,
      refresh_token: 'refresh-token-2',
      id_token: await idToken(keys, nonce(), forgery),
      ...forgery.tokens,
    }),
  };
  vi.stubGlobal('fetch', async (input: string) => {
    const { pathname } = new URL(input);
    requested.push(pathname);
    const document = await documents[pathname]?.();
    return document ? Response.json(document) : new Response(null, { status: 404 });
  });
  return requested;
}

async function idToken(
  keys: CryptoKeyPair,
  nonce: string | undefined,
  forgery: Forgery,
): Promise<string> {
  const header = { alg: 'RS256', kid: 'k1', typ: 'JWT', ...forgery.header };
  const claims = {
    iss: issuer,
    sub: subject,
    aud: clientId,
    iat: nowInSeconds(),
    exp: nowInSeconds() + 300,
    nonce,
    at_hash: await accessTokenHash('access-token'),
    ...forgery.claims,
  };
  const signed = `${base64url(JSON.stringify(header))}.${base64url(JSON.stringify(claims))}`;
  const signature = await crypto.subtle.sign(
    algorithm,
    forgery.signWith ?? keys.privateKey,
    new TextEncoder().encode(signed),
  );
  return `${signed}.${forgery.signature ?? base64url(signature)}`;
}
