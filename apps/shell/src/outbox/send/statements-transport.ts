import type { Api } from '../../api.ts';
import type { IdentifiedStatement, PendingStatement } from '../model/statement.ts';
import { deliveredVerdict, hasCode } from '../model/verdict.ts';
import { confirmStatement } from './confirm.ts';
import type { Transport, TryLimit } from './transport.ts';

export function createStatementsTransport(
  api: Pick<Api, 'lars'>,
  subject: string,
): Transport<'statements'> {
  return {
    async deliver(_lane, { target, writes }, limit) {
      for (const write of writes) await putStatement(api, subject, target, write, limit);
      return deliveredVerdict(writes);
    },

    outcomes: (about, { arrived, failure }, aside) => [
      ...arrived.map(
        ({ statement: { id } }) => ({ kind: 'statement delivered', about, id }) as const,
      ),
      ...aside.map(
        ({ statement: { id } }) =>
          ({ kind: 'statement refused', about, id, reason: failure?.reason ?? '' }) as const,
      ),
    ],
  };
}

interface PutOptions extends TryLimit {
  /** Default: false, as the sender has pauses of its own. */
  readonly repeat?: boolean;
}

/**
 * Has a statement stored under the user's name. One that was stored before with another time, where
 * the shell made both, is the same.
 *
 * @throws {CallFailed | BridgeFailure} `UNAVAILABLE` where the answer does not say that it is stored.
 */
export async function putStatement(
  api: Pick<Api, 'lars'>,
  subject: string,
  about: string,
  { statement, isTimeMade = false }: PendingStatement,
  options: PutOptions,
): Promise<void> {
  async function put(sent: IdentifiedStatement): Promise<void> {
    const answer = await api.lars.dataPut({
      body: { subject, put_dto: { dto_id: about, statement: sent } },
      xIaSubject: subject,
      outlivesPage: true,
      ...options,
    });
    confirmStatement(sent, answer);
  }
  try {
    await put(statement);
  } catch (error) {
    if (!isTimeMade || !hasCode(error, 'STATEMENT_CONFLICT')) throw error;
    // Said again, after it had been delivered with the time of then: without a time it is the same.
    const { timestamp: _, ...timeless } = statement;
    await put(timeless);
  }
}
