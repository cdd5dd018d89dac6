import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { bodyKindOf } from '../../http/request-body.ts';
import { readPairs, type Parameters } from './query.ts';
import { refusal } from './refusals.ts';
import { knownVersion, versionHeader } from './version.ts';

/*
 * The alternate request syntax of xAPI 1.0.3 (Communication 1.3): any request as the POST of a form, for
 * clients that can send no other. IEEE 9274.1.1 has it no more.
 */

/** The request that a form stands for. */
export interface AlternateRequest {
  readonly parameters: Parameters;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Also what Storyline 2 says, and browsers that send forms across origins without a type of theirs. */
const formType = /^(?:application\/x-www-form-urlencoded|text\/plain)?\s*(?:;|$)/i;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Members of a form that are headers of the request; names as Node gives them. */
const headerMembers: ReadonlySet<string> = new Set([
  'accept',
  'accept-language',
  'authorization',
  'content-length',
  'content-type',
  'if-match',
  'if-modified-since',
  'if-none-match',
  versionHeader,
]);

/** Characters of a header's value (RFC 9110, section 5.5); a form could hold any. */
const headerValue = /^[\x20-\x7e]{0,8192}$/;

/** @param query of a POST. */
export function isAlternate(query: Parameters, headers: IncomingHttpHeaders): boolean {
  return query.has('method') && knownVersion(headers[versionHeader]) !== '2.0.0';
}

/**
 * Reads the method before the form is there.
 *
 * @returns the method that it asks for
 * @throws {CallError} also for a large form without a header Authorization: nobody unknown makes the
 *   service read megabytes
 */
export function alternateMethod(query: Parameters, request: FastifyRequest): string {
  if (query.size !== 1) {
    throw refusal('ALTERNATE_REQUEST_INVALID', 'Beside method all parameters belong in the form.');
  }
  if (!formType.test(request.headers['content-type'] ?? '')) {
    const fault =
      'The body must be a form: application/x-www-form-urlencoded, text/plain or no type.';
    throw refusal('ALTERNATE_REQUEST_INVALID', fault);
  }
  if (request.headers.authorization === undefined && bodyKindOf(request) === 'stream') {
    throw refusal('BODY_TOO_LARGE', 'So large a form needs the header Authorization beside it.');
  }
  return query.get('method')!;
}

/** Takes a form apart; what it says of the request wins. @throws {CallError} */
export function readAlternateRequest(
  form: Buffer,
  given: IncomingHttpHeaders,
  method: string,
): AlternateRequest {
  const parameters = readPairs(textOf(form), 'ALTERNATE_REQUEST_INVALID');
  // Headers of the form itself say nothing of its content.
  const headers: IncomingHttpHeaders = { ...given };
  delete headers['content-type'];
  delete headers['content-length'];
  for (const [name, value] of parameters) {
    const header = name.toLowerCase();
    if (!headerMembers.has(header)) continue;
    if (!headerValue.test(value)) {
      throw refusal('ALTERNATE_REQUEST_INVALID', `${header} cannot be a header.`);
    }
    parameters.delete(name);
    headers[header] = value;
  }
  const content = parameters.get('content');
  parameters.delete('content');
  if (content === undefined && (method === 'PUT' || method === 'POST')) {
    throw refusal('ALTERNATE_REQUEST_INVALID', 'content: is missing');
  }
  headers['content-type'] ??= 'application/json';
  return { parameters, headers, body: Buffer.from(content ?? '') };
}

function textOf(form: Buffer): string {
  try {
    return utf8.decode(form);
  } catch {
    throw refusal('ALTERNATE_REQUEST_INVALID', 'The form is not UTF-8.');
  }
}
