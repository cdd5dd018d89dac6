import { BridgeError } from './bridge-error.ts';
import type { Greeted } from './handshake.ts';
import { notify } from './notify.ts';
import type { AnswerMessage, EventMessage, RequestMessage } from './protocol/messages.ts';
import type { Action, EventName } from './protocol/names.ts';
import type { Events } from './protocol/events.ts';
import type { Payload, Result } from './protocol/requests.ts';

/** Requests and events after the handshake. */
export interface Conversation {
  /** Settles within the time limit. @throws {BridgeError} */
  ask<A extends Action>(action: A, payload?: Payload<A>): Promise<Result<A>>;
  on<E extends EventName>(event: E, listener: (payload: Events[E]) => void): () => void;
  /** Fails what is under way with `NO_CONTAINER`, and everything after. */
  end(): void;
}

interface Pending {
  readonly action: Action;
  /** By `Date.now()`, which takes a fifth of the time of `performance.now()`. */
  readonly askedAt: number;
  /** The container answers with a result of the action, so its promise takes any. */
  resolve(result: unknown): void;
  reject(error: BridgeError): void;
}

interface Listener {
  readonly event: EventName;
  /** The container sends the event's own payload, so its listener takes any. */
  hear(payload: unknown): void;
}

/** Longest time that timers of browsers have; a longer one is over at once. */
const timerMaximumInMs = 2 ** 31 - 1;

export function converse({ origin, port }: Greeted, limitInMs: number): Conversation {
  const { parent } = window;
  const timeoutInMs = Math.min(limitInMs, timerMaximumInMs);
  /** In the order in which their time is over. */
  const pending = new Map<unknown, Pending>();
  const listeners = new Set<Listener>();
  // Over window an answer may be for the page that stood in this frame before.
  let lastId = port ? 0 : Math.random();
  let hasEnded = false;
  /** Runs while anything is pending: one timer for all of them. */
  let timer: ReturnType<typeof setTimeout> | undefined;

  function receive(data: Partial<AnswerMessage & EventMessage> | null): void {
    if (data?.origin !== 'container') return;
    if (data.event !== undefined) {
      for (const listener of listeners)
        if (listener.event === data.event) notify(() => listener.hear(data.payload));
      return;
    }
    const request = pending.get(data.id);
    if (!request) return;
    pending.delete(data.id);
    const { error } = data;
    if (error) request.reject(new BridgeError(error.code, request.action, error.message));
    else request.resolve(data.result);
  }

  function expire(): void {
    timer = undefined;
    for (const [id, { action, askedAt, reject }] of pending) {
      const leftInMs = askedAt + timeoutInMs - Date.now();
      // A clock that was set back leaves more than the whole time.
      if (leftInMs > 0 && leftInMs <= timeoutInMs) {
        timer = setTimeout(expire, leftInMs);
        return;
      }
      pending.delete(id);
      reject(new BridgeError('TIMEOUT', action, 'No answer in time.'));
    }
  }

  function end(): void {
    hasEnded = true;
    removeEventListener('message', receiveFromWindow);
    port?.close();
    clearTimeout(timer);
    for (const { action, reject } of pending.values()) reject(noContainer(action));
    pending.clear();
  }

  function receiveFromWindow(message: MessageEvent): void {
    if (message.source === parent && message.origin === origin) receive(message.data);
  }

  if (port) {
    port.addEventListener('message', ({ data }) => receive(data));
    port.start();
    // Not in every browser; elsewhere the time limit says it later.
    port.addEventListener('close', end);
  } else addEventListener('message', receiveFromWindow);

  return {
    ask: (action, payload) =>
      new Promise((resolve, reject) => {
        if (hasEnded) return reject(noContainer(action));
        const id = ++lastId;
        const message: RequestMessage = { origin: 'iframe', action, id, payload };
        try {
          if (port) port.postMessage(message);
          else parent.postMessage(message, origin);
        } catch (error) {
          // A function, say, cannot be sent.
          return reject(new BridgeError('BAD_PAYLOAD', action, String(error)));
        }
        pending.set(id, { action, askedAt: Date.now(), resolve, reject });
        timer ??= setTimeout(expire, timeoutInMs);
      }),
    on(event, hear) {
      const listener: Listener = { event, hear };
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    end,
  };
}

function noContainer(action: Action): BridgeError {
  return new BridgeError('NO_CONTAINER', action, 'The container is gone.');
}
