import { afterEach, beforeEach, vi } from 'vitest';

/** Storage as the browser's, in memory. Keys are own properties, as `Object.keys` expects. */
export function memoryStorage(): Storage {
  const methods = {
    get length() {
      return Object.keys(storage).length;
    },
    getItem: (key: string) => (Object.hasOwn(storage, key) ? String(storage[key]) : null),
    setItem: (key: string, value: string) => void (storage[key] = value),
    removeItem: (key: string) => void delete storage[key],
    clear: () => Object.keys(storage).forEach((key) => delete storage[key]),
    key: (index: number) => Object.keys(storage)[index] ?? null,
  };
  const storage: Storage = Object.create(methods);
  return storage;
}

/** Sends messages and events to what the code under test has registered on `window`. */
export interface FakeWindow {
  /** Calls the listeners of this type, as the browser does with its event. */
  fire(type: string, event?: object): void;
}

/**
 * Puts the parts of a browser in place that the code under test touches. Undone by
 * `vi.unstubAllGlobals`.
 */
export function fakeBrowser(address = 'https://shell.example/'): FakeWindow {
  const listeners = new Map<string, Set<(event: object) => void>>();
  const addEventListener = (type: string, listener: (event: object) => void) => {
    listeners.set(type, (listeners.get(type) ?? new Set()).add(listener));
  };
  vi.stubGlobal('sessionStorage', memoryStorage());
  vi.stubGlobal('localStorage', memoryStorage());
  vi.stubGlobal('location', new URL(address));
  vi.stubGlobal('document', { addEventListener, visibilityState: 'visible' });
  vi.stubGlobal('addEventListener', addEventListener);
  vi.stubGlobal('removeEventListener', (type: string, listener: (event: object) => void) =>
    listeners.get(type)?.delete(listener),
  );
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('screen', { width: 1280, height: 800, colorDepth: 24 });
  vi.stubGlobal('navigator', {
    onLine: true,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64)',
    language: 'de-CH',
    hardwareConcurrency: 4,
    maxTouchPoints: 0,
    locks: navigator.locks,
  });
  for (const method of ['debug', 'info', 'warn', 'error'] as const)
    vi.spyOn(console, method).mockImplementation(() => {});
  return {
    fire: (type, event = {}) => listeners.get(type)?.forEach((listener) => listener(event)),
  };
}

/** For a test file: each test has a browser of its own, and leaves neither it nor mocks behind. */
export function fakeBrowserForEachTest(): void {
  let browser: FakeWindow;
  beforeEach(() => void (browser = fakeBrowser()));
  afterEach(() => {
    // The log stores what it has gathered now, and not in the browser of the next test.
    browser.fire('pagehide');
  });
}
