import type { Answer, Contract, ResultMessage } from '@lectern/contracts';
import { membershipOf, type Member, type Standing } from './group-row.ts';
import type { Decision } from './membership-decisions.ts';

type Result = Answer<Contract['gres']['groupsAddMemberships']>['results'][number];

/**
 * The result of one membership of a request.
 *
 * @param subject By the name under which the group has it.
 * @param before As the request found it.
 */
export function resultOf(
  subject: string,
  decision: Decision,
  before: Member | undefined,
  { madeAt, seesSharings }: { readonly madeAt: Date | undefined; readonly seesSharings: boolean },
): Result {
  const { outcome } = decision;
  if ('revoke' in decision) {
    const revoked = { ...decision.revoke, changed_at: madeAt! };
    const membership = membershipOf(revoked, false);
    return { subject, outcome, membership: { ...membership, membership_state: 'revoked' } };
  }
  const now = 'write' in decision ? writtenAt(decision, before, madeAt!) : before;
  return {
    subject,
    outcome,
    ...('refusal' in decision && { refusal: decision.refusal }),
    ...(now && { membership: membershipOf(now, seesSharings) }),
  };
}

/** A membership as it was written: what others are not told leaves it as old as it was. */
function writtenAt(
  { write, change }: Extract<Decision, { readonly write: Standing }>,
  before: Member | undefined,
  madeAt: Date,
) {
  const isTold = !('of_request' in change && change.of_request);
  return { ...write, changed_at: isTold || !before ? madeAt : before.changed_at };
}

/** The state of a request by its results: one that is refused is a warning. */
export function resultStateOf(results: readonly Result[]) {
  const result_messages: ResultMessage[] = results.flatMap(({ subject, refusal }) =>
    refusal ? [{ code: refusal, text: `The membership of ${subject} was not changed.` }] : [],
  );
  if (result_messages.length > 0) return { result_state: 'WARNING', result_messages } as const;
  if (results.some(({ outcome }) => outcome === 'CHANGED')) return {};
  return { result_state: 'IA_OK' } as const;
}
