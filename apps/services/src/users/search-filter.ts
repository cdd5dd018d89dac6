import type { Body } from '@lectern/contracts';
import type { userSearchCalls } from '@lectern/contracts/calls/users/user-search';
import { sql, type RawBuilder } from 'kysely';
import { beginsWith, emailKey, familyNameKey, folded, givenNameKey } from './user-columns.ts';

export type SearchFilter = NonNullable<Body<typeof userSearchCalls.userExtendedSearch>['filter']>;
type IdentityFilter = Pick<SearchFilter, 'identity_provider_identifier' | 'identity_group'>;
type Condition = RawBuilder<boolean>;

/** Role of everyone who was never given one. */
const defaultRole = 'student';

const conditions: Readonly<
  Record<Exclude<keyof SearchFilter, keyof IdentityFilter>, (value: string) => Condition>
> = {
  given_name: (prefix) => beginsWith(givenNameKey, folded(sql`${prefix}::text`)),
  family_name: (prefix) => beginsWith(familyNameKey, folded(sql`${prefix}::text`)),
  email: (prefix) => beginsWith(emailKey, folded(sql`${prefix}::text`)),
  mandant_group: (group) => sql`users.mandant_groups @> array[${group}]`,
  role_name: (role) => {
    const holds = sql<boolean>`exists (
      select from aua.user_roles where subject = users.subject and role = ${role}
    )`;
    const holdsNone = sql`not exists (select from aua.user_roles where subject = users.subject)`;
    return role === defaultRole ? sql`(${holds} or ${holdsNone})` : holds;
  },
  // As dates: PostgreSQL reads fewer years from text than the contract allows.
  created_after: (time) => sql`users.created_at >= ${new Date(time)}`,
  created_before: (time) => sql`users.created_at < ${new Date(time)}`,
};

/** Conditions of the filter; all of them must hold. */
export function conditionsOf(filter: SearchFilter): Condition[] {
  const { identity_provider_identifier: provider, identity_group: group, ...others } = filter;
  const needed = Object.entries(others).flatMap(([field, value]) =>
    value === undefined ? [] : [conditions[field as keyof typeof conditions](value)],
  );
  if (provider !== undefined || group !== undefined) needed.push(hasIdentity(provider, group));
  return needed;
}

/** Both hold for one and the same identity. */
function hasIdentity(provider: string | undefined, group: string | undefined): Condition {
  const atProvider = sql`and identity_provider_identifier = ${provider}`;
  const inGroup = sql`and groups @> array[${group}]`;
  return sql`exists (
    select from aua.identities where subject = users.subject
    ${provider === undefined ? sql`` : atProvider} ${group === undefined ? sql`` : inGroup}
  )`;
}
