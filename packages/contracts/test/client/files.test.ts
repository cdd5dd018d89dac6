import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createClient } from '../../src/client.ts';
import { defineCall } from '../../src/index.ts';
import { failure, identity, json, startAnsweringServer } from './answering-server.ts';

const server = startAnsweringServer();

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
      base: server.base,
      headers: () => identity,
      retryPausesInMs: [],
    });

  test('go as parts of a form', async () => {
    server.answerWith(json(200, { result_state: 'OK', stored: true }));
    const file = new File(['Wasser'], 'wasser.txt', { type: 'text/plain' });
    await files().upload({ body: { subject: 'mia', file_size: 6, file } });
    const { headers, body } = server.requests[0]!;
    expect(headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(body).toMatch(/name="file_size"\r\n\r\n6\r\n/);
    expect(body).toMatch(
      /name="file"; filename="wasser.txt"\r\nContent-Type: text\/plain\r\n\r\nWasser\r\n/,
    );
  });

  test('and the text of a part stays as it is, plus signs included', async () => {
    server.answerWith(json(200, { result_state: 'OK', stored: true }));
    const file = new File([''], 'a+b.txt');
    await files().upload({ body: { subject: 'mia+ben', file_size: 0, file } });
    expect(server.requests[0]!.body).toMatch(/name="subject"\r\n\r\nmia\+ben\r\n/);
    expect(server.requests[0]!.body).toContain('filename="a+b.txt"');
  });

  test('come as they are', async () => {
    const bytes = Buffer.from([0x50, 0x4b, 0, 0xff, 0xfe]);
    server.answerWith((_request, response) => response.writeHead(200).end(bytes));
    const file = await files().download();
    expect(Buffer.from(await file.arrayBuffer())).toEqual(bytes);
  });

  test('are asked for by their type', async () => {
    server.answerWith((_request, response) => response.writeHead(200).end('PK'));
    await files().download();
    expect(server.requests[0]!.headers.accept).toBe('application/zip, application/json');
  });

  test.each([
    ['an ERROR', 'application/json', JSON.stringify({ result_state: 'ERROR' }), 'failed'],
    [
      'a WARNING',
      'Application/JSON;charset=utf-8',
      JSON.stringify({ result_state: 'WARNING' }),
      'failed',
    ],
    ['an OK', 'application/problem+json', JSON.stringify({ result_state: 'OK' }), 'invalid-answer'],
    ['a page of a proxy', 'text/html', '<p>Sign in', 'invalid-answer'],
    ['nothing', 'application/zip', '', 'invalid-answer'],
  ])('are none where HTTP 200 comes with %s', async (_name, type, body, kind) => {
    server.answerWith((_request, response) =>
      response.writeHead(200, { 'Content-Type': type }).end(body),
    );
    expect(await failure(files().download())).toMatchObject({ kind, status: 200 });
  });

  test('are not taken for what went wrong', async () => {
    server.answerWith(
      json(404, { result_state: 'ERROR', result_messages: [{ code: 'NOTHING_KEPT', text: '' }] }),
    );
    expect(await failure(files().download())).toMatchObject({
      kind: 'refused',
      code: 'NOTHING_KEPT',
    });
  });
});
