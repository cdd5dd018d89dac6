import type { ContentFrame } from '../content-frame/content-frame.ts';
import type { Silence } from '../content-frame/silence.ts';
import { createListeners } from '../listeners.ts';
import type { CarriedMessage, Sender } from './recording.ts';

/** Why content and container have not come together. */
export type HandshakeFault =
  /** The page in the frame has another origin than the configuration gives. */
  | { readonly kind: 'other origin'; readonly origin: string; readonly expected: string }
  /** The content is sandboxed, and has no origin at all. */
  | { readonly kind: 'no origin' }
  | { readonly kind: 'version' }
  | { readonly kind: 'silent' }
  | { readonly kind: 'unreachable' };

/** The last thing that kept content and container apart; none once they have greeted each other. */
export interface Handshake {
  readonly fault: HandshakeFault | undefined;
  readonly take: (carried: CarriedMessage) => void;
  readonly hear: (sender: Sender) => void;
  /** Calls the listener whenever the fault has changed; the result stops that. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** @param contentOrigin The one that the configuration gives. */
export function watchHandshake(
  frame: Pick<ContentFrame, 'window'>,
  contentOrigin: string,
  silence: Pick<Silence, 'state' | 'subscribe'>,
): Handshake {
  let fault: HandshakeFault | undefined;
  const { subscribe, notify } = createListeners();

  function change(next: HandshakeFault | undefined): void {
    if (same(fault, next)) return;
    fault = next;
    notify();
  }

  function followSilence(): void {
    const { state } = silence;
    const isOfSilence = fault?.kind === 'silent' || fault?.kind === 'unreachable';
    if (state === 'unreachable') change({ kind: 'unreachable' });
    // A content whose messages are all refused also counts as silent; the refusal explains more.
    else if (state === 'silent' && (!fault || isOfSilence)) change({ kind: 'silent' });
    else if (state === 'none' && isOfSilence) change(undefined);
  }

  silence.subscribe(followSilence);
  followSilence();
  return {
    get fault() {
      return fault;
    },
    take({ direction, message }) {
      if (direction !== 'to content') return;
      const { action, error } = message as { action?: string; error?: { code?: string } };
      if (action !== 'hello') return;
      change(error?.code === 'UNSUPPORTED_VERSION' ? { kind: 'version' } : undefined);
    },
    hear({ source, origin }) {
      if (source === null || source !== frame.window || origin === contentOrigin) return;
      if (origin === 'null') change({ kind: 'no origin' });
      else change({ kind: 'other origin', origin, expected: contentOrigin });
    },
    subscribe,
  };
}

function same(first: HandshakeFault | undefined, second: HandshakeFault | undefined): boolean {
  return JSON.stringify(first) === JSON.stringify(second);
}
