import type { User } from '@lectern/contracts';
import type { Selectable } from 'kysely';
import type { Tables } from '../storage/tables.ts';

/** The columns of a user that the wire carries. */
export const userColumns = ['subject', 'given_name', 'family_name', 'email', 'locale'] as const;

export type UserRow = Pick<Selectable<Tables['aua.users']>, (typeof userColumns)[number]>;

/** A user on the wire: what is not known is absent, never null. Other columns are left out. */
export function userOf({ subject, given_name, family_name, email, locale }: UserRow): User {
  return {
    subject,
    ...(given_name !== null && { given_name }),
    ...(family_name !== null && { family_name }),
    ...(email !== null && { email }),
    ...(locale !== null && { locale }),
  };
}
