import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CallName } from '@lectern/contracts/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createProvider } from '../src/auth/provider.ts';
import { createServiceBearer } from '../src/auth/service-bearer.ts';
import type { TokenKeeper } from '../src/auth/token-keeper.ts';
import { fakeBrowser } from './fake-browser.ts';
import { fakeTokens } from './fake-services.ts';

/** A request to the token endpoint: the raw form, and its fields. */
interface Exchange {
  readonly text: string;
  readonly form: URLSearchParams;
}

let server: Server;
let origin: string;
let exchanges: Exchange[];
/** How often the application's tokens were asked for. */
let asked: number;
/** Lifetime of every token that is given, in seconds; from some token providers of another type. */
let lifetime: unknown;
let endpointStatus: number;
let providerStatus: number;
/** Why the token endpoint gives none. */
let endpointError: string;

/** A token provider and an identity provider, over real HTTP. */
beforeEach(async () => {
  fakeBrowser();
  [exchanges, asked, lifetime, endpointStatus, providerStatus] = [[], 0, 300, 200, 200];
  endpointError = 'invalid_grant';
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const json = (status: number, value: unknown) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
    if (request.url === '/.well-known/openid-configuration')
      return json(200, { issuer: origin, token_endpoint: `${origin}/token` });
    if (request.url === '/application') {
      asked++;
      const token = (code: string) => ({
        access_token: `application+${code}-${asked}`,
        token_type: 'Bearer',
        expires_in: lifetime,
      });
      return json(providerStatus, { aua: token('aua'), gres: token('gres'), broken: 7 });
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    exchanges.push({ text, form: new URLSearchParams(text) });
    if (endpointStatus !== 200) return json(endpointStatus, { error: endpointError });
    return json(200, {
      access_token: `exchanged-${exchanges.length}`,
      issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      token_type: 'Bearer',
      expires_in: lifetime,
    });
  };
  server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

const nobody: Pick<TokenKeeper, 'current' | 'renew'> = {
  current: async () => undefined,
  renew: async () => {},
};
const bearer = (tokens: Pick<TokenKeeper, 'current' | 'renew'> = fakeTokens()) =>
  createServiceBearer({
    address: `${origin}/application`,
    provider: createProvider({
      authority: origin,
      clientId: 'lectern-shell',
      scope: 'openid',
      postLoginRoute: '/',
      autoLogin: false,
    }),
    tokens,
  });

/** Passes time as a device that sleeps: its timers, and the clock of them, stand still. */
function sleep(seconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });
}

const userGet: CallName = { service: 'aua', name: 'userGet' };
const groupsGet: CallName = { service: 'gms', name: 'gmsGroupsGet' };

describe('before anybody is signed in', () => {
  it('the application’s tokens are asked for once, at start-up', async () => {
    const atStart = bearer(nobody);
    await vi.waitUntil(() => asked === 1);
    expect(await atStart.tokenFor(userGet)).toBe('application+aua-1');
    expect(await atStart.tokenFor(groupsGet)).toBe('application+gres-1');
    expect([asked, exchanges]).toEqual([1, []]);
  });

  it('and again when they have ended', async () => {
    const atStart = bearer(nobody);
    await atStart.tokenFor(userGet);
    sleep(300);
    expect(await atStart.tokenFor(userGet)).toBe('application+aua-2');
  });

  it.each(['300', null, 0, true, 'Infinity'])(
    'a lifetime of %j keeps no token from use',
    async (given) => {
      lifetime = given;
      expect(await bearer(nobody).tokenFor(userGet)).toBe('application+aua-1');
    },
  );

  it('a service without a token is refused one', async () => {
    await expect(
      bearer(nobody).tokenFor({ service: 'osc', name: 'couponActivate' }),
    ).rejects.toMatchObject({ name: 'CallFailed', kind: 'refused' });
  });
});

describe('once somebody is signed in', () => {
  it('the application’s token is exchanged for the user’s, as RFC 8693 has it', async () => {
    expect(await bearer().tokenFor(userGet)).toBe('exchanged-1');
    const accessToken = 'urn:ietf:params:oauth:token-type:access_token';
    expect(Object.fromEntries(exchanges[0]!.form)).toEqual({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      client_id: 'lectern-shell',
      subject_token: 'token-1',
      subject_token_type: accessToken,
      actor_token: 'application+aua-1',
      actor_token_type: accessToken,
      requested_token_type: accessToken,
      audience: 'aua',
    });
    // Section 9: plus signs in form values.
    expect(exchanges[0]!.text).toContain('actor_token=application%2Baua-1');
  });

  it('once for each service, also when many calls want it at the same time', async () => {
    const signedIn = bearer();
    const wanted = [userGet, userGet, groupsGet, userGet];
    const tokens = await Promise.all(wanted.map((call) => signedIn.tokenFor(call)));
    expect(tokens[0]).toBe(tokens[1]);
    expect(tokens[0]).toBe(tokens[3]);
    expect(tokens[0]).not.toBe(tokens[2]);
    expect(exchanges.map(({ form }) => form.get('audience'))).toEqual(
      expect.arrayContaining(['aua', 'gres']),
    );
    expect(exchanges).toHaveLength(2);
  });

  it('anew when the user’s token has been renewed, or the exchanged one has ended', async () => {
    const tokens = fakeTokens();
    const signedIn = bearer(tokens);
    await signedIn.tokenFor(userGet);
    await tokens.renew();
    await signedIn.tokenFor(userGet);
    await tokens.renew();
    await signedIn.tokenFor(userGet);
    sleep(300);
    await signedIn.tokenFor(userGet);
    expect(exchanges.map(({ form }) => form.get('subject_token'))).toEqual([
      'token-1',
      'token-2',
      'token-3',
      'token-3',
    ]);
  });

  it('a token that a service does not take is replaced by another', async () => {
    const signedIn = bearer();
    const first = await signedIn.tokenFor(userGet);
    expect(await signedIn.insteadOf(first!)).toBe('exchanged-2');
    expect(exchanges[1]!.form.get('subject_token')).toBe('token-2');
    expect(await signedIn.insteadOf('never given')).toBeUndefined();
  });
});

describe('a failure is the call’s', () => {
  it('when the token provider is away: it may help to try again', async () => {
    providerStatus = 503;
    await expect(bearer().tokenFor(userGet)).rejects.toMatchObject({
      kind: 'network',
      call: 'userGet',
      mayRetry: true,
    });
    providerStatus = 200;
  });

  it('and the next call asks again', async () => {
    providerStatus = 503;
    const signedIn = bearer();
    await expect(signedIn.tokenFor(userGet)).rejects.toMatchObject({ kind: 'network' });
    providerStatus = 200;
    expect(await signedIn.tokenFor(userGet)).toBe('exchanged-1');
  });

  it.each(['temporarily_unavailable', 'server_error', 'Forbidden'])(
    'when the exchange gets %s: that is no refusal',
    async (error) => {
      [endpointStatus, endpointError] = [400, error];
      await expect(bearer().tokenFor(userGet)).rejects.toMatchObject({
        kind: 'network',
        mayRetry: true,
      });
    },
  );

  it('when the exchange is refused', async () => {
    endpointStatus = 400;
    await expect(bearer().tokenFor(userGet)).rejects.toMatchObject({
      kind: 'refused',
      status: 401,
      mayRetry: false,
    });
  });
});
