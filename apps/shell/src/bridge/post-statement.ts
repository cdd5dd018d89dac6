import { dataCalls } from '@lectern/contracts/calls/learning-records/data';
import type { Outbox } from '../outbox/outbox.ts';
import { checkByContract } from './payloads.ts';

/** Payload of `postStatement`: the learning-records service's own, without the subject. */
const payloadSchema = dataCalls.dataPut.body.shape.put_dto;

/**
 * Accepts a learning statement and gives its id. It gets its id and time here, so that it is the same
 * statement however often it is sent.
 *
 * @throws {BridgeFailure}
 */
export async function postStatement(outbox: Outbox, payload: unknown): Promise<string> {
  const { dto_id, statement } = checkByContract(payloadSchema, payload);
  const { id = crypto.randomUUID(), timestamp = new Date().toISOString() } = statement;
  const isTimeMade = statement.timestamp === undefined;
  const identified = Object.assign(statement, { id, timestamp });
  await outbox.acceptStatement(dto_id, identified, { isTimeMade });
  return id;
}
