import { answersTogetherMaximumInBytes, type Body } from '@lectern/contracts';
import type { exerciseCalls } from '@lectern/contracts/calls/annotations/exercise';
import type { Handlers } from '../http/routes.ts';
import type { Database } from '../storage/database.ts';
import { mergeAnswers } from './answer-merge.ts';
import { lockKnownIssue } from './items/issue-lock.ts';
import { keyText, type Issue, type ItemChange } from './items/item.ts';
import { readList } from './items/pages.ts';
import { keepCopies, mergeOrKeepCopies } from './items/policies.ts';
import { readCopiesOn, readItemsOn, weightOn, type OnModels } from './items/read.ts';
import { refuseRepeated, saveBatch, saveItems, type SavedChange } from './items/save.ts';
import { changesOf, issueOf, listOf, outcomesOf } from './items/wire.ts';

type ExerciseCalls = typeof exerciseCalls;

const defaultPageSize = 100;

const mergeOrKeep = mergeOrKeepCopies(mergeAnswers);

export function exerciseHandlers(database: Database): Handlers<ExerciseCalls> {
  return {
    async exerciseGetUserData({ body, refusal }) {
      const { exercise_ids, cursor, limit = defaultPageSize } = body;
      const page = await readList(database, issueOf(body.subject, body), {
        kind: 'answer',
        model_type: 'exercise',
        modelIds: exercise_ids,
        withCopies: body.with_conflict_copies ?? false,
        limit,
        cursor,
        question: questionOf(body),
      });
      if (!page) throw refusal('CURSOR_INVALID');
      return {
        answers: listOf('answer', page.items),
        ...(page.copies && { conflict_copies: listOf('answer', page.copies) }),
        ...page.next,
      };
    },

    async exerciseSaveUserData({ body, refusal }) {
      const changes = changesOf('answer', body.answers);
      const issue = issueOf(body.subject, body);
      const { outcomes, ...state } = await saveBatch(database, issue, changes, keepCopies, refusal);
      return {
        answers: outcomesOf('answer', outcomes),
        ...state,
      };
    },

    async exerciseSaveAndGetUserData({ body, refusal }) {
      const { exercise_ids, with_conflict_copies = false } = body;
      const changes = changesOf('answer', body.answers);
      refuseRepeated(changes, mergeOrKeep, refusal);
      if (changes.some(({ key }) => !exercise_ids.includes(key.model_id))) {
        throw refusal('EXERCISE_NOT_NAMED');
      }
      const issue = issueOf(body.subject, body);
      return database.transaction().execute(async (transaction) => {
        let outcomes: readonly SavedChange[] = [];
        if (changes.length > 0) {
          ({ outcomes } = await saveItems(transaction, issue, changes, mergeOrKeep, refusal));
        }
        const place = answersTo(exercise_ids);
        const bytes = await weightOn(transaction, issue, place, with_conflict_copies);
        if (bytes > answersTogetherMaximumInBytes) throw refusal('ANSWERS_TOO_LARGE');
        const answers = await readItemsOn(transaction, issue, place, { order: 'name' });
        const copies = with_conflict_copies && (await readCopiesOn(transaction, issue, place));
        return {
          outcomes: outcomesOf('answer', outcomes),
          answers: listOf('answer', answers),
          ...(copies && { conflict_copies: listOf('answer', copies) }),
        };
      });
    },

    async exerciseDeleteUserData({ body }) {
      const issue = issueOf(body.subject, body);
      const exerciseIds = [...new Set(body.exercise_ids)];
      const removed: SavedChange[] = [];
      const isUnchanged = await database.transaction().execute(async (transaction) => {
        // Locks before it reads, so that no change comes in between.
        if (!(await lockKnownIssue(transaction, issue))) return true;
        let unchanged = true;
        // One by one: all of them together may be more than the memory has room for.
        for (const exerciseId of exerciseIds) {
          const changes = await removalsOf(transaction, issue, exerciseId);
          if (changes.length === 0) continue;
          const saved = await saveItems(transaction, issue, changes, keepCopies, removalRefused);
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

const answersTo = (exerciseIds: readonly string[]): OnModels => ({
  kinds: ['answer'],
  model_type: 'exercise',
  model_ids: exerciseIds,
});

/** Removals on stored versions meet no conflict, and no limit, because they take space away. */
const removalRefused = (code: string) => new Error(`A removal of answers met ${code}.`);

/** Removes all answers to an exercise, and settles all of their copies. */
async function removalsOf(
  transaction: Database,
  issue: Issue,
  exerciseId: string,
): Promise<ItemChange[]> {
  const place = answersTo([exerciseId]);
  const options = { order: 'name', withRemoved: true } as const;
  const answers = await readItemsOn(transaction, issue, place, options);
  const copies = await readCopiesOn(transaction, issue, place);
  const copiesByItem = Map.groupBy(copies, ({ key }) => keyText(key));
  return answers.map(({ key, version }) => ({
    key,
    base: version,
    settled: (copiesByItem.get(keyText(key)) ?? []).map((copy) => copy.version),
    content: null,
  }));
}

/** The parameters that a cursor is bound to. */
function questionOf(body: Body<ExerciseCalls['exerciseGetUserData']>) {
  const { subject, course_id_dto, issue_id_dto, exercise_ids, with_conflict_copies } = body;
  return {
    call: 'exerciseGetUserData',
    subject,
    course_id_dto,
    issue_id_dto,
    exercise_ids: exercise_ids?.toSorted() ?? null,
    with_conflict_copies: with_conflict_copies ?? false,
  };
}
