/**
 * The outbox's limit of time, in milliseconds: for the disk to keep something, with all that is waited for before.
 * Below the time within which the content is answered (`answerTimeoutInMs` of the protocol), so that a commit that
 * cannot be stopped any more has time to end, and the content hears what it came to. The other limits follow
 * from it.
 */
export const acceptLimitInMs = 10_000;

/**
 * For the database to open: another tab that stands still may keep it, and some browsers never answer. Time is left
 * to send what is accepted meanwhile the direct way.
 */
export const openLimitInMs = acceptLimitInMs / 2;

/** For another tab to send what it has accepted, before this one tries. */
export const takeOverAfterInMs = acceptLimitInMs / 2;

/**
 * For a try to deliver, with all of its requests. A request has a limit of its own only once it has a token; an
 * identity provider that does not answer must not keep other tabs from sending.
 */
export const tryLimitInMs = 3 * acceptLimitInMs;

/** A tab that waits asks for the one that sends as often as this. */
export const askIntervalInMs = 0.9 * acceptLimitInMs;
/**
 * So many questions without an answer, and the tab that sends stands still: a device has suspended it, or a
 * dialog of the browser is open in it. From the first question on that is longer than a try may take, so that
 * what it sends when it goes on was begun before.
 */
export const unansweredMaximum = 4;
