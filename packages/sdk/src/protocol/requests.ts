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
  /** The content can be used; its stored deep link is opened and forgotten. */
  ready: { payload: ignored, result: done },
  /** True if a user is signed in. */
  isLoggedIn: { payload: ignored, result: flag },
  /**
   * Starts signing in at the identity provider, so an answer may never come. A coupon is redeemed for who signs in;
   * what cannot be a code is `BAD_PAYLOAD`, with `refusesTypos` what looks mistyped `MISTYPED`. `REFUSED` where
   * something went wrong before and nothing was pressed since.
   */
  startLogin: { payload: optional(loginOptions), result: done },
  /**
   * Signs the user out, after a press; else the container asks, and answers `REFUSED`. The frame is removed, so an
   * answer may never come.
   */
  logout: { payload: ignored, result: done },
  /** The signed-in user. */
  getUser: { payload: ignored, result: user },
  /** True for a Panda login. */
  isPandaLogin: { payload: ignored, result: flag },
  /** True if the user leads a group, with a role for it. */
  isTeacher: { payload: ignored, result: flag },
  /** The user's licences for this publication. */
  getLicenses: { payload: ignored, result: list(license) },
  /** Items of a topic or an exercise: what the service has, and over it what was accepted since. */
  getLocalStoreItems: { payload: scope, result: items },
  /** Answered once all items are accepted. After a `TIMEOUT` ask again with the same values and versions. */
  setLocalStoreItems: { payload: itemsToStore, result: items },
  /**
   * Annotations, notes and bookmarks of a topic or an exercise, with what was accepted since, and conflict copies
   * where asked for.
   */
  getAnnotations: { payload: annotationsAsked, result: annotations },
  /**
   * Answered once all changes are accepted. After a `TIMEOUT` ask again with the same content and versions. A
   * conflict is settled by a change whose `settled_versions` name the copies: with the content that shall count, or
   * with what is stored as it is.
   */
  saveAnnotations: { payload: annotationsToSave, result: annotationsAccepted },
  /** The user's answers to exercises, at most `exercisesMaximum`, with what was accepted since, and conflict copies. */
  getAnswers: { payload: answersAsked, result: answers },
  /**
   * As `saveAnnotations`. A change on an older version is united with the stored one where both have gaps, labels,
   * cards or choices that leave nothing out; otherwise it stands, and the stored one becomes a conflict copy.
   */
  saveAnswers: { payload: answersToSave, result: answersAccepted },
  /** Classes that the user leads, as a teacher, and that may work with the course. */
  getClasses: { payload: publicationIssue, result: classes },
  /** Classes that the user is a pupil of, and who reads the user's answers to an issue there. */
  getOwnClasses: { payload: publicationIssue, result: ownClasses },
  /**
   * A page of the members of a class that the user leads, with answers to some exercises, at most
   * `groupExercisesMaximum`, the leaders' feedback, and the versions it names. Without `shared_since` a member shares
   * none.
   */
  getClassAnswers: { payload: classAnswersAsked, result: classAnswers },
  /** As `saveAnnotations`, to one member, about one exercise. */
  saveFeedback: { payload: feedbackToSave, result: feedbackAccepted },
  /**
   * Feedback that the user got on answers of an issue, since a cursor, and the versions it names. The last page has a
   * cursor for what comes later. An expired one is `REFUSED`: begin without.
   */
  getFeedback: { payload: feedbackAsked, result: feedbackGiven },
  /** The user's assignments in an issue, as pupil of all its classes. */
  getAssignments: { payload: assignmentsAsked, result: assignments },
  /** Assignments of a class that the user leads, how far each pupil is, and the pupils. */
  getClassAssignments: { payload: classAssignmentsAsked, result: classAssignments },
  /** As `saveAnnotations`. */
  saveAssignment: { payload: assignmentToSave, result: assignmentAccepted },
  /**
   * Searches a course and what the user wrote in it, best hits first. All words must occur, the last one perhaps as a
   * beginning; words in quotation marks follow each other. Where nothing is found, up to three `suggested_queries`
   * find something.
   */
  search: { payload: searchQuery, result: searchHits },
  /** Completes the last word to ones that a search finds. */
  autocomplete: { payload: autocompletePrefix, result: completions },
  /** Addresses of a publication's files by paths, at most `pathsMaximum`, for some minutes. */
  getFiles: { payload: filesAsked, result: filesGiven },
  /**
   * Answered with the statement's id once accepted. Give it an id, a UUID: asked again after a `TIMEOUT` it is stored
   * once.
   */
  postStatement: { payload: statementToPost, result: text() },
  /** base64url(SHA-256(text)): the S256 code challenge of RFC 7636, section 4.2. */
  encodeChallenge: { payload: object({ text: text(undefined, 1) }), result: text() },
  /**
   * The content holds work that is not accepted, or no more. While it does, the browser asks before the page is left, and
   * `teardown` waits.
   */
  setUnsavedWork: { payload: object({ unsaved: flag }), result: done },
  /**
   * Where in the publication the user is, said with every page. After a reload, or a session that ended without the
   * user's doing, the content opens there by a deep link.
   */
  setPlace: { payload: place, result: done },
  /** Opens the container's cookie settings, also without a session. */
  openCookieSettings: { payload: ignored, result: done },
  /**
   * Opens the container's dialog for downloading or deleting what one has in this publication. `REFUSED` where it has
   * none.
   */
  openMyData: { payload: ignored, result: done },
  /** Opens the container's page of progress, own and of classes. `REFUSED` where it has none. */
  openProgress: { payload: ignored, result: done },
  /** Opens the container's dialog of classes: make, lead, join, leave, share. */
  openClasses: { payload: ignored, result: done },
  /** Opens the container's dialog: who may read the user's answers to an issue. */
  openSharing: { payload: publicationIssue, result: done },
  /** Opens the container's field for a voucher's or class's code. */
  openCode: { payload: ignored, result: done },
  /** The user's progress in an issue's cmi5 course. `REFUSED` where it has none. */
  getCmi5Progress: { payload: publicationIssue, result: cmi5Progress },
  /**
   * Begins a session of an assignable unit, in place of the page, so that an answer may never come, or in a window.
   * `UNAVAILABLE` where the browser blocks the window. It abandons a session that is still open.
   */
  launchCmi5: { payload: cmi5Unit, result: cmi5Launched },
  /** The user's language, a BCP 47 tag, as in the answer to `hello`; also without a session. */
  getLocale: { payload: ignored, result: text() },
  /** Currency of prices, an ISO 4217 code; also without a session. */
  getCurrency: { payload: ignored, result: text() },
} as const satisfies Readonly<Record<Action, Request>>;

export type Payload<A extends Action> = TypeOf<(typeof requests)[A]['payload']>;
export type Result<A extends Action> = TypeOf<(typeof requests)[A]['result']>;
