/*
 * The sentences that both sides keep to. Each has a test that carries its id (test/named-tests.ts
 * looks for it); the reference lists them.
 */

export const containerRules = {
  'ORIGIN-1':
    "The container reads messages only of its own frame's window and exactly the configured origin.",
  'ORIGIN-2': 'The container sends window messages to the configured origin only, never to `*`.',
  'MESSAGE-1':
    "A message without `origin: 'iframe'` and a text as `action` is ignored; an `id` other than number or text counts as none. Texts keep to the limit.",
  'MESSAGE-2':
    'A request with an id is answered exactly once, with the same id and action; one without id is done unanswered.',
  'MESSAGE-3':
    'An unknown action, also a name that objects inherit, is logged as a warning and gets `UNKNOWN_ACTION`.',
  'MESSAGE-4':
    'Payloads are checked first; a wrong shape gets `BAD_PAYLOAD` and the path of the first wrong member.',
  'MESSAGE-5': 'No message carries a token, no action gives one.',
  'HELLO-2': 'The answer names the version that both speak: the lower one.',
  'HELLO-3': 'A version no longer spoken gets `UNSUPPORTED_VERSION`.',
  'HELLO-4': "The answer names the container's actions, events and capabilities, and the language.",
  'HELLO-5':
    'With the capability `port` content gets a MessagePort with the answer; all messages then go over it, in the same form.',
  'HELLO-6': 'Content without `hello`, or without `port`, is answered by window messages.',
  'HELLO-7':
    'Ports close with the frame; the newest stay open, so that a page that reloads can say `hello`.',
  'HELLO-8': 'Log and testing overlay say why no conversation comes about.',
  'TIME-1': 'Each request is answered within the answer time-out, at last with `UNAVAILABLE`.',
  'LIMIT-1':
    'Beyond the limits for messages and pending requests a request gets `TOO_MANY`, and as often again is not even read.',
  'LIMIT-2': 'A payload beyond the limit, or one that JSON cannot write, gets `BAD_PAYLOAD`.',
  'LIMIT-3': 'A request that makes pending payloads too heavy together gets `TOO_MANY` at once.',
  'SESSION-1': 'Without a session, what needs one gets `NOT_LOGGED_IN`.',
  'SESSION-2':
    '`session-expiring` comes when the session was not renewed in time, then `session-resumed` or `session-lost`, unless the user signs out.',
  'SESSION-3':
    'Before content is taken away the container sends `teardown`, and still accepts what it sends.',
  'SESSION-4':
    'Content with unsaved work stays after `teardown` until it says that it has none, at most for the grace.',
  'SAVE-1':
    '`setLocalStoreItems` and `postStatement` are answered once the request is durable on the device.',
  'SAVE-2':
    'What was accepted is delivered, over reloads and new sessions of its user, and told by `delivered` or `not-delivered`.',
  'SAVE-3':
    "An item's older value never reaches the service after a newer one, and no statement is stored twice.",
  'SAVE-4': '`getLocalStoreItems` shows what is accepted and undelivered, marked so.',
  'SAVE-5':
    'A write on another version than the newest known, or after `not-delivered` before the items are read again, gets `CONFLICT` and is not kept. A conflict at the service is kept on the device and told by `not-delivered`.',
  'SAVE-6': 'A device without room gets `STORAGE_FULL`, and nothing is kept.',
  'SAVE-7': "Undelivered work is unreadable to the device's other users; nothing delivered stays.",
  'SAVE-8':
    '`save-state` comes after `ready` and with each change; without the capability `save-sign` the container shows it.',
  'SAVE-9':
    'After an error of `setLocalStoreItems` or `postStatement` nothing is kept. That is unknown after `TIMEOUT`, `NO_CONTAINER`, and `UNAVAILABLE` from a device that keeps nothing, or hangs: asked again with the same id or versions, it is stored once.',
  'MENU-1':
    'Above each page without the capability `own-menu` the container shows who is signed in, and a menu, but not above a silent page that it opens.',
  'ANNOTATION-1':
    '`saveAnnotations` is answered, delivered and kept as `setLocalStoreItems` is, all of a request or none, changes of an item in order.',
  'ANNOTATION-2':
    'A waiting change has a version above 2,147,483,647. While the page stays, a change on it goes on what the service made of it; on an unknown one it gets `CONFLICT`.',
  'ANNOTATION-3':
    '`getAnnotations` shows the undelivered, marked so, without removed items and copies that wait to be settled.',
  'ANNOTATION-4':
    'A change goes to the service with the version it was made on: what another device stored meanwhile stays as a conflict copy, told by `delivered` and `getAnnotations`.',
  'ANSWER-1':
    "Answers are read and saved as annotations. The service unites parts; what that loses stays as a conflict copy. `delivered` tells `merged` where there are parts besides the change's; later changes are united, too.",
  'FEEDBACK-1':
    '`saveFeedback` works as `saveAnnotations`, in order for each member and exercise. What has changed meanwhile is kept on the device and told by `not-delivered` with `CONFLICT`. Without a teacher: `REFUSED`.',
  'FEEDBACK-2':
    '`getClassAnswers` shows undelivered feedback, marked so, and none that waits to be removed.',
  'ASSIGNMENT-1': '`saveAssignment` works as `saveFeedback`, in order for each class and issue.',
  'ASSIGNMENT-2':
    '`getClassAssignments` shows undelivered assignments, marked so, and none that waits to be removed. It is about classes that the user leads, and names their pupils alone.',
  'ASSIGNMENT-3':
    "`getAssignments` is about the user alone; the service's clock says whether solutions are open.",
  'MYDATA-1':
    "`openMyData` opens a container's dialog. Only the user downloads or deletes there; content is not told.",
  'PROGRESS-1': "`openProgress` opens a container's page. Content is not told what is seen there.",
  'CLASSES-1':
    "`openClasses` opens a container's dialog. Content is not told what is seen or done there, but by `classes-changed` to ask again.",
  'CLASSES-2':
    '`getClasses` and `getClassAnswers` are about classes that the user leads: what members share with leaders, of others names alone. `getClasses` leaves out those that do not work with the course.',
  'CLASSES-3': '`open-answer` goes to content with the capability `class-answers` alone.',
  'CLASSES-4':
    "`getOwnClasses` names a class and its teachers only where these may read the user's answers to the issue, and since when.",
  'CLASSES-5':
    "`openSharing` and `openCode` open a container's dialog. Only the user's press shares or uses a code there. Once a dialog was closed, the next takes a press, else `REFUSED`.",
  'CMI5-1':
    "`getCmi5Progress` and `launchCmi5` are about what an issue of the container's product has published now; others get `REFUSED`.",
  'CMI5-2':
    "`launchCmi5` opens a unit of the content's origin in the frame, others, or one that wants it, in a window. Its `page` is on the content's origin.",
  'CMI5-3': "The asking page is not told the launch address, which holds the unit's credentials.",
  'PLACE-1': 'Content opens at a deep link, or at the place it said last, by query parameters.',
};

export const contentRules = {
  'ORIGIN-3':
    'Content takes messages only of its parent window and the origin that answered `hello`.',
  'ORIGIN-4':
    'Content sends only `hello` to any origin (`*`), the rest to the origin that answered it.',
  'MESSAGE-6': 'Content sends only actions that exist, with payloads of their shape.',
  'MESSAGE-7': 'Content ignores unknown events and members.',
  'HELLO-1': 'Content begins with `hello` and its version; without one it counts as version 1.',
  'TIME-2':
    'A request without answer within the request time-out fails with `TIMEOUT`, without a container with `NO_CONTAINER`.',
  'SESSION-5': 'On `teardown` content sends what it holds at once, and says when that is all.',
  'PLACE-2': 'Content sends `ready` once it can be used.',
};
