// @vitest-environment happy-dom
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { Router } from 'wouter';
import { Login } from '../../src/routes/login.tsx';
import { loadTexts } from '../../src/texts/texts.ts';
import { set } from '../session-scene.ts';
import { necessaryConfiguration } from '../some-configuration.ts';
import { someProject } from '../some-project.ts';

it('directLogin that needs a press for its popup leaves the page with its button', async () => {
  await loadTexts('de-CH');
  const configured = { signIn: { ...necessaryConfiguration.signIn, mode: 'popup' } };
  const { control, store } = set({ state: { name: 'signed-out' }, configured });
  const open = vi.fn<() => null>(() => null);
  vi.stubGlobal('open', open);
  const props = {
    configuration: { project: someProject },
    control,
    store,
    frame: { open: () => {}, close: () => {} },
  } as unknown as Parameters<typeof Login>[0];
  const page = document.createElement('div');
  flushSync(() =>
    createRoot(page).render(
      <Router searchHook={() => 'directLogin=true'}>
        <Login {...props} />
      </Router>,
    ),
  );
  expect(open).toHaveBeenCalledTimes(1);
  await vi.waitFor(() => expect(page.querySelector('.button')?.textContent).toBe('Anmelden'));
  expect(page.querySelector('[role=alert]')).toBeNull();
});
