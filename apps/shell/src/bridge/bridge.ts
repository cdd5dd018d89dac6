import {
  answerTimeoutInMs,
  messageBurst,
  messagesPerSecond,
  messageWeight,
  payloadMaximum,
  pendingRequestsMaximum,
  pendingWeightMaximum,
  portsMaximum,
  unreadablePayloadWeight,
  weightyActions,
  weightyActionWeight,
  type AnswerMessage,
  type EventMessage,
  type EventName,
  type Events,
} from '@lectern/sdk/protocol';
import type { ContentFrame } from '../content-frame/content-frame.ts';
import { inTime } from '../in-time.ts';
import { log } from '../logging/log.ts';
import type { Dispatch, Outcome } from './dispatch.ts';
import { greet, type Greeting } from './greeting.ts';
import { readRequest } from './read-request.ts';
import { createTokenBucket } from './token-bucket.ts';
import { weigh, type Weight } from './weigh.ts';

/** The shell's end of the bridge. */
export interface Bridge {
  /** Tells the content something. Without an open frame nothing is sent. */
  emit<E extends EventName>(event: E, payload: Events[E]): void;
  /** The content in the frame has said anything that was taken. */
  readonly hasSpoken: boolean;
  /** Abilities of the page that has said hello last: another function for each hello. */
  readonly able: Greeting['able'] | undefined;
  /** Called with each hello that was taken. */
  onHello: HelloListener;
}

/** @param isOverPort True for a document that has said hello before, which has its port from that. */
export type HelloListener = (isOverPort: boolean) => void;

export type Direction = 'to shell' | 'to content';

/** Hears of each message: of the content's, as it came; of the shell's, as it is sent. */
export type BridgeListener = (direction: Direction, message: unknown) => void;

/** Sends to the document that asked, over the port or the window that it asked over. */
type Send = (message: AnswerMessage, transfer?: MessagePort[]) => void;

/**
 * Listens to the content for the life of the page.
 *
 *   content                         shell
 *      │ ── hello ────────────────────────▶ │ source, origin, marker
 *      │ ◀─ version, a port ─────────────── │
 *      │ ══ {action, id, payload} ════════▶ │ limits, action, payload
 *      │ ◀═ {action, id, result} ══════════ │
 *
 * Over the port source and origin need no look any more: only a document of the content's origin in this
 * frame has been given one. Content without port goes on over its window, and is looked at each time.
 *
 * @param locale Told to the content in the greeting, a BCP 47 tag.
 * @param dispatching Arrives later than the frame: what the content asks meanwhile waits for it.
 * @param listener Only in testing mode. What the limits keep from being read it does not hear either.
 */
export function openBridge(
  frame: ContentFrame,
  contentOrigin: string,
  locale: string,
  dispatching: Promise<Dispatch>,
  listener?: BridgeListener,
): Bridge {
  const taken = createTokenBucket(messageBurst, messagesPerSecond);
  const refused = createTokenBucket(messageBurst, messagesPerSecond);
  /** Of documents that have said hello; those of documents that are gone hear nothing. */
  let ports: MessagePort[] = [];
  let dispatch: Dispatch | undefined;
  let pending = 0;
  /** Of the payloads that are held meanwhile. */
  let pendingWeight = 0;
  let hasSpoken = false;
  let able: Greeting['able'] | undefined;
  /** Each is logged once: content in a loop must not push everything else out of the log. */
  let strangerSeen = false;
  let oldVersionSeen = false;

  void dispatching.then((arrived) => (dispatch = arrived));

  // The origin is named, so that nothing reaches a page that the frame has navigated to since.
  function post(message: AnswerMessage | EventMessage, transfer?: MessagePort[]): void {
    frame.window?.postMessage(message, contentOrigin, transfer);
  }

  /** Answers the window that asked: a frame opened since has requests of its own by the same ids. */
  function postTo(asker: Window | null): Send {
    return (message, transfer) => {
      if (frame.window === asker) post(message, transfer);
    };
  }

  function openPort(): MessagePort {
    const { port1, port2 } = new MessageChannel();
    const send: Send = (message, transfer) =>
      // A list of nothing costs, too.
      transfer ? port1.postMessage(message, transfer) : port1.postMessage(message);
    port1.addEventListener('message', (event) => read(event, send));
    port1.start();
    ports.push(port1);
    if (ports.length > portsMaximum) ports.shift()?.close();
    return port2;
  }

  function closePorts(): void {
    for (const port of ports) port.close();
    ports = [];
    hasSpoken = false;
    able = undefined;
  }

  function receive(event: MessageEvent<unknown>): void {
    // 1. From the frame's own window: other tabs, extensions and nested frames post here, too.
    if (!frame.isOpen || event.source !== frame.window) return;
    // 2. From the content's origin: the frame may have navigated itself elsewhere.
    if (event.origin === contentOrigin) return read(event, postTo(frame.window));
    if (strangerSeen) return;
    strangerSeen = true;
    log(
      'warning',
      event.origin === 'null'
        ? 'The content is sandboxed without an origin of its own; it is ignored.'
        : 'The content frame speaks from another origin; it is ignored.',
    );
  }

  function read(event: MessageEvent<unknown>, send: Send): void {
    // 3. Within the limits, before anything is read: reading a large message takes long.
    const isTaken = taken.take();
    if (!isTaken && !refused.take()) return;
    const { data } = event;
    listener?.('to shell', data);
    // 4. With marker and action as own properties (specification, section 5).
    const request = readRequest(data);
    const weight = weigh(request ? request.payload : data);
    (isTaken ? taken : refused).owe(messagesIn(weight));
    if (!request) return;
    hasSpoken = true;
    const { action, id, payload } = request;
    const answer = (outcome: Outcome, transfer?: MessagePort[]) => {
      if (id === undefined || !frame.isOpen) return;
      const message: AnswerMessage = { origin: 'container', action, id, ...outcome };
      send(message, transfer);
      listener?.('to content', message);
    };
    const refuse = (message: string) => answer({ error: { code: 'TOO_MANY', message } });

    if (!isTaken || (weightyActions.includes(action) && !taken.take(weightyActionWeight - 1)))
      return refuse('Too many messages.');
    // Answered here: a greeting must not wait for the rest of the shell.
    if (action === 'hello') {
      const { outcome, able: newest } = greet(payload, locale);
      if (outcome.error && !oldVersionSeen) {
        oldVersionSeen = true;
        log('warning', 'The content speaks no supported version.');
      }
      able = newest;
      answer(outcome, able('port') && id !== undefined ? [openPort()] : undefined);
      // Messages of a port have no source.
      return bridge.onHello(!event.source);
    }
    // Heavy messages are held until the rest of the shell is there to refuse them.
    const unweighed = dispatch ? 0 : payloadMaximum;
    const held = typeof weight === 'number' ? weight : unweighed;
    if (pending >= pendingRequestsMaximum) return refuse('Too many requests are under way.');
    if (pendingWeight + held > pendingWeightMaximum)
      return refuse('Too heavy requests are under way.');
    const outcome = dispatch
      ? dispatch(action, payload, weight)
      : dispatchLater(action, payload, weight);
    if (!(outcome instanceof Promise)) return answer(outcome);
    pending++;
    pendingWeight += held;
    void outcome.then((settled) => {
      pending--;
      pendingWeight -= held;
      return answer(settled);
    });
  }

  /** The wait counts, too. What has been answered by its end is not carried out any more. */
  function dispatchLater(action: string, payload: unknown, weight: Weight): Promise<Outcome> {
    const tooLate: Outcome = {
      error: { code: 'UNAVAILABLE', message: 'The container has not loaded in time.' },
    };
    let isTooLate = false;
    const work = dispatching.then((arrived) =>
      isTooLate ? tooLate : arrived(action, payload, weight),
    );
    return inTime(work, answerTimeoutInMs, action).catch(() => {
      isTooLate = true;
      return tooLate;
    });
  }

  addEventListener('message', receive);
  frame.subscribe(() => {
    if (!frame.isOpen) closePorts();
  });
  const bridge: Bridge = {
    onHello() {},
    emit(event, payload) {
      if (!frame.isOpen) return;
      const message: EventMessage = { origin: 'container', event, payload };
      for (const port of ports) port.postMessage(message);
      // Before there is a document of the content's nobody hears it.
      if (hasSpoken || frame.isLoaded) post(message);
      listener?.('to content', message);
    },
    get hasSpoken() {
      return hasSpoken;
    },
    get able() {
      return able;
    },
  };
  return bridge;
}

/** For how many messages more one counts whose payload weighs so much. */
function messagesIn(weight: Weight): number {
  if (weight === 'not JSON') return unreadablePayloadWeight;
  return Math.floor((weight === 'too heavy' ? payloadMaximum : weight) / messageWeight);
}
