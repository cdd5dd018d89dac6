import { accessTokenHash, type TokenForgery, type TokenSigner } from '@lectern/e2e/token-signer';
import { vi } from 'vitest';

export const issuer = 'https://id.example';
export const clientId = 'lectern-shell';
export const subject = 'mia';

/** Differences of one answer of the provider from an honest one. */
export interface Forgery {
  readonly idToken?: TokenForgery;
  /** Changes the token endpoint's answer; `undefined` takes a member out. */
  readonly tokens?: Readonly<Record<string, unknown>>;
  /** HTTP status of that answer. */
  readonly status?: number;
  readonly discovery?: Readonly<Record<string, unknown>> | undefined;
  /** Where the keys are; default `/keys`. */
  readonly keysPath?: string;
  /** Answers to the requests for the keys, in order, where they are not the signer's keys. */
  readonly keys?: (() => object | Response)[];
}

export const nowInSeconds = () => Math.floor(Date.now() / 1000);

/**
 * An identity provider behind `fetch` that answers honestly but for the forgery. Gives the paths that
 * were requested.
 */
export async function startProvider(
  signer: TokenSigner,
  nonce: () => string | undefined,
  forgery: Forgery = {},
): Promise<string[]> {
  const requested: string[] = [];
  const keys = async () => forgery.keys?.shift()?.() ?? signer.keySet;
  const documents: Record<string, () => Promise<object>> = {
    '/.well-known/openid-configuration': async () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: issuer + (forgery.keysPath ?? '/keys'),
      authorization_response_iss_parameter_supported: true,
      ...forgery.discovery,
    }),
    [forgery.keysPath ?? '/keys']: keys,
    '/token': async () => {
      const tokens = {
        access_token: 'access-token',
        token_type: 'Bearer',
        expires_in: 300,
        refresh_token: 'refresh-token-2',
        id_token: await idToken(signer, nonce(), forgery.idToken),
        ...forgery.tokens,
      };
      return Response.json(tokens, { status: forgery.status ?? 200 });
    },
  };
  const answer = async (input: string) => {
    // The discovery document of an issuer with a path lies below that.
    const pathname = new URL(input).pathname.replace(/^.*(?=\/\.well-known\/)/, '');
    requested.push(pathname);
    const document = await documents[pathname]?.();
    if (document instanceof Response) return document;
    return document ? Response.json(document) : new Response(null, { status: 404 });
  };
  vi.stubGlobal('fetch', vi.fn(answer));
  return requested;
}

async function idToken(
  signer: TokenSigner,
  nonce: string | undefined,
  forgery: TokenForgery | undefined,
): Promise<string> {
  const claims = {
    iss: issuer,
    sub: subject,
    aud: clientId,
    iat: nowInSeconds(),
    exp: nowInSeconds() + 300,
    nonce,
    at_hash: await accessTokenHash('access-token'),
  };
  return signer.sign(claims, forgery);
}
