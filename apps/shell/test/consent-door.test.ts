import { beforeEach, expect, it, vi } from 'vitest';
import type { Consent } from '../src/consent/consent.ts';
import { readConfiguration } from '../src/configuration.ts';
import { createConsentDoor } from '../src/consent/consent-door.ts';
import type { ContentFrame } from '../src/content-frame/content-frame.ts';
import { createSessionStore } from '../src/session/session-store.ts';
import { fakeBrowser } from './fake-browser.ts';
import { necessaryConfiguration, ownOrigin } from './some-configuration.ts';
import { someSession } from './some-session.ts';

const showPreferences = vi.fn<() => void>();
const mountConsent = vi.fn<() => Promise<Pick<Consent, 'showPreferences'>>>();
vi.mock('../src/consent/mount-consent.tsx', () => ({ mountConsent }));

beforeEach(() => {
  fakeBrowser();
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', (paint: () => void) => setTimeout(paint));
  showPreferences.mockReset();
  mountConsent.mockReset().mockResolvedValue({ showPreferences });
});

const configuration = readConfiguration(necessaryConfiguration, ownOrigin);

/** A frame whose document loads when the test says so. */
function loadingFrame() {
  const listeners = new Set<() => void>();
  let isOpen = false;
  let isLoaded = false;
  const frame: ContentFrame = {
    window: null,
    get isOpen() {
      return isOpen;
    },
    get isLoaded() {
      return isLoaded;
    },
    open: () => void (isOpen = true),
    lead: () => {},
    close: () => void (isOpen = false),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const load = () => {
    isLoaded = true;
    for (const listener of listeners) listener();
  };
  return { frame, load };
}

const settle = () => vi.runAllTimersAsync();

it('on the login page it asks at once, but after a paint', async () => {
  const store = createSessionStore({ name: 'signed-out' });
  createConsentDoor(configuration, loadingFrame().frame, store).askWhenSettled();
  expect(mountConsent).not.toHaveBeenCalled();
  await settle();
  expect(mountConsent).toHaveBeenCalledOnce();
});

it('with content it waits until that has loaded, and asks once', async () => {
  const { frame, load } = loadingFrame();
  const store = createSessionStore({ name: 'completing' });
  createConsentDoor(configuration, frame, store).askWhenSettled();
  await settle();
  expect(mountConsent, 'the session is being loaded').not.toHaveBeenCalled();
  frame.open('https://content.example/');
  store.dispatch({ type: 'session started', session: someSession('mia') });
  await settle();
  expect(mountConsent, 'the content is being loaded').not.toHaveBeenCalled();
  load();
  load();
  await settle();
  expect(mountConsent).toHaveBeenCalledOnce();
});

it('opens the settings, and loads again what could not be loaded', async () => {
  const store = createSessionStore({ name: 'signed-out' });
  const door = createConsentDoor(configuration, loadingFrame().frame, store);
  mountConsent.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(door.openSettings()).rejects.toThrow('Failed to fetch');
  await door.openSettings();
  await door.openSettings();
  expect([mountConsent.mock.calls.length, showPreferences.mock.calls.length]).toEqual([2, 2]);
});
