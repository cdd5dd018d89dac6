import type { UserRecord } from '../src/auth/user-record.ts';

/** Mia's tokens, which hold for five minutes more, but for these fields. */
export function someUserRecord(fields: Partial<UserRecord> = {}): UserRecord {
  return {
    id_token: 'id-token',
    access_token: 'access-token',
    refresh_token: 'refresh-token',
    expires_at: Date.now() / 1000 + 300,
    token_type: 'bearer',
    profile: { sub: 'mia' },
    ...fields,
  };
}
