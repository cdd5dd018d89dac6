import { afterEach, beforeEach, vi } from 'vitest';
import type { AnswerMessage, EventMessage, RequestMessage } from '../src/protocol/messages.ts';

export const containerOrigin = 'https://container.example';

/** Source and origin of a message from the container, if not its own. */
export interface From {
  readonly source?: unknown;
  readonly origin?: string;
}

type Listener = (event: object) => void;

const greeting = { version: 1, capabilities: [], actions: [], events: [], locale: 'de-CH' };

/**
 * The page around the content, in which a test plays the container; for a test file: each test has a page of its own,
 * and holds the clock.
 */
export function containerForEachTest() {
  let asked: { readonly message: RequestMessage; readonly origin: string }[];
  let askedOverPort: RequestMessage[];
  let listeners: Set<Listener>;
  let port: MessagePort | undefined;
  const parent = {
    postMessage(message: RequestMessage, origin: string): void {
      // As browsers do, which take '*', '/' and addresses.
      if (origin !== '*')
        asked.push({ message: structuredClone(message), origin: originOf(origin) });
      else asked.push({ message: structuredClone(message), origin });
    },
  };

  beforeEach(() => {
    vi.useFakeTimers();
    [asked, askedOverPort, listeners, port] = [[], [], new Set(), undefined];
    vi.stubGlobal('window', { parent });
    vi.stubGlobal('addEventListener', (type: string, listener: Listener) => {
      if (type === 'message') listeners.add(listener);
    });
    vi.stubGlobal('removeEventListener', (_type: string, listener: Listener) =>
      listeners.delete(listener),
    );
  });
  afterEach(() => port?.close());

  /** Sends a window message to the content. */
  function send(
    data: unknown,
    from: From & { readonly ports?: readonly MessagePort[] } = {},
  ): void {
    const event = { source: parent, origin: containerOrigin, ports: [], ...from, data };
    for (const listener of listeners) listener(event);
  }

  return {
    /** Messages that came by the window, with the origins that they were for. */
    get asked() {
      return asked;
    },
    /** Messages that came over the port. */
    get askedOverPort() {
      return askedOverPort;
    },
    /** The container's end of the port. */
    get port() {
      return port;
    },
    /** Listeners for window messages that are still there. */
    get listenerCount() {
      return listeners.size;
    },
    send,
    /** Answers the last hello; with a port unless `overWindow`. */
    greet(outcome?: Partial<AnswerMessage>, overWindow?: 'over window'): void {
      const id = asked.at(-1)?.message.id;
      const message = { origin: 'container', action: 'hello', id, result: greeting, ...outcome };
      if (overWindow) return send(message);
      const { port1, port2 } = new MessageChannel();
      port = port1;
      port.addEventListener('message', ({ data }) => askedOverPort.push(data as RequestMessage));
      port.start();
      send(message, { ports: [port2] });
    },
    /** Answers a request by window or port, as it came. */
    answer({ action, id }: RequestMessage, outcome: Pick<AnswerMessage, 'result' | 'error'>): void {
      const message = { origin: 'container', action, id, ...outcome };
      if (port) port.postMessage(message);
      else send(message);
    },
    emit(event: EventMessage | object): void {
      if (port) port.postMessage(event);
      else send(event);
    },
  };
}

function originOf(address: string): string {
  const { origin } = new URL(address);
  return origin;
}

/** Rounds of the event loop within which a message goes over a port and its answer comes. */
const roundsOfAConversation = 6;
const { setImmediate: nextRound } = globalThis;

/** Resolves once every message under way has come, although the test holds the clock. */
export async function idle(): Promise<void> {
  for (let round = 0; round < roundsOfAConversation; round++)
    await new Promise<void>((resolve) => nextRound(resolve));
}
