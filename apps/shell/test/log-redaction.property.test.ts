import { CallFailed } from '@lectern/contracts/client';
import fc from 'fast-check';
import * as oidc from 'openid-client';
import { beforeEach, expect, it, vi } from 'vitest';
import { roundsOf } from '../../../test/rounds.ts';
import { createDispatch, UnknownActionError, type RequestTable } from '../src/bridge/dispatch.ts';
import { ConfigurationError } from '../src/configuration-fields.ts';
import { describeCause } from '../src/logging/describe-cause.ts';
import { log, setUpLog } from '../src/logging/log.ts';
import { createLogPost } from '../src/logging/post-log.ts';
import { logUncaught } from '../src/logging/uncaught.ts';
import { ServiceError } from '../src/session/service-error.ts';
import { fakeBrowser, type FakeWindow } from './fake-browser.ts';

/* Content of errors is written nowhere, wherever they carry it. */

let browser: FakeWindow;
let posts: string[];

beforeEach(() => {
  vi.useFakeTimers();
  browser = fakeBrowser();
  posts = [];
  vi.stubGlobal('fetch', async (_address: string, { body }: { body: string }) => {
    posts.push(body);
    return new Response();
  });
  setUpLog({
    level: 'debug',
    describe: describeCause,
    follow: createLogPost('https://log.example'),
  });
  logUncaught();
});

const base64url = fc.stringMatching(/^[\w-]{24,80}$/);
const name = fc.constantFrom('Mia Keller', 'Keller', 'Noëmi', 'Jean-Luc', 'van der Berg', '王小明');
const email = fc.emailAddress();

/** Texts that must be found nowhere. Long enough not to be found by chance. */
const secret = fc.oneof(
  base64url.map((payload) => `eyJhbGciOiJSUzI1NiJ9.${payload}.${payload}`),
  base64url,
  email,
  name,
  fc.uuid(),
  fc.constantFrom('mia.keller', 'u-4711-0815', 'auth0|5f7c8ec7', 'ABCD-EFGH-JKLM', 'ABCDEFGH'),
  fc.constantFrom('Das Wasser verdunstet und fällt als Regen zurück.', '42.195 Kilometer'),
  fc.webUrl({ withQueryParameters: true, size: 'small' }).filter((address) => address.length > 24),
  fc
    .tuple(base64url, email)
    .map(([code, hint]) => `https://shell.example/auth-callback?code=${code}&login_hint=${hint}`),
);

/** Every name that is read of a cause, and some that others might read. */
const fields = [
  'name',
  'code',
  'call',
  'service',
  'kind',
  'status',
  'correlationId',
  'field',
  'error',
  'error_description',
  'detail',
  'action',
  'reason',
  'result',
  'messages',
  'stack',
  'body',
];

const someCall = { service: 'aua', name: 'userGet' } as const;
const failed = (text: string, cause?: unknown) =>
  new CallFailed(someCall, 'refused', `userGet: ${text}`, {
    status: 403,
    correlationId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    messages: [{ code: text, text }],
    answer: { text },
    cause,
  });

/** Everything that is thrown in the shell, and what should never be, each made around a text. */
const causes: readonly ((text: string, cause?: unknown) => unknown)[] = [
  (text) => text,
  (text) => ({ message: text, name: text, code: text, toString: () => text }),
  (text) => [text],
  (text, cause) => new Error(text, { cause }),
  (text, cause) => new TypeError(text, { cause }),
  (text) => new DOMException(text, text),
  (text, cause) => new AggregateError([new Error(text), cause], text),
  (text, cause) =>
    fields.reduce(
      (error, field) => Object.defineProperty(error, field, { value: text }),
      new Error(text, { cause }),
    ),
  (text) => new SyntaxError(`Unexpected token in JSON: ${text}`),
  failed,
  (text, cause) => new ServiceError('user', failed(text, cause)),
  (text) => new UnknownActionError(text),
  (text) =>
    new oidc.AuthorizationResponseError(text, {
      cause: new URLSearchParams({ error: text, error_description: text, code: text }),
    }),
  (text) =>
    new oidc.ResponseBodyError(text, {
      cause: { error: text, error_description: text },
      response: new Response(text, { status: 400 }),
    }),
  (text) => Object.assign(new oidc.ClientError(text), { code: text }),
  (text) =>
    new Proxy(new Error(text), {
      get() {
        throw new Error(text);
      },
    }),
];

const cause = fc.tuple(fc.constantFrom(...causes), fc.constantFrom(...causes)).map(
  ([outer, inner]) =>
    (text: string) =>
      outer(text, inner(text)),
);

/** Everything that has been written since the last time, wherever. */
async function written(): Promise<string> {
  await vi.runAllTimersAsync();
  const consoles = (['debug', 'info', 'warn', 'error'] as const).map((method) => console[method]);
  const calls = consoles.map((method) => vi.mocked(method).mock.calls);
  // Or nothing would be looked at.
  expect([calls.flat().length > 0, localStorage.length, posts.length > 0]).toEqual([true, 1, true]);
  const all = JSON.stringify([calls, Object.entries(localStorage), posts]);
  expect(Object.entries(sessionStorage)).toEqual([]);
  for (const method of consoles) vi.mocked(method).mockClear();
  localStorage.clear();
  posts = [];
  return all;
}

/** Which of these texts have been written since the last time. */
async function leaked(...texts: readonly string[]): Promise<string[]> {
  const all = await written();
  return texts.filter((text) => all.includes(JSON.stringify(text).slice(1, -1)));
}

it('of a logged cause', () =>
  fc.assert(
    fc.asyncProperty(secret, cause, async (text, make) => {
      log('error', 'Something failed.', make(text));
      expect(await leaked(text)).toEqual([]);
    }),
    { numRuns: roundsOf(400) },
  ));

it('of an error that nobody has caught', () => {
  vi.spyOn(performance, 'getEntriesByName').mockImplementation((address) =>
    address === 'https://shell.example/assets/shell-abcdefgh.js' ? [{} as PerformanceEntry] : [],
  );
  return fc.assert(
    fc.asyncProperty(secret, cause, base64url, async (text, make, token) => {
      browser = fakeBrowser();
      logUncaught();
      const thrown = make(`${text} https://shell.example/assets/${token}.js:1:1`);
      const filename = `https://shell.example/?code=${token}`;
      browser.fire('error', { error: thrown, message: text, filename, lineno: 1, colno: 2 });
      browser.fire('unhandledrejection', { reason: thrown });
      expect(await leaked(text, token)).toEqual([]);
    }),
    { numRuns: roundsOf(200) },
  );
});

it('of an action that the content asks for', () =>
  fc.assert(
    fc.asyncProperty(secret, async (text) => {
      const dispatch = createDispatch({} as RequestTable);
      await dispatch(text, { text });
      expect(await leaked(text)).toEqual([]);
    }),
  ));

it('but where nobody has caught it, of which kind it is, and which field of the configuration', async () => {
  vi.spyOn(performance, 'getEntriesByName').mockImplementation((address) =>
    address === 'https://shell.example/assets/shell-abcdefgh.js' ? [{} as PerformanceEntry] : [],
  );
  const place = 'https://shell.example/assets/shell-abcdefgh.js';
  browser.fire('error', { error: new RangeError('x'), filename: place, lineno: 3, colno: 14 });
  const reason = new TypeError('see https://shell.example/assets/mia-abcdefgh.js:1:1');
  reason.stack = `TypeError: ${reason.message}\n    at f (${place}:15:9)`;
  browser.fire('unhandledrejection', { reason });
  log('error', 'Something failed.', new ConfigurationError('project.title'));
  await vi.runAllTimersAsync();
  expect(JSON.parse(localStorage.getItem('persistentLogs') ?? '')).toMatchObject([
    {
      message: 'An error was not caught.',
      detail: { name: 'RangeError', file: 'shell-abcdefgh.js', line: 3, column: 14 },
    },
    {
      message: 'A rejection was not handled.',
      detail: { name: 'TypeError', file: 'shell-abcdefgh.js', line: 15, column: 9 },
    },
    { detail: { name: 'ConfigurationError', field: 'project.title' } },
  ]);
});

it.each<[string, 'error' | 'unhandledrejection', object, boolean]>([
  ['nothing of an extension', 'error', { filename: 'chrome-extension://abc/filter.js' }, false],
  ['nothing of one in Safari', 'error', { filename: 'webkit-masked-url://hidden/' }, false],
  ['nothing that it rejects', 'unhandledrejection', at('moz-extension://abc/fill.js:1:2'), false],
  [
    'what fails in the page below an extension',
    'unhandledrejection',
    at(
      'chrome-extension://abc/fetch.js:1:2)\n at (https://shell.example/assets/shell-abcdefgh.js:3:4',
    ),
    true,
  ],
  [
    'what fails in one of its wrappers, called by the page',
    'error',
    {
      filename: 'chrome-extension://abc/fetch.js',
      error: at('https://shell.example/assets/shell-abcdefgh.js:3:4').reason,
    },
    true,
  ],
  [
    'nothing of observers that wait for the next frame',
    'error',
    { message: 'ResizeObserver loop completed with undelivered notifications.', filename: 'x' },
    false,
  ],
])('and %s', async (_, type, event, isLogged) => {
  vi.spyOn(performance, 'getEntriesByName').mockReturnValue([{} as PerformanceEntry]);
  browser.fire(type, event);
  await vi.runAllTimersAsync();
  expect(console.error).toHaveBeenCalledTimes(isLogged ? 1 : 0);
});

function at(place: string): { readonly reason: Error } {
  const reason = new Error('x');
  reason.stack = `Error: x\n at f (${place})`;
  return { reason };
}

it('and no more than 25 of what nobody has caught, lest a loop push everything else out', async () => {
  for (let index = 0; index < 40; index++) browser.fire('unhandledrejection', { reason: index });
  await vi.runAllTimersAsync();
  expect(console.error).toHaveBeenCalledTimes(25);
});
