import { isStorable } from '../../http/json-body.ts';
import { refusal, type RefusalCode } from './refusals.ts';

/** Query parameters by name: each known to the resource, and there once. */
export type Parameters = ReadonlyMap<string, string>;

/** Most parameters of a request; no resource knows half as many. */
const membersMaximum = 32;

/**
 * Reads what is written as a query or as a form (URL Standard, section 5), and refuses what others read
 * differently: a name that comes twice, and bytes that are no UTF-8.
 *
 * @throws {CallError}
 */
export function readPairs(
  text: string,
  code: RefusalCode = 'PARAMETER_INVALID',
): Map<string, string> {
  const pairs = new Map<string, string>();
  if (text === '') return pairs;
  const written = text.split('&', membersMaximum + 1);
  if (written.length > membersMaximum) throw refusal(code, 'There are too many parameters.');
  for (const pair of written) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals < 0 ? pair : pair.slice(0, equals), code);
    if (pairs.has(name)) throw refusal(code, `${quoted(name)} comes twice.`);
    pairs.set(name, equals < 0 ? '' : decode(pair.slice(equals + 1), code));
  }
  return pairs;
}

/** The query of a request's address. @throws {CallError} */
export function readQuery(url: string): Map<string, string> {
  const start = url.indexOf('?');
  return readPairs(start < 0 ? '' : url.slice(start + 1));
}

/** @throws {CallError} where a parameter is none of the resource's: names are told apart by case, too. */
export function requireKnown(parameters: Parameters, known: readonly string[]): void {
  for (const name of parameters.keys()) {
    if (!known.includes(name)) {
      throw refusal('PARAMETER_INVALID', `There is no parameter ${quoted(name)}.`);
    }
  }
}

function decode(text: string, code: RefusalCode): string {
  let decoded: string;
  try {
    decoded = decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw refusal(code, 'A parameter is not percent-encoded UTF-8.');
  }
  if (!isStorable(decoded)) throw refusal(code, 'A parameter holds a NUL.');
  return decoded;
}

const quotedMaximumLength = 60;

/** For a message: nobody reads a name of any length. */
function quoted(name: string): string {
  return JSON.stringify(name.slice(0, quotedMaximumLength));
}
