import { answersTogetherMaximumInBytes, type Body, type Contract } from '@lectern/contracts';
import { sql } from 'kysely';
import type { Handlers } from '../http/routes.ts';
import type { Database } from '../storage/database.ts';
import { mergeAnswers } from './answer-merge.ts';
import { readCopiesOf } from './items/conflict-copies.ts';
import { readIdCursor, writeIdCursor } from './items/id-cursor.ts';
import { lockKnownIssue } from './items/issue-lock.ts';
import {
  keyText,
  type ConflictCopy,
  type Issue,
  type ItemChange,
  type StoredItem,
} from './items/item.ts';
import { itemColumns } from './items/item-rows.ts';
import { itemCopiesWeight, readPage } from './items/page.ts';
import { readItemsOfModels } from './items/read-models.ts';
import { keepCopies } from './items/policies.ts';
import { refuseRepeated, saveBatch, saveItems, type SavedChange } from './items/save.ts';
import { changesOf, issueOf, listOf, outcomesOf } from './items/wire.ts';

type ExerciseCalls = Pick<
  Contract['clag'],
  | 'exerciseDeleteUserData'
  | 'exerciseGetUserData'
  | 'exerciseSaveAndGetUserData'
  | 'exerciseSaveUserData'
>;

const defaultPageSize = 100;

/** The calls under `/v1/exercise`. */
export function exerciseHandlers(database: Database): Handlers<ExerciseCalls> {
  return {
    async exerciseGetUserData({ body, refusal }) {
      const { cursor, limit = defaultPageSize, with_conflict_copies } = body;
      const question = questionOf(body);
      const after = cursor === undefined ? [] : readIdCursor(question, cursor, 2);
      if (!after) throw refusal('CURSOR_INVALID');
      const issue = issueOf(body.subject, body);
      const page = await readAnswers(database, issue, body, after, limit);
      const keys = page.items.map(({ key }) => key);
      const last = keys.at(-1);
      return {
        answers: listOf('answer', page.items.filter(isThere)),
        ...(with_conflict_copies
          ? { conflict_copies: listOf('answer', await readCopiesOf(database, issue, keys)) }
          : {}),
        ...(page.hasMore && last
          ? { next_cursor: writeIdCursor(question, [last.model_id, last.item_id]) }
          : {}),
      };
    },

    async exerciseSaveUserData({ body, refusal }) {
      const changes = changesOf('answer', body.answers);
      const issue = issueOf(body.subject, body);
      const { outcomes, isUnchanged } = await saveBatch(database, issue, changes, refusal);
      return {
        answers: outcomesOf('answer', outcomes),
        ...(isUnchanged ? { result_state: 'IA_OK' as const } : {}),
      };
    },

    async exerciseSaveAndGetUserData({ body, refusal }) {
      const { exercise_ids, with_conflict_copies = false } = body;
      const changes = changesOf('answer', body.answers);
      refuseRepeated(changes, refusal);
      if (changes.some(({ key }) => !exercise_ids.includes(key.model_id))) {
        throw refusal('EXERCISE_NOT_NAMED');
      }
      const issue = issueOf(body.subject, body);
      return database.transaction().execute(async (transaction) => {
        let outcomes: readonly SavedChange[] = [];
        if (changes.length > 0) {
          const uniting = keepCopies(mergeAnswers);
          ({ outcomes } = await saveItems(transaction, issue, changes, refusal, uniting));
        }
        const answers = await readTogether(transaction, issue, exercise_ids, with_conflict_copies);
        if (!answers) throw refusal('ANSWERS_TOO_LARGE');
        return {
          outcomes: outcomesOf('answer', outcomes),
          answers: listOf('answer', answers.items.filter(isThere)),
          ...(with_conflict_copies ? { conflict_copies: listOf('answer', answers.copies) } : {}),
        };
      });
    },

    async exerciseDeleteUserData({ body, refusal }) {
      const issue = issueOf(body.subject, body);
      const exerciseIds = [...new Set(body.exercise_ids)];
      const removed: SavedChange[] = [];
      const isUnchanged = await database.transaction().execute(async (transaction) => {
        // Before it is read what there is: nothing comes in between.
        if (!(await lockKnownIssue(transaction, issue))) return true;
        let unchanged = true;
        // One by one: all of them together may be more than the memory has room for.
        for (const exerciseId of exerciseIds) {
          const changes = await removalsOf(transaction, issue, exerciseId);
          if (changes.length === 0) continue;
          const saved = await saveItems(transaction, issue, changes, refusal);
          removed.push(...saved.outcomes.filter(({ outcome }) => outcome === 'removed'));
          unchanged &&= saved.isUnchanged;
        }
        return unchanged;
      });
      return {
        answers: outcomesOf('answer', removed),
        ...(isUnchanged ? { result_state: 'IA_OK' as const } : {}),
      };
    },
  };
}

/** Removes all answers to an exercise, and settles all of their copies. */
async function removalsOf(
  transaction: Database,
  issue: Issue,
  exerciseId: string,
): Promise<ItemChange[]> {
  const { items, copies } = await readOf(transaction, issue, [exerciseId], true);
  const copiesByItem = Map.groupBy(copies, ({ key }) => keyText(key));
  return items.map(({ key, version }) => ({
    key,
    base: version,
    settled: (copiesByItem.get(keyText(key)) ?? []).map((copy) => copy.version),
    content: null,
  }));
}

const isThere = ({ content }: StoredItem) => content !== null;

type Get = Body<ExerciseCalls['exerciseGetUserData']>;

/** What a cursor is good for. */
function questionOf({
  subject,
  course_id_dto,
  issue_id_dto,
  exercise_ids,
  with_conflict_copies,
}: Get) {
  return {
    call: 'exerciseGetUserData',
    subject,
    course_id_dto,
    issue_id_dto,
    exercise_ids: exercise_ids?.toSorted() ?? null,
    with_conflict_copies: with_conflict_copies ?? false,
  };
}

/** A page of answers, with removed ones that have conflict copies, where these are asked for. */
function readAnswers(
  database: Database,
  { subject, course_id, issue_id }: Issue,
  { exercise_ids, with_conflict_copies }: Get,
  [afterExercise, afterAnswer]: readonly string[],
  limit: number,
) {
  const isNamed = exercise_ids ? sql`item.model_id = any(${exercise_ids}::text[])` : sql`true`;
  const isAfter =
    afterExercise === undefined
      ? sql`true`
      : sql`(item.model_id, item.item_id) > (${afterExercise}, ${afterAnswer})`;
  const isAsked = with_conflict_copies
    ? sql`(item.content is not null or ${itemCopiesWeight} > 0)`
    : sql`item.content is not null`;
  const weight = with_conflict_copies ? sql`item.bytes + ${itemCopiesWeight}` : sql`item.bytes`;
  return readPage(
    database,
    sql`
      select ${itemColumns}, ${weight} as weight from clag.content_items item
      where item.subject = ${subject} and item.course_id = ${course_id}
        and item.issue_id = ${issue_id} and item.kind = 'answer' and item.model_type = 'exercise'
        and ${isNamed} and ${isAfter} and ${isAsked}`,
    sql`model_id, item_id`,
    limit,
  );
}

/** Answers to exercises, and their conflict copies; removed ones, too. */
async function readOf(
  transaction: Database,
  issue: Issue,
  exerciseIds: readonly string[],
  withCopies: boolean,
): Promise<{ readonly items: readonly StoredItem[]; readonly copies: readonly ConflictCopy[] }> {
  const items = await readItemsOfModels(transaction, issue, 'answer', 'exercise', exerciseIds);
  const keys = items.map(({ key }) => key);
  return { items, copies: withCopies ? await readCopiesOf(transaction, issue, keys) : [] };
}

/** As {@link readOf}; `undefined` where it is more than one answer gives. */
async function readTogether(
  transaction: Database,
  issue: Issue,
  exerciseIds: readonly string[],
  withCopies: boolean,
) {
  const { subject, course_id, issue_id } = issue;
  const weight = withCopies ? sql`item.bytes + ${itemCopiesWeight}` : sql`item.bytes`;
  const { rows } = await sql<{ fits: boolean }>`
    select coalesce(sum(${weight}), 0) <= ${answersTogetherMaximumInBytes}::bigint as fits
    from clag.content_items item
    where item.subject = ${subject} and item.course_id = ${course_id}
      and item.issue_id = ${issue_id} and item.kind = 'answer' and item.model_type = 'exercise'
      and item.model_id = any(${exerciseIds}::text[])
  `.execute(transaction);
  return rows[0]!.fits ? readOf(transaction, issue, exerciseIds, withCopies) : undefined;
}
