import type { Body } from '@lectern/contracts';
import type { userTopicCalls } from '@lectern/contracts/calls/annotations/user-topic';
import { sql } from 'kysely';
import type { Handlers } from '../http/routes.ts';
import type { Database } from '../storage/database.ts';
import { readList } from './items/pages.ts';
import { keepCopies } from './items/policies.ts';
import { saveBatch } from './items/save.ts';
import { changesOf, issueOf, listOf, outcomesOf } from './items/wire.ts';

type UserTopicCalls = typeof userTopicCalls;

const defaultPageSize = 50;

export function userTopicHandlers(database: Database): Handlers<UserTopicCalls> {
  return {
    async userTopicGetData({ body, refusal }) {
      const { topic_types, topic_ids, cursor, limit = defaultPageSize } = body;
      const page = await readList(database, issueOf(body.subject, body), {
        kind: 'user_topic',
        model_type: 'topic',
        modelIds: topic_ids,
        ...(topic_types && {
          isAsked: sql`item.content -> 'content' ->> 'topic_type' = any(${topic_types}::text[])`,
        }),
        withCopies: body.with_conflict_copies ?? false,
        limit,
        cursor,
        question: questionOf(body),
      });
      if (!page) throw refusal('CURSOR_INVALID');
      return {
        user_topics: listOf('user_topic', page.items),
        ...(page.copies && { conflict_copies: listOf('user_topic', page.copies) }),
        ...page.next,
      };
    },

    async userTopicSaveData({ body, refusal }) {
      const changes = changesOf('user_topic', body.user_topics);
      const issue = issueOf(body.subject, body);
      const { outcomes, ...state } = await saveBatch(database, issue, changes, keepCopies, refusal);
      return {
        user_topics: outcomesOf('user_topic', outcomes),
        ...state,
      };
    },
  };
}

/** The parameters that a cursor is bound to. */
function questionOf(body: Body<UserTopicCalls['userTopicGetData']>) {
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
