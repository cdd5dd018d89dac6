import {
  annotations,
  annotationsAccepted,
  annotationsAsked,
  annotationsToSave,
} from './annotations.ts';
import { answers, answersAccepted, answersAsked, answersToSave } from './answers.ts';
import {
  assignmentAccepted,
  assignments,
  assignmentsAsked,
  assignmentToSave,
  classAssignments,
  classAssignmentsAsked,
} from './assignments.ts';
import {
  classAnswers,
  classAnswersAsked,
  classes,
  feedbackAccepted,
  feedbackAsked,
  feedbackGiven,
  feedbackToSave,
  ownClasses,
} from './class.ts';
import { cmi5Launched, cmi5Progress, cmi5Unit } from './cmi5.ts';
import {
  itemsToStore,
  items,
  license,
  loginOptions,
  place,
  scope,
  statementToPost,
  user,
} from './data.ts';
import { filesAsked, filesGiven, publicationIssue } from './files.ts';
import { autocompletePrefix, completions, searchHits, searchQuery } from './search.ts';
import {
  done,
  flag,
  ignored,
  list,
  object,
  openObject,
  optional,
  text,
  whole,
  type Shape,
  type TypeOf,
} from './shape.ts';
import type { Action } from './names.ts';

interface Request {
  readonly payload: Shape<unknown>;
  readonly result: Shape<unknown>;
}

/** The requests of content: action → payload and result. */
export const requests = {
  /** Opens the conversation. Rules HELLO-1 to HELLO-8. */
  hello: {
    payload: openObject({ version: optional(whole(1)), capabilities: optional(list(text())) }),
    result: openObject({
      version: whole(1),
      capabilities: list(text()),
      actions: list(text()),
      events: list(text()),
      locale: text(),
    }),
  },
  /** The content can be used; a stored deep link has been opened and is forgotten. */
  ready: { payload: ignored, result: done },
  /** True if a user is signed in. */
  isLoggedIn: { payload: ignored, result: flag },
  /**
   * Starts signing in. The page goes to the identity provider, so an answer may never come. A coupon is redeemed for
   * the user who signs in then; what cannot be a code is `BAD_PAYLOAD`, with `refusesTypos` what looks mistyped
   * `MISTYPED`. `REFUSED` where something has gone wrong before and nobody has pressed anything since.
   */
  startLogin: { payload: optional(loginOptions), result: done },
  /**
   * Signs the user out, after a press; else the container asks, and the answer is `REFUSED`. The frame is removed,
   * so an answer may never come.
   */
  logout: { payload: ignored, result: done },
  /** The user who is signed in. */
  getUser: { payload: ignored, result: user },
  /** True if the user signs in with a Panda login. */
  isPandaLogin: { payload: ignored, result: flag },
  /** True if the user leads a group, and has a role for it. */
  isTeacher: { payload: ignored, result: flag },
  /** The user's licences for this publication. */
  getLicenses: { payload: ignored, result: list(license) },
  /** The items of a topic or an exercise: what the service has, and over it what has been accepted since. */
  getLocalStoreItems: { payload: scope, result: items },
  /** Answered once all of the items are accepted. After a `TIMEOUT` ask again with the same values and versions. */
  setLocalStoreItems: { payload: itemsToStore, result: items },
  /**
   * The annotations, notes and bookmarks of a topic or an exercise, with what has been accepted since. Conflict
   * copies come where they are asked for.
   */
  getAnnotations: { payload: annotationsAsked, result: annotations },
  /**
   * Answered once all of the changes are accepted. After a `TIMEOUT` ask again with the same content and versions. A
   * conflict is settled by a change whose `settled_versions` name the copies: one with the content that shall count,
   * or with what is stored as it is.
   */
  saveAnnotations: { payload: annotationsToSave, result: annotationsAccepted },
  /**
   * The user's answers to exercises, at most `exercisesMaximum`, with what has been accepted since and their
   * conflict copies.
   */
  getAnswers: { payload: answersAsked, result: answers },
  /**
   * As `saveAnnotations`. A change on an older version than the stored one is united with it where both have gaps,
   * labels, cards or choices that leave nothing out; otherwise it stands, and the stored one becomes a conflict
   * copy.
   */
  saveAnswers: { payload: answersToSave, result: answersAccepted },
  /** The classes that the user leads and that may work with the course; none for users who are no teachers. */
  getClasses: { payload: publicationIssue, result: classes },
  /** The classes that the user is a pupil of, and who reads the user's answers to an issue there; none for others. */
  getOwnClasses: { payload: publicationIssue, result: ownClasses },
  /**
   * A page of the members of a class that the user leads, with the answers to some exercises, at most
   * `groupExercisesMaximum`, the leaders' feedback, and the versions that it names. A member without `shared_since`
   * shares none.
   */
  getClassAnswers: { payload: classAnswersAsked, result: classAnswers },
  /** As `saveAnnotations`. It goes to one member, about one exercise. */
  saveFeedback: { payload: feedbackToSave, result: feedbackAccepted },
  /**
   * Feedback that the user has received on the answers of an issue, since a cursor, and the versions that it names.
   * The last page has a cursor for what comes later. An expired one is `REFUSED`: begin without one.
   */
  getFeedback: { payload: feedbackAsked, result: feedbackGiven },
  /** What the user has to do in an issue, as pupil of all its classes. */
  getAssignments: { payload: assignmentsAsked, result: assignments },
  /** The assignments of a class that the user leads, with how far each pupil is, and the pupils. */
  getClassAssignments: { payload: classAssignmentsAsked, result: classAssignments },
  /** As `saveAnnotations`. */
  saveAssignment: { payload: assignmentToSave, result: assignmentAccepted },
  /**
   * Searches a course and what the user has written in it, the best hits first. All words must occur; the last one
   * may be a beginning, words in quotation marks follow each other. Where nothing is found, `suggested_queries` are
   * up to three that find something.
   */
  search: { payload: searchQuery, result: searchHits },
  /** Completes the last word by words that a search would find. */
  autocomplete: { payload: autocompletePrefix, result: completions },
  /**
   * Addresses of a publication's files by their paths, at most `pathsMaximum`. They open for some minutes.
   */
  getFiles: { payload: filesAsked, result: filesGiven },
  /**
   * Answered with the statement's id once it is accepted. Give it an id, a UUID: asked again after a `TIMEOUT` it is
   * stored once.
   */
  postStatement: { payload: statementToPost, result: text() },
  /** base64url(SHA-256(text)): the S256 code challenge of RFC 7636, section 4.2. */
  encodeChallenge: { payload: object({ text: text(undefined, 1) }), result: text() },
  /**
   * Says if the content holds work that is not accepted yet. Then the browser asks before the page is left, and
   * `teardown` waits.
   */
  setUnsavedWork: { payload: object({ unsaved: flag }), result: done },
  /**
   * Where in the publication the user is. After a reload, and after a session that ended without the user's doing,
   * the content is opened there again by a deep link. Content says it with every page.
   */
  setPlace: { payload: place, result: done },
  /** Opens the container's cookie settings over the content. Works without a session, too. */
  openCookieSettings: { payload: ignored, result: done },
  /**
   * Opens the container's dialog in which users download or delete what they have in this publication. `REFUSED`
   * where it has none.
   */
  openMyData: { payload: ignored, result: done },
  /** Opens the container's page of the progress, own and of classes. `REFUSED` where it has none. */
  openProgress: { payload: ignored, result: done },
  /** Opens the container's dialog of classes: make, lead, join, leave, share. */
  openClasses: { payload: ignored, result: done },
  /** Opens a dialog of the container: who may read the user's answers to an issue. */
  openSharing: { payload: publicationIssue, result: done },
  /** Opens the container's field for a code, of a voucher or a class. */
  openCode: { payload: ignored, result: done },
  /** The user's progress in the cmi5 course that an issue has published. `REFUSED` where it has none. */
  getCmi5Progress: { payload: publicationIssue, result: cmi5Progress },
  /**
   * Begins a session of an assignable unit, and opens it in place of the page, so that an answer may never come, or
   * in a window of its own. `UNAVAILABLE` where the browser blocks the window. A launch abandons a session that is
   * still open.
   */
  launchCmi5: { payload: cmi5Unit, result: cmi5Launched },
  /** The user's language, a BCP 47 tag, as in the answer to `hello`. Works without a session, too. */
  getLocale: { payload: ignored, result: text() },
  /** Currency of prices, an ISO 4217 code. Works without a session, too. */
  getCurrency: { payload: ignored, result: text() },
} as const satisfies Readonly<Record<Action, Request>>;

export type Payload<A extends Action> = TypeOf<(typeof requests)[A]['payload']>;
export type Result<A extends Action> = TypeOf<(typeof requests)[A]['result']>;
