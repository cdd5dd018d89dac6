import type { Statement } from '@lectern/contracts/xapi';
import {
  exchange,
  NoUsableAnswer,
  retryAfterInMs,
  type AddressRule,
  type Exchanged,
} from '../../outgoing/client.ts';
import type { Database } from '../../storage/database.ts';
import { attachmentsOf } from '../model/attachments.ts';
import type { XapiVersion } from '../model/check.ts';
import { sameStatement } from '../model/comparison.ts';
import { storedAttachments } from '../store/attachments.ts';
import { answerWithAttachments, plainAnswer } from '../xapi/statement-answers.ts';
import type { Forwarded } from './batch.ts';
import type { ForwardingTarget } from './target.ts';

/** Result of sending some statements. */
export type Outcome =
  | { readonly kind: 'arrived' }
  /** It cannot take anything now; `pauseInMs`: how long it wants to be left alone. */
  | {
      readonly kind: 'unavailable';
      readonly reason: string;
      readonly pauseInMs?: number | undefined;
    }
  /** It does not take these, or one of them. */
  | { readonly kind: 'refused'; readonly status: number; readonly answer: string };

export interface SendLimits {
  readonly rule: AddressRule;
  readonly timeoutInMs: number;
  readonly signal: AbortSignal;
}

/** As much of what a store says as somebody reads, in characters. */
const answerMaximum = 2_000;
/** Of what is read of an answer, in bytes: a statement, or the ids of a batch. */
const bodyMaximumInBytes = 1024 * 1024;
/** Statuses that tell of the credentials or the moment: any statement would get them. */
const statusesOfTarget = new Set([401, 407, 408, 425, 429]);
/** Statuses that tell of the target, as where its address is wrong, or of what was sent to it. */
const statusesOfEither = new Set([402, 403, 404, 405, 406, 410, 415, 421, 423, 426, 451]);
/** Statuses of a statement that is wrong, or of headers that the target does not understand. */
const statusesOfHeaders = new Set([400, 406, 415]);

/** Sends statements in one request (xAPI 1.0.3, Communication 2.1.2; IEEE 9274.1.1, 4.1.6.1). */
export async function sendStatements(
  database: Database,
  target: ForwardingTarget,
  statements: readonly Forwarded[],
  limits: SendLimits,
): Promise<Outcome> {
  const { contentType, body } = await bodyOf(database, target, statements);
  const request = new Request(resourceOf(target), {
    method: 'POST',
    headers: { ...headersOf(target), 'Content-Type': contentType },
    body: new Uint8Array(body),
  });
  const outcome = await asked(request, limits, async (answer) => {
    if (answer.status >= 200 && answer.status <= 299) {
      return hasIds(await readText(answer, bodyMaximumInBytes), statements)
        ? { kind: 'arrived' }
        : unavailable(`answered with status ${answer.status}, but not with the ids`);
    }
    return failureOf(answer);
  });
  if (outcome.kind === 'refused' && statusesOfEither.has(outcome.status)) {
    const unusable = await takesNothing(target, limits);
    if (unusable) return unusable;
  }
  const [only, ...others] = statements;
  if (!only || others.length > 0 || outcome.kind !== 'refused') return outcome;
  if (statusesOfHeaders.has(outcome.status)) {
    return (await understandsNothing(target, limits)) ?? outcome;
  }
  if (outcome.status !== 409) return outcome;
  return (await outcomeOfConflict(target, only, limits)) ?? outcome;
}

/**
 * Asks a target with an empty list: one that refuses even that takes nothing, and setting aside its refusals would
 * set everything aside.
 *
 * @returns how it cannot be used; `undefined`: it can, or has something against an empty list
 */
async function takesNothing(
  target: ForwardingTarget,
  limits: SendLimits,
): Promise<Outcome | undefined> {
  const request = new Request(resourceOf(target), {
    method: 'POST',
    headers: { ...headersOf(target), 'Content-Type': 'application/json' },
    body: '[]',
  });
  const outcome = await asked(request, limits, async (answer) => {
    const { status } = answer;
    if (status >= 200 && status <= 299) return { kind: 'arrived' };
    return statusesOfEither.has(status) ? unavailableBy(answer) : failureOf(answer);
  });
  return outcome.kind === 'unavailable' ? outcome : undefined;
}

/**
 * Asks a target for statements with the same headers: stores answer 400 to an unknown version (1.0.3,
 * Communication 3.3), gateways to headers. A key that may only write tells nothing.
 */
async function understandsNothing(
  target: ForwardingTarget,
  limits: SendLimits,
): Promise<Outcome | undefined> {
  const request = new Request(`${resourceOf(target)}?limit=1`, { headers: headersOf(target) });
  let status = 0;
  await asked(request, limits, async (answer) => {
    ({ status } = answer);
    return { kind: 'arrived' };
  });
  return statusesOfHeaders.has(status)
    ? unavailable(
        `answered with status ${status}, also where no statement is sent: it may not know version ${versionOf(target)}`,
      )
    : undefined;
}

/** Ends what was asked with an outcome, whatever happens. */
async function asked(
  request: Request,
  limits: SendLimits,
  use: (answer: Exchanged) => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await exchange(request, limits, use);
  } catch (error) {
    limits.signal.throwIfAborted();
    if (!(error instanceof NoUsableAnswer)) throw error;
    return unavailable(error.message);
  }
}

function unavailable(reason: string): Outcome {
  return { kind: 'unavailable', reason };
}

async function failureOf(answer: Exchanged): Promise<Outcome> {
  const { status } = answer;
  return status >= 400 && status <= 499 && !statusesOfTarget.has(status)
    ? { kind: 'refused', status, answer: shown(await readText(answer, answerMaximum * 4)) }
    : unavailableBy(answer);
}

function unavailableBy(answer: Exchanged): Outcome {
  return {
    kind: 'unavailable',
    reason: `answered with status ${answer.status}`,
    pauseInMs: retryAfterInMs(answer),
  };
}

/** A server that answers anything with 200 is no record store, or not yet. */
function hasIds(text: string, statements: readonly Forwarded[]): boolean {
  const answered = parsed(text);
  if (!Array.isArray(answered)) return false;
  const ids = new Set(answered.map((id) => String(id).toLowerCase()));
  return statements.every(({ found }) => ids.has(found.id));
}

/**
 * Reads the meaning of 409: the statement has arrived where the store has the very same under its id. A store that
 * does not let it be read is believed.
 *
 * @returns `undefined` where the store has another one, or none
 */
async function outcomeOfConflict(
  target: ForwardingTarget,
  { found: { id }, statement }: Forwarded,
  limits: SendLimits,
): Promise<Outcome | undefined> {
  for (const parameter of ['statementId', 'voidedStatementId']) {
    const url = new URL(resourceOf(target));
    url.searchParams.set(parameter, id);
    let hasNone = false;
    let isOther = false;
    const outcome = await asked(
      new Request(url, { headers: headersOf(target) }),
      limits,
      async (answer) => {
        hasNone = answer.status === 404;
        isOther =
          answer.status === 200 &&
          !isSame(parsed(await readText(answer, bodyMaximumInBytes)), statement);
        return answer.status < 500 && answer.status !== 429
          ? { kind: 'arrived' }
          : failureOf(answer);
      },
    );
    if (isOther) return undefined;
    if (!hasNone) return outcome;
  }
  return undefined;
}

/** The stored statement may have any form. */
function isSame(known: unknown, statement: Statement): boolean {
  try {
    return sameStatement(known as Statement, statement);
  } catch {
    return false;
  }
}

/** Statements as they are, but for `stored`, which each store sets; with what came with them. */
async function bodyOf(
  database: Database,
  target: ForwardingTarget,
  statements: readonly Forwarded[],
) {
  const version = versionOf(target);
  const json = `[${statements.map((one) => jsonFor(version, one)).join(',')}]`;
  if (!statements.some(({ statement }) => attachmentsOf(statement).length > 0)) {
    return plainAnswer(json);
  }
  const found = statements.map((one) => one.found);
  const attached = await storedAttachments(database, found);
  return answerWithAttachments(database, json, attached.flat());
}

/** A store of 1.0.3 takes no `version` of 2.0; without one, what both versions have in common is fine. */
function jsonFor(version: XapiVersion, { found, statement }: Forwarded): string {
  if (version !== '1.0.3' || !statement.version?.startsWith('2.')) return found.json;
  const { version: _, ...unversioned } = statement;
  return JSON.stringify(unversioned);
}

function resourceOf({ endpoint }: ForwardingTarget): string {
  return `${endpoint.replace(/\/+$/, '')}/statements`;
}

function headersOf(target: ForwardingTarget) {
  const { key, secret } = target;
  return {
    Authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`,
    'X-Experience-API-Version': versionOf(target),
  };
}

function versionOf({ version = '1.0.3' }: ForwardingTarget): XapiVersion {
  return version;
}

/** Bytes beyond the maximum are dropped. */
async function readText({ body }: Exchanged, maximumInBytes: number): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    pieces.push(piece);
    size += piece.length;
    if (size >= maximumInBytes) break;
  }
  return Buffer.concat(pieces).subarray(0, maximumInBytes).toString('utf8');
}

/** On one line, for a terminal and a table. */
function shown(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, answerMaximum)
    .toWellFormed();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
