import type { Body } from '@lectern/contracts';
import type { linkCalls } from '@lectern/contracts/calls/annotations/link';
import { sql } from 'kysely';
import type { Caller } from '../authorization/authorize.ts';
import { seenIssues, type CourseDoor } from '../course-access/public.ts';
import type { Handlers } from '../http/routes.ts';
import type { Database } from '../storage/database.ts';
import type { VersionRow } from './publishing/issue.ts';

type LinkCalls = typeof linkCalls;
type Reference = Omit<Body<LinkCalls['linkResolveTopic']>, 'topic_reference'>;

/** The calls under `/v1/link`. A publisher names things by the ids under which they were published. */
export function linkHandlers(database: Database, door: CourseDoor): Handlers<LinkCalls> {
  const seenVersionOf = async (caller: Caller, reference: Reference) => {
    const { course_reference, issue_reference } = reference;
    const seen = await seenIssues(door, 'titles', caller, course_reference, issue_reference);
    return findVersionOf(database, reference, seen);
  };

  return {
    async linkResolveExercise({ body, caller, refusal }) {
      const version = await seenVersionOf(caller, body);
      const exercise = version && (await findExercise(database, version, body.exercise_reference));
      const topic = exercise && (await findTopic(database, version, exercise.topic_id));
      if (!topic) throw refusal('LINK_TARGET_NOT_FOUND');
      const { exercise_id, exercise_group_id, title } = exercise;
      const path = [...topic.place.path, topic.place.title];
      return { place: { ...topic.place, path, title, exercise_id, exercise_group_id } };
    },

    async linkResolveTopic({ body, caller, refusal }) {
      const version = await seenVersionOf(caller, body);
      const topic = version && (await findTopic(database, version, body.topic_reference));
      if (!topic) throw refusal('LINK_TARGET_NOT_FOUND');
      return topic;
    },
  };
}

/** The current version of the newest of these issues that a reference fits. */
async function findVersionOf(
  database: Database,
  { course_reference, distribution_channel }: Reference,
  issueIds: readonly string[],
): Promise<VersionRow | undefined> {
  const { rows } = await sql<VersionRow>`
    select current.*
    from clag.issues issue
      join clag.issue_versions current
        on current.course_id = issue.course_id and current.issue_id = issue.issue_id
          and current.version = issue.current_version
    where issue.course_id = ${course_reference}
      and issue.issue_id = any(${issueIds}::text[])
      ${
        distribution_channel === undefined
          ? sql``
          : sql`and current.distribution_channel = ${distribution_channel}`
      }
    order by issue.published_at desc, issue.issue_id desc
    limit 1
  `.execute(database);
  return rows[0];
}

function findExercise(
  database: Database,
  { course_id, issue_id, version }: VersionRow,
  exercise_id: string,
) {
  return database
    .selectFrom('clag.exercises')
    .select(['exercise_id', 'exercise_group_id', 'title', 'topic_id'])
    .where('course_id', '=', course_id)
    .where('issue_id', '=', issue_id)
    .where('version', '=', version)
    .where('exercise_id', '=', exercise_id)
    .executeTakeFirst();
}

interface TopicRow {
  readonly topic_id: string;
  readonly title: string;
  readonly thema_id: string;
  readonly sub_thema_number: number;
}

/** A topic, with the titles of the course and of the topics above it. */
async function findTopic(
  database: Database,
  { course_id, issue_id, version, course_title }: VersionRow,
  topic_id: string,
) {
  const { rows } = await sql<TopicRow>`
    with recursive above as (
      select topic_id, parent_topic_id, title, thema_id, sub_thema_number, 0 as height
      from clag.topics
      where course_id = ${course_id} and issue_id = ${issue_id} and version = ${version}
        and topic_id = ${topic_id}
      union all
      select parent.topic_id, parent.parent_topic_id, parent.title, parent.thema_id,
        parent.sub_thema_number, above.height + 1
      from above
        join clag.topics parent
          on parent.course_id = ${course_id} and parent.issue_id = ${issue_id}
            and parent.version = ${version} and parent.topic_id = above.parent_topic_id
    )
    select topic_id, title, thema_id, sub_thema_number from above order by height desc
  `.execute(database);
  const topic = rows.at(-1);
  if (!topic) return undefined;
  const path = [course_title, ...rows.slice(0, -1).map(({ title }) => title)];
  return { place: { course_id, issue_id, ...topic, path } };
}
