import {
  actions,
  protocolVersion,
  type AnswerMessage,
  type EventMessage,
  type EventName,
  type Events,
  type Result,
} from '@lectern/sdk/protocol';
import type { ContentFrame } from '../content-frame/content-frame.ts';
import { log } from '../logging/log.ts';
import type { Dispatch, Outcome } from './dispatch.ts';
import { readRequest } from './read-request.ts';
import { createTokenBucket } from './token-bucket.ts';

/** The shell's end of the bridge. */
export interface Bridge {
  /** Tells the content something. Without an open frame nothing is sent. */
  emit<E extends EventName>(event: E, payload: Events[E]): void;
}

export type Direction = 'to shell' | 'to content';

/** Hears of each message: of the content's, as it came; of the shell's, as it is sent. */
export type BridgeListener = (direction: Direction, message: unknown) => void;

/** Most requests under way; content that sends more has lost control of itself. */
const pendingRequestsMaximum = 256;

/**
 * How many messages are taken at once, and per second in the long run: a page that opens asks some
 * dozen times, and nobody's work makes more than a few requests a second. What is beyond is refused,
 * and as often as that again; the rest is not even read, so that the shell stays responsive.
 */
const messageBurst = 256;
const messagesPerSecond = 128;

/**
 * Listens to the content for the life of the page.
 *
 *   content                         shell
 *      │ ── {origin: 'iframe', action, id, payload} ──▶ │ source, origin, marker, action, payload
 *      │ ◀─ {origin: 'container', action, id, result} ─ │
 *
 * @param locale Told to the content in the greeting, a BCP 47 tag.
 * @param dispatch Arrives later than the frame: what the content asks meanwhile waits for it.
 * @param listener Only in testing mode. What the limits keep from being read it does not hear either.
 */
export function openBridge(
  frame: ContentFrame,
  contentOrigin: string,
  locale: string,
  dispatch: Promise<Dispatch>,
  listener?: BridgeListener,
): Bridge {
  const takeMessage = createTokenBucket(messageBurst, messagesPerSecond);
  const takeRefusal = createTokenBucket(messageBurst, messagesPerSecond);
  let pending = 0;
  let strangerSeen = false;

  function post(message: AnswerMessage | EventMessage): void {
    // The origin is named, so that nothing reaches a page that the frame has navigated to since.
    if (!frame.window) return;
    frame.window.postMessage(message, contentOrigin);
    listener?.('to content', message);
  }

  async function receive(event: MessageEvent<unknown>): Promise<void> {
    // 1. From the frame's own window: other tabs, extensions and nested frames post here, too.
    if (!frame.isOpen || event.source !== frame.window) return;
    // 2. From the content's origin: the frame may have navigated itself elsewhere.
    if (event.origin !== contentOrigin) {
      if (!strangerSeen) log('warning', 'Ignored messages of another origin in the content frame.');
      strangerSeen = true;
      return;
    }
    // 3. Within the limits, before anything is read: reading a large message takes long.
    const isTaken = takeMessage();
    if (!isTaken && !takeRefusal()) return;
    listener?.('to shell', event.data);
    // 4. With marker and action as own properties (specification, section 5).
    const request = readRequest(event.data);
    if (!request) return;
    const { action, id } = request;
    const answer = (outcome: Outcome) => {
      if (id !== undefined) post({ origin: 'container', action, id, ...outcome });
    };
    const refuse = (message: string) => answer({ error: { code: 'UNAVAILABLE', message } });

    if (!isTaken) return refuse('Too many messages.');
    // Answered here: a greeting must not wait for the rest of the shell.
    if (action === 'hello') {
      answer({ result: { version: protocolVersion, actions, locale } satisfies Result<'hello'> });
      return;
    }
    if (pending >= pendingRequestsMaximum) return refuse('Too many requests are under way.');
    pending++;
    const outcome = await (await dispatch)(action, request.payload);
    pending--;
    answer(outcome);
  }

  addEventListener('message', (event) => void receive(event));
  return {
    emit: (event, payload) => post({ origin: 'container', event, payload }),
  };
}
