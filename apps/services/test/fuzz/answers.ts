import { homedir } from 'node:os';
import { generalErrors, type CallErrors } from '@lectern/contracts';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import type { RawAnswer } from '../bare-server.ts';
import type { ServedCall } from '../served-calls.ts';
import { headerLines } from './headers.ts';
import { correlationId, mustBeRefused, type Input } from './inputs.ts';
import { isParsed } from './send.ts';

/** Traces, SQL, files: what a caller must never read in an answer. */
const leaks: readonly RegExp[] = [
  /\bat [^\n]{1,200}:\d+:\d+/,
  /\bfile:\/\/\/(?!etc\/passwd)/,
  /\bnode:[a-z]/,
  /node_modules/,
  /syntax error at|relation "|violates |duplicate key value|invalid input syntax|out of range for type/,
  /\bpg_|\bselect \*|\bfrom "|insert into "/,
  /ECONN|ENOENT|EPIPE|kysely|fastify/i,
];
const paths = [process.cwd(), homedir()].filter((path) => path !== '/');

const refusal = z.object({
  result_state: z.literal('ERROR'),
  result_messages: z.array(z.object({ code: z.string(), text: z.string() })).check(z.minLength(1)),
});

/**
 * Asserts that an answer is one of those that the contract knows for this call, and fits the input.
 *
 * @param changes what was written meanwhile
 */
export function expectRightAnswer(
  served: ServedCall,
  input: Input,
  answer: RawAnswer,
  changes: readonly string[],
): void {
  expectContractual(served, answer);
  const id = [input.headers['X-Ia-Correlation-Id']].flat().join(',');
  // Requests that Node's own parser refuses are answered before they have an id.
  if (id === correlationId && isParsed(headerLines(input.headers))) {
    expect(answer.headers['x-ia-correlation-id']).toBe(correlationId);
  }
  if (mustBeRefused(served, input)) expect(answer).toSatisfy(isRefusal);
  if (isRefusal(answer)) expect(changes).toEqual([]);
}

function expectContractual(served: ServedCall, answer: RawAnswer): void {
  const { call } = served;
  expectNoLeak(answer);
  if (isRefusal(answer)) return expectKnownError(call.errors, answer);
  expect(answer.status).toBe(200);
  if ('mediaType' in call.answer) {
    expect(answer.headers['content-type']).toBe(call.answer.mediaType);
    return;
  }
  const { result_state, result_messages, ...payload } = JSON.parse(answer.body) as {
    result_state: string;
    result_messages?: unknown;
  };
  expect(result_state).toMatch(result_messages ? /^WARNING$/ : /^(OK|IA_OK)$/);
  // Equal, not only valid: nothing is told that the contract does not describe.
  expect(z.parse(call.answer, payload)).toEqual(payload);
}

/** An answer in the form of an error, with a code that is known and the status that belongs to it. */
export function expectKnownError(own: CallErrors, answer: RawAnswer): void {
  const { result_messages } = z.parse(refusal, JSON.parse(answer.body));
  // Nothing is away in these tests, so a status beyond 499 has to be one of the call's own.
  const general = Object.entries<CallErrors[string]>(generalErrors);
  const codes = { ...Object.fromEntries(general.filter(([, { status }]) => status < 500)), ...own };
  for (const { code } of result_messages) {
    expect({ code, status: codes[code]?.status }).toEqual({ code, status: answer.status });
  }
}

/** True where the call itself has answered, and nothing that stands before it. */
export function isOfHandler({ call }: ServedCall, answer: RawAnswer): boolean {
  if (!isRefusal(answer)) return true;
  const { result_messages } = z.parse(refusal, JSON.parse(answer.body));
  return result_messages.some(({ code }) => code in call.errors);
}

function isRefusal({ status }: RawAnswer): boolean {
  return status >= 300;
}

export function expectNoLeak({ body, headers }: RawAnswer): void {
  const response = `${JSON.stringify(headers)}\n${body}`;
  for (const leak of leaks) expect(response).not.toMatch(leak);
  for (const path of paths) expect(response).not.toContain(path);
}
