import { readUserRecord, remainingSeconds, type UserRecord } from '../auth/user-record.ts';
import type { SignInConfiguration } from '../configuration.ts';
import { readUserSession, type UserSession } from './user-session.ts';

/** A stored sign-in after a reload. */
export interface RestoredSession {
  readonly record: UserRecord;
  readonly session: UserSession;
  /** The access token still holds; otherwise it must be renewed before anything is shown. */
  readonly isLive: boolean;
}

/** The session to go on with after a reload, if there is one. */
export function restoreSession(signIn: SignInConfiguration): RestoredSession | undefined {
  const record = readUserRecord(signIn);
  const session = readUserSession();
  return record && session && { record, session, isLive: remainingSeconds(record) > 0 };
}
