import type { StatementInput } from '@lectern/contracts';
import { dataCalls } from '@lectern/contracts/calls/learning-records/data';
import type { Api } from '../api.ts';
import { log } from '../logging/log.ts';
import type { SessionStore } from '../session/session-store.ts';
import { askService } from './ask-service.ts';
import { BridgeFailure } from './bridge-failure.ts';
import { checkPayload } from './payloads.ts';

/** Payload of `postStatement`: the learning-records service's own, without the subject. */
const payloadSchema = dataCalls.dataPut.body.shape.put_dto;

function isStatementMissing(payload: unknown): boolean {
  if (typeof payload !== 'object' || payload === null) return true;
  const given: unknown = Object.getOwnPropertyDescriptor(payload, 'statement')?.value;
  return given === undefined || given === null;
}

/**
 * Stores a learning statement of this subject and gives its id.
 *
 * @throws {BridgeFailure}
 */
export async function postStatement(
  lars: Api['lars'],
  store: SessionStore,
  subject: string,
  payload: unknown,
): Promise<string> {
  // Section 5: a missing statement is an error of its own, and nothing is sent.
  if (isStatementMissing(payload)) {
    log('error', 'The learning statement is missing.');
    throw new BridgeFailure('BAD_PAYLOAD', 'The learning statement is missing.');
  }
  const { dto_id, statement } = checkPayload(payloadSchema, payload);
  const identified: StatementInput = {
    ...statement,
    id: statement.id ?? crypto.randomUUID(),
    timestamp: statement.timestamp ?? new Date().toISOString(),
  };
  const body = { subject, put_dto: { dto_id, statement: identified } };
  // The call as such must not be repeated, since the service would make a new id each time. This
  // statement has its id and time before it is first sent, so a repeat stores it once.
  const stored = await askService(store, 'Could not post the learning statement.', (signal) =>
    lars.dataPut({ body, signal, repeat: true, outlivesPage: true }),
  );
  return stored.statement_id;
}
