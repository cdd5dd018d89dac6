import { randomUUID } from 'node:crypto';
import { localStoreModelLimits, type Contract, type LocalStoreItem } from '@lectern/contracts';
import { sql } from 'kysely';
import type { Handlers } from '../http/routes.ts';
import type { Database } from '../storage/database.ts';

type LocalStoreCalls = Pick<
  Contract['clag'],
  'localStoreItemGetForModel' | 'localStoreItemSetForModel'
>;

interface Scope {
  readonly course_id_dto: { readonly course_id: string };
  readonly issue_id_dto: { readonly issue_id: string };
  readonly topic_dto?: { readonly topic_id: string } | undefined;
  readonly exercise_dto?: { readonly exercise_id: string } | undefined;
}

/** The calls under `/v1/localStoreItem`. Items are always the caller's own. */
export function localStoreItemHandlers(database: Database): Handlers<LocalStoreCalls> {
  return {
    async localStoreItemGetForModel({ body, caller }) {
      const model = modelOf(body);
      const rows = await database
        .selectFrom('clag.local_store_items')
        .select(['segment', 'key', 'value', 'version', 'updated_at'])
        .where('subject', '=', caller.subject)
        .where('course_id', '=', model.course_id)
        .where('issue_id', '=', model.issue_id)
        .where('model_type', '=', model.model_type)
        .where('model_id', '=', model.model_id)
        .orderBy('segment')
        .orderBy('key')
        .execute();
      return { local_store_items: rows.map(toWire) };
    },

    async localStoreItemSetForModel({ body, caller, refusal }) {
      const model = modelOf(body);
      const items = body.local_store_items;
      if (
        new Set(items.map(({ segment, key }) => JSON.stringify([segment, key]))).size !==
        items.length
      ) {
        throw refusal('LOCAL_STORE_ITEM_REPEATED');
      }
      const changeId = randomUUID();
      return database.transaction().execute(async (transaction) => {
        const { rows } = await upsert(transaction, caller.subject, model, items, changeId);
        const isConflict = (row: ChangedRow) => {
          const base = items.find((item) => item.segment === row.segment && item.key === row.key);
          return row.changed && base?.version !== undefined && base.version !== row.version - 1;
        };
        // Thrown inside the transaction: nothing of the request is stored.
        if (rows.some(isConflict)) throw refusal('LOCAL_STORE_ITEM_CONFLICT');
        if (rows.some(({ changed }) => changed)) {
          const held = await sizeOf(transaction, caller.subject, model);
          if (
            held.items > localStoreModelLimits.items ||
            held.bytes > localStoreModelLimits.bytes
          ) {
            throw refusal('LOCAL_STORE_FULL');
          }
        }
        const answer = { local_store_items: rows.map(toWire) };
        return rows.some(({ changed }) => changed) ? answer : { ...answer, result_state: 'IA_OK' };
      });
    },
  };
}

/**
 * Stores the values. What is stored already keeps its version, so that a repeat changes nothing;
 * unless the write was made on that very version: then a write that is still on its way, made on the
 * same one, must find another.
 *
 * Sorted, so that two writers never wait for each other in a circle. Every row is touched, also the
 * unchanged ones: only so does the answer speak of the newest state and not of the one that the
 * statement began with.
 *
 * @returns the rows as they are now; `changed`: by this very request.
 */
function upsert(
  database: Database,
  subject: string,
  model: ReturnType<typeof modelOf>,
  items: readonly Item[],
  changeId: string,
) {
  const isNew = sql`(item.value <> excluded.value
    or item.version is not distinct from excluded.base_version)`;
  return sql<ChangedRow>`
    with stored as (
      insert into clag.local_store_items as item
        (subject, course_id, issue_id, model_type, model_id, segment, key, value, base_version, change_id)
      select ${subject}, ${model.course_id}, ${model.issue_id}, ${model.model_type},
        ${model.model_id}, segment, key, value, base_version, ${changeId}::uuid
      from unnest(
        ${items.map(({ segment }) => segment)}::text[],
        ${items.map(({ key }) => key)}::text[],
        ${items.map(({ value }) => value)}::text[],
        ${items.map(({ version }) => version ?? null)}::integer[]
      ) as given (segment, key, value, base_version)
      order by segment, key
      on conflict (subject, course_id, issue_id, model_type, model_id, segment, key)
      do update set
        value = excluded.value,
        version = item.version + ${isNew}::integer,
        updated_at = case when item.value <> excluded.value then now() else item.updated_at end,
        base_version = case when ${isNew} then excluded.base_version else item.base_version end,
        change_id = case when ${isNew} then excluded.change_id else item.change_id end
      returning segment, key, value, version, updated_at, change_id
    )
    select segment, key, value, version, updated_at, change_id = ${changeId}::uuid as changed
    from stored
    order by segment, key
  `.execute(database);
}

/** What a topic or an exercise holds; the database knows lengths without reading the values. */
async function sizeOf(database: Database, subject: string, model: ReturnType<typeof modelOf>) {
  const { items, bytes } = await database
    .selectFrom('clag.local_store_items')
    .select(({ fn }) => [
      fn.countAll<string>().as('items'),
      sql<string>`coalesce(sum(octet_length(value)), 0)`.as('bytes'),
    ])
    .where('subject', '=', subject)
    .where('course_id', '=', model.course_id)
    .where('issue_id', '=', model.issue_id)
    .where('model_type', '=', model.model_type)
    .where('model_id', '=', model.model_id)
    .executeTakeFirstOrThrow();
  return { items: Number(items), bytes: Number(bytes) };
}

interface Item {
  readonly segment: string;
  readonly key: string;
  readonly value: string;
  readonly version?: number | undefined;
}

interface StoredRow {
  readonly segment: string;
  readonly key: string;
  readonly value: string;
  readonly version: number;
  readonly updated_at: Date;
}

interface ChangedRow extends StoredRow {
  readonly changed: boolean;
}

function modelOf({ course_id_dto, issue_id_dto, topic_dto, exercise_dto }: Scope) {
  return {
    course_id: course_id_dto.course_id,
    issue_id: issue_id_dto.issue_id,
    // The contract lets exactly one of the two through.
    ...(topic_dto
      ? { model_type: 'topic' as const, model_id: topic_dto.topic_id }
      : { model_type: 'exercise' as const, model_id: exercise_dto!.exercise_id }),
  };
}

function toWire({ segment, key, value, version, updated_at }: StoredRow): LocalStoreItem {
  return { segment, key, value, version, updated_at: updated_at.toISOString() };
}
