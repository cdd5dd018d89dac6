// @vitest-environment happy-dom
import { StrictMode, useEffect, type ReactElement, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { mountApp } from '../../src/app.tsx';
import { AuthCallback } from '../../src/routes/auth-callback.tsx';
import { Login } from '../../src/routes/login.tsx';
import { Logout } from '../../src/routes/logout.tsx';
import type { Shell } from '../../src/shell.ts';
import { loadTexts } from '../../src/texts/texts.ts';
import { set } from '../session-scene.ts';
import { someProject } from '../some-project.ts';

/* React's strict mode, which developers have, runs every effect twice; what a page does when it is entered happens once. */

vi.mock(import('react-dom/client'), async (importOriginal) => {
  const actual = await importOriginal();
  return { ...actual, createRoot: vi.fn<typeof createRoot>(actual.createRoot) };
});

let root: Root | undefined;
beforeEach(() => loadTexts('de-CH'));
afterEach(() => root?.unmount());

type Props = Parameters<typeof Login>[0] & Parameters<typeof AuthCallback>[0];
const propsOf = ({ control, store }: Pick<ReturnType<typeof set>, 'control' | 'store'>) =>
  ({
    configuration: { project: someProject },
    control,
    store,
    frame: { open: () => {}, close: () => {} },
  }) as unknown as Props;

function render(page: ReactNode, search = ''): void {
  const { hook } = memoryLocation({ path: '/page' });
  root = createRoot(document.createElement('div'));
  flushSync(() =>
    root!.render(
      <StrictMode>
        <Router hook={hook} searchHook={() => search}>
          {page}
        </Router>
      </StrictMode>,
    ),
  );
}

it('is on in all pages', () => {
  const rendered: ReactElement[] = [];
  const fake = { render: (page: ReactElement) => void rendered.push(page), unmount() {} };
  vi.mocked(createRoot).mockReturnValueOnce(fake);
  const parts = { store: { state: { name: 'signed-out' }, subscribe() {} }, configuration: {} };
  const shell = { ...parts, consent: { askWhenSettled() {} } };
  mountApp(shell as unknown as Shell, document.createElement('div'));
  expect(rendered.map(({ type }) => type)).toEqual([StrictMode]);
});

it('runs effects twice here', () => {
  const effect = vi.fn<() => void>();
  function Page() {
    useEffect(effect);
    return null;
  }
  render(<Page />);
  expect(effect).toHaveBeenCalledTimes(2);
});

it('a login that starts at once starts once, and keeps its deep link', async () => {
  const scene = set({ state: { name: 'signed-out' } });
  render(<Login {...propsOf(scene)} />, 'directLogin=true&themaId=bach&subThemaNumber=2');
  const left = () => scene.happened.filter((what) => what.startsWith('leaves for '));
  await vi.waitFor(() => expect(left()).not.toEqual([]));
  expect(left()).toHaveLength(1);
  expect(left()[0]).toContain('/authorize?');
  expect(JSON.parse(sessionStorage.getItem('deepLink')!)).toEqual({
    themaId: 'bach',
    subThemaNumber: '2',
  });
});

it('the callback runs once, with the answer that the page was opened with', () => {
  const scene = set({ state: { name: 'signed-out' } });
  const address = 'https://shell.example/auth-callback?code=c&state=s';
  vi.stubGlobal('location', new URL(address));
  const finishSignIn = vi.fn<(answer: URL) => Promise<void>>(async () => {});
  render(<AuthCallback {...propsOf(scene)} control={{ ...scene.control, finishSignIn }} />);
  expect(finishSignIn.mock.calls.map(([answer]) => answer.href)).toEqual([address]);
  expect(scene.happened).toEqual(['shows /auth-callback']);
});

it('signing out happens once', async () => {
  const { control, store, happened } = set();
  render(<Logout control={control} store={store} />);
  const left = () => happened.filter((what) => what.startsWith('leaves for '));
  await vi.waitFor(() => expect(left()).not.toEqual([]));
  // Refresh and access token.
  expect(happened.filter((what) => what === 'token revoked')).toHaveLength(2);
  expect(left()).toHaveLength(1);
});
