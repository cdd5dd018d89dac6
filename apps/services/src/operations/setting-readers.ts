import { isIP } from 'node:net';
import { services, type ServiceCode } from '@lectern/contracts';
import * as z from 'zod/mini';
import { DatabaseUrlProblem, readDatabaseUrl } from '../storage/database-url.ts';
import { readJsonFile } from './json-file.ts';
import { serviceLinkProblem } from './service-link.ts';
import { SettingProblem } from './setting-problem.ts';

/**
 * Reads the text of a variable that is set.
 *
 * @param name Of the variable, for the message.
 * @throws {SettingProblem}
 */
export type Reader<Value> = (text: string, name: string) => Value;

export const text: Reader<string> = (value) => value;

/** Quotes and white space that belong to a file of variables; not every reader of such files takes them off. */
export const leftovers = /^\s|\s$|^(["']).*\1$/s;

/** A sentence that does not repeat the value: it may be secret. */
export function leftoversOf(name: string): string {
  return `${name} stands in quotes, or has a space or line end around it, which are part of it here: take them away.`;
}

/** A text that another system compares letter by letter. */
export const textAlone: Reader<string> = (value, name) => {
  if (leftovers.test(value)) throw new SettingProblem(leftoversOf(name));
  return value;
};

export const databaseUrl: Reader<string> = (value, name) => {
  try {
    return readDatabaseUrl(value);
  } catch (error) {
    if (!(error instanceof DatabaseUrlProblem)) throw error;
    throw new SettingProblem(`${name} ${error.message}.`);
  }
};

export function wholeNumber(maximum: number, minimum = 0): Reader<number> {
  return (value, name) => {
    const number = Number(textAlone(value, name));
    if (!/^\d+$/.test(value) || number > maximum)
      throw new SettingProblem(`${name} is ${value}; it must be a whole number up to ${maximum}.`);
    if (number < minimum)
      throw new SettingProblem(`${name} is ${number}; it must be at least ${minimum}.`);
    return number;
  };
}

const portNumber = wholeNumber(65_535);

export const port: Reader<number> = (value, name) => {
  const problem = serviceLinkProblem(name, value);
  if (problem) throw new SettingProblem(problem);
  return portNumber(value, name);
};

/** Texts between commas. */
export const list: Reader<string[]> = (value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

export const filledList: Reader<string[]> = (value, name) => {
  const named = list(value, name);
  if (named.length > 0) return named;
  throw new SettingProblem(`${name} names nothing: give names, separated by commas.`);
};

/** Addresses or networks, such as `10.0.0.0/8`. A name is refused: each request would look it up. */
export const networks: Reader<string[]> = (value, name) => {
  const named = list(value, name);
  const other = named.find((network) => !isNetwork(network));
  if (other === undefined) return named;
  throw new SettingProblem(
    `${name} names ${other}, which is neither an address nor a network such as 10.1.2.0/24.`,
  );
};

/** The same, of those whose word about others counts. */
export const trustedNetworks: Reader<string[]> = (value, name) => {
  const named = networks(value, name);
  if (!named.some((network) => /\/0+$/.test(network))) return named;
  throw new SettingProblem(
    `${name} names every address, so that anybody could pretend to be another: name your proxies.`,
  );
};

function isNetwork(text: string): boolean {
  const [, address = '', bits = '0'] = /^([^/]+)(?:\/(\d+))?$/.exec(text) ?? [];
  const family = isIP(address);
  return family !== 0 && Number(bits) <= (family === 6 ? 128 : 32);
}

/** Services by code; undefined where no code is named: all. */
export const serviceCodes: Reader<ServiceCode[] | undefined> = (value, name) => {
  const codes = list(value, name);
  if (codes.length === 0) return undefined;
  const unknown = codes.find((code) => !Object.hasOwn(services, code));
  if (unknown === undefined) return codes as ServiceCode[];
  const names = Object.keys(services).join(', ');
  throw new SettingProblem(
    `${name} names ${unknown}, which is not a service; the services are ${names}.`,
  );
};

export const webAddress: Reader<URL> = (value, name) => {
  const url = URL.parse(value);
  if (url && /^https?:$/.test(url.protocol)) return url;
  textAlone(value, name);
  throw new SettingProblem(`${name} must be a web address.`);
};

/** A web address, letter by letter. */
export const webAddressText: Reader<string> = (value, name) =>
  webAddress(value, name) && textAlone(value, name);

/** An origin, without a slash at its end. */
export const origin: Reader<string> = (value, name) => {
  const { origin: read, href } = webAddress(value, name);
  if (href === `${read}/`) return read;
  throw new SettingProblem(`${name} must be an origin: scheme, host and port without a path.`);
};

export function oneOf<const Word extends string>(words: readonly Word[]): Reader<Word> {
  return (value, name) => {
    const word = words.find((candidate) => candidate === value);
    if (word !== undefined) return word;
    throw new SettingProblem(`${name} is ${value}; it must be one of ${words.join(', ')}.`);
  };
}

/** A secret that signs something; the message does not repeat it. */
export function secret(minimumInBytes: number): Reader<string> {
  return (value, name) => {
    if (Buffer.byteLength(value) >= minimumInBytes) return value;
    throw new SettingProblem(
      `${name} is too short: it must have at least ${minimumInBytes} bytes.`,
    );
  };
}

/** JSON. The message has the place of a fault and what it must be, never the value: it may be secret. */
export function json<Value>(schema: z.ZodMiniType<Value>): Reader<Value> {
  return (value, name) => {
    const { success, data, error } = z.safeParse(schema, parseJson(value, name));
    if (success) return data;
    const [issue] = error.issues;
    const place = [name, ...(issue?.path ?? [])].join('.');
    throw new SettingProblem(`${place} cannot be used: ${issue?.message}.`);
  };
}

function parseJson(value: string, name: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    throw new SettingProblem(`${name} is not JSON.`);
  }
}

/** A file with JSON, as text. */
export const jsonFile: Reader<string> = (file, name) => readJsonFile(name, file);

export function jsonFileOf<Value>(schema: z.ZodMiniType<Value>): Reader<Value> {
  return (file, name) => json(schema)(jsonFile(file, name), name);
}
