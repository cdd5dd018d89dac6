import { createContext, runInContext } from 'node:vm';
import { expect, test } from 'vitest';
import { reloadScript } from '../src/server/reload-script.ts';

/** A page that the script runs in, and what is heard of it. */
function openPage() {
  const location = { pathname: '/part/index.html', href: 'http://localhost/part/index.html?a=1' };
  const told: (() => void)[] = [];
  const replaced: string[] = [];
  class MessagePort {
    postMessage(): void {}
  }
  const page = createContext({
    URL,
    MessagePort,
    EventSource: class {
      addEventListener(_name: string, listener: () => void): void {
        told.push(listener);
      }
    },
    history: {
      state: null,
      replaceState: (_: unknown, __: string, to: URL) => replaced.push(to.href),
    },
    location: Object.assign(location, { reload: () => replaced.push('reloaded') }),
  });
  runInContext(reloadScript, page);
  return { page, location, replaced, change: () => told.forEach((tell) => tell()) };
}

test('a page whose router names other paths is loaded from its file, where the reader is', () => {
  const { page, location, replaced, change } = openPage();
  location.href = 'http://localhost/kapitel/regen?a=1#unten';
  change();
  runInContext(
    `new MessagePort().postMessage({ origin: 'iframe', action: 'setPlace', payload: { themaId: 'regen' } })`,
    page,
  );
  change();
  expect(replaced).toEqual([
    'http://localhost/part/index.html?a=1#unten',
    'reloaded',
    'http://localhost/part/index.html?a=1&themaId=regen#unten',
    'reloaded',
  ]);
});

test('scripts of the page may have the same names', () => {
  const { page } = openPage();
  expect(runInContext('const place = 1, parameters = 2, served = 3, note = 4; place', page)).toBe(
    1,
  );
});
