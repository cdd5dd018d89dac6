import { contract, type StatementInput } from '@lectern/contracts';
import { CallFailed, defaultRetryPausesInMs } from '@lectern/contracts/client';
import type { Api } from '../api.ts';
import { log } from '../logging/log.ts';
import { BridgeFailure } from './bridge-failure.ts';
import { checkPayload } from './payloads.ts';
import { fromService } from './service-failure.ts';

/** Payload of `postStatement`: the learning-records service's own, without the subject. */
const payloadSchema = contract.lars.dataPut.body.shape.put_dto;

/**
 * Stores a learning statement and gives its id.
 *
 * The call as such must not be repeated, since the service would make a new id each time. Here every
 * statement has its id and time before it is first sent, so a repeat stores it once.
 *
 * @throws {BridgeFailure}
 */
export async function postStatement(
  lars: Api['lars'],
  subject: string,
  payload: unknown,
): Promise<string> {
  // Section 5: a missing statement is an error of its own, and nothing is sent.
  if (typeof payload !== 'object' || payload === null || !Object.hasOwn(payload, 'statement')) {
    log('error', 'The learning statement is missing.');
    throw new BridgeFailure('BAD_PAYLOAD', 'The learning statement is missing.');
  }
  const { dto_id, statement } = checkPayload(payloadSchema, payload);
  const identified: StatementInput = {
    ...statement,
    id: statement.id ?? crypto.randomUUID(),
    timestamp: statement.timestamp ?? new Date().toISOString(),
  };
  const put = () => lars.dataPut({ body: { subject, put_dto: { dto_id, statement: identified } } });
  const stored = await fromService(
    'Could not post the learning statement.',
    withRetry(put, defaultRetryPausesInMs),
  );
  return stored.statement_id;
}

async function withRetry<T>(send: () => Promise<T>, pausesInMs: readonly number[]): Promise<T> {
  try {
    return await send();
  } catch (error) {
    const [pause, ...rest] = pausesInMs;
    if (pause === undefined || !(error instanceof CallFailed) || !error.mayRetry) throw error;
    await new Promise((resolve) => setTimeout(resolve, pause));
    return withRetry(send, rest);
  }
}
