/*
 * The sentences that both sides keep to. Each has a test that carries its id (test/named-tests.ts
 * looks for it); the reference lists them.
 */

/** The side that keeps to a rule. */
export type Side = 'container' | 'content';

export interface Rule {
  readonly side: Side;
  readonly text: string;
}

export const rules = {
  'ORIGIN-1': {
    side: 'container',
    text: 'The container reads messages only from the window of its own frame and from exactly the configured origin.',
  },
  'ORIGIN-2': {
    side: 'container',
    text: 'The container sends window messages to the configured origin only, never to `*`.',
  },
  'ORIGIN-3': {
    side: 'content',
    text: 'Content takes messages only from its parent window, and from the origin that has answered its `hello`.',
  },
  'ORIGIN-4': {
    side: 'content',
    text: 'Content sends only `hello` to any origin (`*`); what follows goes to the origin that has answered it.',
  },
  'MESSAGE-1': {
    side: 'container',
    text: "A message without `origin: 'iframe'` and a text as `action` is ignored; an `id` that is neither number nor text counts as none. Texts keep to the limit.",
  },
  'MESSAGE-2': {
    side: 'container',
    text: 'Each request with an id is answered exactly once, with the same id and action; one without id is carried out and not answered.',
  },
  'MESSAGE-3': {
    side: 'container',
    text: 'An unknown action, such as a name that every object inherits, is logged as a warning and answered with `UNKNOWN_ACTION`.',
  },
  'MESSAGE-4': {
    side: 'container',
    text: 'A payload is checked before anything is done; a wrong shape is answered with `BAD_PAYLOAD` and the path of the first wrong member.',
  },
  'MESSAGE-5': {
    side: 'container',
    text: 'No message carries a token, and no action gives one.',
  },
  'MESSAGE-6': {
    side: 'content',
    text: 'Content sends only actions that exist, with payloads of their shape.',
  },
  'MESSAGE-7': {
    side: 'content',
    text: 'Content ignores events and members that it does not know.',
  },
  'HELLO-1': {
    side: 'content',
    text: 'Content begins with `hello` and its version; without one it counts as version 1.',
  },
  'HELLO-2': {
    side: 'container',
    text: "The answer names the version that both speak: the lower of the two sides' own.",
  },
  'HELLO-3': {
    side: 'container',
    text: 'A version that the container no longer speaks is answered with `UNSUPPORTED_VERSION`.',
  },
  'HELLO-4': {
    side: 'container',
    text: "The answer names the container's actions, events and capabilities, and the language.",
  },
  'HELLO-5': {
    side: 'container',
    text: 'Content with the capability `port` gets a MessagePort with the answer; all messages then go over it, in the same form.',
  },
  'HELLO-6': {
    side: 'container',
    text: 'Content without `hello`, or without `port`, is answered by window messages.',
  },
  'HELLO-7': {
    side: 'container',
    text: 'Ports are closed with the frame; the newest stay open, so that a page that loads again can say `hello`.',
  },
  'HELLO-8': {
    side: 'container',
    text: 'Log and testing overlay say why no conversation comes about.',
  },
  'TIME-1': {
    side: 'container',
    text: 'Each request is answered within the answer time-out, at the latest with `UNAVAILABLE`.',
  },
  'TIME-2': {
    side: 'content',
    text: 'A request without answer within the request time-out fails with `TIMEOUT`; without a container it fails with `NO_CONTAINER`.',
  },
  'LIMIT-1': {
    side: 'container',
    text: 'Beyond the limits for messages and for requests under way a request is answered with `TOO_MANY`, and as often again not even read.',
  },
  'LIMIT-2': {
    side: 'container',
    text: 'A payload beyond the limit, or one that JSON cannot write, is answered with `BAD_PAYLOAD`.',
  },
  'LIMIT-3': {
    side: 'container',
    text: 'A request that would make the payloads under way too heavy together is answered with `TOO_MANY` at once.',
  },
  'SESSION-1': {
    side: 'container',
    text: 'Without a session, what needs one is answered with `NOT_LOGGED_IN`.',
  },
  'SESSION-2': {
    side: 'container',
    text: '`session-expiring` comes when the session could not be renewed in time, and is followed by `session-resumed` or `session-lost`, unless the user signs out.',
  },
  'SESSION-3': {
    side: 'container',
    text: 'Before content is taken away the container sends `teardown`, and goes on accepting what it sends.',
  },
  'SESSION-4': {
    side: 'container',
    text: 'Content that holds unsaved work stays after `teardown` until it has said that it holds none, at most for the grace.',
  },
  'SESSION-5': {
    side: 'content',
    text: 'On `teardown` content sends what it holds at once and says when nothing is left.',
  },
  'SAVE-1': {
    side: 'container',
    text: '`setLocalStoreItems` and `postStatement` are answered once the request is durable on the device.',
  },
  'SAVE-2': {
    side: 'container',
    text: 'What was accepted is delivered, over reloads and new sessions of the same user, and told by `delivered` or `not-delivered`.',
  },
  'SAVE-3': {
    side: 'container',
    text: 'An older value of an item never reaches the service after a newer one, and no statement is stored twice.',
  },
  'SAVE-4': {
    side: 'container',
    text: '`getLocalStoreItems` shows what was accepted and is not delivered yet, marked so.',
  },
  'SAVE-5': {
    side: 'container',
    text: 'A write on a version that is not the newest known is answered with `CONFLICT`, and not kept; so is one after `not-delivered`, until the items are read again. A conflict at the service is kept on the device and told by `not-delivered`.',
  },
  'SAVE-6': {
    side: 'container',
    text: 'A device without room is answered with `STORAGE_FULL`, and nothing is kept.',
  },
  'SAVE-7': {
    side: 'container',
    text: 'Undelivered work is unreadable to other users of the device; nothing delivered stays there.',
  },
  'SAVE-8': {
    side: 'container',
    text: '`save-state` comes after `ready` and whenever it changes; without the capability `save-sign` the container shows it.',
  },
  'SAVE-9': {
    side: 'container',
    text: 'After an error of `setLocalStoreItems` or `postStatement` nothing is kept. That is unknown after `TIMEOUT`, `NO_CONTAINER`, and `UNAVAILABLE` from a device that keeps nothing itself, or hangs: asked again with the same id or versions, it is stored once.',
  },
  'MENU-1': {
    side: 'container',
    text: 'The container shows who is signed in, and a menu, above content without the capability `own-menu`, page by page; a silent page that the container opens has none.',
  },
  'ANNOTATION-1': {
    side: 'container',
    text: '`saveAnnotations` is answered, delivered and kept as `setLocalStoreItems` is, all of a request or none, the changes of one item in order.',
  },
  'ANNOTATION-2': {
    side: 'container',
    text: 'A change that waits has a version above 2,147,483,647. A change on it goes on what the service has made of it, as long as the page stays; on an unknown one it is answered with `CONFLICT`.',
  },
  'ANNOTATION-3': {
    side: 'container',
    text: '`getAnnotations` shows what was accepted and is not delivered yet, marked so, without removed items and copies that wait to be settled.',
  },
  'ANNOTATION-4': {
    side: 'container',
    text: 'Each change goes to the service with the version that it was made on: what another device has stored meanwhile is kept there as a conflict copy, which `delivered` and `getAnnotations` tell.',
  },
  'ANSWER-1': {
    side: 'container',
    text: 'Answers are read and saved as annotations are. The service unites parts; what is lost by it stays as a conflict copy. `delivered` tells `merged` where it has parts that the change does not; later changes are united, too.',
  },
  'FEEDBACK-1': {
    side: 'container',
    text: '`saveFeedback` is answered, delivered and kept as `saveAnnotations` is, in order for each member and exercise. One that has changed meanwhile is kept on the device and told by `not-delivered` with `CONFLICT`.',
  },
  'FEEDBACK-2': {
    side: 'container',
    text: '`getClassAnswers` shows feedback that is not delivered yet, marked so, without what waits to be removed.',
  },
  'ASSIGNMENT-1': {
    side: 'container',
    text: '`saveAssignment` is answered, delivered and kept as `saveAnnotations` is, in order for each class and issue. One that has changed meanwhile is kept on the device and told by `not-delivered` with `CONFLICT`.',
  },
  'ASSIGNMENT-2': {
    side: 'container',
    text: '`getClassAssignments` shows assignments that are not delivered yet, marked so, without what waits to be removed. It is about classes that the user leads, and names their pupils alone.',
  },
  'ASSIGNMENT-3': {
    side: 'container',
    text: "`getAssignments` is about the user alone; the service's clock says whether solutions are open.",
  },
  'MYDATA-1': {
    side: 'container',
    text: '`openMyData` opens a dialog of the container. Only the user downloads or deletes there; content is told nothing of it.',
  },
  'PROGRESS-1': {
    side: 'container',
    text: '`openProgress` opens a page of the container. Content is not told what is seen there.',
  },
  'CLASSES-1': {
    side: 'container',
    text: '`openClasses` opens a dialog of the container. Content is not told what is seen and done there; `classes-changed` only tells it to ask again.',
  },
  'CLASSES-2': {
    side: 'container',
    text: '`getClasses` and `getClassAnswers` are about classes that the user leads: of a member what it shares with the leaders, of the others their names alone. `getClasses` leaves out those that do not work with the course.',
  },
  'CLASSES-3': {
    side: 'container',
    text: '`open-answer` goes to content with the capability `class-answers` alone.',
  },
  'CLASSES-4': {
    side: 'container',
    text: '`getOwnClasses` names a class and its teachers only where these may read the answers of the user to the issue.',
  },
  'CLASSES-5': {
    side: 'container',
    text: '`openSharing` and `openCode` open a dialog of the container. Only the user shares or uses a code there, by a press.',
  },
  'CMI5-1': {
    side: 'container',
    text: "`getCmi5Progress` and `launchCmi5` are about what an issue of the container's own product has published as it is now; others are answered with `REFUSED`.",
  },
  'CMI5-2': {
    side: 'container',
    text: "`launchCmi5` opens a unit of the content's origin in the frame, any other, or one that wants it so, in a window of its own. Its `page` is on the content's origin.",
  },
  'CMI5-3': {
    side: 'container',
    text: "The page that asks for a launch is not told its address, which holds the unit's credentials.",
  },
  'PLACE-1': {
    side: 'container',
    text: 'Content is opened at a deep link, or where it has said last that the user is, by query parameters.',
  },
  'PLACE-2': {
    side: 'content',
    text: 'Content sends `ready` once it can be used.',
  },
} as const satisfies Readonly<Record<string, Rule>>;

export type RuleId = keyof typeof rules;
