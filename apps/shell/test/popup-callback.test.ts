import { expect, it, vi } from 'vitest';
import { fakeBrowserForEachTest } from './fake-browser.ts';

fakeBrowserForEachTest();

const page = 'https://shell.example/popup-callback.html';
const answer = `${page}?code=c0de&state=s`;

/** Opens the page; gives what it has done, in order. */
async function visit(address: string, hasOpener: boolean): Promise<unknown[]> {
  const done: unknown[] = [];
  const does =
    (what: string) =>
    (...args: unknown[]) =>
      void done.push([what, ...args]);
  vi.stubGlobal('location', Object.assign(new URL(address), { replace: does('replace') }));
  vi.stubGlobal('opener', hasOpener ? { postMessage: does('post') } : null);
  vi.stubGlobal('history', {
    replaceState: (...[, , path]: unknown[]) => done.push(['show', path]),
  });
  vi.stubGlobal('document', { querySelector: () => ({}) });
  vi.stubGlobal('close', does('close'));
  vi.resetModules();
  await import('../src/auth/popup-callback.ts');
  return done;
}

const origin = 'https://shell.example';

it.each<[string, string, boolean, unknown[]]>([
  ['begins a sign-in', page, true, [['post', { signInPopup: 'open' }, origin]]],
  [
    'gives its opener the answer, and closes',
    answer,
    true,
    [['show', '/popup-callback.html'], ['post', { signInAnswer: answer }, origin], ['close']],
  ],
  ['is the login page where it has no opener', page, false, [['replace', '/login']]],
  [
    'is the login page, with no code in its address, where an answer comes without opener',
    answer,
    false,
    [
      ['show', '/popup-callback.html'],
      ['replace', '/login'],
    ],
  ],
])('%s', async (_, address, hasOpener, expected) => {
  expect(await visit(address, hasOpener)).toEqual(expected);
});
