import type { Answer, Contract } from '@lectern/contracts';
import { sql } from 'kysely';
import { sightOfIssue, type CourseDoor } from '../../course-access/public.ts';
import type { Handlers } from '../../http/routes.ts';
import type { Database } from '../../storage/database.ts';
import { readCopiesOf, readItems } from '../items/read.ts';
import type { Issue, ItemKey } from '../items/item.ts';
import { issueOf, listOf } from '../items/wire.ts';
import type { VersionRow } from '../publishing/issue.ts';
import { beginningOf, cursorAt } from '../publishing/reading.ts';

type Calls = Pick<Contract['clag'], 'topicTocGetAttributesForIssue'>;
type Entry = Answer<Calls['topicTocGetAttributesForIssue']>['topics'][number];

const defaultLimit = 500;

interface TopicRow {
  readonly topic_id: string;
  readonly parent_topic_id: string | null;
  readonly title: string;
  readonly thema_id: string;
  readonly sub_thema_number: number;
  readonly exercises_count: number;
}

/** A subject's items on a topic. */
interface OwnRow {
  readonly model_id: string;
  readonly annotations_count: number;
  readonly notes_count: number;
  readonly bookmark_color_index: NonNullable<Entry['bookmark_color_index']> | null;
}

/** The reading call under `/v1/topicToc`. */
export function topicTocReadHandlers(database: Database, door: CourseDoor): Handlers<Calls> {
  return {
    async topicTocGetAttributesForIssue({ body, caller, refusal }) {
      const { subject, cursor, limit = defaultLimit, with_conflict_copies } = body;
      const issue = issueOf(subject, body);
      const question = { ...issue, of: 'topics' };
      const { titles } = await sightOfIssue(door, caller, issue);
      if (!titles) throw refusal('ISSUE_NOT_FOUND');
      const beginning = await beginningOf(database, issue, question, cursor);
      if (typeof beginning === 'string') throw refusal(beginning);
      const { version, place } = beginning;

      const rows = await readTopics(database, version, place, limit + 1);
      const page = rows.slice(0, limit);
      const keys = page.map(({ topic_id }) => attributesOf(topic_id));
      const [own, stored, copies] = await Promise.all([
        readOwn(database, issue, page),
        readItems(database, issue, keys),
        with_conflict_copies ? readCopiesOf(database, issue, keys) : undefined,
      ]);
      const there = stored.filter(({ content }) => content !== null);
      const attributes = new Map(
        listOf('topic_attributes', there).map((one) => [one.topic_id, one]),
      );
      return {
        issue_attributes: {
          title: version.title,
          distribution_channel: version.distribution_channel,
        },
        topics: page.map((row) =>
          entryOf(row, own.get(row.topic_id), attributes.get(row.topic_id)),
        ),
        ...(copies && { conflict_copies: listOf('topic_attributes', copies) }),
        ...(rows.length > limit && { next_cursor: cursorAt(question, version, place + limit) }),
      };
    },
  };
}

function entryOf(
  { parent_topic_id, ...topic }: TopicRow,
  own: OwnRow | undefined,
  user_attributes: Entry['user_attributes'],
): Entry {
  const color = own?.bookmark_color_index;
  return {
    ...topic,
    ...(parent_topic_id !== null && { parent_topic_id }),
    annotations_count: own?.annotations_count ?? 0,
    notes_count: own?.notes_count ?? 0,
    ...(color && { bookmark_color_index: color }),
    ...(user_attributes && { user_attributes }),
  };
}

function attributesOf(topic_id: string): ItemKey {
  const kind = 'topic_attributes';
  return { kind, model_type: 'topic', model_id: topic_id, segment: '', item_id: '' };
}

/** Places have no gaps, so that they are what pages go by. */
async function readTopics(
  database: Database,
  { course_id, issue_id, version }: VersionRow,
  place: number,
  limit: number,
): Promise<readonly TopicRow[]> {
  const { rows } = await sql<TopicRow>`
    select topic_id, parent_topic_id, title, thema_id, sub_thema_number,
      (
        select count(*)::integer from clag.exercises exercise
        where exercise.course_id = ${course_id} and exercise.issue_id = ${issue_id}
          and exercise.version = ${version} and exercise.topic_id = topic.topic_id
      ) as exercises_count
    from clag.topics topic
    where course_id = ${course_id} and issue_id = ${issue_id} and version = ${version}
      and place >= ${place}
    order by place
    limit ${limit}
  `.execute(database);
  return rows;
}

async function readOwn(
  database: Database,
  { subject, course_id, issue_id }: Issue,
  topics: readonly TopicRow[],
): Promise<ReadonlyMap<string, OwnRow>> {
  const { rows } = await sql<OwnRow>`
    select model_id,
      (count(*) filter (where kind = 'annotation'))::integer as annotations_count,
      (count(*) filter (where kind = 'note'))::integer as notes_count,
      (array_agg(content ->> 'color_index' order by updated_at desc, item_id)
        filter (where kind = 'bookmark'))[1] as bookmark_color_index
    from clag.content_items
    where subject = ${subject} and course_id = ${course_id} and issue_id = ${issue_id}
      and kind in ('annotation', 'note', 'bookmark') and model_type = 'topic'
      and model_id = any(${topics.map(({ topic_id }) => topic_id)}::text[])
      and content is not null
    group by model_id
  `.execute(database);
  return new Map(rows.map((row) => [row.model_id, row]));
}
