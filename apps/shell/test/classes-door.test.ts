import { expect, it } from 'vitest';
import { askAboutJoinCode } from '../src/classes/classes-door.ts';
import { forgetJoinCode, keepJoinCode, keptJoinCode } from '../src/session/kept-join-code.ts';
import { createSessionStore } from '../src/session/session-store.ts';
import { fakeBrowserForEachTest } from './fake-browser.ts';
import { someSession } from './some-session.ts';

fakeBrowserForEachTest();

it('the question about a class is asked once, and anew where its dialog could not be loaded', async () => {
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
  isAway = false;
  store.dispatch({ type: 'session refreshed', session });
  await new Promise((resolve) => setTimeout(resolve));
  store.dispatch({ type: 'session refreshed', session });
  expect(asked).toEqual([code, code]);
  // A reload asks anew, until the dialog forgets the code.
  expect(keptJoinCode()).toBe(code);
  forgetJoinCode();
  store.dispatch({ type: 'session refreshed', session });
  keepJoinCode(code);
  store.dispatch({ type: 'session refreshed', session });
  expect(asked).toEqual([code, code, code]);
});
