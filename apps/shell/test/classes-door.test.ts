import { expect, it, vi } from 'vitest';
import { askAboutJoinCode } from '../src/classes/classes-door.ts';
import { keepJoinCode, keptJoinCode } from '../src/session/kept-join-code.ts';
import { createSessionStore } from '../src/session/session-store.ts';
import { fakeBrowserForEachTest } from './fake-browser.ts';
import { someSession } from './some-session.ts';

fakeBrowserForEachTest();

it('a class’s code is kept until the dialog has loaded that asks about it', async () => {
  const code = 'H4TW-9KXM-3RP9';
  keepJoinCode(code);
  const store = createSessionStore({ name: 'completing' });
  const session = someSession('mia');
  const asked: string[] = [];
  let isAway = true;
  askAboutJoinCode(store, async (joinCode) => {
    asked.push(joinCode);
    if (isAway) throw new TypeError('Failed to fetch');
  });
  store.dispatch({ type: 'session started', session });
  store.dispatch({ type: 'session refreshed', session });
  // The first has ended.
  await new Promise((resolve) => setTimeout(resolve));
  expect(asked).toEqual([code]);
  expect(keptJoinCode()).toBe(code);
  isAway = false;
  store.dispatch({ type: 'session refreshed', session });
  await vi.waitFor(() => expect(keptJoinCode()).toBeUndefined());
  expect(asked).toEqual([code, code]);
});
