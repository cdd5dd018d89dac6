import type { Device } from '@lectern/contracts';
import { sha256InHex } from '../auth/sha256.ts';
import { deviceHistoryKey, deviceIdKey } from '../storage-keys.ts';
import { storage } from '../storage/storage.ts';

/** Longest device id (specification, section 9). */
const deviceIdLength = 32;
const deviceIdPattern = new RegExp(`^[\\w-]{1,${deviceIdLength}}$`);

/**
 * A pseudonym of this browser, for licence seats alone: a hash of traits that thousands of browsers
 * share. Stored, so that it survives a new screen or a changed language.
 */
export async function deviceId(): Promise<string> {
  const stored = storage('local').read(deviceIdKey);
  if (stored !== null && deviceIdPattern.test(stored)) return stored;
  const id = (await sha256InHex(traits())).slice(0, deviceIdLength);
  storage('local').write(deviceIdKey, id);
  return id;
}

function traits(): string {
  return [
    operatingSystem(),
    navigator.language,
    Intl.DateTimeFormat().resolvedOptions().timeZone,
    screen.width,
    screen.height,
    screen.colorDepth,
    navigator.hardwareConcurrency,
    navigator.maxTouchPoints,
  ].join('|');
}

/** Description of the device for the licence service (specification, section 3). */
export async function describeDevice(version: string): Promise<Device> {
  const { registered, updated } = historyOf(version);
  return {
    device_identifier: await deviceId(),
    os_name: operatingSystem(),
    ...systemVersion(),
    // There is one surface for all devices.
    simple_ui: false,
    device_registration_date: registered,
    last_app_update: updated,
    screen_size: `${screen.width}x${screen.height}`,
    locale: navigator.language,
    app_version: version,
    ...browserName(),
    touch_device: navigator.maxTouchPoints > 0,
  };
}

/** Since when this browser has been a device, and with which version of the publication since when. */
interface DeviceHistory {
  readonly registered: string;
  readonly version: string;
  readonly updated: string;
}

function historyOf(version: string): DeviceHistory {
  const stored = storedHistory();
  if (stored?.version === version) return stored;
  const updated = new Date().toISOString();
  const history = { registered: stored?.registered ?? updated, version, updated };
  storage('local').write(deviceHistoryKey, JSON.stringify(history));
  return history;
}

function storedHistory(): DeviceHistory | undefined {
  const stored = storage('local').readJson(deviceHistoryKey) as Partial<DeviceHistory> | null;
  return isTime(stored?.registered) && isTime(stored?.updated)
    ? (stored as DeviceHistory)
    : undefined;
}

/** As `toISOString` writes it; years of more than four digits are no device's. */
function isTime(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    /^\d{4}-/.test(value) &&
    !Number.isNaN(Date.parse(value)) &&
    new Date(value).toISOString() === value
  );
}

/** Where a browser names itself in the user agent; most name those that they stem from, too. */
const browsers = [
  ['Edge', /Edg(?:A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /(?:Firefox|FxiOS)\//],
  ['Chrome', /(?:Chrome|CriOS)\//],
  ['Safari', /Version\/.*Safari\//],
] as const;

/** The browser, by which people recognize a device; no part of its pseudonym, and without a version. */
function browserName(): Pick<Device, 'model'> {
  const browser = browsers.find(([, mark]) => mark.test(navigator.userAgent));
  return browser ? { model: browser[0] } : {};
}

/** In this order: Android says that it is Linux, and an iPhone that it is like a Mac. */
const systems = ['Windows', 'Android', 'iPhone', 'iPad', 'CrOS', 'Mac OS X', 'Linux'] as const;

/** Coarse name of the operating system, as the user agent gives it. */
function operatingSystem(): string {
  return systems.find((name) => navigator.userAgent.includes(name)) ?? 'unknown';
}

/** The version that follows the system's name in the user agent; browsers name a coarse one, or none. */
function systemVersion(): Pick<Device, 'os_version'> {
  const version =
    /(?:Windows NT|Android|CrOS \w+|Mac OS X|iPhone OS|CPU OS) (\d+(?:[._]\d+)*)/.exec(
      navigator.userAgent,
    )?.[1];
  return version === undefined ? {} : { os_version: version.replaceAll('_', '.') };
}
