/*
 * Every limit and time of the bridge. The reference shows them by these names.
 */
export {
  changesMaximum,
  exercisesMaximum,
  groupExercisesMaximum,
  itemsMaximum,
  itemValueMaximum,
  pathsMaximum,
} from './contract.ts';

/** Grows when a message changes its meaning. */
export const protocolVersion = 1;
/** Oldest version that the container still speaks. */
export const oldestVersion = 1;

/** Search for a container, then `NO_CONTAINER`. */
export const connectTimeoutInMs = 5_000;
/** Time of a request, then `TIMEOUT`. */
export const requestTimeoutInMs = 15_000;
/** The container answers within it. */
export const answerTimeoutInMs = 12_000;
/** After this silence log and testing overlay say that the content is silent. */
export const silenceLimitInMs = 10_000;
/** Longest stay of content that goes on saving. */
export const teardownGraceInMs = 20_000;

/** Messages at once. */
export const messageBurst = 2_048;
/** Messages a second in the long run. */
export const messagesPerSecond = 1_024;
/** Messages that a weighty action counts for. */
export const weightyActionWeight = 8;
/** A payload is one message more for each full such weight, measured as `payloadMaximum`. */
export const messageWeight = 8_192;
/** Messages that a payload counts for that JSON cannot write. */
export const unreadablePayloadWeight = 64;
/** Longest `action` and textual `id`, in UTF-16 code units. */
export const nameMaximum = 255;
/** Requests that wait for answers. */
export const pendingRequestsMaximum = 256;
/** Largest payload, in characters of text plus one per member and entry. */
export const payloadMaximum = 4 * 1024 * 1024;
/** Payloads of all waiting requests together, in the same measure. */
export const pendingWeightMaximum = 16 * 1024 * 1024;
/** Open ports of one frame: the newest. */
export const portsMaximum = 8;

/** Longest member of a place, in UTF-16 code units. */
export const placeLengthMaximum = 200;
/** A user's undelivered work on a device. */
export const outboxMaximumInBytes = 50 * 1024 * 1024;
