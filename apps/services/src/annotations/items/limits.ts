import {
  annotationModelLimits,
  contentLimits,
  exerciseLimits,
  localStoreModelLimits,
  topicAttributesLimits,
  userTopicLimits,
} from '@lectern/contracts';
import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { inIssue, versionsOf } from './item-rows.ts';
import type { Issue, ItemKey, ItemKind, Model } from './item.ts';

/** Items and bytes that a change adds, or, negative, takes away. */
export interface Growth {
  readonly items: number;
  readonly bytes: number;
}

/** A limit of the contract, and the kinds that it counts together. */
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

const limitsOfKinds = [
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
] as const satisfies readonly Limit[];
const limits: readonly Limit[] = limitsOfKinds;

function renamed<Name extends string>(
  limit: { readonly [key in Name]: number } & { readonly bytes: number },
  name: Name,
) {
  return { items: limit[name], bytes: limit.bytes };
}

type CodeOf<Kind, Declared = (typeof limitsOfKinds)[number]> = Declared extends {
  readonly code: infer Code;
  readonly kinds: readonly (infer Counted)[];
}
  ? Kind extends Counted
    ? Code
    : never
  : never;

/** Codes of the limits that items of a kind may exceed. */
export type FullCode<Kind extends ItemKind = ItemKind> = CodeOf<Kind> | 'CONTENT_FULL';

export interface GrownItem {
  readonly key: ItemKey;
  readonly growth: Growth;
}

/**
 * The items and bytes that count to each limit of a locked issue. A transaction counts the rows once, and adds up its
 * own writes from then on, so that a restore of many pieces reads each row once.
 */
export class Holdings {
  readonly #transaction: Database;
  readonly #issue: Issue;
  readonly #held = new Map<string, Growth>();

  constructor(transaction: Database, issue: Issue) {
    this.#transaction = transaction;
    this.#issue = issue;
  }

  /**
   * Adds writes, after they were written, and checks the limits that they touch.
   *
   * @returns the first limit that does not hold.
   */
  async add(grown: readonly GrownItem[]): Promise<FullCode | undefined> {
    for (const limit of limits) {
      const touched = grown.filter(({ key }) => limit.kinds.includes(key.kind));
      const places = [...Map.groupBy(touched, ({ key }) => placeOf(limit, key))].map(
        ([place, group]) => ({
          place,
          key: group[0]!.key,
          growth: sumOf(group.map(({ growth }) => growth)),
        }),
      );
      for (const { place, growth } of places) {
        const held = this.#held.get(place);
        if (held) this.#held.set(place, sumOf([held, growth]));
      }
      const larger = places.filter(({ growth }) => growth.items > 0 || growth.bytes > 0);
      const unknown = larger.filter(({ place }) => !this.#held.has(place));
      if (unknown.length > 0) {
        await this.#count(
          limit,
          unknown.map(({ key }) => key),
        );
      }
      if (larger.some(({ place }) => exceeds(this.#held.get(place), limit))) return limit.code;
    }
    return undefined;
  }

  /** Counts items and conflict copies on the topics and exercises of the keys, or of the issue. */
  async #count(limit: Limit, keys: readonly ItemKey[]): Promise<void> {
    const ofModel = limit.ofIssue
      ? sql`true`
      : sql`held.model_type = given.model_type and held.model_id = given.model_id`;
    // With the barrier of `givenIn`.
    const { rows } = await sql<Model & { items: number; bytes: string }>`
      select given.model_type, given.model_id, count(*)::integer as items, sum(held.bytes) as bytes
      from unnest(
        ${keys.map(({ model_type }) => model_type)}::text[],
        ${keys.map(({ model_id }) => model_id)}::text[]
      ) as given (model_type, model_id)
      cross join lateral (
        select bytes from ${versionsOf(limit.kinds)} held
        where ${inIssue(this.#issue)} and kind in (${sql.join(limit.kinds)}) and ${ofModel} and not is_removed
        offset 0
      ) held
      group by given.model_type, given.model_id
    `.execute(this.#transaction);
    for (const row of rows) {
      this.#held.set(placeOf(limit, row), { items: row.items, bytes: Number(row.bytes) });
    }
  }
}

/** One text for all items that are counted together. */
function placeOf({ code, ofIssue }: Limit, { model_type, model_id }: Model): string {
  return JSON.stringify(ofIssue ? [code] : [code, model_type, model_id]);
}

function exceeds(held: Growth | undefined, { items, bytes }: Limit): boolean {
  return held !== undefined && (held.items > items || held.bytes > bytes);
}

export function sumOf(growths: readonly Growth[]): Growth {
  return growths.reduce(
    (sum, one) => ({ items: sum.items + one.items, bytes: sum.bytes + one.bytes }),
    { items: 0, bytes: 0 },
  );
}

/**
 * Adds to the sum of a subject over all issues. Writers of the subject wait for each other from here on until their
 * transactions end, so it comes last.
 *
 * @returns true where it is within its limit, or has become smaller
 */
export async function addToSize(
  transaction: Database,
  subject: string,
  { items, bytes }: Growth,
): Promise<boolean> {
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
