import { sql, type RawBuilder } from 'kysely';

/*
 * Expressions that users are found and sorted by. Each expression stands in an index of `aua.users`
 * (`storage/migrations`) in exactly these words; in others PostgreSQL would not recognize it and read every user.
 */

/** Of an e-mail address: its letters without regard to case, compared code point by code point. */
export const emailKey = foldedKey('email');
export const givenNameKey = foldedKey('given_name');
export const familyNameKey = foldedKey('family_name');
/** Subjects are ASCII, and their case counts. */
export const subjectKey = sql<string>`users.subject collate "C"`;

/** Names in the order of a German dictionary. */
export const givenNameOrder = sql<string | null>`users.given_name collate "de-x-icu"`;
export const familyNameOrder = sql<string | null>`users.family_name collate "de-x-icu"`;

/** The greatest code point, which is no character: what begins with a prefix is below it. */
const greatestCodePoint = 0x10ffff;

/**
 * True for a key that begins with a prefix, as a range: `like` finds its index only in a plan that is made for one
 * value, and has wildcards that would have to be escaped.
 */
export function beginsWith(
  key: RawBuilder<string>,
  prefix: RawBuilder<string>,
): RawBuilder<boolean> {
  return sql`(
    ${key} >= ${prefix} collate "C" and
    ${key} < (${prefix} || chr(${sql.lit(greatestCodePoint)})) collate "C"
  )`;
}

/** A text as the keys of e-mail addresses and names spell it. */
export function folded(text: RawBuilder<string>): RawBuilder<string> {
  return sql`lower(${text} collate "de-x-icu")`;
}

/**
 * Leaves out a subject that has become another one: its data is no longer reached (`user/link`), and
 * what names it means the other.
 */
export const isNotLinkedAway = sql<boolean>`not exists (
  select from aua.subject_links where from_subject = users.subject
)`;

function foldedKey(column: string): RawBuilder<string> {
  return sql`lower(users.${sql.id(column)} collate "de-x-icu") collate "C"`;
}
