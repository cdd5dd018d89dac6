import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { makeBeforeAll, startBeforeAll } from '../platform.ts';
import { contentItemsHandlers } from '../../src/annotations/content-items.ts';
import { answerCounts } from '../../src/annotations/exercise-progress.ts';
import {
  issuesWithContent,
  storedVersions,
} from '../../src/annotations/user-data/stored-versions.ts';
import { recordPlans, type PlanNode } from '../recorded-plans.ts';
import { essay, gone, newId, note, startWriters, type Writer } from './writers.ts';

/*
 * Each statement reads a few rows by an index, in an issue of thousands of items, of a subject with many issues, among
 * many subjects.
 */

const itemsOfIssue = 4_000;
const ownTopics = 600;

const writers = startBeforeAll(startWriters);
const mia = makeBeforeAll(() => writers.newWriter());
beforeAll(async () => {
  const { database } = writers.platform;
  await sql`
    insert into clag.content_items (subject, course_id, issue_id, kind, model_type, model_id, item_id,
      version, change_index, content, bytes, updated_at)
    select subject, course_id, issue_id, kind, model_type, model_type || '-' || place % 100,
      gen_random_uuid(), 1, place + changes_before,
      case when place % 20 > 0 then '{"is_done": true}'::jsonb end, 10, now()
    from (
      select ${mia.subject} as subject, 'wasser' as course_id, 'wasser-2026' as issue_id,
        generate_series(1, ${itemsOfIssue}) as place
      union all
      select ${mia.subject}, 'course-' || issue % 5, 'issue-' || issue, place
      from generate_series(1, 40) as issue, generate_series(1, 50) as place
      union all
      select 'subject-' || subject, 'wasser', 'wasser-' || issue, place
      from generate_series(1, 300) as subject, generate_series(1, 2) as issue,
        generate_series(1, 20) as place
    ) rows cross join (
      values ('note', 'topic', 0), ('answer', 'exercise', ${2 * itemsOfIssue}::integer)
    ) as kinds (kind, model_type, changes_before)
    order by random()
  `.execute(database);
  // PostgreSQL expects a tenth of these, because the values of a subject, a course and an issue go together.
  await sql`
    insert into clag.content_items (subject, course_id, issue_id, kind, model_type, model_id, item_id,
      version, change_index, content, bytes, updated_at)
    select ${mia.subject}, 'wasser', 'wasser-2026', 'user_topic', 'topic', gen_random_uuid(), '',
      1, place + ${3 * itemsOfIssue}, '{}', 10, now()
    from generate_series(1, ${ownTopics}) as place
  `.execute(database);
  await sql`
    insert into clag.local_store_items (subject, course_id, issue_id, model_type, model_id, segment,
      key, value, change_index)
    select subject, course_id, issue_id, model_type, model_id, 's', item_id, 'x',
      change_index + ${itemsOfIssue}
    from clag.content_items where kind = 'note'
  `.execute(database);
  await sql`
    insert into clag.conflict_copies (subject, course_id, issue_id, kind, model_type, model_id,
      segment, item_id, version, content, bytes, updated_at)
    select subject, course_id, issue_id, kind, model_type, model_id, '', item_id, 1, '{}', 10, now()
    from clag.content_items where change_index % 3 = 0
  `.execute(database);
  await sql`
    insert into clag.issue_changes (subject, course_id, issue_id, last_index)
    select subject, course_id, issue_id, ${3 * itemsOfIssue + ownTopics} from clag.content_items
    group by subject, course_id, issue_id
  `.execute(database);
  await sql`
    analyze clag.content_items, clag.local_store_items, clag.conflict_copies, clag.issue_changes
  `.execute(database);
});

type Node = PlanNode & {
  readonly 'Actual Rows': number;
  readonly 'Rows Removed by Filter'?: number;
};

/** How many rows of the items' tables a plan looks at. */
function rowsRead(node: Node): number {
  const children = (node.Plans ?? []) as Node[];
  const below = children.reduce((sum, child) => sum + rowsRead(child), 0);
  if (node.Schema !== 'clag' || !node['Node Type'].endsWith('Scan')) return below;
  const each = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);
  return below + each * (node['Actual Loops'] ?? 1);
}

/** The most rows that one statement looks at. */
async function mostRowsRead(call: () => Promise<unknown>): Promise<number> {
  const recorder = recordPlans({ mayReadWholeTables: true });
  try {
    const plans = await recorder.record(call);
    expect(plans.length).toBeGreaterThan(0);
    return Math.max(...plans.map(({ plan }) => rowsRead(plan as Node)));
  } finally {
    recorder.stop();
  }
}

/** A topic has 40 notes, 40 local store items, and copies of a third of the notes; an exercise as many answers. */
const ofTopic = 200;
/** A piece of a download has 500 rows. Each statement also looks at the row that ends the piece, and at removed items. */
const ofPiece = 600;
const model = { topic_dto: { topic_id: 'topic-7' } };
const issue = { course_id_dto: { course_id: 'wasser' }, issue_id_dto: { issue_id: 'wasser-2026' } };
const issueOfMia = () => ({
  subject: mia.subject,
  course_id: 'wasser',
  issue_id: 'wasser-2026',
});

async function downloaded(): Promise<void> {
  let versions = 0;
  for await (const piece of storedVersions(writers.platform.database, issueOfMia())) {
    versions += piece.length;
  }
  // Of items, of local store items and of conflict copies.
  expect(versions).toBeGreaterThan(3 * itemsOfIssue);
}

/** The calls themselves: what a server does with them between is not what is looked at. */
type Calls = {
  readonly [Name in keyof Writer['clag']]: (request: { body: object }) => Promise<unknown>;
};

function callsOf(who: Writer): Calls {
  const handlers = contentItemsHandlers(writers.platform.database) as unknown as Record<
    string,
    (request: object) => Promise<unknown>
  >;
  const refusal = (code: string) => new Error(code);
  return new Proxy({} as Calls, {
    get: (_target, name: string) => (request: object) =>
      handlers[name]!({ ...request, caller: who, refusal }),
  });
}

const with_conflict_copies = true;
/** @param most default: of a topic */
type Call = [what: string, call: (clag: Calls) => Promise<unknown>, most?: number];
const calls: readonly Call[] = [
  [
    'annotations of a topic',
    (clag) =>
      clag.annotationsGetForTopic({ body: { ...mia.issue, ...model, with_conflict_copies } }),
  ],
  [
    'saved annotations',
    (clag) => {
      const notes = Array.from({ length: 30 }, () => note(newId(), 'x'));
      const bookmarks = [gone({ bookmark_id: newId() }, 0)];
      return clag.annotationsSaveForTopic({ body: { ...mia.issue, ...model, notes, bookmarks } });
    },
  ],
  [
    'saved answers',
    (clag) => clag.exerciseSaveUserData({ body: { ...mia.issue, answers: [essay('a', 'x')] } }),
  ],
  [
    'local store items of a topic',
    (clag) => clag.localStoreItemGetForModel({ body: { ...issue, ...model } }),
  ],
  [
    'a local store item that is set',
    (clag) => {
      const local_store_items = [{ segment: 's', key: 'k', value: 'x' }];
      return clag.localStoreItemSetForModel({ body: { ...issue, ...model, local_store_items } });
    },
  ],
  [
    'answers, page by page',
    (clag) => {
      const exercise_ids = ['exercise-7'];
      return clag.exerciseGetUserData({ body: { ...mia.issue, exercise_ids, limit: 5 } });
    },
  ],
  [
    'answers to all exercises, page by page, with conflict copies',
    (clag) => clag.exerciseGetUserData({ body: { ...mia.issue, limit: 5, with_conflict_copies } }),
  ],
  ['own topics, page by page', (clag) => clag.userTopicGetData({ body: { ...mia.issue } })],
  [
    'numbers of answers',
    () => answerCounts(writers.platform.database, issueOfMia(), ['exercise-7', 'exercise-8']),
  ],
  [
    'issues with content',
    () => issuesWithContent(writers.platform.database, mia.subject, 'course-3', undefined),
  ],
  ['a download, piece by piece', downloaded, ofPiece],
  [
    'a note and a local store item, exchanged together',
    (clag) => {
      const local_store_items = [{ segment: 's', key: 'both', value: 'x', version: 0 }];
      const models = [{ ...model, notes: [note(newId(), 'x')], local_store_items }];
      return clag.cloudSynchForIssue({
        body: { ...mia.issue, limit: 1, with_conflict_copies, changes: { models } },
      });
    },
  ],
  [
    'a page of changes since the beginning',
    (clag) => clag.cloudSynchForIssue({ body: { ...mia.issue, limit: 20, with_conflict_copies } }),
  ],
];

test.each(calls)('%s: a few rows are looked at', async (_what, call, most = ofTopic) => {
  expect(await mostRowsRead(() => call(callsOf(mia)))).toBeLessThanOrEqual(most);
});
