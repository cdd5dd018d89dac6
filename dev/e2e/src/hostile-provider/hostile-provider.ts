import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { startTestServer } from '@lectern/env/testing';
import { accessTokenLifetimeInSeconds, Grants, type Grant } from './grants.ts';
import {
  accessTokenHash,
  codeChallenge,
  createTokenSigner,
  type TokenForgery,
  type TokenSigner,
} from './token-signer.ts';

/** The subject that signs in at the provider, without being asked. */
export const subject = 'demo-mia';

/** Differences from an honest provider, from one moment on. */
export interface Forgery {
  readonly idToken?: TokenForgery;
  /** Changes the discovery document. */
  readonly discovery?: Readonly<Record<string, unknown>>;
  /** Changes the token endpoint's answer; `undefined` takes a field out. */
  readonly tokens?: Readonly<Record<string, unknown>>;
  readonly userInfo?: Readonly<Record<string, unknown>>;
  /** Changes the address that the authorization endpoint redirects to, or gives a page instead. */
  readonly answer?: (answer: URL) => URL | string;
  /** Answers authorization requests with `prompt=none` by this error. */
  readonly silentError?: string;
  /** Signs with these keys, and publishes them. */
  readonly signer?: TokenSigner;
}

/** Where a provider gives none, tokens are renewed by the silent frame. */
export const withoutRefreshToken: Forgery = { tokens: { refresh_token: undefined } };

/** A request: the path alone, since the rest is the shell's secret. */
export interface ProviderRequest {
  readonly path: string;
  /** True for a request of a page, false for one of a service. */
  readonly isOfBrowser: boolean;
  readonly prompt: string | null;
}

/** An OpenID provider that signs everybody in as {@link subject} and forges what a test asks for. */
export interface HostileProvider extends AsyncDisposable {
  readonly issuer: string;
  readonly signer: TokenSigner;
  /** Address of a key set with another key than the published one. */
  readonly strangersKeySet: string;
  /** Since the last {@link reset} or {@link countAnew}. */
  readonly requests: readonly ProviderRequest[];
  /** How many refresh tokens were used twice since the last {@link reset}. */
  readonly reuses: number;
  /** Codes and tokens since the last {@link reset}. */
  readonly secrets: readonly string[];
  /** Where the authorization endpoint's answers would have led, the last one at the end. */
  readonly answers: readonly URL[];
  /** Is honest but for this from here on. */
  forge(forgery: Forgery): void;
  /** Has its time go on with that of a page whose clock is put forward. */
  advance(timeInMs: number): void;
  /** Forgets which requests came. */
  countAnew(): void;
  /** Is honest again, and forgets everything. */
  reset(): void;
}

/**
 * @param clientId The shell's.
 * @param backChannelLogout Where sign-outs are told, which is known when the first one comes.
 */
export async function startHostileProvider(
  clientId: string,
  backChannelLogout: () => string,
): Promise<HostileProvider> {
  const ownSigner = await createTokenSigner();
  let forgery: Forgery = {};
  let grants = new Grants();
  let requests: ProviderRequest[] = [];
  /** With the session that each is of. */
  let idTokens = new Map<string, string>();
  let answers: URL[] = [];
  let issuer = '';
  /** How far its time is ahead, for pages alone. */
  let advanceInMs = 0;
  const signer = () => forgery.signer ?? ownSigner;
  const inSeconds = (timeInMs: number) => Math.floor(timeInMs / 1000);

  function authorize({ searchParams }: URL): URL | string {
    const answer = new URL(searchParams.get('redirect_uri')!);
    answer.searchParams.set('state', searchParams.get('state') ?? '');
    answer.searchParams.set('iss', issuer);
    if (searchParams.get('prompt') === 'none' && forgery.silentError !== undefined) {
      answer.searchParams.set('error', forgery.silentError);
      return answer;
    }
    const code = grants.issueCode({
      nonce: searchParams.get('nonce'),
      challenge: searchParams.get('code_challenge'),
      redirectUri: searchParams.get('redirect_uri')!,
    });
    answer.searchParams.set('code', code);
    const changed = forgery.answer?.(answer) ?? answer;
    answers.push(answer);
    return changed;
  }

  async function redeem(form: URLSearchParams): Promise<object | undefined> {
    const refreshToken = form.get('refresh_token');
    if (refreshToken !== null) {
      const grant = grants.takeRefreshToken(refreshToken);
      return grant && tokensOf(grant);
    }
    const request = grants.takeCode(form.get('code') ?? '');
    const challenge = await codeChallenge(form.get('code_verifier') ?? '');
    if (request?.challenge !== challenge || request.redirectUri !== form.get('redirect_uri'))
      return undefined;
    return tokensOf(request.grant, request.nonce ?? undefined);
  }

  async function tokensOf(grant: Grant, nonce?: string): Promise<object> {
    const { accessToken, refreshToken } = grants.issueTokens(grant);
    const iat = inSeconds(Date.now() + advanceInMs);
    const idToken = await signer().sign(
      {
        iss: issuer,
        sub: subject,
        aud: clientId,
        iat,
        exp: iat + accessTokenLifetimeInSeconds,
        nonce,
        sid: grant.sid,
        at_hash: await accessTokenHash(accessToken),
      },
      forgery.idToken,
    );
    idTokens.set(idToken, grant.sid);
    return {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: accessTokenLifetimeInSeconds,
      refresh_token: refreshToken,
      id_token: idToken,
      ...forgery.tokens,
    };
  }

  function introspect(form: URLSearchParams): object {
    const active = grants.activeToken(form.get('token') ?? '');
    if (!active) return { active: false };
    const { grant, endsAt } = active;
    return {
      active: true,
      iss: issuer,
      sub: subject,
      sid: grant.sid,
      client_id: clientId,
      token_type: 'Bearer',
      exp: Math.floor(endsAt),
    };
  }

  async function logoutToken(sid: string): Promise<string> {
    const iat = inSeconds(Date.now());
    return ownSigner.sign(
      {
        iss: issuer,
        aud: clientId,
        iat,
        exp: iat + 60,
        jti: randomUUID(),
        sid,
        events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
      },
      { header: { typ: 'logout+jwt' } },
    );
  }

  async function endSession({ searchParams }: URL): Promise<URL> {
    const sid = idTokens.get(searchParams.get('id_token_hint') ?? '');
    if (sid !== undefined) {
      grants.end(sid);
      const body = new URLSearchParams({ logout_token: await logoutToken(sid) });
      await fetch(backChannelLogout(), { method: 'POST', body });
    }
    return new URL(searchParams.get('post_logout_redirect_uri')!);
  }

  const discovery = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    userinfo_endpoint: `${issuer}/userinfo`,
    introspection_endpoint: `${issuer}/introspect`,
    revocation_endpoint: `${issuer}/revoke`,
    end_session_endpoint: `${issuer}/end-session`,
    authorization_response_iss_parameter_supported: true,
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = new URL(request.url ?? '/', issuer);
    const isOfBrowser = request.headers['sec-fetch-mode'] !== undefined;
    const { pathname: path } = address;
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', 'Authorization, Content-Type');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    requests.push({ path, isOfBrowser, prompt: address.searchParams.get('prompt') });
    const form = new URLSearchParams(request.method === 'POST' ? await text(request) : '');
    const json = (body: object | undefined, refusal = 'invalid_grant') =>
      void response
        .writeHead(body ? 200 : 400, { 'Content-Type': 'application/json' })
        .end(JSON.stringify(body ?? { error: refusal }));
    const redirect = (to: URL | string) =>
      typeof to === 'string'
        ? void response.writeHead(to === '' ? 204 : 200, { 'Content-Type': 'text/html' }).end(to)
        : void response.writeHead(302, { Location: to.href }).end();

    switch (path) {
      case '/.well-known/openid-configuration':
        // The services know the provider by what it honestly says.
        return json({ ...discovery(), ...(isOfBrowser ? forgery.discovery : {}) });
      case '/keys':
        // As providers do: browsers keep what may be outdated.
        response.setHeader('Cache-Control', 'public, max-age=3600');
        return json(signer().keySet);
      case '/strangers-keys':
        return json({ keys: [{ ...ownSigner.strangersKey, kid: 'k1', alg: 'RS256' }] });
      case '/authorize':
        return redirect(authorize(address));
      case '/token':
        return json(await redeem(form));
      case '/introspect':
        return json(introspect(form));
      case '/userinfo': {
        const token = request.headers.authorization?.replace(/^Bearer /i, '') ?? '';
        if (!grants.activeToken(token)) return void response.writeHead(401).end();
        const names = { given_name: 'Mia', family_name: 'Keller' };
        return json({ sub: subject, ...names, ...forgery.userInfo });
      }
      case '/revoke':
        grants.end(form.get('token') ?? '');
        return json({});
      case '/end-session':
        return redirect(await endSession(address));
      default:
        response.writeHead(404).end();
    }
  }

  // Another site than the shell's: its cookies and frames are a third party's.
  const server = await startTestServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  issuer = server.origin;
  return {
    issuer,
    signer: ownSigner,
    strangersKeySet: `${issuer}/strangers-keys`,
    get requests() {
      return requests;
    },
    get reuses() {
      return grants.reuses;
    },
    get secrets() {
      return [...grants.secrets, ...idTokens.keys()];
    },
    get answers() {
      return answers;
    },
    forge(next) {
      forgery = next;
    },
    advance(timeInMs) {
      advanceInMs += timeInMs;
    },
    countAnew() {
      requests = [];
    },
    reset() {
      advanceInMs = 0;
      [forgery, grants, requests, idTokens, answers] = [{}, new Grants(), [], new Map(), []];
    },
    [Symbol.asyncDispose]: server.close,
  };
}
