import type { IncomingMessage, ServerResponse } from 'node:http';
import { startTestServer } from '@lectern/env/testing';
import { text } from 'node:stream/consumers';
import { exportJWK, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import { startBeforeAll } from './platform.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  createIdentityProvider,
  type IdentityProviderOptions,
} from '../src/authorization/identity-provider.ts';
import {
  IdentityProviderUnavailable,
  SubjectMissing,
  UserInfoRefused,
} from '../src/authorization/provider-errors.ts';
import { newKey } from './issuer.ts';

/* How other providers answer: none of this takes a platform. */

interface Answer {
  readonly status?: number;
  readonly type?: string;
  readonly challenge?: string;
  readonly body?: unknown;
  /** The body goes on until the connection is closed; `onClose` is called then. */
  readonly onClose?: () => void;
}

const key = await newKey();
const strangersKey = await newKey();
/** The issuer that the provider names. */
let named: string;
let answers: Record<string, Answer>;
let asked: { readonly path: string; readonly authorization: string | undefined }[];

const server = startBeforeAll(() =>
  startTestServer((request, response) => void send(request, response)),
);

async function send(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const sent = await answer(request);
  const { status = 200, type = 'application/json', challenge, body = {}, onClose } = sent;
  if (challenge) response.setHeader('WWW-Authenticate', challenge);
  response.writeHead(status, { 'Content-Type': type });
  if (onClose) return void response.once('close', onClose).write('…');
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

async function answer(request: IncomingMessage): Promise<Answer> {
  await text(request);
  const path = request.url!;
  asked.push({ path, authorization: request.headers.authorization });
  const isDiscovery = path.endsWith('/.well-known/openid-configuration');
  if (isDiscovery && !answers[path]) return { body: discovery() };
  return answers[path] ?? { status: 404 };
}

const discovery = () => ({
  issuer: named,
  jwks_uri: `${server.origin}/keys`,
  token_endpoint: `${server.origin}/token`,
  introspection_endpoint: `${server.origin}/introspect`,
  userinfo_endpoint: `${server.origin}/userinfo`,
});

beforeEach(async () => {
  named = server.origin;
  const { kid } = key;
  const published = { ...(await exportJWK(key.publicKey)), kid, alg: 'ES256', use: 'sig' };
  answers = { '/keys': { body: { keys: [published] } } };
  asked = [];
});

const provider = (change: Partial<IdentityProviderOptions> = {}) =>
  createIdentityProvider({
    issuer: server.origin,
    clientId: 'services',
    clientSecret: 'secret',
    acceptedClients: ['shell', 'shop'],
    ...change,
  });

describe('an answer of no use keeps no connection', () => {
  type Provider = ReturnType<typeof provider>;
  const userInfo = (by: Provider) => by.userInfo('token', { sub: 'mia', clientId: 'shell' });
  const introspect = (by: Provider) => by.introspect('token');
  const challenge = 'Bearer error="invalid_token"';

  const discovery = (by: Provider) => by.metadata();
  const token = (by: Provider) => by.clientToken();
  const pathOfDiscovery = '/.well-known/openid-configuration';

  test.each<[string, string, (by: Provider) => Promise<unknown>, Answer]>([
    ['user information, refused', '/userinfo', userInfo, { status: 403 }],
    ['user information, challenged', '/userinfo', userInfo, { status: 401, challenge }],
    ['user information, failed', '/userinfo', userInfo, { status: 500 }],
    ['user information, failed and challenged', '/userinfo', userInfo, { status: 503, challenge }],
    ['introspection, failed', '/introspect', introspect, { status: 500 }],
    ['introspection, challenged', '/introspect', introspect, { status: 401, challenge }],
    ['a token of the services, failed', '/token', token, { status: 500 }],
    ['discovery, failed', pathOfDiscovery, discovery, { status: 500 }],
  ])('%s', async (_what, path, ask, response) => {
    const { promise: closed, resolve: onClose } = Promise.withResolvers<void>();
    answers[path] = { ...response, onClose };
    // Its own limit would close the connection, too.
    await Promise.allSettled([ask(provider({ answerTimeInMs: 600_000 }))]);
    await expect(closed).resolves.toBeUndefined();
  });
});

describe('user information', () => {
  const mia = { sub: 'mia', clientId: 'shell' };
  const userInfo = (userinfo: Answer) => {
    answers['/userinfo'] = userinfo;
    return provider().userInfo('token', mia);
  };
  const sign = (claims: JWTPayload, { privateKey, kid } = key) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey);
  const signed = async (claims: JWTPayload, by = key): Promise<Answer> => ({
    type: 'application/jwt; charset=utf-8',
    body: await sign(claims, by),
  });

  test.each<[string, Answer]>([
    ['a bare 401', { status: 401 }],
    ['a bare 403', { status: 403 }],
    ['a bare 404', { status: 404 }],
    ['a 403 that is a page', { status: 403, type: 'text/html', body: '<h1>No</h1>' }],
    ['405', { status: 405 }],
    ['400 with an error', { status: 400, body: { error: 'invalid_request' } }],
    ['401 with a challenge', { status: 401, challenge: 'Bearer error="invalid_token"' }],
    ['403 with a challenge', { status: 403, challenge: 'Bearer error="insufficient_scope"' }],
  ])('that is refused by %s is none: the token has to do', async (_what, refusal) => {
    expect(await userInfo(refusal)).toBeUndefined();
  });

  test.each<[string, Answer]>([
    ['408', { status: 408 }],
    ['429', { status: 429 }],
    ['500', { status: 500 }],
    ['503 with a challenge', { status: 503, challenge: 'Bearer' }],
    ['a redirect', { status: 302 }],
    ['a page with status 200', { type: 'text/html', body: '<h1>Hello</h1>' }],
    ['JSON that is cut off', { body: '{"sub":"mi' }],
    ['a list', { body: [] }],
    ['no subject', { body: { name: 'Mia' } }],
  ])('is asked for again after %s', async (_what, failure) => {
    await expect(userInfo(failure)).rejects.toThrow(IdentityProviderUnavailable);
  });

  test('of another subject is refused', async () => {
    await expect(userInfo({ body: { sub: 'ben' } })).rejects.toThrow(UserInfoRefused);
  });

  test.each<[string, () => JWTPayload]>([
    ['the shell’s client', () => ({ iss: server.origin, aud: 'shell' })],
    ['the client of the services', () => ({ iss: server.origin, aud: ['services'] })],
    ['the shell among others', () => ({ iss: server.origin, aud: ['other', 'shell'] })],
    ['nobody in particular', () => ({})],
    ['the shell, by the issuer with a slash', () => ({ iss: `${server.origin}/`, aud: 'shell' })],
  ])('that is signed for %s is right', async (_whom, claims) => {
    const answer = await signed({ sub: 'mia', name: 'Mia', ...claims() });
    expect(await userInfo(answer)).toMatchObject({ sub: 'mia', name: 'Mia' });
  });

  test.each<[string, () => Promise<Answer>]>([
    ['for another client', () => signed({ sub: 'mia', iss: server.origin, aud: 'other' })],
    ['for another client of the platform', () => signed({ sub: 'mia', aud: 'shop' })],
    ['by another issuer', () => signed({ sub: 'mia', iss: 'https://evil.example', aud: 'shell' })],
    ['of another subject', () => signed({ sub: 'ben', iss: server.origin, aud: 'shell' })],
    [
      'with another key',
      () => signed({ sub: 'mia', aud: 'shell' }, { ...strangersKey, kid: key.kid }),
    ],
    ['long ago', () => signed({ sub: 'mia', aud: 'shell', exp: 1 })],
    [
      'by nobody',
      async () => ({ type: 'application/jwt', body: new UnsecuredJWT({ sub: 'mia' }).encode() }),
    ],
    ['and encrypted', async () => ({ type: 'application/jwt', body: 'a.b.c.d.e' })],
  ])('that is signed %s is refused', async (_how, answer) => {
    await expect(userInfo(await answer())).rejects.toThrow(UserInfoRefused);
  });

  test('that is signed is asked for again while the keys cannot be had', async () => {
    const answer = await signed({ sub: 'mia', aud: 'shell' });
    answers['/keys'] = { status: 500 };
    await expect(userInfo(answer)).rejects.toThrow(IdentityProviderUnavailable);
  });
});

describe('introspection', () => {
  const introspect = (claims: object) => {
    const exp = Math.floor(Date.now() / 1000) + 60;
    answers['/introspect'] = { body: { active: true, sub: 'mia', exp, ...claims } };
    return provider().introspect('token');
  };

  test.each<[string, object, string]>([
    ['by client_id', { client_id: 'shell' }, 'shell'],
    ['by client_id, whatever the audience', { client_id: 'shell', aud: 'shop' }, 'shell'],
    ['by azp', { azp: 'shop', aud: ['account'] }, 'shop'],
    ['by a single audience', { aud: 'shell' }, 'shell'],
    ['by a list of audiences', { aud: ['https://api.example', 'shell'] }, 'shell'],
    ['by client_id, with a nonce', { client_id: 'shell', nonce: 'n' }, 'shell'],
  ])('names the client %s', async (_how, claims, clientId) => {
    expect(await introspect(claims)).toMatchObject({ sub: 'mia', clientId });
  });

  test.each<[string, object]>([
    ['no client', {}],
    ['another client', { client_id: 'other' }],
    ['another client, and ours as audience', { client_id: 'other', aud: 'shell' }],
    ['another authorized party, and ours as audience', { azp: 'other', aud: 'shell' }],
    ['two of ours as audience', { aud: ['shell', 'shop'] }],
    ['a client as subject by its audience alone', { sub: 'shop', aud: 'shop' }],
    ['no subject by its audience alone', { sub: undefined, aud: 'shop' }],
    ['an ID token by its nonce', { aud: 'shell', nonce: 'n' }],
    ['an ID token by its hash', { azp: 'shell', at_hash: 'h' }],
    ['an ID token by its type', { client_id: 'shell', typ: 'ID' }],
    ['a refresh token', { client_id: 'shell', token_type: 'refresh_token' }],
    ['a refresh token by its type', { client_id: 'shell', typ: 'Refresh' }],
    ['another issuer', { client_id: 'shell', iss: 'https://evil.example' }],
  ])('that names %s opens nothing', async (_what, claims) => {
    expect(await introspect(claims)).toBeUndefined();
  });

  const refusing = (answer: Answer) => {
    answers['/introspect'] = answer;
    return provider().introspect('token');
  };

  test.each([
    ...['invalid_request', 'invalid_token', 'unsupported_token_type'].map((error) => ({
      status: 400,
      body: { error },
    })),
    { status: 401, body: { error: 'invalid_token' } },
  ])('that is refused by a word for what is no token opens nothing: %j', async (refusal) => {
    expect(await refusing(refusal)).toBeUndefined();
  });

  test.each<Answer>([
    { status: 400, body: { error: 'invalid_client' } },
    { status: 401, body: { error: 'invalid_client' } },
    { status: 400, body: { error: 'server_error' } },
    { status: 400, body: { error: ['invalid_token'] } },
    { status: 400, body: { message: 'Bad request' } },
    { status: 400, type: 'text/html', body: '<h1>Bad request</h1>' },
    { status: 401, challenge: 'Basic realm="portal"' },
    { status: 403 },
    { status: 404, type: 'text/html', body: '<h1>Not found</h1>' },
    { status: 200, type: 'text/html', body: '<h1>Welcome to the network</h1>' },
    { status: 200, body: {} },
    { status: 200, body: '{"active":fal' },
    { status: 302 },
    { status: 429 },
    { status: 503 },
  ])('that is not answered is asked for again: %j', async (failure) => {
    await expect(refusing(failure)).rejects.toThrow(IdentityProviderUnavailable);
  });

  test('that the provider does not offer says what the operator can set', async () => {
    const { introspection_endpoint: _, ...body } = discovery();
    answers['/.well-known/openid-configuration'] = { body };
    const asking = provider().introspect('token');
    await expect(asking).rejects.toThrow(IdentityProviderUnavailable);
    await expect(asking).rejects.toThrow('no introspection_endpoint');
  });

  test.each([
    {},
    { sub: null },
    { sub: null, username: null, sid: '', scope: 'orders' },
    { scope: ['orders', 'openid-orders'] },
  ])('of a client’s own token names it as the subject: %j', async (claims) => {
    const own = await introspect({ sub: undefined, client_id: 'shop', ...claims });
    expect(own).toMatchObject({ sub: 'shop', clientId: 'shop' });
  });

  test.each([
    // As django-oauth-toolkit answers.
    { sub: undefined, username: 'mia' },
    // As Doorkeeper answers.
    { sub: undefined, scope: 'openid profile' },
    // As LemonLDAP::NG answers where the services' client has no attribute for the user.
    { sub: null, scope: 'openid profile' },
    { sub: '', scope: 'openid' },
    { sub: undefined, scope: ['profile', 'openid'] },
    { sub: undefined, auth_time: 0 },
    { sub: undefined, sid: 'a-session' },
  ])('row 145: of a user’s token without a subject never names the client: %j', async (claims) => {
    await expect(introspect({ client_id: 'shell', ...claims })).rejects.toThrow(SubjectMissing);
  });
});

describe('the issuer', () => {
  const paths = ['', '/realms/school'];
  const spellings = paths.flatMap((path) => [
    [path, path],
    [path, `${path}/`],
    [`${path}/`, path],
    [`${path}/`, `${path}/`],
  ]);

  test.each(spellings)('%j in the settings is %j of the provider', async (ours, its) => {
    named = server.origin + its;
    answers['/introspect'] = {
      body: { active: true, sub: 'mia', client_id: 'shell', exp: 1, iss: server.origin + its },
    };
    const active = await provider({ issuer: server.origin + ours }).introspect('token');
    expect(active).toMatchObject({ issuer: server.origin + ours, sub: 'mia' });
    const path = ours.replace(/\/$/, '');
    expect(asked[0]?.path).toBe(`${path}/.well-known/openid-configuration`);
  });

  test.each(['https://evil.example', '/other', '//'])('is no other one: %s', async (its) => {
    named = its.startsWith('/') ? server.origin + its : its;
    await expect(provider().introspect('token')).rejects.toThrow(IdentityProviderUnavailable);
  });
});

test.each<[string, string, string]>([
  ['lectern-services', "aA0-_.~!*'()/=&?", "lectern-services:aA0-_.~!*'()/=&?"],
  ['a:b', 'c:d', 'a%3Ab:c:d'],
  ['a b', 'c+d%e', 'a%20b:c%2Bd%25e'],
  ['schöne', 'Grüße 🐦', 'sch%C3%B6ne:Gr%C3%BC%C3%9Fe%20%F0%9F%90%A6'],
])('client %j with secret %j is encoded where it must be', async (clientId, clientSecret, sent) => {
  answers['/introspect'] = { body: { active: false } };
  await provider({ clientId, clientSecret }).introspect('token');
  const [, credentials = ''] = asked.at(-1)!.authorization!.split(' ');
  expect(atob(credentials)).toBe(sent);
  // As a provider reads it that decodes forms (RFC 6749, section 2.3.1).
  const decoded = sent.split(/:(.*)/s).map((part) => decodeURIComponent(part.replaceAll('+', ' ')));
  expect(decoded.slice(0, 2)).toEqual([clientId, clientSecret]);
});
