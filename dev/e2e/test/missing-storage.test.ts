import type { BrowserContext } from 'playwright-core';
import { expect, test } from 'vitest';
import { arriveBeforeEach, newCast, visitBeforeAll } from '../src/journeys.ts';
import type { Learner } from '../src/learner.ts';
import { signInFromLoginPage } from '../src/sign-in-pages.ts';

/* Storage that is switched off throws at its mention; storage that is full throws when it is written. */

const [mia] = newCast();

let context: BrowserContext;
let learner: Learner;

const { platform } = visitBeforeAll();
arriveBeforeEach((arrival) => ({ context, learner } = arrival));

type Area = 'localStorage' | 'sessionStorage';

/** Switches these off on the shell's pages. */
const switchOff = (...areas: Area[]) =>
  context.addInitScript(
    ([shell, names]) => {
      if (location.origin !== shell) return;
      for (const name of names)
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('switched off', 'SecurityError');
          },
        });
    },
    [platform.shell, areas] as const,
  );

/** Leaves no room in these on the shell's pages. */
const fill = (...areas: Area[]) =>
  context.addInitScript(
    ([shell, names]) => {
      if (location.origin !== shell) return;
      const full = new Set(names.map((name) => window[name]));
      const { setItem } = Storage.prototype;
      Storage.prototype.setItem = function store(this: Storage, key: string, value: string) {
        if (full.has(this)) throw new DOMException('full', 'QuotaExceededError');
        setItem.call(this, key, value);
      };
    },
    [platform.shell, areas] as const,
  );

/** Takes away what Safari does in its Lockdown Mode. */
const lockDown = () =>
  context.addInitScript(() => {
    for (const name of ['caches', 'IDBKeyRange', 'indexedDB', 'WebAssembly'])
      Reflect.deleteProperty(window, name);
    for (const name of ['locks', 'serviceWorker'])
      Reflect.deleteProperty(Navigator.prototype, name);
  });

test.each([
  ['switched off', switchOff],
  ['full', fill],
  ['there, without databases and locks', lockDown],
])('with local storage that is %s people sign in, reload and sign out', async (_how, arrange) => {
  await arrange('localStorage');
  await learner.signIn(mia);
  await learner.content.getByText('Hallo Mia').waitFor();
  await learner.page.reload();
  await learner.content.getByText('Hallo Mia').waitFor();
  await learner.signOut();
  expect(new URL(learner.page.url()).pathname).toBe('/login');
});

test.each([
  ['switched off', switchOff],
  ['full', fill],
])('with no storage at all, %s, the login page says what is wrong', async (_how, arrange) => {
  const { page } = learner;
  await arrange('localStorage', 'sessionStorage');
  await page.goto(platform.shell);
  await signInFromLoginPage(page, mia);
  const problem = page.getByRole('alert');
  await problem.getByText('No matching state found in storage').waitFor();
  await page.getByRole('button', { name: 'Anmelden', exact: true }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/login');
});
