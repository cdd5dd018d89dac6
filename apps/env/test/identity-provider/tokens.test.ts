import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { orderSystemClientId, servicesClientId, shellClientId } from '../../src/accounts.ts';
import * as party from './relying-party.ts';

let provider: Awaited<ReturnType<typeof party.start>>;
let database: Pool;
beforeAll(async () => {
  provider = await party.start();
  database = new Pool({ connectionString: provider.databaseUrl });
});
afterAll(async () => {
  await database.end();
  await provider.close();
});

const isActive = async (token: string) =>
  (await party.introspect(provider.issuer, token))['active'];
const claimsOf = (jwt: string) =>
  JSON.parse(Buffer.from(jwt.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>;
const tokensOf = async (answer: Response) => (await answer.json()) as party.Tokens;

describe('refresh tokens', () => {
  test('rotate: each is used once and gives the next', async () => {
    const first = await party.signIn(provider.issuer);
    const second = await tokensOf(await party.refresh(provider.issuer, first.refresh_token));
    const third = await tokensOf(await party.refresh(provider.issuer, second.refresh_token));
    expect(
      new Set([first.refresh_token, second.refresh_token, third.refresh_token]),
    ).toHaveProperty('size', 3);
    expect(await isActive(third.access_token)).toBe(true);
  });

  test('used again end the whole family, newest tokens included', async () => {
    const first = await party.signIn(provider.issuer);
    const second = await tokensOf(await party.refresh(provider.issuer, first.refresh_token));
    const reuse = await party.refresh(provider.issuer, first.refresh_token);
    expect([reuse.status, await reuse.json()]).toEqual([
      400,
      expect.objectContaining({ error: 'invalid_grant' }),
    ]);
    expect((await party.refresh(provider.issuer, second.refresh_token)).status).toBe(400);
    expect(await isActive(second.access_token)).toBe(false);
  });

  test('used in parallel succeed at most once, and then the family ends', async () => {
    const { refresh_token } = await party.signIn(provider.issuer);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => party.refresh(provider.issuer, refresh_token)),
    );
    const winners = answers.filter((answer) => answer.ok);
    expect(winners.length).toBeLessThanOrEqual(1);
    const refused = answers.filter((answer) => answer.status === 400);
    expect(winners.length + refused.length).toBe(answers.length);
    for (const winner of winners) {
      const tokens = await tokensOf(winner);
      expect(await isActive(tokens.access_token)).toBe(false);
      expect((await party.refresh(provider.issuer, tokens.refresh_token)).status).toBe(400);
    }
  });

  test('do not live longer for being rotated', async () => {
    const first = await party.signIn(provider.issuer);
    const expiry = async (token: string) => {
      const { rows } = await database.query<{ exp: string }>(
        `select payload ->> 'exp' as exp from identity_provider.artifact where id = $1`,
        [token],
      );
      return Number(rows[0]?.exp);
    };
    // As if four of the eight hours were over.
    const inFourHours = Math.floor(Date.now() / 1000) + 4 * 60 * 60;
    await database.query(
      `update identity_provider.artifact set payload = jsonb_set(payload::jsonb, '{exp}', $2::jsonb)::json
       where id = $1`,
      [first.refresh_token, String(inFourHours)],
    );
    const second = await tokensOf(await party.refresh(provider.issuer, first.refresh_token));
    expect(Math.abs((await expiry(second.refresh_token)) - inFourHours)).toBeLessThanOrEqual(1);
  });

  test('are refused to another client and unreadable to the services', async () => {
    const { refresh_token } = await party.signIn(provider.issuer);
    const stolen = await party.post(provider.issuer, '/oauth/token', {
      grant_type: 'refresh_token',
      client_id: orderSystemClientId,
      client_secret: party.secrets.orderSystemClientSecret,
      refresh_token,
    });
    expect(stolen.ok).toBe(false);
    expect(await isActive(refresh_token)).toBe(false);
  });
});

describe.each([
  ['opaque', undefined],
  ['JWT', 'https://services.lectern.example'],
] as const)('an access token (%s)', (_form, audience) => {
  test('tells when the person has signed in, a renewed one, too', async () => {
    const issuing = audience
      ? await party.start({ audience, databaseUrl: provider.databaseUrl })
      : provider;
    try {
      const first = await party.signIn(issuing.issuer);
      const timeOf = async (token: string) =>
        Number(
          (audience ? claimsOf(token) : await party.introspect(issuing.issuer, token))['auth_time'],
        );
      const signedInAt = await timeOf(first.access_token);
      expect(Math.abs(signedInAt - Date.now() / 1000)).toBeLessThan(60);
      // As if she had signed in an hour ago.
      await database.query(
        `update identity_provider.artifact set payload = jsonb_set(payload::jsonb, '{authTime}', $2::jsonb)::json
         where id = $1`,
        [first.refresh_token, String(signedInAt - 3_600)],
      );
      const second = await tokensOf(await party.refresh(issuing.issuer, first.refresh_token));
      expect(await timeOf(second.access_token)).toBe(signedInAt - 3_600);
    } finally {
      if (issuing !== provider) await issuing.close();
    }
  });
});

describe('introspection', () => {
  test("describes a person's token to the services", async () => {
    const { access_token } = await party.signIn(provider.issuer);
    expect(await party.introspect(provider.issuer, access_token)).toMatchObject({
      active: true,
      sub: 'demo-mia',
      client_id: shellClientId,
      scope: 'openid profile email',
      iss: provider.issuer,
      token_type: 'Bearer',
      exp: expect.any(Number),
      auth_time: expect.any(Number),
    });
  });

  const callers = {
    nobody: {},
    'the shell': { client_id: shellClientId },
    'the order system': {
      client_id: orderSystemClientId,
      client_secret: party.secrets.orderSystemClientSecret,
    },
    'the services with a wrong secret': { client_id: servicesClientId, client_secret: 'wrong' },
  };
  test.each(Object.entries(callers))('tells %s nothing', async (_name, credentials) => {
    const { access_token } = await party.signIn(provider.issuer);
    const answer = await party.post(provider.issuer, '/oauth/introspect', {
      ...credentials,
      token: access_token,
    });
    expect(await answer.text()).not.toMatch(/"active":true|demo-mia/);
  });

  test('of something that is no token is inactive', async () => {
    expect(await party.introspect(provider.issuer, 'anything')).toEqual({ active: false });
  });
});

describe('revocation', () => {
  test.each(['access_token', 'refresh_token'] as const)('of the %s ends access', async (kind) => {
    const tokens = await party.signIn(provider.issuer);
    expect((await party.revoke(provider.issuer, tokens[kind])).status).toBe(200);
    expect(await isActive(tokens.access_token)).toBe(false);
    expect((await party.userInfo(provider.issuer, tokens.access_token)).status).toBe(401);
    expect((await party.refresh(provider.issuer, tokens.refresh_token)).status).toBe(400);
  });

  test("of another client's token changes nothing", async () => {
    const { access_token } = await party.signIn(provider.issuer);
    await party.post(provider.issuer, '/oauth/revoke', {
      client_id: orderSystemClientId,
      client_secret: party.secrets.orderSystemClientSecret,
      token: access_token,
    });
    expect(await isActive(access_token)).toBe(true);
  });
});

describe('client credentials', () => {
  const ask = (client_id: string, client_secret: string) =>
    party.post(provider.issuer, '/oauth/token', {
      grant_type: 'client_credentials',
      client_id,
      client_secret,
    });

  test.each([
    ['order system', orderSystemClientId, party.secrets.orderSystemClientSecret],
    ['services', servicesClientId, party.secrets.servicesClientSecret],
  ])('give the %s a token that speaks for itself', async (_name, id, secret) => {
    const { access_token } = await tokensOf(await ask(id, secret));
    expect(await party.introspect(provider.issuer, access_token)).toMatchObject({
      active: true,
      sub: id,
      client_id: id,
    });
    expect((await party.userInfo(provider.issuer, access_token)).ok).toBe(false);
  });

  test.each([
    ['a wrong secret', orderSystemClientId, 'wrong', 401],
    ['the services with a wrong secret', servicesClientId, 'wrong', 401],
    ['the shell', shellClientId, '', 400],
  ])('are refused for %s', async (_name, id, secret, status) => {
    expect((await ask(id, secret)).status).toBe(status);
  });
});

describe('scripts of other origins', () => {
  const origins = {
    'the shell': party.shellOrigin,
    'the content': 'http://localhost:2',
    'a stranger': 'https://evil.example',
    'a sandboxed frame': 'null',
  };
  const endpoints = ['/oauth/token', '/oauth/userinfo', '/oauth/revoke'];
  const cases = Object.entries(origins).flatMap(([who, origin]) =>
    endpoints.map((path) => [who, path, origin] as const),
  );

  test.each(cases)('%s at %s', async (who, path, origin) => {
    const { access_token } = await party.signIn(provider.issuer);
    const fields = { client_id: shellClientId, token: access_token };
    const headers = { Origin: origin };
    const answer = await (path === '/oauth/userinfo'
      ? fetch(provider.issuer + path, {
          headers: { ...headers, Authorization: `Bearer ${access_token}` },
        })
      : party.post(provider.issuer, path, fields, headers));
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(
      who === 'the shell' ? origin : null,
    );
  });

  test.each(endpoints)('a preflight for %s lets only the shell on', async (path) => {
    const preflight = async (origin: string) => {
      const headers = { Origin: origin, 'Access-Control-Request-Method': 'POST' };
      const answer = await fetch(provider.issuer + path, { method: 'OPTIONS', headers });
      return answer.headers.get('Access-Control-Allow-Origin');
    };
    expect(await preflight(party.shellOrigin)).toBe(party.shellOrigin);
    expect(await preflight('https://evil.example')).toBeNull();
  });

  test.each(['/.well-known/openid-configuration', '/oauth/jwks'])(
    '%s is for everyone',
    async (path) => {
      const headers = { Origin: 'https://anyone.example' };
      const answer = await fetch(provider.issuer + path, { headers });
      expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('https://anyone.example');
    },
  );
});
