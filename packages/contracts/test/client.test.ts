import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { CallFailed, createClient, type ClientOptions } from '../src/client.ts';
import { contract, defineCall } from '../src/index.ts';

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

let server: Server;
let base: string;
let answers: Answer[];
let requests: { headers: IncomingMessage['headers']; url: string; body: string }[];

beforeAll(async () => {
  const answerNext = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request);
    requests.push({ headers: request.headers, url: request.url ?? '', body });
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    answer?.(request, response, body);
  };
  server = createServer((request, response) => void answerNext(request, response));
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.closeAllConnections());
beforeEach(() => {
  requests = [];
  answers = [];
});

const identity = { xIaCorrelationId: 'c-1', xIaSubject: 'mia', xIaRoles: '' };
const user = { subject: 'mia', given_name: 'Mia' };

function client(options: Partial<ClientOptions> = {}) {
  return createClient(contract.aua, {
    service: 'aua',
    base,
    headers: () => ({ ...identity, authorization: 'Bearer t' }),
    retryPausesInMs: [0, 0],
    ...options,
  });
}

function json(status: number, value: unknown): Answer {
  return (_request, response) => response.writeHead(status).end(JSON.stringify(value));
}

async function failure(promise: Promise<unknown>): Promise<CallFailed> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(CallFailed);
  return error as CallFailed;
}

describe('a request', () => {
  test('carries the identity headers, the token and the body', async () => {
    answers = [json(200, { result_state: 'OK', user })];
    await expect(client().userGet({ body: { subject: 'mia' } })).resolves.toEqual({
      result_state: 'OK',
      user,
    });
    expect(requests[0]).toMatchObject({
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
    answers = [json(200, { result_state: 'OK' })];
    await client().ping();
    expect(requests[0]?.headers).not.toHaveProperty('authorization');
  });

  test('encodes plus signs in the query as %2B', async () => {
    answers = [json(200, { result_state: 'OK', licenses: [] })];
    const licenses = createClient(contract.lima, {
      service: 'lima',
      base,
      headers: () => identity,
    });
    await licenses.licenseGetForUser({ body: { subject: 'mia' }, query: { consolidate: '1+1' } });
    expect(requests[0]?.url).toBe('/license/getForUser?consolidate=1%2B1');
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
      client({ headers: () => headers }).userGet({ body: body as never }),
    );
    expect(error.message).toBe(
      `Required parameter ${parameter} was null or undefined when calling userGet`,
    );
    expect(error.kind).toBe('missing-parameter');
    expect(requests).toHaveLength(0);
  });

  test('but userUpdateUserInfo needs only the subject', async () => {
    answers = [json(200, { result_state: 'OK', user })];
    await client({ headers: () => ({ xIaSubject: 'mia' }) }).userUpdateUserInfo();
    expect(requests).toHaveLength(1);
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
      client({ headers: () => headers }).userGet({ body: body as never }),
    );
    expect(error).toMatchObject({ kind: 'invalid-request', mayRetry: false });
    expect(requests).toHaveLength(0);
  });

  test('headers that cannot be had', async () => {
    const headers = () => Promise.reject(new Error('no token'));
    const error = await failure(client({ headers }).userGet({ body: { subject: 'mia' } }));
    expect(error.kind).toBe('invalid-request');
  });
});

describe('an answer', () => {
  test('IA_OK is a success that says so', async () => {
    answers = [json(200, { result_state: 'IA_OK', user })];
    await expect(client().userUpdateUserInfo()).resolves.toMatchObject({ result_state: 'IA_OK' });
  });

  test.each([
    ['WARNING with 200', 200, { result_state: 'WARNING', user }, 'failed'],
    ['ERROR with 200', 200, { result_state: 'ERROR' }, 'failed'],
    [
      'ERROR with 404',
      404,
      { result_state: 'ERROR', result_messages: [{ code: 'USER_NOT_FOUND', text: '' }] },
      'refused',
    ],
    ['ERROR with 503', 503, { result_state: 'ERROR' }, 'failed'],
    ['no result_state', 200, { user }, 'invalid-answer'],
    [
      'a payload of another shape',
      200,
      { result_state: 'OK', user: { subject: 7 } },
      'invalid-answer',
    ],
  ])('%s fails', async (_name, status, value, kind) => {
    answers = [json(status, value)];
    const error = await failure(client().userGet({ body: { subject: 'mia' } }));
    expect(error).toMatchObject({ kind, status, call: 'userGet', correlationId: 'c-1' });
  });

  test('that is not JSON fails without its text', async () => {
    answers = [
      (_request, response) => response.writeHead(502).end('<html>secret proxy page</html>'),
    ];
    const error = await failure(client().userGet({ body: { subject: 'mia' } }));
    expect(error).toMatchObject({ kind: 'failed', status: 502, mayRetry: true });
    expect(error.message).not.toContain('secret');
  });

  test('gives the code of the contract', async () => {
    answers = [
      json(404, {
        result_state: 'ERROR',
        result_messages: [{ code: 'USER_NOT_FOUND', text: 'x' }],
      }),
    ];
    expect((await failure(client().userGet({ body: { subject: 'mia' } }))).code).toBe(
      'USER_NOT_FOUND',
    );
  });
});

describe('repeating', () => {
  const broken: Answer = (_request, response) => response.destroy();

  test('a safe call is repeated until it succeeds', async () => {
    answers = [
      broken,
      json(503, { result_state: 'ERROR' }),
      json(200, { result_state: 'OK', user }),
    ];
    await client().userGet({ body: { subject: 'mia' } });
    expect(requests).toHaveLength(3);
  });

  test('and not for ever', async () => {
    answers = [broken];
    expect(await failure(client().userGet({ body: { subject: 'mia' } }))).toMatchObject({
      kind: 'network',
    });
    expect(requests).toHaveLength(3);
  });

  test('a call that is not safe to repeat is sent once', async () => {
    answers = [broken];
    const records = createClient(contract.lars, {
      service: 'lars',
      base,
      headers: () => identity,
      retryPausesInMs: [0, 0],
    });
    const statement = { verb: { id: 'http://v' }, object: { id: 'http://o' } };
    await failure(
      records.dataPut({ body: { subject: 'mia', put_dto: { dto_id: 'd', statement } } }),
    );
    expect(requests).toHaveLength(1);
  });

  test('unless this request carries what makes it safe', async () => {
    answers = [broken, json(200, { result_state: 'OK', statement_id: crypto.randomUUID() })];
    const records = createClient(contract.lars, {
      service: 'lars',
      base,
      headers: () => identity,
      retryPausesInMs: [0, 0],
    });
    const id = crypto.randomUUID();
    const statement = { id, verb: { id: 'http://v' }, object: { id: 'http://o' } };
    const body = { subject: 'mia', put_dto: { dto_id: 'd', statement } };
    await records.dataPut({ body, repeat: true });
    expect(requests.map(({ body: sent }) => sent.includes(id))).toEqual([true, true]);
  });

  test('a refusal is not repeated', async () => {
    answers = [json(403, { result_state: 'ERROR' })];
    await failure(client().userGet({ body: { subject: 'mia' } }));
    expect(requests).toHaveLength(1);
  });
});

describe('ending early', () => {
  const silent: Answer = () => {};

  test('no answer in time', async () => {
    answers = [silent];
    const error = await failure(
      client({ timeoutInMs: 50, retryPausesInMs: [] }).userGet({ body: { subject: 'mia' } }),
    );
    expect(error).toMatchObject({ kind: 'timeout', mayRetry: true });
  });

  test('the caller aborts', async () => {
    answers = [silent];
    const controller = new AbortController();
    const call = client().userGet({ body: { subject: 'mia' }, signal: controller.signal });
    controller.abort();
    expect(await failure(call)).toMatchObject({ kind: 'aborted', mayRetry: false });
  });
});

describe('a service that says when to come back', () => {
  const later = (seconds: string): Answer => {
    const answer = { result_state: 'ERROR', result_messages: [{ code: 'OVERLOADED', text: '' }] };
    return (_request, response) =>
      response.writeHead(503, { 'Retry-After': seconds }).end(JSON.stringify(answer));
  };

  test('is not asked again when that is long', async () => {
    answers = [later('60')];
    const error = await failure(client().userGet({ body: { subject: 'mia' } }));
    expect(error).toMatchObject({ retryAfterInMs: 60_000, mayRetry: true });
    expect(requests).toHaveLength(1);
  });

  test('and a pause ends when the caller gives up', async () => {
    const controller = new AbortController();
    answers = [
      (request, response, body) => {
        later('9')(request, response, body);
        controller.abort();
      },
    ];
    const call = client().userGet({ body: { subject: 'mia' }, signal: controller.signal });
    expect(await failure(call)).toMatchObject({ kind: 'aborted' });
    expect(requests).toHaveLength(1);
  });
});

describe('a part of a batch that was not done', () => {
  test('fails, and gives what was done all the same', async () => {
    const messages = [{ code: 'USER_NOT_FOUND', text: 'nobody' }];
    answers = [json(200, { result_state: 'WARNING', result_messages: messages, user })];
    const error = await failure(client().userGet({ body: { subject: 'mia' } }));
    expect(error).toMatchObject({ kind: 'failed', messages, answer: { user }, mayRetry: false });
  });
});

describe('files', () => {
  const fileCalls = {
    upload: defineCall({
      method: 'POST',
      path: '/upload',
      summary: 'Takes a file.',
      headers: 'caller',
      body: z.strictObject({ subject: z.string(), file_size: z.int(), file: z.file() }),
      bodyFormat: 'multipart',
      answer: z.object({ stored: z.boolean() }),
      errors: {},
      permission: 'user-data.import',
      repeatSafe: true,
    }),
    download: defineCall({
      method: 'POST',
      path: '/download',
      summary: 'Gives a file.',
      headers: 'caller',
      answer: { mediaType: 'application/zip' },
      errors: {},
      permission: 'user-data.export',
      repeatSafe: true,
    }),
  };
  const files = () =>
    createClient(fileCalls, {
      service: 'clag',
      base,
      headers: () => identity,
      retryPausesInMs: [],
    });

  test('go as parts of a form', async () => {
    answers = [json(200, { result_state: 'OK', stored: true })];
    const file = new File(['Wasser'], 'wasser.txt', { type: 'text/plain' });
    await files().upload({ body: { subject: 'mia', file_size: 6, file } });
    const { headers, body } = requests[0]!;
    expect(headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(body).toMatch(/name="file_size"\r\n\r\n6\r\n/);
    expect(body).toMatch(
      /name="file"; filename="wasser.txt"\r\nContent-Type: text\/plain\r\n\r\nWasser\r\n/,
    );
  });

  test('and the text of a part stays as it is, plus signs included', async () => {
    answers = [json(200, { result_state: 'OK', stored: true })];
    const file = new File([''], 'a+b.txt');
    await files().upload({ body: { subject: 'mia+ben', file_size: 0, file } });
    expect(requests[0]!.body).toMatch(/name="subject"\r\n\r\nmia\+ben\r\n/);
    expect(requests[0]!.body).toContain('filename="a+b.txt"');
  });

  test('come as they are', async () => {
    const bytes = Buffer.from([0x50, 0x4b, 0, 0xff, 0xfe]);
    answers = [(_request, response) => response.writeHead(200).end(bytes)];
    const file = await files().download();
    expect(Buffer.from(await file.arrayBuffer())).toEqual(bytes);
  });

  test('are not taken for what went wrong', async () => {
    answers = [
      json(404, { result_state: 'ERROR', result_messages: [{ code: 'NOTHING_KEPT', text: '' }] }),
    ];
    expect(await failure(files().download())).toMatchObject({
      kind: 'refused',
      code: 'NOTHING_KEPT',
    });
  });
});

describe('the token against forged requests (section 7)', () => {
  const sentToken = async (relativeBase: string) => {
    const sent: (string | null)[] = [];
    const relative = createClient(contract.aua, {
      service: 'aua',
      base: relativeBase,
      headers: () => identity,
      fetch: async (_input, init) => {
        sent.push(new Headers(init?.headers).get('X-XSRF-TOKEN'));
        return Response.json({ result_state: 'OK', user });
      },
    });
    await relative.userGet({ body: { subject: 'mia' } });
    await relative.ping();
    return sent;
  };

  beforeEach(() => {
    vi.stubGlobal('document', { cookie: 'a=1; XSRF-TOKEN=t%2B1; b=2' });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  test('goes with what changes something at a relative address, never with a GET', async () => {
    expect(await sentToken('/aua/v1')).toEqual(['t+1', null]);
    expect(await sentToken('')).toEqual(['t+1', null]);
  });

  test.each(['https://services.example', '//services.example'])('never to %s', async (address) => {
    expect(await sentToken(address)).toEqual([null, null]);
    vi.stubGlobal('location', new URL('https://shell.example/login'));
    expect(await sentToken(address)).toEqual([null, null]);
  });

  test('goes to the whole address of the own origin, where the browser sends the cookie', async () => {
    vi.stubGlobal('location', new URL('https://shell.example/login'));
    expect(await sentToken('https://shell.example/aua/v1')).toEqual(['t+1', null]);
  });
});

test('without a fetch implementation nothing can be made', () => {
  const original = globalThis.fetch;
  try {
    Reflect.deleteProperty(globalThis, 'fetch');
    expect(() => createClient(contract.aua, { service: 'aua', base })).toThrow(/fetch/);
  } finally {
    globalThis.fetch = original;
  }
});
