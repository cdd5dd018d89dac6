import { expect, it } from 'vitest';
import { readTokenAnswer } from '../src/auth/token-answer.ts';

const texts = ['access_token', 'token_type', 'refresh_token', 'id_token', 'error'];

it.each(texts)('%s is a text, or absent', (name) => {
  expect(readTokenAnswer({ [name]: 'a' })).toEqual({ [name]: 'a' });
  for (const none of [null, '', false, true, 0, 7, {}, []])
    expect(readTokenAnswer({ [name]: none })).toEqual({});
});

it.each([
  ['3600', 3600],
  ['0.5', 0.5],
  ['"3600"', 3600],
  ...[
    'null',
    '0',
    '-1',
    'true',
    '1e400',
    '"Infinity"',
    '"0x10"',
    '""',
    '"-1"',
    '" "',
    '{}',
    '[7]',
  ].map((none): [string, undefined] => [none, undefined]),
])('a lifetime of %s is %s', (text, expected) => {
  expect(readTokenAnswer(JSON.parse(`{"expires_in":${text}}`))?.expires_in).toBe(expected);
});

it('what nothing follows from is left out', () => {
  expect(readTokenAnswer({ access_token: 'a', scope: 7, userId: 1 })).toEqual({
    access_token: 'a',
  });
});

it.each([null, 'a', 7, undefined])('%s is no answer', (body) => {
  expect(readTokenAnswer(body)).toBeUndefined();
});
