import { requiredHeaders, identityHeaders, type IdentityHeader } from '@lectern/contracts';
import { beforeAll, describe, expect, test } from 'vitest';
import { sendRaw } from '../bare-server.ts';
import { makeBeforeAll, startBeforeAll, startTestPlatform } from '../platform.ts';
import { servedCalls } from '../served-calls.ts';
import { allOf, headersOf, outcomeOf, outcomesOf, type Headers } from './requests.ts';

/* Rows 39 and 40: identity headers that can be read in two ways, or break out of their line. */

const platform = startBeforeAll(startTestPlatform);

const mia = makeBeforeAll(() => platform.identityProvider.signIn('mia'));
beforeAll(async () => {
  await platform.as('aua', mia).userUpdateUserInfo();
});

const getMia = (change: Headers) =>
  platform.request(
    '/aua/v1/user/get',
    headersOf(mia, change),
    JSON.stringify({ subject: mia.subject }),
  );

describe('the controls', () => {
  test('the longest correlation id is accepted and said back', async () => {
    const id = '~!'.repeat(64);
    const response = await getMia({ 'X-Ia-Correlation-Id': id });
    expect([response.status, response.headers.get('X-Ia-Correlation-Id')]).toEqual([200, id]);
  });

  test('a list of roles is accepted, with blanks and twice the same', async () => {
    expect((await getMia({ 'X-Ia-Roles': 'student , student' })).status).toBe(200);
  });

  test('a list of roles that a proxy has taken away is an empty one', async () => {
    expect((await getMia({ 'X-Ia-Roles': undefined })).status).toBe(200);
  });
});

describe('every call that reads them refuses', () => {
  test.each<[string, Headers]>([
    ['row 39: a comma in the subject', { 'X-Ia-Subject': 'demo-mia,demo-ben' }],
    ['row 39: an empty subject', { 'X-Ia-Subject': '' }],
    ['row 39: a blank in the subject', { 'X-Ia-Subject': 'demo mia' }],
    ['row 39: a subject beyond its length', { 'X-Ia-Subject': 'x'.repeat(256) }],
    ['row 39: a letter beyond ASCII in the subject', { 'X-Ia-Subject': 'mia\u00e4' }],
    ['row 39: a hole in the list of roles', { 'X-Ia-Roles': 'student,,teacher' }],
    ['row 39: no role but a comma', { 'X-Ia-Roles': ',' }],
    ['row 39: a role that is no name', { 'X-Ia-Roles': 'student;teacher' }],
    ['row 40: a correlation id beyond 128 characters', { 'X-Ia-Correlation-Id': 'x'.repeat(129) }],
    ['row 40: a blank in the correlation id', { 'X-Ia-Correlation-Id': 'a b' }],
    ['row 40: an empty correlation id', { 'X-Ia-Correlation-Id': '' }],
    ['row 40: a letter beyond ASCII in it', { 'X-Ia-Correlation-Id': 'a\u00e4' }],
  ])('%s', async (_name, change) => {
    const headers = headersOf(mia, change);
    expect(await outcomesOf(platform, servedCalls, headers)).toEqual(
      allOf(servedCalls, [400, 'HEADER_INVALID']),
    );
  });

  const needed = ['correlationId', 'subject'] as const satisfies readonly IdentityHeader[];
  test.each(needed)('row 39: %s is missing where a call requires it', async (header) => {
    const requiring = servedCalls.filter(({ call }) =>
      (requiredHeaders[call.headers] as readonly IdentityHeader[]).includes(header),
    );
    expect(requiring).not.toEqual([]);
    const headers = headersOf(mia, { [identityHeaders[header].name]: undefined });
    expect(await outcomesOf(platform, requiring, headers)).toEqual(
      allOf(requiring, [400, 'HEADER_INVALID']),
    );
  });
});

/** As an attacker's socket sends it; `fetch` joins lines and refuses line ends. */
async function sendLines(change: Headers, ...further: readonly string[]) {
  const body = JSON.stringify({ subject: mia.subject });
  const lines = Object.entries(headersOf(mia, change)).map(([name, value]) => `${name}: ${value}`);
  const head = ['POST /aua/v1/user/get HTTP/1.1', 'Host: localhost', 'Connection: close'];
  const length = `Content-Length: ${body.length}`;
  const { port } = new URL(platform.url);
  return sendRaw(Number(port), [...head, length, ...lines, ...further, '', body].join('\r\n'));
}

const codeOf = ({ body }: { readonly body: string }) =>
  (JSON.parse(body) as { result_messages?: [{ code: string }] }).result_messages?.[0].code ?? 'OK';

test('the control of the sockets: the same lines once are fine', async () => {
  const answer = await sendLines({});
  expect([answer.status, codeOf(answer)]).toEqual([200, 'OK']);
});

test.each(Object.values(identityHeaders).map(({ name }) => name))(
  'row 39: %s is repeated, also with the same value or in other letters',
  async (name) => {
    const value = headersOf(mia)[name]!;
    for (const again of [`${name}: ${value}`, `${name.toLowerCase()}: other`]) {
      const answer = await sendLines({}, again);
      expect([answer.status, codeOf(answer)]).toEqual([400, 'HEADER_INVALID']);
    }
  },
);

test.each([
  ['a bare line feed', 'a\nX-Injected: 1'],
  ['a bare carriage return', 'a\rX-Injected: 1'],
  ['a folded line', 'a\r\n X-Injected: 1'],
  ['a NUL', 'a\0b'],
])('row 40: %s in the correlation id is refused', async (_name, id) => {
  const answer = await sendLines({ 'X-Ia-Correlation-Id': id });
  expect(answer.status).toBe(400);
  expect(['REQUEST_INVALID', 'HEADER_INVALID']).toContain(codeOf(answer));
  expect(answer.headers).not.toHaveProperty('x-injected');
});

test('row 40: a line end begins another header of the request, never one of the answer', async () => {
  const answer = await sendLines({ 'X-Ia-Correlation-Id': 'a\r\nX-Injected: 1' });
  expect(answer.headers['x-ia-correlation-id']).toBe('a');
  expect(answer.headers).not.toHaveProperty('x-injected');
});

test('a refusal names a good correlation id, whatever else is wrong', async () => {
  const response = await getMia({ 'X-Ia-Roles': ',' });
  expect(response.headers.get('X-Ia-Correlation-Id')).toBe('test-1');
  expect(await outcomeOf(response)).toEqual([400, 'HEADER_INVALID']);
});
