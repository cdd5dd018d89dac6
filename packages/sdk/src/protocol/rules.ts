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
    text: 'The container reads a message only if it comes from the window of its own frame and from exactly the configured origin.',
  },
  'ORIGIN-2': {
    side: 'container',
    text: 'The container sends window messages to the configured origin only, never to `*`.',
  },
  'ORIGIN-3': {
    side: 'content',
    text: 'Content takes messages from its parent window only, and from the origin that has answered its `hello`.',
  },
  'ORIGIN-4': {
    side: 'content',
    text: 'Content sends nothing but `hello` to any origin (`*`); what follows goes to the origin that has answered it.',
  },
  'MESSAGE-1': {
    side: 'container',
    text: "A message without the marker `origin: 'iframe'` and an `action` that is text within the limit is ignored; an `id` that is neither a number nor text within the limit counts as none.",
  },
  'MESSAGE-2': {
    side: 'container',
    text: 'Each request with an id is answered exactly once, with the same id and action; a request without id is carried out and not answered.',
  },
  'MESSAGE-3': {
    side: 'container',
    text: 'An unknown action is logged as a warning and, with an id, answered with `UNKNOWN_ACTION`; names that every object inherits are unknown.',
  },
  'MESSAGE-4': {
    side: 'container',
    text: 'A payload is checked before anything is done; one that does not have the shape of its action is answered with `BAD_PAYLOAD` and the path of the first wrong member.',
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
    text: 'Content begins with `hello`, with the version that it speaks; without one it counts as version 1.',
  },
  'HELLO-2': {
    side: 'container',
    text: "The answer to `hello` names the version that both speak from here on: the lower of the two sides' own.",
  },
  'HELLO-3': {
    side: 'container',
    text: 'A version that the container does not speak any more is answered with `UNSUPPORTED_VERSION`.',
  },
  'HELLO-4': {
    side: 'container',
    text: 'The answer to `hello` names the actions, events and capabilities of the container, and the language.',
  },
  'HELLO-5': {
    side: 'container',
    text: 'Content with the capability `port` gets a MessagePort with the answer; requests, answers and events then go over it, in the same form.',
  },
  'HELLO-6': {
    side: 'container',
    text: 'Content without `hello`, or without `port`, is answered by window messages.',
  },
  'HELLO-7': {
    side: 'container',
    text: "A port of the content's is closed when the frame is taken away; the newest ports stay open, so that a page that loads again can say `hello` again.",
  },
  'HELLO-8': {
    side: 'container',
    text: 'Why no conversation comes about is named in the log and the testing overlay: another origin, a sandboxed origin, an old version, or a page that stays silent.',
  },
  'TIME-1': {
    side: 'container',
    text: 'Each request is answered within the answer time-out; what takes longer is answered with `UNAVAILABLE`.',
  },
  'TIME-2': {
    side: 'content',
    text: 'A request that is not answered within the request time-out fails with `TIMEOUT`; without a container it fails with `NO_CONTAINER`.',
  },
  'LIMIT-1': {
    side: 'container',
    text: 'Beyond the limits for messages, of which heavy payloads count as several, and for requests under way a request is answered with `TOO_MANY`, and as often as that again not even read.',
  },
  'LIMIT-2': {
    side: 'container',
    text: 'A payload beyond the limit, or one that JSON cannot write, is answered with `BAD_PAYLOAD`.',
  },
  'LIMIT-3': {
    side: 'container',
    text: 'A request whose payload would make those of the requests under way too heavy together is answered with `TOO_MANY` at once, and nothing of it is carried out.',
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
    text: 'Before the container takes content away it sends `teardown`, and goes on accepting what the content sends until it is gone.',
  },
  'SESSION-4': {
    side: 'container',
    text: 'Content that holds unsaved work is left in place after `teardown` until it has said that it holds none, at most for the grace.',
  },
  'SESSION-5': {
    side: 'content',
    text: 'On `teardown` content sends what it holds at once and says when nothing is left.',
  },
  'SAVE-1': {
    side: 'container',
    text: '`setLocalStoreItems` and `postStatement` are answered once the request is durable on the device: a crash or a lost connection loses nothing that was answered.',
  },
  'SAVE-2': {
    side: 'container',
    text: 'What was accepted is delivered to the service, over reloads and new sessions of the same user, and told by `delivered` or `not-delivered`.',
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
    text: 'A write with a version that is not the newest known is answered with `CONFLICT`, and nothing of the request is kept; so is one after `not-delivered`, until the content has read the items again. One that turns out to conflict at the service is kept on the device and told by `not-delivered`.',
  },
  'SAVE-6': {
    side: 'container',
    text: 'Where the device has no room left the request is answered with `STORAGE_FULL`, and nothing of it is kept.',
  },
  'SAVE-7': {
    side: 'container',
    text: 'What one user has left undelivered is unreadable to everyone else on the device, and nothing delivered stays there.',
  },
  'SAVE-8': {
    side: 'container',
    text: '`save-state` comes after `ready` and whenever it changes; unless the content has the capability `save-sign`, the container shows it.',
  },
  'SAVE-9': {
    side: 'container',
    text: 'An error in answer to `setLocalStoreItems` or `postStatement` means that nothing of the request is kept, nor will be later: what is not durable in time is not accepted. That is unknown without an answer (`TIMEOUT`, `NO_CONTAINER`), and after `UNAVAILABLE` from a device that keeps nothing itself, or hangs while it commits: asked again with the same id of the statement, or versions of the items, it is stored once.',
  },
  'MENU-1': {
    side: 'container',
    text: 'While somebody is signed in the container shows who that is, and a menu with a way to sign out, above content without the capability `own-menu`; what each page says of itself counts, and a page that the container opens and that says nothing has no menu.',
  },
  'ANNOTATION-1': {
    side: 'container',
    text: '`saveAnnotations` is answered, delivered and kept as `setLocalStoreItems` is (SAVE-1, SAVE-2, SAVE-6, SAVE-7, SAVE-9), all of a request or none; the changes of one annotation, note or bookmark reach the service in the order in which they were accepted.',
  },
  'ANNOTATION-2': {
    side: 'container',
    text: 'A change that waits has a version of its own, above 2,147,483,647. A change that is made on it goes on what the service has made of it, also after it was delivered, as long as the page stays; on one that the container does not know any more it is answered with `CONFLICT`, and nothing of the request is kept.',
  },
  'ANNOTATION-3': {
    side: 'container',
    text: '`getAnnotations` shows what was accepted and is not delivered yet, marked so; what waits to be removed, and copies that wait to be settled, are not in it.',
  },
  'ANNOTATION-4': {
    side: 'container',
    text: 'Each change goes to the service with the version that it was made on, never with one that the content was not shown: what another device has stored meanwhile is kept there as a conflict copy, which `delivered` and `getAnnotations` tell.',
  },
  'ANSWER-1': {
    side: 'container',
    text: 'Answers are read and saved as annotations are (ANNOTATION-1 to ANNOTATION-4). The service unites parts; what is lost by it stays as a conflict copy. Where it has parts that a change does not, `delivered` tells `merged`, and what was made on that change is united once more.',
  },
  'FEEDBACK-1': {
    side: 'container',
    text: '`saveFeedback` is answered, delivered and kept as `saveAnnotations` is (ANNOTATION-1, ANNOTATION-2); the changes for one member and exercise reach the service in the order in which they were accepted. One that the service refuses, since the feedback has changed meanwhile, is kept on the device and told by `not-delivered` with `CONFLICT`.',
  },
  'FEEDBACK-2': {
    side: 'container',
    text: '`getClassAnswers` shows feedback that was accepted and is not delivered yet, marked so; what waits to be removed is not in it.',
  },
  'ASSIGNMENT-1': {
    side: 'container',
    text: '`saveAssignment` is answered, delivered and kept as `saveAnnotations` is (ANNOTATION-1, ANNOTATION-2); the changes for one class and issue reach the service in the order in which they were accepted. One that the service refuses, since the assignment has changed meanwhile, is kept on the device and told by `not-delivered` with `CONFLICT`.',
  },
  'ASSIGNMENT-2': {
    side: 'container',
    text: '`getClassAssignments` shows assignments that were accepted and are not delivered yet, marked so; what waits to be removed is not in it. It is about classes that the user leads, and gives names and progress of their pupils alone.',
  },
  'ASSIGNMENT-3': {
    side: 'container',
    text: '`getAssignments` is about the user alone, and says by the clock of the service whether solutions are open.',
  },
  'MYDATA-1': {
    side: 'container',
    text: '`openMyData` opens a dialog of the container. Only the user downloads or deletes there; content is told nothing of it, and gets none of the data.',
  },
  'PROGRESS-1': {
    side: 'container',
    text: '`openProgress` opens a page of the container. What users, and teachers of their classes, see there is not told to the content.',
  },
  'CLASSES-1': {
    side: 'container',
    text: '`openClasses` opens a dialog of the container. What users, and teachers of their classes, see and do there is not told to the content, which `classes-changed` only tells to ask again.',
  },
  'CLASSES-2': {
    side: 'container',
    text: '`getClasses` and `getClassAnswers` are about classes that the user leads; `getClasses` leaves out those whose pupils do not work with the course. Of a member content is given what it shares with the leaders of that class, and of the others their names alone.',
  },
  'CLASSES-3': {
    side: 'container',
    text: '`open-answer` goes to content with the capability `class-answers` alone, and names what a teacher has just chosen in the container.',
  },
  'CLASSES-4': {
    side: 'container',
    text: '`getOwnClasses` names the teachers of a class only where they may read the answers of the user to the issue.',
  },
  'CLASSES-5': {
    side: 'container',
    text: '`openSharing` and `openCode` open a dialog of the container. Only the user shares or uses a code there, by a press.',
  },
  'CMI5-1': {
    side: 'container',
    text: "`getCmi5Progress` and `launchCmi5` are about the structure that the named issue has published as it is now, and about issues of the container's own product alone; others are answered with `REFUSED`.",
  },
  'CMI5-2': {
    side: 'container',
    text: "`launchCmi5` opens a unit of the content's origin in the frame, where it needs no bridge, and any other, or one that wants it so, in a window of its own. Its `page` is on the content's origin.",
  },
  'CMI5-3': {
    side: 'container',
    text: 'The page that asks for a launch is not told its address, in which the unit finds its credentials.',
  },
  'PLACE-1': {
    side: 'container',
    text: 'Content is opened at a deep link, or where it has said last that the user is, by the query parameters of its address.',
  },
  'PLACE-2': {
    side: 'content',
    text: 'Content sends `ready` once it can be used.',
  },
} as const satisfies Readonly<Record<string, Rule>>;

export type RuleId = keyof typeof rules;
