import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { startBeforeAll } from '../../testing/later.ts';
import { servicesClientId, shellClientId } from '../../src/accounts.ts';
import { Browser } from './browser.ts';
import * as party from './relying-party.ts';

const log: { level: string; message: string; details: Record<string, unknown> }[] = [];
const provider = startBeforeAll(() =>
  party.start({
    log: (level, message, details = {}) => log.push({ level, message, details }),
  }),
);

/** Nothing of the inside: no stack, no path of a file, no SQL. */
const inside = /\bat \w+.*:\d+|node_modules|\.ts:\d|file:\/\/|select |insert |identity_provider\./;

const services = {
  client_id: servicesClientId,
  client_secret: party.secrets.servicesClientSecret,
};
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
const megabyte = 'x'.repeat(1024 * 1024);

type Attack = readonly [name: string, path: string, init: RequestInit];
const attacks: Attack[] = [
  ['token form of a megabyte', '/oauth/token', { method: 'POST', body: megabyte, headers: form }],
  [
    'token request as JSON',
    '/oauth/token',
    { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } },
  ],
  [
    'repeated grant type',
    '/oauth/token',
    { method: 'POST', body: 'grant_type=a&grant_type=b', headers: form },
  ],
  [
    'NUL in a refresh token',
    '/oauth/token',
    {
      method: 'POST',
      headers: form,
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        client_id: shellClientId,
        refresh_token: 'a\0b',
      }),
    },
  ],
  [
    'NUL in a client',
    '/oauth/token',
    {
      method: 'POST',
      headers: form,
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        client_id: 'a\0b',
        refresh_token: 'a',
      }),
    },
  ],
  [
    'NUL in an introspected token',
    '/oauth/introspect',
    { method: 'POST', headers: form, body: new URLSearchParams({ ...services, token: '\0' }) },
  ],
  [
    'SQL in an introspected token',
    '/oauth/introspect',
    {
      method: 'POST',
      headers: form,
      body: new URLSearchParams({
        ...services,
        token: `' or 1=1; drop schema identity_provider cascade; --`,
      }),
    },
  ],
  ['NUL in a bearer token', '/oauth/userinfo', { headers: { Authorization: 'Bearer %00' } }],
  ['client named like a member', '/oauth/authorize?client_id=__proto__', {}],
  ['parameter named like a member', '/oauth/authorize?__proto__=x&constructor=y', {}],
  ['repeated parameters', '/oauth/authorize?client_id=a&client_id=b', {}],
  ['broken percent encoding', '/sign-in/%E0%A4%A', {}],
  ['path traversal', '/sign-in/..%2f..%2fetc%2fpasswd', {}],
  [
    'sign-in form without a page',
    '/sign-in/abc',
    { method: 'POST', body: megabyte, headers: form },
  ],
  ['ID token hint that is none', '/oauth/sign-out?id_token_hint=a.b.c', {}],
  ['ID token hint without signature', `/oauth/sign-out?id_token_hint=${unsigned()}`, {}],
  ['unknown page', '/admin', {}],
  ['unexpected method', '/oauth/token', { method: 'DELETE' }],
];

describe.each(['text/html', 'application/json'])('answered as %s', (accept) => {
  test.each(attacks)('%s', async (_name, path, init) => {
    const answer = await fetch(provider.issuer + path, {
      ...init,
      redirect: 'manual',
      headers: { Accept: accept, ...(init.headers as Record<string, string>) },
    });
    const text = await answer.text();
    expect(answer.status).toBeLessThan(500);
    // An invalid token is an inactive one; everything else here is refused.
    expect(answer.status >= 400 || text === '{"active":false}').toBe(true);
    expect(text).not.toMatch(inside);
    expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff');
  });
});

describe('the sign-in form', () => {
  const attack = async (body: string, headers: Record<string, string> = form) => {
    const browser = new Browser();
    const { challenge } = party.pkce();
    const page = await party.openSignInPage(
      browser,
      party.authorizationUrl(provider.issuer, challenge, { state: '\0 \u{1F600} <&>"' }),
    );
    const cookie = [...browser.cookies].map(([name, { value }]) => `${name}=${value}`).join('; ');
    const init = { method: 'POST', body, headers: { ...headers, Cookie: cookie } };
    return fetch(page, { ...init, redirect: 'manual' });
  };

  const name = encodeURIComponent('mia');
  test.each([
    ['a megabyte', `username=${name}&password=${megabyte}`, 413, form],
    ['repeated fields', `username=${name}&username=ben&password=x`, 400, form],
    ['JSON', '{"username":"mia"}', 415, { 'Content-Type': 'application/json' }],
    ['no media type', 'username=mia', 415, { 'Content-Type': '' }],
    ['NUL and broken encoding', 'username=%00%E0%A4%A&password=%00', 422, form],
    ['a long name', `username=${'n'.repeat(5000)}&password=x`, 422, form],
  ])('%s', async (_name, body, status, headers) => {
    const answer = await attack(body, headers);
    expect(answer.status).toBe(status);
    expect(await answer.text()).not.toMatch(inside);
  });

  test('a strange state comes back unchanged', async () => {
    const state = '\0 \u{1F600} <&>"';
    const browser = new Browser();
    const { challenge } = party.pkce();
    const request = party.authorizationUrl(provider.issuer, challenge, { state });
    const page = await party.openSignInPage(browser, request);
    const callback = (await browser.follow(await browser.post(page, party.mia))) as URL;
    expect(callback.searchParams.get('state')).toBe(state);
  });
});

describe('addresses that the sender chooses', () => {
  /** Sends requests that fetch does not let through. */
  async function raw(request: string): Promise<string> {
    const socket = connect(Number(new URL(provider.issuer).port), 'localhost');
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.end(request.replaceAll('\n', '\r\n'));
    await once(socket, 'close');
    return Buffer.concat(chunks).toString();
  }
  const path = '/.well-known/openid-configuration';
  const headers = 'Connection: close\n\n';

  const here = () => `"token_endpoint":"${provider.issuer}/oauth/token"`;

  test.each([
    ['Host', `GET ${path} HTTP/1.1\nHost: evil.example\n${headers}`, here],
    [
      'X-Forwarded-Host',
      `GET ${path} HTTP/1.1\nHost: localhost\nX-Forwarded-Host: evil.example\nX-Forwarded-Proto: https\n${headers}`,
      here,
    ],
    [
      'absolute form',
      `GET http://evil.example${path} HTTP/1.1\nHost: evil.example\n${headers}`,
      () => 'HTTP/1.1 400 ',
    ],
  ])('%s', async (_name, request, expected) => {
    const answer = await raw(request);
    expect(answer).toContain(expected());
    expect(answer).not.toContain('evil.example');
  });
});

test('refusals are logged with a reference and without what was sent', () => {
  const refusals = log.filter(({ message }) => message === 'request refused');
  expect(refusals.length).toBeGreaterThan(attacks.length);
  for (const { details } of refusals) {
    expect(details).toMatchObject({ reference: expect.any(String), status: expect.any(Number) });
  }
  expect(JSON.stringify(log)).not.toMatch(/lectern-demo|client_secret|id_token_hint=/);
  expect(log.filter(({ level }) => level === 'error')).toEqual([]);
});

function unsigned(): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { aud: shellClientId, sub: 'demo-mia', iss: 'http://localhost' };
  return `${encode({ alg: 'none' })}.${encode(claims)}.`;
}
