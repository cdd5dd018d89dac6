import { asKept, asStored, madeOn } from './annotations.ts';
import { answerContent, answerMembers, identifier } from './contract.ts';
import { course, exercise, issue } from './scope.ts';
import { either, list, object, optional, text, whole, yes, type TypeOf } from './shape.ts';

/*
 * Answers to exercises. Names are those of the services' own data (specification, section 3).
 */

/** An answer by the basic answer type of its task. */
export type AnswerContent = TypeOf<typeof answerContent>;

const id = { answer_id: identifier };
const place = { ...course, ...issue, ...exercise };

const exerciseScope = object(place);
/** An exercise of an issue of a course. */
export type ExerciseScope = TypeOf<typeof exerciseScope>;

/**
 * Changes to store, all or none; at most `changesMaximum`, each answer once. `answer_id` names the
 * task within the exercise; most exercises have one. `version` is the one that the change was made on, as it was
 * answered; 0: the answer is new. `settled_versions` are conflict copies that are not needed any more.
 */
const changes = list(
  either(
    object({ ...id, ...answerMembers, ...madeOn }),
    object({ ...id, ...madeOn, is_removed: yes }),
  ),
);
export type AnswerChanges = TypeOf<typeof changes>;

export const answersToSave = object({ ...place, answers: changes });

export const answersAsked = object({
  ...course,
  ...issue,
  exercise_ids: list(identifier),
});

const shared = { shared_at: optional(text()) };

/**
 * An answer as the container knows it. `shared_at`: when a service stored the version that teachers may read; absent:
 * unknown, as of one that waits or of a conflict copy.
 */
export const answer = object({
  exercise_id: identifier,
  ...id,
  ...answerMembers,
  ...asKept,
  ...shared,
});
export type Answer = TypeOf<typeof answer>;

/**
 * The answers to some exercises. One that is not delivered has a `version` of its own, above 2,147,483,647, which
 * the next change can be made on as on any other. `conflict_copies` are what another device, or this one, had
 * stored when a change was made on an older version, and what is not part of the answer as it is now.
 */
export const answers = object({ answers: list(answer), conflict_copies: list(answer) });
export type Answers = TypeOf<typeof answers>;

/** The versions of what was accepted, in the order in which it was given: what the next changes are made on. */
export const answersAccepted = object({
  answers: list(object({ ...id, ...asKept, ...shared })),
});
export type AcceptedAnswers = TypeOf<typeof answersAccepted>;

/** Members of the event `delivered`: `accepted_version` is the one that was answered before. */
export const answersDelivered = {
  ...place,
  answers: list(object({ ...id, ...asStored, ...shared })),
};

/** Members of the event `not-delivered`. */
export const answersRefused = { ...place, answers: list(object({ ...id, version: whole(0) })) };
