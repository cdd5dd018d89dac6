import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { listen, type Listening } from '../src/server/listen.ts';
import { ask } from './ask.ts';

let server: Listening;
beforeEach(async () => {
  server = await listen();
  onTestFinished(() => server.close());
});

const noPaths = ['//', '//example.org/', '/\\example.org/', '/.//example.org/', 'http://[', '*'];

test.each([...noPaths, 'http://example.org/x.html'])('%s is not asked for', async (target) => {
  server.answerWith((_request, response) => void response.end('answered'));
  expect((await ask(server.origin, target)).status).toBe(400);
  expect((await ask(server.origin, '/')).body).toBe('answered');
});

test('what is asked for is of the server itself', async () => {
  server.answerWith((_request, response, { href }) => void response.end(href));
  const { body } = await ask(server.origin, '/a/../b?c=//d', { host: hostOf('127.0.0.1') });
  expect(body).toBe(`${server.origin}/b?c=//d`);
});

const hosts: readonly (readonly [name: string, isOwn: boolean])[] = [
  ['localhost', true],
  ['127.0.0.1', true],
  ['[::1]', true],
  ['course.localhost', true],
  ['LOCALHOST', true],
  ['example.org', false],
  ['localhost.example.org', false],
  ['notlocalhost', false],
  ['127.0.0.1.example.org', false],
];

test.each(hosts)('a request for %s: %s', async (name, isOwn) => {
  server.answerWith((_request, response) => void response.end('answered'));
  const { status, body } = await ask(server.origin, '/', { host: hostOf(name) });
  expect(status).toBe(isOwn ? 200 : 403);
  expect(body).toContain(isOwn ? 'answered' : server.origin);
});

test('the port of another server is not its own', async () => {
  server.answerWith((_request, response) => void response.end('answered'));
  for (const host of ['localhost', 'localhost:1'])
    expect((await ask(server.origin, '/', { host })).status).toBe(403);
});

test.each([
  [
    'at once',
    () => {
      throw new Error('unexpected');
    },
  ],
  ['later', () => Promise.reject(new Error('unexpected'))],
])('what fails %s is answered, and logged without the query', async (_when, answer) => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => log.mockRestore());
  server.answerWith(answer);
  const { status, body } = await ask(server.origin, '/a?token=secret');
  expect(status).toBe(500);
  expect(body).not.toContain('unexpected');
  expect(log.mock.calls).toEqual([
    [`GET ${server.origin}/a:`, expect.objectContaining({ message: 'unexpected' })],
  ]);
});

function hostOf(name: string): string {
  return `${name}:${new URL(server.origin).port}`;
}
