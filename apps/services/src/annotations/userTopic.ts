import type { Body, Contract } from '@lectern/contracts';
import { sql } from 'kysely';
import type { Handlers } from '../http/routes.ts';
import type { Database } from '../storage/database.ts';
import { readCopiesOf } from './items/conflict-copies.ts';
import { readIdCursor, writeIdCursor } from './items/id-cursor.ts';
import type { Issue } from './items/item.ts';
import { itemColumns } from './items/item-rows.ts';
import { itemCopiesWeight, readPage } from './items/page.ts';
import { saveBatch } from './items/save.ts';
import { changesOf, issueOf, listOf, outcomesOf } from './items/wire.ts';

type UserTopicCalls = Pick<Contract['clag'], 'userTopicGetData' | 'userTopicSaveData'>;

const defaultPageSize = 50;

/** The calls under `/v1/userTopic`. */
export function userTopicHandlers(database: Database): Handlers<UserTopicCalls> {
  return {
    async userTopicGetData({ body, refusal }) {
      const { cursor, limit = defaultPageSize, with_conflict_copies } = body;
      const question = questionOf(body);
      const after = cursor === undefined ? [] : readIdCursor(question, cursor, 1);
      if (!after) throw refusal('CURSOR_INVALID');
      const issue = issueOf(body.subject, body);
      const page = await readTopics(database, issue, body, after[0], limit);
      const keys = page.items.map(({ key }) => key);
      const last = keys.at(-1);
      const topics = page.items.filter(({ content }) => content !== null);
      return {
        user_topics: listOf('user_topic', topics),
        ...(with_conflict_copies
          ? { conflict_copies: listOf('user_topic', await readCopiesOf(database, issue, keys)) }
          : {}),
        ...(page.hasMore && last ? { next_cursor: writeIdCursor(question, [last.model_id]) } : {}),
      };
    },

    async userTopicSaveData({ body, refusal }) {
      const changes = changesOf('user_topic', body.user_topics);
      const issue = issueOf(body.subject, body);
      const { outcomes, isUnchanged } = await saveBatch(database, issue, changes, refusal);
      return {
        user_topics: outcomesOf('user_topic', outcomes),
        ...(isUnchanged ? { result_state: 'IA_OK' as const } : {}),
      };
    },
  };
}

type Get = Body<UserTopicCalls['userTopicGetData']>;

/** What a cursor is good for. */
function questionOf(body: Get) {
  const { subject, course_id_dto, issue_id_dto, topic_ids, topic_types } = body;
  return {
    call: 'userTopicGetData',
    subject,
    course_id_dto,
    issue_id_dto,
    topic_ids: topic_ids?.toSorted() ?? null,
    topic_types: topic_types?.toSorted() ?? null,
    with_conflict_copies: body.with_conflict_copies ?? false,
  };
}

/** A page of topics, with removed ones that have conflict copies, where these are asked for. */
function readTopics(
  database: Database,
  { subject, course_id, issue_id }: Issue,
  { topic_ids, topic_types, with_conflict_copies }: Get,
  after: string | undefined,
  limit: number,
) {
  const isNamed = topic_ids ? sql`item.model_id = any(${topic_ids}::text[])` : sql`true`;
  const isOfType = topic_types
    ? sql`item.content -> 'content' ->> 'topic_type' = any(${topic_types}::text[])`
    : sql`item.content is not null`;
  // What a removed one was is not known any more: its copies say it.
  const isAsked = with_conflict_copies
    ? sql`(${isOfType} or (item.content is null and ${itemCopiesWeight} > 0))`
    : isOfType;
  const weight = with_conflict_copies ? sql`item.bytes + ${itemCopiesWeight}` : sql`item.bytes`;
  return readPage(
    database,
    sql`
      select ${itemColumns}, ${weight} as weight from clag.content_items item
      where item.subject = ${subject} and item.course_id = ${course_id}
        and item.issue_id = ${issue_id} and item.kind = 'user_topic'
        and item.model_type = 'topic' and ${isNamed} and ${isAsked}
        and ${after === undefined ? sql`true` : sql`item.model_id > ${after}`}`,
    sql`model_id`,
    limit,
  );
}
