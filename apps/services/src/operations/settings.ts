import { isIP } from 'node:net';
import { services, type ServiceCode } from '@lectern/contracts';
import * as z from 'zod/mini';
import type { LogLevel } from '../http/log.ts';
import { readTls, TlsProblem, type Tls } from '../http/tls.ts';
import { DatabaseUrlProblem, readDatabaseUrl } from '../storage/database-url.ts';

/** A setting that is missing or cannot be meant; the message is a sentence for who set it. */
export class SettingProblem extends Error {
  override readonly name = 'SettingProblem';
}

export type Environment = Readonly<Record<string, string | undefined>>;

const logLevels = ['error', 'warn', 'info', 'debug'] as const satisfies readonly LogLevel[];

/**
 * Reads all parts before it tells what is wrong with them.
 *
 * @throws {SettingProblem} with a line for each part that cannot be used
 */
export function readAll<Parts extends Readonly<Record<string, () => unknown>>>(
  parts: Parts,
): { readonly [Name in keyof Parts]: ReturnType<Parts[Name]> } {
  const problems: string[] = [];
  const read = Object.entries(parts).map(([name, readPart]) => {
    try {
      return [name, readPart()];
    } catch (error) {
      if (!(error instanceof SettingProblem)) throw error;
      problems.push(error.message);
      return [name, undefined];
    }
  });
  if (problems.length > 0) throw new SettingProblem(problems.join('\n'));
  return Object.fromEntries(read) as { [Name in keyof Parts]: ReturnType<Parts[Name]> };
}

/** @throws {SettingProblem} */
export function databaseSetting(environment: Environment, name: string): string {
  const text = requiredSetting(environment, name);
  try {
    return readDatabaseUrl(text);
  } catch (error) {
    if (!(error instanceof DatabaseUrlProblem)) throw error;
    throw new SettingProblem(`${name} ${error.message}.`);
  }
}

/** @throws {SettingProblem} */
export function requiredSetting(environment: Environment, name: string): string {
  const value = environment[name];
  if (!value) throw new SettingProblem(`The environment variable ${name} is missing.`);
  return value;
}

/** @throws {SettingProblem} for anything but a whole number from 0 to `maximum` */
export function requiredNumberSetting(
  environment: Environment,
  name: string,
  maximum: number,
): number {
  return toNumber(name, requiredSetting(environment, name), maximum);
}

/**
 * @returns `undefined` where the variable is not set
 * @throws {SettingProblem} for anything but a whole number from 0 to `maximum`
 */
export function numberSetting(
  environment: Environment,
  name: string,
  maximum: number,
): number | undefined {
  const value = environment[name];
  return value ? toNumber(name, value, maximum) : undefined;
}

function toNumber(name: string, value: string, maximum: number): number {
  const number = Number(value);
  if (/^\d+$/.test(value) && number <= maximum) return number;
  throw new SettingProblem(`${name} is ${value}; it must be a whole number up to ${maximum}.`);
}

/** @returns the parts between commas; none where the variable is not set */
function listSetting(environment: Environment, name: string): string[] {
  return (environment[name] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

/**
 * Reverse proxies by address or network, such as `10.0.0.0/8`.
 *
 * @throws {SettingProblem} for a name: it would have to be looked up for each request
 */
export function networksSetting(environment: Environment, name: string): string[] {
  const networks = listSetting(environment, name);
  const other = networks.find((network) => !isIP(network.split('/', 1)[0]!));
  if (other === undefined) return networks;
  throw new SettingProblem(`${name} names ${other}, which is neither an address nor a network.`);
}

/**
 * The services that a process serves.
 *
 * @returns `undefined` where the variable is not set: all
 * @throws {SettingProblem} for a code that no service has
 */
export function servicesSetting(environment: Environment, name: string): ServiceCode[] | undefined {
  const codes = listSetting(environment, name);
  if (codes.length === 0) return undefined;
  const unknown = codes.find((code) => !Object.hasOwn(services, code));
  if (unknown === undefined) return codes as ServiceCode[];
  const known = Object.keys(services).join(', ');
  throw new SettingProblem(
    `${name} names ${unknown}, which is not a service; the services are ${known}.`,
  );
}

/**
 * @returns the origin, without a slash at its end; `undefined` where the variable is not set
 * @throws {SettingProblem} for an address with more than an origin
 */
export function originSetting(environment: Environment, name: string): string | undefined {
  const value = environment[name];
  if (!value) return undefined;
  const { origin, href } = requireWebAddress(name, value);
  if (href === `${origin}/`) return origin;
  throw new SettingProblem(`${name} must be an origin: scheme, host and port without a path.`);
}

/** @throws {SettingProblem} */
export function requireWebAddress(name: string, value: string): URL {
  const url = URL.parse(value);
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new SettingProblem(`${name} must be a web address.`);
}

/**
 * @returns `undefined` where a reverse proxy ends TLS, or nobody does
 * @throws {SettingProblem}
 */
export function tlsSetting(environment: Environment): Tls | undefined {
  try {
    return readTls(environment);
  } catch (error) {
    throw error instanceof TlsProblem ? new SettingProblem(error.message) : error;
  }
}

/** @throws {SettingProblem} */
export function logLevelSetting(environment: Environment, name: string): LogLevel {
  const value = environment[name] || 'info';
  const level = logLevels.find((one) => one === value);
  if (level) return level;
  throw new SettingProblem(`${name} is ${value}; it must be one of ${logLevels.join(', ')}.`);
}

/**
 * Reads a secret that signs something; the message does not repeat it.
 *
 * @returns `undefined` where the variable is not set
 * @throws {SettingProblem} for a secret that is shorter
 */
export function secretSetting(
  environment: Environment,
  name: string,
  minimumInBytes: number,
): string | undefined {
  const secret = environment[name] || undefined;
  if (!secret || Buffer.byteLength(secret) >= minimumInBytes) return secret;
  throw new SettingProblem(`${name} is too short: it must have at least ${minimumInBytes} bytes.`);
}

/**
 * A setting that is JSON. What the message says of it is its place and what it must be, never the
 * value: it may be secret.
 *
 * @returns `undefined` where the variable is not set
 * @throws {SettingProblem}
 */
export function jsonSetting<Value>(
  environment: Environment,
  name: string,
  schema: z.ZodMiniType<Value>,
): Value | undefined {
  const text = environment[name];
  if (!text) return undefined;
  const { success, data, error } = z.safeParse(schema, parseJson(name, text));
  if (success) return data;
  const [issue] = error.issues;
  const place = [name, ...(issue?.path ?? [])].join('.');
  throw new SettingProblem(`${place} cannot be used: ${issue?.message}.`);
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SettingProblem(`${name} is not JSON.`);
  }
}
