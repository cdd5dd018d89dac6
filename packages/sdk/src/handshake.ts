import { BridgeError } from './bridge-error.ts';
import { connectTimeoutInMs, oldestVersion, protocolVersion } from './protocol/limits.ts';
import type { AnswerMessage, RequestMessage } from './protocol/messages.ts';
import type { Capability } from './protocol/names.ts';
import type { Result } from './protocol/requests.ts';

/** A container that has answered. */
export interface Greeted {
  /** The container's origin: nobody else is listened to from here on. */
  readonly origin: string;
  /** Where the conversation goes on; absent: by window messages. */
  readonly port: MessagePort | undefined;
  readonly greeting: Result<'hello'>;
}

/**
 * Finds the container around this page.
 *
 *   content                              container
 *      │ ── hello (to any origin) ─────────▶ │   nothing of the user is in it
 *      │ ◀─ answer, with a port ──────────── │   its origin is pinned here
 *      │ ── requests, over the port ───────▶ │
 *
 * @param origins Of containers to talk to; absent: any that frames this page.
 * @param own What the content can do.
 * @throws {BridgeError} `NO_CONTAINER`, `UNSUPPORTED_VERSION`
 */
export async function greet(
  origins: readonly string[] | undefined,
  own: readonly Capability[],
): Promise<Greeted> {
  const { parent } = window;
  if (parent === window)
    throw new BridgeError('NO_CONTAINER', 'hello', 'The page is in no container.');
  // Not a number: an answer may be for the page that stood in this frame before.
  const id = `hello ${Math.random()}`;
  const payload = { version: protocolVersion, capabilities: own };
  const hello: RequestMessage = { origin: 'iframe', action: 'hello', id, payload };
  // Before anything waits: what is no origin throws.
  for (const origin of origins ?? ['*']) parent.postMessage(hello, origin);
  let timer: ReturnType<typeof setTimeout>;
  let receive: (event: MessageEvent<Partial<AnswerMessage> | null>) => void;
  return new Promise<Greeted>((resolve, reject) => {
    receive = ({ source, origin, data, ports }) => {
      if (source !== parent || origins?.includes(origin) === false) return;
      if (data?.origin !== 'container' || data.id !== id) return;
      const { error } = data;
      if (error) return reject(new BridgeError(error.code, 'hello', error.message));
      const greeting = data.result as Result<'hello'>;
      if (greeting.version < oldestVersion) {
        const text = `The container's version ${greeting.version} is too old.`;
        return reject(new BridgeError('UNSUPPORTED_VERSION', 'hello', text));
      }
      resolve({ origin, port: ports[0], greeting });
    };
    timer = setTimeout(
      () => reject(new BridgeError('NO_CONTAINER', 'hello', 'No answer in time.')),
      connectTimeoutInMs,
    );
    addEventListener('message', receive);
  }).finally(() => {
    clearTimeout(timer);
    removeEventListener('message', receive);
  });
}
