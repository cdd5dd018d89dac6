import type { Answer, Answers, PublicationIssue } from '@lectern/sdk/protocol';
import type { Outbox } from '../outbox/outbox.ts';
import type { ShownChanges, StoredChanges } from '../outbox/view/changes-view.ts';

/** Answers as the service has said them. */
interface AnswersPage {
  readonly answers: readonly StoredAnswer[];
  readonly conflict_copies?: readonly StoredAnswer[] | undefined;
  readonly next_cursor?: string | undefined;
}
type StoredAnswer = Omit<Answer, 'content' | 'delivered' | 'score_in_percent' | 'shared_at'>;

/**
 * Reads the answers to several exercises in one request. The entries that wait here are read before it goes, so that
 * one that is delivered meanwhile is not missed.
 *
 * @param ask Asks the service about all of them; what it throws is thrown here.
 */
export async function readAnswers(
  outbox: Pick<Outbox, 'readAnswers'>,
  issue: PublicationIssue,
  exerciseIds: readonly string[],
  ask: () => Promise<AnswersPage>,
): Promise<Answers> {
  const exercises = [...new Set(exerciseIds)];
  const read = onceAllAsk(exercises.length, ask);
  const shown = await Promise.all(
    exercises.map(async (exercise_id) => {
      const scope = { ...issue, exercise_dto: { exercise_id } };
      return named(
        exercise_id,
        await outbox.readAnswers(scope, async () => ofExercise(await read(), exercise_id)),
      );
    }),
  );
  return {
    answers: shown.flatMap(({ answers }) => answers),
    conflict_copies: shown.flatMap(({ conflict_copies }) => conflict_copies),
  };
}

/** All pages of the service as one. */
export async function allPages(
  ask: (cursor: string | undefined) => Promise<AnswersPage>,
): Promise<AnswersPage> {
  const first = await ask(undefined);
  const pages = [first];
  for (let page = first; page.next_cursor !== undefined; pages.push(page))
    page = await ask(page.next_cursor);
  return {
    answers: pages.flatMap(({ answers }) => answers),
    conflict_copies: pages.flatMap(({ conflict_copies = [] }) => conflict_copies),
  };
}

/** Asks once the last of so many has asked. */
function onceAllAsk<T>(count: number, ask: () => Promise<T>): () => Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  let asked = 0;
  return () => {
    asked += 1;
    if (asked === count) resolve(ask());
    return promise;
  };
}

function ofExercise({ answers, conflict_copies = [] }: AnswersPage, id: string): StoredChanges {
  const own = (all: readonly StoredAnswer[]) => all.filter(({ exercise_id }) => exercise_id === id);
  return { answers: own(answers), conflict_copies: { answers: own(conflict_copies) } };
}

/** Answers with their exercise, which those that wait here do not name. */
function named(exercise_id: string, { answers = [], conflict_copies }: ShownChanges): Answers {
  const all = (list: readonly object[] = []) =>
    // The contract's answer has the members that the protocol names.
    list.map((answer) => ({ ...answer, exercise_id }) as Answer);
  return { answers: all(answers), conflict_copies: all(conflict_copies?.answers) };
}
