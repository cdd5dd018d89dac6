import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, inject, onTestFinished, test } from 'vitest';
import { shellClientId } from '../../src/accounts.ts';
import type { Log } from '../../src/identity-provider/log.ts';
import {
  createTestDatabase,
  startTestIdentityProvider,
  startTestServer,
} from '../../testing/index.ts';
import { introspect } from './relying-party.ts';

/** Something that listens where the provider expects the services. @returns its origin. */
async function listen(listener: RequestListener): Promise<string> {
  const server = await startTestServer(listener, 'localhost');
  onTestFinished(server.close);
  return server.origin;
}

async function start(options: { readonly shellOrigin?: string; readonly log?: Log }) {
  const databaseUrl = await createTestDatabase(inject('databaseUrl'));
  const provider = await startTestIdentityProvider(databaseUrl, options);
  onTestFinished(() => provider.close());
  return provider;
}

test('a sign-out is told to the services, with the session that introspection names', async () => {
  const received: { readonly path: string | undefined; readonly body: URLSearchParams }[] = [];
  const shellOrigin = await listen((request, response) => {
    void (async () => {
      received.push({ path: request.url, body: new URLSearchParams(await text(request)) });
      response.end();
    })();
  });
  const provider = await start({ shellOrigin });
  const { issuer, clientSecret } = provider.servicesClient;
  const mia = await provider.signIn('mia');
  const { sid, sub } = await introspect(issuer, mia.token, clientSecret);
  await provider.signOut(mia);

  expect(received.map(({ path }) => path)).toEqual(['/backchannel-logout']);
  const [header, claims] = received[0]!.body
    .get('logout_token')!
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as object);
  expect(header).toMatchObject({ alg: 'RS256', typ: 'logout+jwt' });
  // Claims of a logout token, which has no nonce (section 2.4).
  expect(claims).toEqual({
    iss: issuer,
    aud: shellClientId,
    sub,
    sid,
    iat: expect.any(Number),
    exp: expect.any(Number),
    jti: expect.any(String),
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  });
  expect(sub).toBe(mia.subject);
  expect(sid).toEqual(expect.any(String));
});

test.each<[string, () => Promise<string | undefined>]>([
  ['are not there', async () => undefined],
  ['hang', () => listen(() => {})],
  ['refuse', () => listen((_request, response) => void response.writeHead(503).end())],
])('a sign-out goes on where the services %s, and the log says so', async (_name, services) => {
  const lines: Parameters<Log>[] = [];
  const shellOrigin = await services();
  const provider = await start({
    log: (...line) => lines.push(line),
    ...(shellOrigin !== undefined && { shellOrigin }),
  });
  const { issuer, clientSecret } = provider.servicesClient;
  const mia = await provider.signIn('mia');
  expect(await introspect(issuer, mia.token, clientSecret)).toMatchObject({ active: true });
  expect((await provider.signOut(mia)).pathname).toBe('/login');
  expect(await introspect(issuer, mia.token, clientSecret)).toEqual({ active: false });
  const warnings = lines.filter(([level]) => level === 'warn');
  expect(warnings).toMatchObject([['warn', 'sign-out not delivered', { client: shellClientId }]]);
});
