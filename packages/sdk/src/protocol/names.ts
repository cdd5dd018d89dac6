/** Actions that the container answers by itself. */
const lightActions = [
  'hello',
  'ready',
  'isLoggedIn',
  'logout',
  'getUser',
  'isPandaLogin',
  'isTeacher',
  'getLicenses',
  'encodeChallenge',
  'setUnsavedWork',
  'setPlace',
  'getLocale',
  'getCurrency',
] as const;

const heavyActions = [
  'startLogin',
  'getLocalStoreItems',
  'setLocalStoreItems',
  'getAnnotations',
  'saveAnnotations',
  'getAnswers',
  'saveAnswers',
  'getClasses',
  'getOwnClasses',
  'getClassAnswers',
  'saveFeedback',
  'getFeedback',
  'getAssignments',
  'getClassAssignments',
  'saveAssignment',
  'search',
  'autocomplete',
  'getFiles',
  'postStatement',
  'openCookieSettings',
  'openMyData',
  'openProgress',
  'openClasses',
  'openSharing',
  'openCode',
  'getCmi5Progress',
  'launchCmi5',
] as const;

/** Actions that make the container ask a service, or write to the device. */
export const weightyActions: readonly string[] = heavyActions;

/** The name of every action: what a container of this version answers. */
export const actions: readonly [...typeof lightActions, ...typeof heavyActions] =
  // Marked for bundlers: content that does not ask for it has no names of actions.
  /* @__PURE__ */ joined(lightActions, heavyActions);
export type Action = (typeof actions)[number];

/** The name of every event: what a container of this version tells unasked. */
export const eventNames = [
  'session-expiring',
  'session-resumed',
  'session-lost',
  'teardown',
  'delivered',
  'not-delivered',
  'save-state',
  'signed-out',
  'open-answer',
  'classes-changed',
] as const;
export type EventName = (typeof eventNames)[number];

/**
 * Each side names its own in `hello`. `port`: goes on over a MessagePort. `save-sign`: the content shows how far its work
 * is saved. `own-menu`: the content leads to signing out and the container's pages. `class-answers`: the content shows
 * teachers the answers of a class, and takes `open-answer`.
 */
export const capabilities = ['port', 'save-sign', 'own-menu', 'class-answers'] as const;
export type Capability = (typeof capabilities)[number];

/** The query parameters of the frame's address that say where to open the content. */
export const deepLinkParameters = ['exerciseGroupId', 'themaId', 'subThemaNumber'] as const;

function joined<Some extends readonly string[], More extends readonly string[]>(
  some: Some,
  more: More,
): readonly [...Some, ...More] {
  return [...some, ...more];
}
