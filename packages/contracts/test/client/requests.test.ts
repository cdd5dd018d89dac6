import { describe, expect, test } from 'vitest';
import { createClient } from '../../src/client.ts';
import { contract } from '../../src/index.ts';
import { failure, identity, json, startAnsweringServer, user } from './answering-server.ts';

const server = startAnsweringServer();

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

  test('sends no token to a public call', async () => {
    server.answerWith(json(200, { result_state: 'OK' }));
    await server.client().ping();
    expect(server.requests[0]?.headers).not.toHaveProperty('authorization');
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
