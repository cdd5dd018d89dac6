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

/** How long the content looks for a container before it fails with `NO_CONTAINER`. */
export const connectTimeoutInMs = 5_000;
/** How long a request may take before the SDK fails it with `TIMEOUT`. */
export const requestTimeoutInMs = 15_000;
/** Within this time the container answers each request: sooner than the SDK gives up, so that the content hears why. */
export const answerTimeoutInMs = 12_000;
/** After this time without a word the container says in its log, and in its testing overlay, that the content is silent. */
export const silenceLimitInMs = 10_000;
/** How long content that goes on saving is left in place before it is taken away. */
export const teardownGraceInMs = 20_000;

/** How many messages the container takes at once. */
export const messageBurst = 2_048;
/** How many messages a second it takes in the long run. */
export const messagesPerSecond = 1_024;
/** For how many messages one of the weighty actions counts. */
export const weightyActionWeight = 8;
/** A payload counts as one more message for every full such weight, in the measure of `payloadMaximum`. */
export const messageWeight = 8_192;
/** For how many messages a payload counts that JSON cannot write: nobody knows what reading it has cost. */
export const unreadablePayloadWeight = 64;
/** Longest `action`, and longest `id` that is text, in UTF-16 code units. */
export const nameMaximum = 255;
/** How many requests may wait for their answer. */
export const pendingRequestsMaximum = 256;
/** Largest payload, in characters of text plus one for every member; a list has as many as it is long. */
export const payloadMaximum = 4 * 1024 * 1024;
/** What the payloads of all requests that wait for their answer may weigh together, in the same measure. */
export const pendingWeightMaximum = 16 * 1024 * 1024;
/** Ports of one frame that stay open: the newest. */
export const portsMaximum = 8;

/** Longest member of a place, in UTF-16 code units. */
export const placeLengthMaximum = 200;
/** What waits for delivery takes at most this much of a device for one user, in bytes. */
export const outboxMaximumInBytes = 50 * 1024 * 1024;
