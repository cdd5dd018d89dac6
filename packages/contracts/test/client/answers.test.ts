import { describe, expect, test } from 'vitest';
import { failure, json, startAnsweringServer, user } from './answering-server.ts';

const server = startAnsweringServer();

describe('an answer', () => {
  test('IA_OK is a success that says so', async () => {
    server.answerWith(json(200, { result_state: 'IA_OK', user }));
    await expect(server.client().userUpdateUserInfo()).resolves.toMatchObject({
      result_state: 'IA_OK',
    });
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
    ['OK with 500', 500, { result_state: 'OK', user }, 'failed'],
    ['OK with 404', 404, { result_state: 'OK', user }, 'invalid-answer'],
    ['IA_OK with 404', 404, { result_state: 'IA_OK', user }, 'invalid-answer'],
    ['no result_state', 200, { user }, 'invalid-answer'],
    [
      'a payload of another shape',
      200,
      { result_state: 'OK', user: { subject: 7 } },
      'invalid-answer',
    ],
  ])('%s fails', async (_name, status, value, kind) => {
    server.answerWith(json(status, value));
    const error = await failure(server.client().userGet({ body: { subject: 'mia' } }));
    expect(error).toMatchObject({ kind, status, call: 'userGet', correlationId: 'c-1' });
  });

  test('that is not JSON fails without its text', async () => {
    server.answerWith((_request, response) =>
      response.writeHead(502).end('<html>secret proxy page</html>'),
    );
    const error = await failure(server.client().userGet({ body: { subject: 'mia' } }));
    expect(error).toMatchObject({ kind: 'failed', status: 502, mayRetry: true });
    expect(error.message).not.toContain('secret');
  });

  test('gives the code of the contract', async () => {
    server.answerWith(
      json(404, {
        result_state: 'ERROR',
        result_messages: [{ code: 'USER_NOT_FOUND', text: 'x' }],
      }),
    );
    expect((await failure(server.client().userGet({ body: { subject: 'mia' } }))).code).toBe(
      'USER_NOT_FOUND',
    );
  });
});

describe('a part of a batch that was not done', () => {
  test('fails, and gives what was done all the same', async () => {
    const messages = [{ code: 'USER_NOT_FOUND', text: 'nobody' }];
    server.answerWith(json(200, { result_state: 'WARNING', result_messages: messages, user }));
    const error = await failure(server.client().userGet({ body: { subject: 'mia' } }));
    expect(error).toMatchObject({ kind: 'failed', messages, answer: { user }, mayRetry: false });
  });
});
