import { describe, expect, test } from 'vitest';
import { createClient } from '../../src/client.ts';
import { contract } from '../../src/index.ts';
import { failure, identity, json, startAnsweringServer, user } from './answering-server.ts';

const server = startAnsweringServer();

/** Headers that the client has chosen, by name. */
function namedHeaders({ headers }: (typeof server.requests)[number]) {
  const named = Object.entries(headers).filter(([name]) =>
    /^(accept|authorization|x-.*)$/.test(name),
  );
  return Object.fromEntries(named);
}

describe('a request', () => {
  test('carries the identity headers, the token and the body', async () => {
    server.answerWith(json(200, { result_state: 'OK', user }));
    await expect(server.client().userGet({ body: { subject: 'mia' } })).resolves.toEqual({
      result_state: 'OK',
      user,
    });
    expect(server.requests[0]).toMatchObject({
      url: '/user/get',
      body: '{"subject":"mia"}',
      headers: {
        'x-ia-correlation-id': 'c-1',
        'x-ia-subject': 'mia',
        'x-ia-roles': '',
        authorization: 'Bearer t',
        'content-type': 'application/json',
      },
    });
  });

  test.each(['atma', 'gms'] as const)(
    'of the ping of %s has no header of ours',
    async (service) => {
      server.answerWith(json(200, { result_state: 'OK' }));
      const headers = () => ({ ...identity, authorization: 'Bearer t' });
      const { ping } = createClient(contract[service], { service, base: server.base, headers });
      await ping();
      expect(namedHeaders(server.requests[0]!)).toEqual({ accept: 'application/json' });
    },
  );

  test('has the token wherever one is configured, with a ping, too', async () => {
    server.answerWith(json(200, { result_state: 'OK' }));
    await server.client().ping();
    expect(namedHeaders(server.requests[0]!)).toEqual({
      accept: 'application/json',
      authorization: 'Bearer t',
    });
  });

  test.each(['userUpdateUserInfo', 'userFinalizedCloudMigration'] as const)(
    'has no other identity than is named: %s',
    async (name) => {
      server.answerWith(json(500, { result_state: 'ERROR' }));
      const error = await failure(server.client({ retryPausesInMs: [] })[name]());
      expect(namedHeaders(server.requests[0]!)).toEqual({
        accept: 'application/json',
        authorization: 'Bearer t',
        'x-ia-subject': 'mia',
      });
      expect(error.correlationId).toBeUndefined();
    },
  );

  test('without a correlation id fails with that of the service', async () => {
    server.answerWith((_request, response) =>
      response.writeHead(500, { 'X-Ia-Correlation-Id': 'c-of-service' }).end('{}'),
    );
    const error = await failure(server.client({ retryPausesInMs: [] }).userUpdateUserInfo());
    expect(error.correlationId).toBe('c-of-service');
  });

  test('leaves out what a query has not', async () => {
    server.answerWith(json(200, { result_state: 'OK', licenses: [] }));
    const licenses = createClient(contract.lima, {
      service: 'lima',
      base: server.base,
      headers: () => identity,
    });
    const query = { consolidate: null as unknown as string };
    await licenses.licenseGetForUser({ body: { subject: 'mia' }, query });
    expect(server.requests[0]?.url).toBe('/license/getForUser');
  });

  test('encodes plus signs in the query as %2B', async () => {
    server.answerWith(json(200, { result_state: 'OK', licenses: [] }));
    const licenses = createClient(contract.lima, {
      service: 'lima',
      base: server.base,
      headers: () => identity,
    });
    await licenses.licenseGetForUser({ body: { subject: 'mia' }, query: { consolidate: '1+1' } });
    expect(server.requests[0]?.url).toBe('/license/getForUser?consolidate=1%2B1');
  });
});

describe('a missing parameter fails before any request', () => {
  test.each([
    ['xIaCorrelationId', { xIaSubject: 'mia', xIaRoles: '' }, { subject: 'mia' }],
    ['xIaSubject', { xIaCorrelationId: 'c', xIaRoles: '' }, { subject: 'mia' }],
    ['xIaRoles', { xIaCorrelationId: 'c', xIaSubject: 'mia' }, { subject: 'mia' }],
    ['body', identity, undefined],
    ['body', identity, null],
  ])('%s', async (parameter, headers, body) => {
    const error = await failure(
      server.client({ headers: () => headers }).userGet({ body: body as never }),
    );
    expect(error.message).toBe(
      `Required parameter ${parameter} was null or undefined when calling userGet`,
    );
    expect(error.kind).toBe('missing-parameter');
    expect(server.requests).toHaveLength(0);
  });

  test('at once, though a token is still waited for, or cannot be had', async () => {
    const sources = [
      () => new Promise<never>(() => {}),
      () => Promise.reject(new Error('no token')),
    ];
    for (const headers of sources) {
      const error = await failure(server.client({ headers }).userGet({ body: null as never }));
      expect(error.message).toBe(
        'Required parameter body was null or undefined when calling userGet',
      );
    }
  });

  test('but userUpdateUserInfo needs only the subject', async () => {
    server.answerWith(json(200, { result_state: 'OK', user }));
    await server.client({ headers: () => ({ xIaSubject: 'mia' }) }).userUpdateUserInfo();
    expect(server.requests).toHaveLength(1);
  });
});

describe('what cannot be sent fails before any request', () => {
  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;

  test.each([
    ['a body with a BigInt', { subject: 1n }, identity],
    ['a cyclic body', cyclic, identity],
    ['a subject that fits no header', { subject: 'mia' }, { ...identity, xIaSubject: 'Möwe 🐦' }],
  ])('%s', async (_name, body, headers) => {
    const error = await failure(
      server.client({ headers: () => headers }).userGet({ body: body as never }),
    );
    expect(error).toMatchObject({ kind: 'invalid-request', mayRetry: false });
    expect(server.requests).toHaveLength(0);
  });

  test('headers that cannot be had', async () => {
    const headers = () => Promise.reject(new Error('no token'));
    const error = await failure(server.client({ headers }).userGet({ body: { subject: 'mia' } }));
    expect(error.kind).toBe('invalid-request');
  });
});

test('without a fetch implementation nothing can be made', () => {
  const original = globalThis.fetch;
  try {
    Reflect.deleteProperty(globalThis, 'fetch');
    expect(() => createClient(contract.aua, { service: 'aua', base: server.base })).toThrow(
      /fetch/,
    );
  } finally {
    globalThis.fetch = original;
  }
});
