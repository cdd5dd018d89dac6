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
  /**
   * Opens the conversation. The container answers with the version that both speak from here on, and with
   * what it can do. Content with the capability `port` gets a MessagePort with the answer; content with
   * `save-sign` shows by itself how far its work is saved.
   */
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
   * Starts signing in. The page goes to the identity provider, so an answer may never come. A coupon is
   * redeemed for the user who signs in then. Signing in does not start with what cannot be a code (`BAD_PAYLOAD`),
   * nor, with `refusesTypos`, with what looks mistyped (`MISTYPED`). Whether there is such a coupon is seen only
   * after signing in, and the container says what is wrong with it. `REFUSED` where something has gone wrong
   * before and nobody has pressed anything since: a page that signs in by itself would go round in circles.
   */
  startLogin: { payload: optional(loginOptions), result: done },
  /**
   * Signs the user out, who has to have pressed something just before; else the container asks, and the answer
   * is `REFUSED`. The frame is removed, so an answer may never come.
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
  /**
   * Answered once all of the items are accepted. After a `TIMEOUT` they may be all the same: ask again with
   * the same values and versions.
   */
  setLocalStoreItems: { payload: itemsToStore, result: items },
  /**
   * The annotations, notes and bookmarks of a topic or an exercise: what the service has, and over it what
   * has been accepted since. Conflict copies come where they are asked for.
   */
  getAnnotations: { payload: annotationsAsked, result: annotations },
  /**
   * Answered once all of the changes are accepted. After a `TIMEOUT` they may be all the same: ask again
   * with the same content and versions. A conflict is settled by a change whose `settled_versions` name the
   * copies: one with the content that shall count, or with what is stored as it is.
   */
  saveAnnotations: { payload: annotationsToSave, result: annotationsAccepted },
  /**
   * The user's answers to exercises, such as those of a page, at most `exercisesMaximum`: what the service has, and
   * over it what has been accepted since; with their conflict copies.
   */
  getAnswers: { payload: answersAsked, result: answers },
  /**
   * Answered once all of the changes are accepted, as for `saveAnnotations`. A change that was made on an older
   * version than the stored one is united with it where both have gaps, labels, cards or choices that leave nothing
   * out; otherwise it stands, and the stored one becomes a conflict copy.
   */
  saveAnswers: { payload: answersToSave, result: answersAccepted },
  /**
   * The classes that the user leads, but for those whose pupils do not work with the course; none for users who are no
   * teachers.
   */
  getClasses: { payload: publicationIssue, result: classes },
  /** The classes that the user is a pupil of, and who reads the user's answers to an issue there; none for others. */
  getOwnClasses: { payload: publicationIssue, result: ownClasses },
  /**
   * A page of the members of a class that the user leads, with the answers to some exercises, at most
   * `groupExercisesMaximum`. A member without `shared_since` shares none with the leaders of this class. Each has the
   * feedback that the leaders have given, that which waits here laid over it, and the versions of answers that it names.
   */
  getClassAnswers: { payload: classAnswersAsked, result: classAnswers },
  /**
   * Answered once all of the feedback is accepted, as for `saveAnnotations`. It goes to one member, about one exercise.
   * Where it has changed meanwhile on another device, `not-delivered` says `CONFLICT`.
   */
  saveFeedback: { payload: feedbackToSave, result: feedbackAccepted },
  /**
   * Feedback that the user has received on the answers of an issue, new and changed since a cursor, and the versions of
   * answers that it names. The last page has a cursor, too: for what comes later. A cursor that has expired is `REFUSED`:
   * begin without one.
   */
  getFeedback: { payload: feedbackAsked, result: feedbackGiven },
  /** What the user has to do in an issue, as pupil of all its classes. Solutions are open by the clock of the service. */
  getAssignments: { payload: assignmentsAsked, result: assignments },
  /**
   * The assignments of a class that the user leads, with how far each pupil is, that which waits here laid over them; and
   * the pupils of the class.
   */
  getClassAssignments: { payload: classAssignmentsAsked, result: classAssignments },
  /**
   * Answered once the assignment is accepted, as for `saveAnnotations`. Where it has changed meanwhile on another device,
   * `not-delivered` says `CONFLICT`.
   */
  saveAssignment: { payload: assignmentToSave, result: assignmentAccepted },
  /**
   * Searches the titles and texts of a course and what the user has written in it, the best hits first. All
   * words must occur; the last one may be a beginning, and words in quotation marks must follow
   * each other. Where nothing is found, `suggested_queries` are up to three with words of the course
   * that are spelled alike; each finds something.
   */
  search: { payload: searchQuery, result: searchHits },
  /** Completes the last word of what was typed by words that a search would find. */
  autocomplete: { payload: autocompletePrefix, result: completions },
  /**
   * Addresses of a publication's files by their paths, at most `pathsMaximum`. They open for some minutes.
   */
  getFiles: { payload: filesAsked, result: filesGiven },
  /**
   * Answered with the statement's id once it is accepted. Give it an id, a UUID: asked again after a
   * `TIMEOUT` it is stored once. Without one it gets an id with each request, and is another statement.
   */
  postStatement: { payload: statementToPost, result: text() },
  /** base64url(SHA-256(text)): the S256 code challenge of RFC 7636, section 4.2. */
  encodeChallenge: { payload: object({ text: text(undefined, 1) }), result: text() },
  /**
   * Says if the content holds work that is not accepted yet. While it does, the browser asks before the
   * page is left; content in a frame cannot ask by itself. It also delays a `teardown`.
   */
  setUnsavedWork: { payload: object({ unsaved: flag }), result: done },
  /**
   * Where in the publication the user is. Replaces what was said before. After a reload, and after a session
   * that ended without the user's doing, the content is opened there again by a deep link. Content says
   * it with every page that it shows.
   */
  setPlace: { payload: place, result: done },
  /**
   * Opens the container's cookie settings over the content, where consent to analytics can be given
   * and withdrawn. Answered once they are open. Works without a session, too.
   */
  openCookieSettings: { payload: ignored, result: done },
  /**
   * Opens the container's dialog in which users download or delete what they have in this publication.
   * Answered once it is open; what is done there content does not learn. `REFUSED` where the container
   * has no such dialog for this publication.
   */
  openMyData: { payload: ignored, result: done },
  /**
   * Opens the container's page over the content on which users see how far they are in this publication,
   * and teachers how far their classes are. Answered once it is open; content learns nothing of it.
   * `REFUSED` where the container has no such page for this publication.
   */
  openProgress: { payload: ignored, result: done },
  /**
   * Opens the container's dialog of classes over the content: teachers make and lead theirs, pupils join and leave
   * theirs and say what they share. Answered once it is open; content learns of it at most that the classes have changed.
   */
  openClasses: { payload: ignored, result: done },
  /**
   * Asks the user in a dialog of the container which teachers may read the answers to an issue. Answered once it is open;
   * what it comes to `classes-changed` tells.
   */
  openSharing: { payload: publicationIssue, result: done },
  /**
   * Opens the container's field for a code, of a voucher or a class. Answered once it is open; content does not get the code.
   */
  openCode: { payload: ignored, result: done },
  /**
   * The user's progress in the cmi5 course that an issue has published. `REFUSED` where it has none, or
   * is none of the container's product.
   */
  getCmi5Progress: { payload: publicationIssue, result: cmi5Progress },
  /**
   * Begins a session of an assignable unit of that course, and opens the unit: in place of the page that
   * asks, so that an answer may never come, or, where the unit is on another origin or wants it so, in a
   * window of its own. That fails with `UNAVAILABLE` where the browser blocks the window. Each launch
   * abandons a session that is still open.
   */
  launchCmi5: { payload: cmi5Unit, result: cmi5Launched },
  /** The user's language, a BCP 47 tag, as in the answer to `hello`. Works without a session, too. */
  getLocale: { payload: ignored, result: text() },
  /** Currency of prices, an ISO 4217 code. Works without a session, too. */
  getCurrency: { payload: ignored, result: text() },
} as const satisfies Readonly<Record<Action, Request>>;

export type Payload<A extends Action> = TypeOf<(typeof requests)[A]['payload']>;
export type Result<A extends Action> = TypeOf<(typeof requests)[A]['result']>;
