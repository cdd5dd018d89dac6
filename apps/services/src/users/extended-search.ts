import { subjectPattern, type Body, type Answer } from '@lectern/contracts';
import type { userSearchCalls } from '@lectern/contracts/calls/users/user-search';
import { sql, type RawBuilder } from 'kysely';
import * as z from 'zod/mini';
import { readBoundCursor, storableText, writeBoundCursor } from '../http/page-cursor.ts';
import type { Database } from '../storage/database.ts';
import { isCustomer } from './customers.ts';
import { seesMandant, type Sight } from '../orders/public.ts';
import { conditionsOf } from './search-filter.ts';
import {
  emailKey,
  familyNameOrder,
  givenNameOrder,
  isNotLinkedAway,
  subjectKey,
} from './user-columns.ts';
import { userOf, type UserRow } from './user-row.ts';

type ExtendedSearch = Body<typeof userSearchCalls.userExtendedSearch>;
type Page = Answer<typeof userSearchCalls.userExtendedSearch>;
type Sort = NonNullable<ExtendedSearch['sort']>;

const defaultSort: Sort = { field: 'family_name', direction: 'ascending' };
const defaultLimit = 50;

/** End of a page: sort value of its last user, `null` among those without one, and the subject. */
const positionShape = z.tuple([
  z.nullable(storableText),
  z.string().check(z.regex(subjectPattern)),
]);
type Position = z.output<typeof positionShape>;

interface FoundRow extends UserRow {
  readonly mandant_groups: string[];
  readonly created_at: Date;
  readonly role_names: string[];
  readonly sort_value: string | null;
}

/** One thing to sort by. */
interface SortKey {
  /** As it stands in an index, so that any page begins where the one before ended. */
  readonly order: RawBuilder<unknown>;
  /** The same as text, for a cursor. */
  readonly value: RawBuilder<string | null>;
  /** The text of a cursor as what is compared. */
  readonly read: (value: string) => RawBuilder<unknown>;
  readonly isValue: (value: string) => boolean;
}

const textKey = (order: RawBuilder<unknown>, value: RawBuilder<string | null>): SortKey => ({
  order,
  value,
  read: (text) => sql`${text}`,
  isValue: () => true,
});

const sortKeys: Record<Sort['field'], SortKey> = {
  family_name: textKey(familyNameOrder, sql`users.family_name`),
  given_name: textKey(givenNameOrder, sql`users.given_name`),
  email: textKey(emailKey, emailKey),
  subject: textKey(subjectKey, subjectKey),
  created_at: {
    order: sql`users.created_at`,
    // Microseconds since 1970: a date of JavaScript's is too coarse to go on from.
    value: sql`(extract(epoch from users.created_at) * 1000000)::bigint::text`,
    read: (text) => sql`timestamptz 'epoch' + ${text}::bigint * interval '1 microsecond'`,
    isValue: (text) => /^-?\d{1,16}$/.test(text),
  },
};

/**
 * One page of the users that meet a filter and that the caller sees. Pages go by what the last user was
 * sorted by, so that none
 * is given twice or left out because others come or go meanwhile, and the last page costs what the
 * first does.
 *
 * @returns `undefined` for a cursor that was never given, or for another filter or sort.
 */
export async function extendedSearch(
  database: Database,
  { filter = {}, sort = defaultSort, cursor, limit = defaultLimit }: ExtendedSearch,
  sight: Sight,
): Promise<Page | undefined> {
  const question = { ...filter, field: sort.field, direction: sort.direction };
  const position =
    cursor === undefined ? undefined : readBoundCursor(question, cursor, positionShape);
  const [value = null] = position ?? [];
  const key = sortKeys[sort.field];
  const isOfSort = value === null || key.isValue(value);
  if (cursor !== undefined && !(position && isOfSort)) return undefined;

  // Which groups others have put them into is not found out either.
  const { mandant_group } = filter;
  const isOfOthers = mandant_group !== undefined && !seesMandant(sight, mandant_group);
  const conditions = [
    isOfOthers ? sql<boolean>`false` : isCustomer(sight, sql`users.subject`),
    isNotLinkedAway,
    ...conditionsOf(filter),
  ];
  const most = limit + 1;
  // Rows with a value, then those without: one order for both would have no index in one of the directions.
  const rows =
    position && value === null
      ? []
      : await read(database, sort, conditions, most, { hasValue: true, position });
  if (rows.length < most) {
    const after = value === null ? position : undefined;
    const rest = { hasValue: false, position: after };
    rows.push(...(await read(database, sort, conditions, most - rows.length, rest)));
  }
  const users = rows.slice(0, limit);
  const last = users.at(-1);
  const isLastPage = rows.length <= limit || !last;
  return {
    users: users.map((row) => foundUserOf(row, sight)),
    ...(isLastPage
      ? {}
      : { next_cursor: writeBoundCursor(question, [last.sort_value, last.subject]) }),
  };
}

/** Which users, by what they are sorted by: with or without a value, and after which position. */
interface Part {
  readonly hasValue: boolean;
  readonly position: Position | undefined;
}

async function read(
  database: Database,
  { field, direction }: Sort,
  conditions: readonly RawBuilder<boolean>[],
  limit: number,
  { hasValue, position }: Part,
): Promise<FoundRow[]> {
  const { order, value, read: valueOf } = sortKeys[field];
  const [way, isAfter] = direction === 'ascending' ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`];
  const keys = hasValue && field !== 'subject' ? [order, subjectKey] : [subjectKey];
  const last = position && [
    ...(keys.length > 1 ? [valueOf(position[0] ?? '')] : []),
    sql`${position[1]}`,
  ];
  const { rows } = await sql<FoundRow>`
    select subject, given_name, family_name, email, locale, mandant_groups, created_at,
      array(
        select role from aua.user_roles where subject = users.subject order by role collate "C"
      ) as role_names,
      ${value} as sort_value
    from aua.users
    where ${order} is ${hasValue ? sql`not null` : sql`null`}
      and ${sql.join(conditions, sql` and `)}
      ${last ? sql`and (${sql.join(keys)}) ${isAfter} (${sql.join(last)})` : sql``}
    order by ${sql.join(keys.map((key) => sql`${key} ${way}`))}
    limit ${limit}
  `.execute(database);
  return rows;
}

function foundUserOf(row: FoundRow, sight: Sight): Page['users'][number] {
  const { mandant_groups, role_names, created_at } = row;
  return {
    ...userOf(row),
    mandant_groups: mandant_groups.filter((group) => seesMandant(sight, group)),
    role_names,
    created_at: created_at.toISOString(),
  };
}
