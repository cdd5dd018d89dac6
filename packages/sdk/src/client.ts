import { converse } from './conversation.ts';
import { greet } from './handshake.ts';
import { requestTimeoutInMs } from './protocol/limits.ts';
import { deepLinkParameters } from './protocol/names.ts';
import type { AnswersBridge } from './answers.ts';
import type { AssignmentsBridge } from './assignments.ts';
import type { ClassBridge } from './class.ts';
import type { StoreBridge, Stores } from './store.ts';
import { createStores } from './stores.ts';
import type {
  AcceptedAnnotations,
  Action,
  AnnotationChanges,
  Annotations,
  AutocompleteOptions,
  BridgeLicense,
  BridgeUser,
  Cmi5Launched,
  Cmi5Progress,
  Completion,
  DeepLink,
  LearningStatement,
  LocalStoreScope,
  LoginOptions,
  PublicationFiles,
  PublicationIssue,
  Result,
  SearchHits,
  SearchOptions,
} from './protocol.ts';

export { BridgeError } from './bridge-error.ts';
export { mayRetry, untilDone } from './retry.ts';
export { createSaver, type Saver, type SaverStatus } from './saver.ts';
export type {
  FollowedStore,
  Store,
  StoreBridge,
  StoreOptions,
  Stores,
  StoreSource,
  StoreStatus,
  StoreValues,
} from './store.ts';
export { createStores } from './stores.ts';
export type {
  AcceptedAnnotations,
  AcceptedAnswers,
  AcceptedAssignment,
  AcceptedFeedback,
  Action,
  Annotation,
  AnnotationChanges,
  AnnotationColor,
  Annotations,
  Answer,
  AnswerChanges,
  AnswerContent,
  Answers,
  Assignment,
  AssignmentChange,
  AssignmentContent,
  Assignments,
  AssignmentToSave,
  AutocompleteOptions,
  Bookmark,
  BridgeErrorCode,
  BridgeLicense,
  BridgeUser,
  ClassAnswers,
  ClassAnswersAsked,
  ClassAssignment,
  ClassAssignments,
  ClassIssue,
  ClassMember,
  Cmi5Launched,
  Cmi5Progress,
  Completion,
  DeepLink,
  Delivery,
  EventName,
  Events,
  ExerciseScope,
  FailedDelivery,
  Feedback,
  FeedbackAsked,
  FeedbackChanges,
  FeedbackContent,
  FeedbackToSave,
  GivenFeedback,
  LearningStatement,
  LedClass,
  LocalStoreItem,
  LocalStoreItemInput,
  LocalStoreScope,
  LoginOptions,
  MemberExercise,
  Note,
  NoteContent,
  NoteDrawing,
  NoteLink,
  OwnClass,
  PublicationFile,
  PublicationFiles,
  PublicationIssue,
  Pupil,
  SaveState,
  SearchHit,
  SearchHits,
  SearchOptions,
  SharedAnswer,
  TextAnchor,
} from './protocol.ts';

export interface ConnectOptions {
  /** Origins of containers to talk to, such as `https://lectern.example`. Absent: any that frames the content. */
  readonly containerOrigins?: readonly string[];
  /** Time limit of each request in milliseconds. */
  readonly timeoutInMs?: number;
  /** The content shows by itself how far the learner's work is saved; else the container does. */
  readonly showsSaveState?: boolean;
  /**
   * The content has a menu of its own: who is signed in, `logout`, `openMyData`, `openProgress`,
   * `openClasses`, `openCode` and `openCookieSettings`; else the container shows one above it.
   */
  readonly showsMenu?: boolean;
  /** The content shows teachers the answers of a class, and takes the event `open-answer`. */
  readonly showsClassAnswers?: boolean;
}

/** The container around the content. Every promise settles within the time limit. */
export interface Container
  extends StoreBridge, Stores, AnswersBridge, ClassBridge, AssignmentsBridge {
  /** The user's language as the container shows it, a BCP 47 tag. */
  readonly locale: string;
  /** Says that the content can be used. */
  ready(): Promise<null>;
  isLoggedIn(): Promise<boolean>;
  /** Signs in, and redeems a coupon for the user who signs in then, if one is given. */
  startLogin(options?: LoginOptions): Promise<null>;
  logout(): Promise<null>;
  getUser(): Promise<BridgeUser>;
  isPandaLogin(): Promise<boolean>;
  isTeacher(): Promise<boolean>;
  getLicenses(): Promise<readonly BridgeLicense[]>;
  /** Highlights, notes and bookmarks: what is stored, and what was changed here and is not delivered yet. */
  getAnnotations(
    scope: LocalStoreScope,
    options?: { readonly withConflictCopies?: boolean },
  ): Promise<Annotations>;
  /**
   * Resolves once the changes are safe on this device, as items are, with the versions that the next ones are
   * made on. What another device has stored meanwhile is never lost: it becomes a conflict copy.
   *
   * @throws {BridgeError} `CONFLICT` for a version that was answered here before the page was loaded: read
   *   again.
   */
  saveAnnotations(scope: LocalStoreScope, changes: AnnotationChanges): Promise<AcceptedAnnotations>;
  /** Searches a course, and what the user has written in it. */
  search(query: string, options: SearchOptions): Promise<SearchHits>;
  /** Words that the last word of the typed text may become. */
  autocomplete(prefix: string, options: AutocompleteOptions): Promise<readonly Completion[]>;
  /** Addresses of the publication's files by their paths, such as `img/sea.svg`; for use at once. */
  getFiles(issue: PublicationIssue, paths: readonly string[]): Promise<PublicationFiles>;
  /**
   * Resolves with the statement's id once it is safe on this device, as items are.
   *
   * @param about What the statement is about: an exercise, a topic, a course.
   */
  postStatement(about: string, statement: LearningStatement): Promise<string>;
  /** base64url(SHA-256(text)): the S256 code challenge of RFC 7636, section 4.2. */
  encodeChallenge(text: string): Promise<string>;
  /**
   * Says where in the publication the user is, with each page that is shown; `{}`: nowhere in particular.
   * After a reload, and after a session that was lost, the container opens the content there again, by a
   * deep link. It forgets the place when the user signs out; content that keeps it need not.
   */
  setPlace(place: DeepLink): Promise<null>;
  /** Opens the container's cookie settings. Publications offer it where they speak of privacy. */
  openCookieSettings(): Promise<null>;
  /** Opens the container's dialog in which users download or delete their own data. */
  openMyData(): Promise<null>;
  /** Opens the container's page of how far the user, or the classes of a teacher, are. */
  openProgress(): Promise<null>;
  /** Opens the container's dialog of classes, for teachers and pupils. */
  openClasses(): Promise<null>;
  /** Opens the container's field for a code, of a voucher or a class. */
  openCode(): Promise<null>;
  /** The user's state of the cmi5 course that the issue has published. */
  getCmi5Progress(issue: PublicationIssue): Promise<Cmi5Progress>;
  /**
   * Begins a session of an assignable unit and opens it, mostly in place of this page: the promise may
   * never settle then. The unit leads back to this page.
   *
   * @throws {BridgeError} `UNAVAILABLE` where the browser blocks the window of a unit that wants its own.
   */
  launchCmi5(
    issue: PublicationIssue,
    auId: string,
    options?: { readonly launchMode?: 'Normal' | 'Browse' | 'Review' },
  ): Promise<Cmi5Launched>;
  /** The same as {@link Container.locale}, asked again. */
  getLocale(): Promise<string>;
  /** Currency of prices that the publication shows, an ISO 4217 code such as `CHF`. */
  getCurrency(): Promise<string>;
  /** Stops listening; requests under way, and later ones, fail with `NO_CONTAINER`. */
  disconnect(): void;
}

/**
 * Finds the container around this page.
 *
 * @throws {BridgeError} `NO_CONTAINER` when the page is not framed or nobody answers within 5 seconds;
 *   `UNSUPPORTED_VERSION` when the two sides have no version in common.
 */
export async function connect(options: ConnectOptions = {}): Promise<Container> {
  const { containerOrigins, timeoutInMs = requestTimeoutInMs } = options;
  const greeted = await greet(containerOrigins, [
    'port',
    ...(options.showsSaveState ? (['save-sign'] as const) : []),
    ...(options.showsMenu ? (['own-menu'] as const) : []),
    ...(options.showsClassAnswers ? (['class-answers'] as const) : []),
  ]);
  const { ask, on, end } = converse(greeted, timeoutInMs);
  const bridge: BareRequests & PlainRequests & StoreBridge = {
    ...(methodsOf(bareActions, (action) => ask(action)) as BareRequests),
    ...(methodsOf(plainActions, ask) as PlainRequests),
    setLocalStoreItems: (scope, local_store_items) =>
      ask('setLocalStoreItems', { ...scope, local_store_items }),
    setUnsavedWork: (unsaved) => ask('setUnsavedWork', { unsaved }),
    on,
  };
  return {
    locale: greeted.greeting.locale,
    getAnnotations: (scope, { withConflictCopies = false } = {}) =>
      ask('getAnnotations', { ...scope, with_conflict_copies: withConflictCopies }),
    saveAnnotations: (scope, changes) => ask('saveAnnotations', { ...scope, ...changes }),
    getAnswers: (issue, exercise_ids) => ask('getAnswers', { ...issue, exercise_ids }),
    saveAnswers: (scope, answers) => ask('saveAnswers', { ...scope, answers }),
    search: (query, where) => ask('search', { query, ...where }),
    autocomplete: async (prefix, where) =>
      (await ask('autocomplete', { prefix, ...where })).completions,
    getFiles: (issue, paths) => ask('getFiles', { ...issue, paths }),
    postStatement: (about, statement) => ask('postStatement', { dto_id: about, statement }),
    encodeChallenge: (text) => ask('encodeChallenge', { text }),
    launchCmi5: (issue, auId, { launchMode } = {}) =>
      ask('launchCmi5', {
        ...issue,
        au_id: auId,
        page: location.href,
        ...(launchMode && { launch_mode: launchMode }),
      }),
    ...bridge,
    ...createStores(bridge),
    disconnect: end,
  };
}

/** Requests without a payload: their methods pass on nothing that they are called with, such as an event. */
const bareActions = [
  'ready',
  'isLoggedIn',
  'logout',
  'getUser',
  'isPandaLogin',
  'isTeacher',
  'getLicenses',
  'openCookieSettings',
  'openMyData',
  'openProgress',
  'openClasses',
  'openCode',
  'getLocale',
  'getCurrency',
] as const;
type BareRequests = { readonly [A in (typeof bareActions)[number]]: () => Promise<Result<A>> };

/** Requests whose methods pass on their payload as it is. */
const plainActions = [
  'startLogin',
  'setPlace',
  'getCmi5Progress',
  'getLocalStoreItems',
  'getClasses',
  'getOwnClasses',
  'openSharing',
  'getClassAnswers',
  'saveFeedback',
  'getFeedback',
  'getAssignments',
  'getClassAssignments',
  'saveAssignment',
] as const;
type PlainRequests = Pick<Container, (typeof plainActions)[number]>;

function methodsOf<A extends Action>(
  actions: readonly A[],
  ask: (action: A, payload: never) => Promise<unknown>,
): object {
  return Object.fromEntries(
    actions.map((action) => [action, (payload: never) => ask(action, payload)]),
  );
}

/** Where the address of this page asks the content to open; absent members were not given. */
export function deepLink(address: URL = new URL(location.href)): DeepLink {
  return Object.fromEntries(
    deepLinkParameters.flatMap((name) => {
      const value = address.searchParams.get(name);
      return value ? [[name, value]] : [];
    }),
  );
}
