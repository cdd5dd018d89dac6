import type { Contract, LocalStoreItem } from '@lectern/contracts';
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
      // One statement, so all or none. Sorted, so that two writers never wait for each other in a
      // circle. A value that is stored already keeps its version: a repeat changes nothing.
      const { rows } = await sql<StoredRow & { changed: boolean }>`
        with given as (
          select segment, key, value
          from unnest(
            ${items.map(({ segment }) => segment)}::text[],
            ${items.map(({ key }) => key)}::text[],
            ${items.map(({ value }) => value)}::text[]
          ) as item (segment, key, value)
          order by segment, key
        ), changed as (
          insert into clag.local_store_items as stored
            (subject, course_id, issue_id, model_type, model_id, segment, key, value)
          select ${caller.subject}, ${model.course_id}, ${model.issue_id}, ${model.model_type},
            ${model.model_id}, segment, key, value
          from given
          on conflict (subject, course_id, issue_id, model_type, model_id, segment, key)
          do update set value = excluded.value, version = stored.version + 1, updated_at = now()
            where stored.value <> excluded.value
          returning segment, key, value, version, updated_at
        )
        select segment, key, value, version, updated_at, true as changed from changed
        union all
        select stored.segment, stored.key, stored.value, stored.version, stored.updated_at, false
        from clag.local_store_items as stored join given using (segment, key)
        where stored.subject = ${caller.subject}
          and stored.course_id = ${model.course_id}
          and stored.issue_id = ${model.issue_id}
          and stored.model_type = ${model.model_type}
          and stored.model_id = ${model.model_id}
          and not exists (
            select from changed where changed.segment = stored.segment and changed.key = stored.key
          )
        order by segment, key
      `.execute(database);
      const answer = { local_store_items: rows.map(toWire) };
      return rows.some(({ changed }) => changed) ? answer : { ...answer, result_state: 'IA_OK' };
    },
  };
}

interface StoredRow {
  readonly segment: string;
  readonly key: string;
  readonly value: string;
  readonly version: number;
  readonly updated_at: Date;
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
