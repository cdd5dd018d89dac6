import { CallFailed } from '@lectern/contracts/client';
import type { ClassesTexts } from './texts/de.ts';

/** Why something could not be done, as its sentence is named. */
export type Fault = keyof ClassesTexts['faults'];

/** A membership that one request of several could not change. */
export class MembershipRefused extends Error {
  override readonly name = 'MembershipRefused';
  readonly code: string;
  /** State that the membership is in. */
  readonly state: string | undefined;

  constructor(code: string, state: string | undefined) {
    super(code);
    this.code = code;
    this.state = state;
  }
}

/** Faults by the contract's codes. */
const faults: Readonly<Record<string, Fault>> = {
  JOIN_CODE_UNKNOWN: 'codeUnknown',
  GROUP_FULL: 'full',
  GROUPS_TOO_MANY: 'tooManyGroups',
  DISPLAY_NAME_TAKEN: 'nameTaken',
  GROUP_NOT_FOUND: 'gone',
  GROUP_NOT_LED: 'notLed',
  LAST_LEADER: 'lastLeader',
  INVITATION_DECLINED: 'declined',
  SUBJECT_ERASED: 'membershipChanged',
  MEMBERSHIP_NOT_FOUND: 'membershipChanged',
  MEMBERSHIP_NOT_ACCEPTED: 'membershipChanged',
  MEMBERSHIP_NOT_REQUESTED: 'membershipChanged',
  MEMBERSHIP_CHANGED: 'membershipChanged',
  TRANSACTION_CONFLICT: 'membershipChanged',
  SHARINGS_TOO_MANY: 'tooManySharings',
  PERMISSION_MISSING: 'notAllowed',
  ROLE_FORBIDDEN: 'notAllowed',
};

export function faultOf(error: unknown): Fault {
  if (error instanceof MembershipRefused) {
    const { code, state } = error;
    if (code === 'MEMBERSHIP_CHANGED' && state === 'accepted') return 'alreadyIn';
    return faults[code] ?? 'failed';
  }
  if (!(error instanceof CallFailed)) return 'failed';
  const fault = faults[error.code ?? ''];
  if (fault) return fault;
  if (error.status === 429) return 'tooManyTries';
  return error.kind === 'network' || error.kind === 'timeout' ? 'offline' : 'failed';
}
