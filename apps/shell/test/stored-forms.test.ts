import { describe, expect, it, vi } from 'vitest';
import { createAskAnew } from '../src/auth/ask-anew.ts';
import { keepPendingSignIn, takePendingSignIn } from '../src/auth/pending-sign-in.ts';
import { claimTab } from '../src/auth/tab-lock.ts';
import { readUserRecord, writeUserRecord } from '../src/auth/user-record.ts';
import {
  notedPlace,
  notePlace,
  saveDeepLink,
  storedDeepLink,
} from '../src/content-frame/deep-link.ts';
import { log } from '../src/logging/log.ts';
import { describeDevice, deviceId } from '../src/session/device.ts';
import { isMyDataAwaited } from '../src/session/sign-in-intent.ts';
import { readHeldSeat, writeHeldSeat } from '../src/session/held-seat.ts';
import { keptCoupon, keptUnclearCoupon } from '../src/session/kept-coupon.ts';
import { keptJoinCode } from '../src/session/kept-join-code.ts';
import { keepLeftPlace, takeLeftPlace } from '../src/session/left-place.ts';
import { createOtherTabs } from '../src/session/other-tabs.ts';
import { checkedSession } from '../src/session/stored-session.ts';
import { isPandaLogin, readUserSession, writeUserSession } from '../src/session/user-session.ts';
import * as keys from '../src/storage-keys.ts';
import { storage, type StorageKind } from '../src/storage/storage.ts';
import { isTestingMode } from '../src/testing-overlay/testing-mode.ts';
import { readOverlayState } from '../src/testing-overlay/overlay-state.ts';
import { fakeBrowser, fakeBrowserForEachTest, type FakeWindow } from './fake-browser.ts';
import { someSession } from './some-session.ts';
import { someUserRecord } from './some-user-record.ts';

fakeBrowserForEachTest();

const client = { authority: 'https://id.example', clientId: 'shell' };
const userRecordKey = keys.userRecordKey(client.authority, client.clientId);
const session = someSession('mia');
const pending = { state: 'state', nonce: 'nonce', verifier: 'verifier' };
const seat = {
  license_code: 'L-1',
  license_usage_id: 'U-1',
  heartbeat_interval_in_seconds: 60,
  keptAt: 1_700_000_000_000,
};

/** A key of storage: its readers' answers, and those where nothing is stored. */
interface Stored {
  readonly kind: StorageKind;
  /** Stores something that is right. */
  readonly write: () => void;
  readonly read: () => unknown;
  /** Tells if the result can be used; default: nothing was read. */
  readonly isUsable?: (read: never) => boolean;
}

const isText = (maximum: number) => (read: unknown) =>
  read === undefined || (typeof read === 'string' && read.length > 0 && read.length <= maximum);
const isPlace = (read: Readonly<Record<string, unknown>> | undefined) =>
  Object.values(read ?? {}).every((value) => typeof value === 'string');

type Key = keys.StorageKeys['session'] | keys.StorageKeys['local'];
type Name = Exclude<Key, `oidc.${string}`> | 'oidc.user';

/** A key that is told nothing of here does not compile. */
const all: Readonly<Record<Name, Stored>> = {
  'oidc.user': {
    kind: 'session',
    write: () => writeUserRecord(client, someUserRecord()),
    read: () => readUserRecord(client),
  },
  userSession: {
    kind: 'session',
    write: () => writeUserSession(session),
    read: () => {
      const stored = readUserSession();
      return stored && checkedSession(stored);
    },
    isUsable: (read: ReturnType<typeof checkedSession> | undefined) => {
      if (!read) return true;
      isPandaLogin(read);
      return (
        [read.licences, read.identities, read.properties].every(
          (list) => list.length === 0 || typeof list[0] === 'object',
        ) && typeof read.isTeacher === 'boolean'
      );
    },
  },
  deepLink: {
    kind: 'session',
    write: () => saveDeepLink({ exerciseGroupId: 'a' }),
    read: storedDeepLink,
    isUsable: isPlace,
  },
  place: {
    kind: 'session',
    write: () => notePlace({ exerciseGroupId: 'a' }),
    read: notedPlace,
    isUsable: isPlace,
  },
  tabId: {
    kind: 'session',
    write: () => sessionStorage.setItem('tabId', crypto.randomUUID()),
    read: async () => {
      const onCopy = vi.fn<() => void>();
      await claimTab(onCopy);
      return onCopy.mock.calls.length > 0 || sessionStorage.getItem('tabId');
    },
    isUsable: (read: string | boolean | null) =>
      read === null || (typeof read === 'string' && /^[\da-f-]{36}$/.test(read)),
  },
  pendingSignIn: {
    kind: 'session',
    write: () => keepPendingSignIn(pending),
    read: () => takePendingSignIn(new URL('/auth-callback?state=state', location.origin)),
  },
  coupon: {
    kind: 'session',
    write: () => sessionStorage.setItem('coupon', 'ABCD-EFGH'),
    read: keptCoupon,
    isUsable: isText(64),
  },
  unclearCoupon: {
    kind: 'session',
    write: () => sessionStorage.setItem('unclearCoupon', 'ä'),
    read: keptUnclearCoupon,
    isUsable: isText(200),
  },
  joinCode: {
    kind: 'session',
    write: () => sessionStorage.setItem('joinCode', 'ABCD-EFGH-JKLM'),
    read: keptJoinCode,
    isUsable: isText(39),
  },
  opens: {
    kind: 'session',
    write: () => sessionStorage.setItem('opens', 'my-data'),
    read: () => isMyDataAwaited() || undefined,
  },
  seat: { kind: 'session', write: () => writeHeldSeat(seat), read: readHeldSeat },
  testingOverlay: {
    kind: 'session',
    write: () => sessionStorage.setItem('testingOverlay', '{"isOpen":true}'),
    read: () => readOverlayState(storage('session').readJson('testingOverlay')),
    isUsable: ({ isOpen, folded }: ReturnType<typeof readOverlayState>) =>
      typeof isOpen === 'boolean' && folded.every((name) => typeof name === 'string'),
  },
  deviceId: {
    kind: 'local',
    write: () => localStorage.setItem('deviceId', 'a'.repeat(32)),
    read: deviceId,
    isUsable: (read: string) => /^[\w-]{1,32}$/.test(read),
  },
  deviceHistory: {
    kind: 'local',
    write: () => void describeDevice('1'),
    read: async () => (await describeDevice('1')).device_registration_date,
    isUsable: (read: string) => new Date(read).toISOString() === read,
  },
  // Written alone, for what comes later.
  prosEnvironment: {
    kind: 'local',
    write: () => storage('local').write('prosEnvironment', '{}'),
    read: () => undefined,
  },
  forceTestingMode: {
    kind: 'local',
    write: () => localStorage.setItem('forceTestingMode', 'true'),
    read: () =>
      isTestingMode('production', 'localhost', () => storage('local').read('forceTestingMode')),
    isUsable: (read: unknown) => typeof read === 'boolean',
  },
  persistentLogs: {
    kind: 'local',
    write: () => localStorage.setItem('persistentLogs', '[{"message":"one"}]'),
    read: () => {
      log('error', 'One.');
      browser.fire('pagehide');
      return JSON.parse(localStorage.getItem('persistentLogs') ?? '[]') as unknown;
    },
    isUsable: (read: unknown) => Array.isArray(read) && read.length <= 100,
  },
  leftPlaces: {
    kind: 'local',
    write: () => keepLeftPlace('mia', { exerciseGroupId: 'a' }),
    read: () => takeLeftPlace('mia'),
    isUsable: isPlace,
  },
  signedOut: {
    kind: 'local',
    write: () => {},
    read: async () => {
      const onSignedOut = vi.fn<() => void>();
      const tokens = { held: someUserRecord() };
      const tabs = createOtherTabs({ issuer: client.authority, tokens, onSignedOut });
      browser.fire('storage', { key: 'signedOut', newValue: localStorage.getItem('signedOut') });
      await tabs.person();
      return onSignedOut.mock.calls.length > 0 || undefined;
    },
  },
  // Any value asks the next user for the password: that is the safe side.
  askAnew: {
    kind: 'local',
    write: () => createAskAnew().demand(),
    read: () => createAskAnew().isDue,
    isUsable: (read: unknown) => typeof read === 'boolean',
  },
};

let browser: FakeWindow;

const forms: Readonly<Record<string, string>> = {
  'nothing at all': '',
  'a blank': ' ',
  'JSON that was cut': '{"access_token":"a","user":{"sub',
  null: 'null',
  true: 'true',
  'a number': '7',
  'a number without end': '1e999',
  'a list': '[]',
  'a list of nothing': '[null,null]',
  'a list of lists': '[[[]]]',
  'a text': '"text"',
  'an empty object': '{}',
  'a page': '<!doctype html><title>Proxy</title>',
  'another program’s': '[object Object]',
  undefined: 'undefined',
  'percent signs that mean nothing': '%E9%20%',
  'half a surrogate pair': '\ud800',
  'half a surrogate pair, escaped': '"\\ud800"',
  'control characters': '\0\u0001\u2028',
  'names of prototypes': '{"__proto__":{"isTeacher":true},"constructor":{"prototype":{}}}',
  'far too much': `{"x":"${'x'.repeat(1_000_000)}"}`,
  'a text that is far too long': 'x'.repeat(1_000_000),
  'very deep': '['.repeat(5_000) + ']'.repeat(5_000),
};

/** The right value, with one of its members of another type, or missing. */
function spoilt(right: string): readonly (readonly [string, string])[] {
  let value: unknown;
  try {
    value = JSON.parse(right);
  } catch {
    return [];
  }
  const spoil = (inner: unknown, path: string): [string, string, unknown][] => {
    if (typeof inner !== 'object' || inner === null) return [];
    return Object.entries(inner).flatMap(([name, member]): [string, string, unknown][] => {
      const change = (by: unknown): unknown =>
        Array.isArray(inner)
          ? inner.map((each, place) => (String(place) === name ? by : (each as unknown)))
          : { ...inner, [name]: by };
      const at = `${path}.${name}`;
      const others = [null, undefined, 7, -1e308, 'text', [], {}, [null], { a: 1 }, true];
      return [
        ...others.map((other): [string, string, unknown] => [
          at,
          JSON.stringify(other) ?? 'nothing',
          change(other),
        ]),
        ...spoil(member, at).map(([where, what, deep]): [string, string, unknown] => [
          where,
          what,
          change(deep),
        ]),
      ];
    });
  };
  return spoil(value, '').map(([where, what, whole]) => [
    `${where}: ${what}`,
    JSON.stringify(whole),
  ]);
}

const keyOf = (name: Name) => (name === 'oidc.user' ? userRecordKey : name);

describe.each(Object.entries(all) as [Name, Stored][])('what is stored as %s', (name, stored) => {
  const { kind, write, read, isUsable = (found: unknown) => found === undefined } = stored;
  const area = () => (kind === 'session' ? sessionStorage : localStorage);
  const start = () => void (browser = fakeBrowser());

  it.each(Object.entries(forms))('is checked: %s', async (_what, form) => {
    start();
    area().setItem(keyOf(name), form);
    expect(isUsable((await read()) as never)).toBe(true);
  });

  it('is checked member by member', async () => {
    start();
    write();
    const right = await vi.waitFor(() => area().getItem(keyOf(name)) ?? '');
    for (const [what, form] of spoilt(right)) {
      area().setItem(keyOf(name), form);
      const result = await Promise.resolve(read()).catch((error: unknown) => error);
      expect.soft(result, what).not.toBeInstanceOf(Error);
      // Of some there is nothing to be said but that nobody stumbles.
      const isChecked = stored.isUsable === undefined || isUsable(result as never);
      expect.soft(isChecked, what).toBe(true);
    }
  });
});
