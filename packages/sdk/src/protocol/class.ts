import { asKept, asStored } from './annotations.ts';
import { answerMembers, feedbackContent, identifier, sharedContent } from './contract.ts';
import { course, exercise, issue } from './scope.ts';
import { either, flag, list, object, optional, text, whole, yes, type TypeOf } from './shape.ts';

/*
 * Classes, the answers that their members share, and what teachers say about these. Names are those of the services' own
 * data (specification, section 3).
 */

const ids = { feedback_id: text(36, 36) };
const asked = { ...course, ...issue };

/** A class that the user leads. */
export const ledClass = object({ group_id: identifier, name: text() });
export type LedClass = TypeOf<typeof ledClass>;
export const classes = list(ledClass);

/**
 * A class that the user is a pupil of. `name`, and `readers`, the names of its teachers, are empty where these may not read
 * the user's answers to an issue. They read what was stored since `shared_since`, of an essay what was finished since;
 * absent: the container does not know.
 */
export const ownClass = object({
  group_id: identifier,
  name: text(),
  shares_answers: flag,
  shared_since: optional(text()),
  readers: list(text()),
});
export type OwnClass = TypeOf<typeof ownClass>;
export const ownClasses = list(ownClass);

/** The answers of a member of a class to an exercise. */
export const answerPlace = {
  ...asked,
  ...exercise,
  group_id: identifier,
  member_subject: identifier,
};
const answerScope = object(answerPlace);
export type MemberExercise = TypeOf<typeof answerScope>;

/** An answer as teachers read it: of an essay only `shared_text`. */
export const sharedAnswer = object({
  exercise_id: identifier,
  answer_id: identifier,
  ...answerMembers,
  content: sharedContent,
  version: whole(1),
  updated_at: text(),
});
export type SharedAnswer = TypeOf<typeof sharedAnswer>;

/** `seen`, a `comment`, or `again`: the task is to be done once more. */
export type FeedbackContent = TypeOf<typeof feedbackContent>;

const about = { answer_id: identifier, answer_version: whole(1), content: feedbackContent };

/**
 * A teacher's feedback on a version of an answer. One that is not delivered has a `version` of its own, above
 * 2,147,483,647, which the next change can be made on as on any other. Without an author it is the user's, given here
 * and not read since.
 */
export const feedback = object({
  ...ids,
  exercise_id: identifier,
  ...about,
  group_id: identifier,
  author: optional(object({ subject: text(), display_name: optional(text()) })),
  ...asKept,
});
export type Feedback = TypeOf<typeof feedback>;

/**
 * A member of a class. Without `shared_since` it shares no answers with the leaders of this class; with `without_course`
 * the class does not work with the course where this member is concerned. `earlier_versions` are versions of answers that
 * the feedback names, as far as they are kept.
 */
export const classMember = object({
  subject: identifier,
  display_name: optional(text()),
  shared_since: optional(text()),
  without_course: optional(yes),
  answers: list(sharedAnswer),
  feedback: list(feedback),
  earlier_versions: list(sharedAnswer),
});
export type ClassMember = TypeOf<typeof classMember>;

/** With `member_subject` the page is of one member. */
export const classAnswersAsked = object({
  ...asked,
  group_id: identifier,
  exercise_ids: list(identifier),
  member_subject: optional(identifier),
  cursor: optional(text()),
});
export type ClassAnswersAsked = TypeOf<typeof classAnswersAsked>;

/** A member whose exercises do not all fit stands on the next page again, with the others. */
export const classAnswers = object({
  members_count: whole(0),
  members: list(classMember),
  next_cursor: optional(text()),
});
export type ClassAnswers = TypeOf<typeof classAnswers>;

/**
 * Changes to store, all or none; at most `changesMaximum`, each once. Ids are UUIDs in small letters, made
 * by the content. `version` is the one that the change was made on, as it was answered; 0: the feedback is new.
 */
const changes = list(
  either(
    object({ ...ids, ...about, version: whole(0) }),
    object({ ...ids, version: whole(0), is_removed: yes }),
  ),
);
export type FeedbackChanges = TypeOf<typeof changes>;

export const feedbackToSave = object({ ...answerPlace, feedback: changes });
export type FeedbackToSave = TypeOf<typeof feedbackToSave>;

/** The versions of what was accepted, in the order in which it was given: what the next changes are made on. */
export const feedbackAccepted = object({ feedback: list(object({ ...ids, ...asKept })) });
export type AcceptedFeedback = TypeOf<typeof feedbackAccepted>;

export const feedbackAsked = object({
  ...asked,
  exercise_ids: optional(list(identifier)),
  cursor: optional(text()),
});
export type FeedbackAsked = TypeOf<typeof feedbackAsked>;

/** Feedback that its author has taken back. */
const removed = object({ ...ids, version: whole(1), updated_at: text(), is_removed: yes });

/** Feedback by its last change. `next_cursor` leads to the next page, and from the last one to what comes later. */
export const feedbackGiven = object({
  feedback: list(either(feedback, removed)),
  earlier_versions: list(sharedAnswer),
  next_cursor: text(),
  has_more: flag,
});
export type GivenFeedback = TypeOf<typeof feedbackGiven>;

/** Members of the event `delivered`: `accepted_version` is the one that was answered before. */
export const feedbackDelivered = {
  ...answerPlace,
  feedback: list(object({ ...ids, ...asStored })),
};

/** Members of the event `not-delivered`. */
export const feedbackRefused = {
  ...answerPlace,
  feedback: list(object({ ...ids, version: whole(0) })),
};
