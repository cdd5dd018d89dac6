import {
  annotationModelLimits,
  contentLimits,
  exerciseLimits,
  localStoreModelLimits,
  topicAttributesLimits,
  userTopicLimits,
} from '@lectern/contracts';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../storage/database.ts';
import type { Issue, ItemKey, ItemKind } from './item.ts';

/** What a change adds, or, negative, takes away. */
export interface Growth {
  readonly items: number;
  readonly bytes: number;
}

/** What is limited together. */
interface Limit {
  readonly code:
    | 'ANNOTATIONS_FULL'
    | 'ANSWERS_FULL'
    | 'USER_TOPICS_FULL'
    | 'TOPIC_ATTRIBUTES_FULL'
    | 'LOCAL_STORE_FULL';
  readonly kinds: readonly ItemKind[];
  readonly items: number;
  readonly bytes: number;
  /** Of all topics and exercises of an issue together, not of each. */
  readonly ofIssue?: true;
}

const limits: readonly Limit[] = [
  {
    code: 'ANNOTATIONS_FULL',
    kinds: ['annotation', 'note', 'bookmark'],
    ...annotationModelLimits,
  },
  { code: 'ANSWERS_FULL', kinds: ['answer'], ...renamed(exerciseLimits, 'answers') },
  {
    code: 'USER_TOPICS_FULL',
    kinds: ['user_topic'],
    ...renamed(userTopicLimits, 'topics'),
    ofIssue: true,
  },
  { code: 'TOPIC_ATTRIBUTES_FULL', kinds: ['topic_attributes'], ...topicAttributesLimits },
  { code: 'LOCAL_STORE_FULL', kinds: ['local_store_item'], ...localStoreModelLimits },
];

function renamed<Name extends string>(
  limit: { readonly [key in Name]: number } & { readonly bytes: number },
  name: Name,
) {
  return { items: limit[name], bytes: limit.bytes };
}

export type FullCode = Limit['code'] | 'CONTENT_FULL';

/**
 * Looks whether what has grown still fits; after it was written, under the lock of the issue.
 *
 * @returns the first limit that does not hold.
 */
export async function exceededLimit(
  transaction: Database,
  issue: Issue,
  growths: readonly { readonly key: ItemKey; readonly growth: Growth }[],
): Promise<FullCode | undefined> {
  for (const limit of limits) {
    const touched = growths.filter(({ key }) => limit.kinds.includes(key.kind));
    const groups = Map.groupBy(touched, ({ key: { model_type, model_id } }) =>
      limit.ofIssue ? '' : JSON.stringify([model_type, model_id]),
    );
    const grown = [...groups.values()].filter((group) => hasGrown(group.map((one) => one.growth)));
    const keys = grown.map(([first]) => first!.key);
    if (keys.length > 0 && !(await isWithin(transaction, issue, limit, keys))) return limit.code;
  }
  return undefined;
}

function hasGrown(growths: readonly Growth[]): boolean {
  const { items, bytes } = sumOf(growths);
  return items > 0 || bytes > 0;
}

function sumOf(growths: readonly Growth[]): Growth {
  return growths.reduce(
    (sum, one) => ({ items: sum.items + one.items, bytes: sum.bytes + one.bytes }),
    { items: 0, bytes: 0 },
  );
}

/** Counts items and conflict copies; of the topics and exercises of the keys, where it is by these. */
async function isWithin(
  transaction: Database,
  { subject, course_id, issue_id }: Issue,
  { kinds, items, bytes, ofIssue }: Limit,
  keys: readonly ItemKey[],
): Promise<boolean> {
  const inIssue = sql`subject = ${subject} and course_id = ${course_id} and issue_id = ${issue_id}`;
  const ofModel: RawBuilder<unknown> = ofIssue
    ? sql`true`
    : sql`model_type = given.model_type and model_id = given.model_id`;
  const ofKinds = sql`kind in (${sql.join(kinds)})`;
  const held = kinds.includes('local_store_item')
    ? sql`
        select octet_length(value) as bytes from clag.local_store_items where ${inIssue} and ${ofModel}`
    : sql`
        select bytes from clag.content_items
        where ${inIssue} and ${ofKinds} and ${ofModel} and content is not null`;
  const { rows } = await sql<{ exceeds: boolean }>`
    select count(*) > ${items}::bigint or coalesce(sum(held.bytes), 0) > ${bytes}::bigint as exceeds
    from unnest(
      ${keys.map(({ model_type }) => model_type)}::text[],
      ${keys.map(({ model_id }) => model_id)}::text[]
    ) as given (model_type, model_id)
    cross join lateral (
      ${held}
      union all
      select bytes from clag.conflict_copies where ${inIssue} and ${ofKinds} and ${ofModel}
    ) held
    group by given.model_type, given.model_id
  `.execute(transaction);
  return rows.every(({ exceeds }) => !exceeds);
}

/**
 * Counts what a subject holds in all issues. Its writers wait for each other from here on until their
 * transactions end, so it comes last.
 *
 * @returns whether it still holds what it may, or less than before.
 */
export async function addToSize(
  transaction: Database,
  subject: string,
  growths: readonly Growth[],
): Promise<boolean> {
  const { items, bytes } = sumOf(growths);
  if (items === 0 && bytes === 0) return true;
  const { rows } = await sql<{ items: number; bytes: string }>`
    insert into clag.content_sizes as size (subject, items, bytes)
    values (${subject}, ${items}, ${bytes})
    on conflict (subject) do update set
      items = size.items + excluded.items, bytes = size.bytes + excluded.bytes
    returning items, bytes
  `.execute(transaction);
  const size = rows[0]!;
  const isOver = size.items > contentLimits.items || Number(size.bytes) > contentLimits.bytes;
  return !(isOver && (items > 0 || bytes > 0));
}
