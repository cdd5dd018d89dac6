import { hash, randomUUID } from 'node:crypto';
import type { Middleware } from './middleware.ts';

type Cookies = Parameters<Middleware>[0]['cookies'];

/** Signed by the provider; a device id, and digests of the names that have signed in from the device. */
const cookie = 'lectern_device';
const options = { httpOnly: true, sameSite: 'lax', signed: true, path: '/sign-in' } as const;
const lifetimeInMs = 180 * 24 * 3_600_000;
/** On a device that many use, the names of the last ones: the cookie stays small. */
const namesMaximum = 40;

function read(cookies: Cookies): readonly [device: string, ...names: string[]] {
  const [device, ...names] = cookies.get(cookie, options)?.split('.') ?? [];
  return [device ?? randomUUID(), ...names];
}

const digestOf = (device: string, name: string) =>
  hash('sha256', `${device} ${name}`, 'base64url').slice(0, 16);

/** @returns the device's id where the account has signed in from it before. */
export function knownDevice(cookies: Cookies, name: string): string | undefined {
  const [device, ...names] = read(cookies);
  return names.includes(digestOf(device, name)) ? device : undefined;
}

/** Remembers that the account has signed in from this device. */
export function rememberDevice(cookies: Cookies, name: string): void {
  const [device, ...names] = read(cookies);
  const latest = [...new Set([digestOf(device, name), ...names])].slice(0, namesMaximum);
  cookies.set(cookie, [device, ...latest].join('.'), { ...options, maxAge: lifetimeInMs });
}
