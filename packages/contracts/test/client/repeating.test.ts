import { describe, expect, test } from 'vitest';
import { createClient } from '../../src/client.ts';
import { contract } from '../../src/index.ts';
import {
  failure,
  identity,
  json,
  startAnsweringServer,
  user,
  type Answer,
} from './answering-server.ts';

const server = startAnsweringServer();

describe('repeating', () => {
  const broken: Answer = (_request, response) => response.destroy();

  test('a safe call is repeated until it succeeds', async () => {
    server.answerWith(
      broken,
      json(503, { result_state: 'ERROR' }),
      json(200, { result_state: 'OK', user }),
    );
    await server.client().userGet({ body: { subject: 'mia' } });
    expect(server.requests).toHaveLength(3);
  });

  test('and not for ever', async () => {
    server.answerWith(broken);
    expect(await failure(server.client().userGet({ body: { subject: 'mia' } }))).toMatchObject({
      kind: 'network',
    });
    expect(server.requests).toHaveLength(3);
  });

  test('a call that is not safe to repeat is sent once', async () => {
    server.answerWith(broken);
    const records = createClient(contract.lars, {
      service: 'lars',
      base: server.base,
      headers: () => identity,
      retryPausesInMs: [0, 0],
    });
    const statement = { verb: { id: 'http://v' }, object: { id: 'http://o' } };
    await failure(
      records.dataPut({ body: { subject: 'mia', put_dto: { dto_id: 'd', statement } } }),
    );
    expect(server.requests).toHaveLength(1);
  });

  test('unless this request carries what makes it safe', async () => {
    server.answerWith(broken, json(200, { result_state: 'OK', statement_id: crypto.randomUUID() }));
    const records = createClient(contract.lars, {
      service: 'lars',
      base: server.base,
      headers: () => identity,
      retryPausesInMs: [0, 0],
    });
    const id = crypto.randomUUID();
    const statement = { id, verb: { id: 'http://v' }, object: { id: 'http://o' } };
    const body = { subject: 'mia', put_dto: { dto_id: 'd', statement } };
    await records.dataPut({ body, repeat: true });
    expect(server.requests.map(({ body: sent }) => sent.includes(id))).toEqual([true, true]);
  });

  test('a refusal is not repeated', async () => {
    server.answerWith(json(403, { result_state: 'ERROR' }));
    await failure(server.client().userGet({ body: { subject: 'mia' } }));
    expect(server.requests).toHaveLength(1);
  });
});

describe('ending early', () => {
  const silent: Answer = () => {};

  test('no answer in time', async () => {
    server.answerWith(silent);
    const error = await failure(
      server.client({ timeoutInMs: 50, retryPausesInMs: [] }).userGet({ body: { subject: 'mia' } }),
    );
    expect(error).toMatchObject({ kind: 'timeout', mayRetry: true });
  });

  test('the caller aborts', async () => {
    server.answerWith(silent);
    const controller = new AbortController();
    const call = server.client().userGet({ body: { subject: 'mia' }, signal: controller.signal });
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
    server.answerWith(later('60'));
    const error = await failure(server.client().userGet({ body: { subject: 'mia' } }));
    expect(error).toMatchObject({ retryAfterInMs: 60_000, mayRetry: true });
    expect(server.requests).toHaveLength(1);
  });

  test('and a pause ends when the caller gives up', async () => {
    const controller = new AbortController();
    server.answerWith((request, response, body) => {
      later('9')(request, response, body);
      controller.abort();
    });
    const call = server.client().userGet({ body: { subject: 'mia' }, signal: controller.signal });
    expect(await failure(call)).toMatchObject({ kind: 'aborted' });
    expect(server.requests).toHaveLength(1);
  });
});
