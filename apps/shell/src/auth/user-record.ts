import type { SignInConfiguration } from '../configuration.ts';
import { userRecordKey } from '../storage-keys.ts';
import { storage } from '../storage/storage.ts';

/**
 * The signed-in user as session storage keeps it (specification, section 3). It never leaves the
 * shell: no message to the content carries any of it.
 */
export interface UserRecord {
  readonly id_token: string;
  readonly access_token: string;
  readonly refresh_token?: string;
  /** When the access token expires, in seconds since 1970. */
  readonly expires_at: number;
  readonly token_type: string;
  /** The provider's session, as it names it (OpenID Connect Session Management 1.0, section 2). */
  readonly session_state?: string;
  /** The subject alone: names are asked from the user service. */
  readonly profile: { readonly sub: string };
}

type Client = Pick<SignInConfiguration, 'authority' | 'clientId'>;

/** Characters of a token that can be received and sent: VSCHAR (RFC 6749, appendices A.12 and A.17). */
const tokenShape = /^[ -~]+$/;

/** The stored record, or nothing when there is none or it is damaged. */
export function readUserRecord({ authority, clientId }: Client): UserRecord | undefined {
  const stored = storage('session').readJson(userRecordKey(authority, clientId));
  const record = stored as Partial<UserRecord> | null;
  return isToken(record?.access_token) &&
    (record.refresh_token === undefined || isToken(record.refresh_token)) &&
    typeof record.id_token === 'string' &&
    typeof record.expires_at === 'number' &&
    typeof record.profile?.sub === 'string'
    ? (record as UserRecord)
    : undefined;
}

function isToken(value: unknown): value is string {
  return typeof value === 'string' && tokenShape.test(value);
}

export function writeUserRecord({ authority, clientId }: Client, record: UserRecord): void {
  storage('session').write(userRecordKey(authority, clientId), JSON.stringify(record));
}

/** Seconds until the access token expires; negative afterwards. */
export function remainingSeconds(record: UserRecord): number {
  return record.expires_at - Date.now() / 1000;
}

/** The record with the session that the provider's answer names, where it names one. */
export function withSessionState(record: UserRecord, answer: URL): UserRecord {
  const named = answer.searchParams.get('session_state');
  return named === null ? record : { ...record, session_state: named };
}
