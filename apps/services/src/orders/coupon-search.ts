import type { Answer, Body, Query } from '@lectern/contracts';
import type { couponAdministrationCalls } from '@lectern/contracts/calls/orders/coupon-administration';
import { sql, type RawBuilder } from 'kysely';
import * as z from 'zod/mini';
import { readBoundCursor, writeBoundCursor } from '../http/page-cursor.ts';
import type { Database } from '../storage/database.ts';
import { isSeen, type Sight } from './sight.ts';
import { historyOf } from './coupon-history.ts';
import { administeredCouponOf, type CouponRow } from './coupon-store.ts';

type Search = Body<typeof couponAdministrationCalls.couponSearch> &
  Query<typeof couponAdministrationCalls.couponSearch>;
type Page = Answer<typeof couponAdministrationCalls.couponSearch>;

const defaultLimit = 50;

/** End of a page: time of the last change of its last coupon, and the code. */
const positionShape = z.tuple([
  // In microseconds since 1970: a date of JavaScript's is too coarse to go on from.
  z.string().check(z.regex(/^\d{1,16}$/)),
  z.string().check(z.regex(/^[A-Z0-9]{1,64}$/)),
]);

/*
 * Expressions that coupons are found by. Each expression stands in an index of `osc.coupons`
 * (`storage/migrations`) in exactly these words.
 */
const codeKey = sql<string>`coupons.coupon_code collate "C"`;
const batchKey = foldedKey('batch_identifier');
const productKey = foldedKey('product_reference');
const noteKey = foldedKey('note');

/** The greatest code point, which is no character: what begins with a prefix is below it. */
const greatestCodePoint = 0x10ffff;

/**
 * One page of the coupons that the caller sees, the ones changed last first. Pages
 * go by when the last coupon had changed: one that changes while somebody pages comes to the front and is
 * not given twice.
 *
 * @param names Of the person whose coupons are looked for; the search binds the cursor to it. Absent: of all persons.
 * @returns `undefined` for a cursor that was never given, or for another search.
 */
export async function searchCoupons(
  database: Database,
  { cursor, limit = defaultLimit, with_history = false, ...filter }: Search,
  sight: Sight,
  names: readonly string[] | undefined,
): Promise<Page | undefined> {
  const position =
    cursor === undefined ? undefined : readBoundCursor(filter, cursor, positionShape);
  if (cursor !== undefined && !position) return undefined;
  const conditions = [isSeen(sight), ...conditionsOf(filter)];
  if (names) conditions.push(sql`assigned_subject = any(${names}::text[])`);
  if (position) {
    const [changedAt, code] = position;
    conditions.push(sql`(coupons.updated_at, ${codeKey}) < (
      timestamptz 'epoch' + ${changedAt}::bigint * interval '1 microsecond', ${code}
    )`);
  }
  const { rows } = await sql<CouponRow & { changed_at: string }>`
    select coupons.*, (extract(epoch from updated_at) * 1000000)::bigint::text as changed_at
    from osc.coupons
    where ${sql.join(conditions, sql` and `)}
    order by coupons.updated_at desc, ${codeKey} desc
    limit ${limit + 1}
  `.execute(database);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const histories = with_history
    ? await historyOf(
        database,
        page.map(({ coupon_code }) => coupon_code),
      )
    : undefined;
  return {
    coupons: page.map((row) => ({
      ...administeredCouponOf(row),
      ...(histories && { history: histories.get(row.coupon_code) ?? [] }),
    })),
    ...(last &&
      rows.length > limit && {
        next_cursor: writeBoundCursor(filter, [last.changed_at, last.coupon_code]),
      }),
  };
}

type Filter = Omit<Search, 'cursor' | 'limit' | 'with_history'>;

function conditionsOf(filter: Filter): RawBuilder<unknown>[] {
  const { coupon_states, batch_identifier, product_reference, quicksearch } = filter;
  const conditions: RawBuilder<unknown>[] = [];
  if (coupon_states) conditions.push(sql`coupon_state = any(${coupon_states}::text[])`);
  for (const field of ['mandant_identifier', 'order_system_identifier'] as const) {
    if (filter[field] !== undefined) conditions.push(sql`${sql.id(field)} = ${filter[field]}`);
  }
  // Found by the index, and then compared letter by letter.
  if (batch_identifier !== undefined) {
    conditions.push(sql`${batchKey} = ${folded(batch_identifier)} collate "C"`);
    conditions.push(sql`batch_identifier = ${batch_identifier}`);
  }
  if (product_reference !== undefined) {
    conditions.push(sql`${productKey} = ${folded(product_reference)} collate "C"`);
    conditions.push(sql`product_reference = ${product_reference}`);
  }
  if (quicksearch !== undefined) conditions.push(anyBeginsWith(quicksearch));
  return conditions;
}

function anyBeginsWith(term: string): RawBuilder<unknown> {
  const code = term.replaceAll('-', '').toUpperCase();
  const options = [batchKey, productKey, noteKey].map((key) => beginsWith(key, folded(term)));
  // Nothing but dashes begins no code, rather than every one.
  if (code) options.push(beginsWith(codeKey, sql`${code}::text`));
  return sql`(${sql.join(options, sql` or `)})`;
}

/** As a range: `like` has wildcards that would have to be escaped. */
function beginsWith(key: RawBuilder<string>, prefix: RawBuilder<string>): RawBuilder<unknown> {
  return sql`(
    ${key} >= ${prefix} collate "C" and
    ${key} < (${prefix} || chr(${sql.lit(greatestCodePoint)})) collate "C"
  )`;
}

function foldedKey(column: string): RawBuilder<string> {
  return sql`lower(coupons.${sql.id(column)} collate "de-x-icu") collate "C"`;
}

function folded(text: string): RawBuilder<string> {
  return sql`lower(${text}::text collate "de-x-icu")`;
}
