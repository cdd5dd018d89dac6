import { beforeEach, describe, expect, it, vi } from 'vitest';
import { storage, type StorageKind } from '../src/storage/storage.ts';
import { fakeBrowser } from './fake-browser.ts';

beforeEach(() => void fakeBrowser());

describe('a known kind', () => {
  it('keeps its entries apart from the other', () => {
    storage('session').write('tabId', 'one');
    storage('local').write('deviceId', 'two');
    expect(Object.entries(sessionStorage)).toEqual([['tabId', 'one']]);
    expect(Object.entries(localStorage)).toEqual([['deviceId', 'two']]);
    expect(storage('session').read('tabId')).toBe('one');
    storage('session').remove('tabId');
    expect(storage('session').read('tabId')).toBeNull();
  });

  it('is cleared wholly, or of the names that begin alike', () => {
    for (const area of [sessionStorage, localStorage])
      for (const key of ['oidc.user:a', 'oidc.', 'xoidc.', 'deviceId']) area.setItem(key, 'x');
    storage('local').removeAll('oidc.');
    storage('session').clear();
    expect(Object.keys(localStorage)).toEqual(['xoidc.', 'deviceId']);
    expect(sessionStorage).toHaveLength(0);
  });
});

it.each(['cookie', '', 'constructor', '__proto__'])(
  'the unknown kind %j raises an error',
  (kind) => {
    expect(() => storage(kind as StorageKind)).toThrow(`No storage “${kind}”.`);
  },
);

/** A browser whose storage throws at its mention, as where cookies are blocked. */
function switchOff(): void {
  for (const name of ['sessionStorage', 'localStorage']) vi.stubGlobal(name, undefined);
}

/** Storage without any room. */
function fill(): void {
  for (const area of [sessionStorage, localStorage])
    vi.spyOn(Object.getPrototypeOf(area) as Storage, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
}

it.each([
  ['switched off', switchOff],
  ['full', fill],
])('storage that is %s keeps nothing, and fails nobody', (_what, arrange) => {
  arrange();
  for (const kind of ['session', 'local'] as const) {
    const area = storage<StorageKind>(kind);
    area.write('deviceId', 'x');
    expect(area.read('deviceId')).toBeNull();
    area.remove('deviceId');
    area.removeAll('oidc.');
    area.clear();
  }
});
