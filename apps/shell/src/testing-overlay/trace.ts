import type { BridgeErrorCode } from '@lectern/sdk/protocol';
import { readRequest } from '../bridge/read-request.ts';
import { createListeners } from '../listeners.ts';
import { shapeOf, type Shape } from './message-shape.ts';
import { sizeInCharacters } from './message-size.ts';
import type { CarriedMessage } from './recording.ts';

/** One message, one way. */
export interface TracedMessage {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly sizeInCharacters: number;
  /** Its body; of one too large to be kept, only the shape. */
  readonly body: { readonly value: unknown } | { readonly shape: Shape };
}

/**
 * `pending`: no answer yet; `one-way`: without id, or of content that has gone, so nothing answers;
 * `event`: told by the shell;
 * `ignored`: without the marker or an action (specification, section 5).
 */
type ExchangeState = 'pending' | 'ok' | 'failed' | 'one-way' | 'event' | 'ignored';

/** A request with its answer, or a message that has none. */
export interface Exchange {
  /** Grows by one with each; unlike the id, it is this shell's own. */
  readonly number: number;
  readonly state: ExchangeState;
  /** The action's or event's name; empty for what was ignored. */
  readonly name: string;
  readonly id: string | number | undefined;
  /** From the content. */
  readonly request: TracedMessage | undefined;
  /** To the content. */
  readonly answer: TracedMessage | undefined;
  readonly errorCode: BridgeErrorCode | undefined;
  /** From the request's arrival to its answer, in milliseconds. */
  readonly durationInMs: number | undefined;
}

/** The last exchanges, newest first. */
export interface Trace {
  readonly exchanges: readonly Exchange[];
  /** How many of them failed. */
  readonly failures: number;
  readonly isPaused: boolean;
  take(carried: CarriedMessage): void;
  /** While paused nothing new is taken; what is under way is still completed. */
  pause(isPaused: boolean): void;
  clear(): void;
  /** Calls the listener after each change; the result stops that. */
  readonly subscribe: (listener: () => void) => () => void;
}

export const exchangesMaximum = 500;
/** A larger message is not kept, in characters. */
const keptSizeMaximum = 32 * 1024;
/** Longest kept name or id: they are the content's texts. */
const nameLengthMaximum = 80;

interface Pending {
  readonly exchange: Exchange;
  readonly moment: number;
}

export function createTrace(): Trace {
  let exchanges: readonly Exchange[] = [];
  let failures = 0;
  let isPaused = false;
  let lastNumber = 0;
  /** Requests under way, oldest first; also those that `clear` has removed. */
  let pending: readonly Pending[] = [];
  const { subscribe, notify } = createListeners();

  function change(next: readonly Exchange[]): void {
    exchanges = next.slice(0, exchangesMaximum);
    failures = exchanges.filter(({ state }) => state === 'failed').length;
    notify();
  }

  function add(exchange: Partial<Exchange> & Pick<Exchange, 'state' | 'name'>): Exchange {
    const added: Exchange = {
      number: ++lastNumber,
      id: undefined,
      request: undefined,
      answer: undefined,
      errorCode: undefined,
      durationInMs: undefined,
      ...exchange,
    };
    change([added, ...exchanges]);
    return added;
  }

  function takeRequest({ message, time, moment }: CarriedMessage): void {
    if (isPaused) return;
    const read = readRequest(message);
    const request = trace(message, time, (read ?? { payload: message }).payload);
    if (!read) return void add({ state: 'ignored', name: '', request });
    const [name, id] = [cut(read.action), cutId(read.id)];
    // Content that starts counts its ids from the beginning; nothing of before is answered any more.
    if (name === 'hello') forgetPending();
    const exchange = add({ state: id === undefined ? 'one-way' : 'pending', name, id, request });
    if (id !== undefined) pending = [...pending, { exchange, moment }].slice(-exchangesMaximum);
  }

  function forgetPending(): void {
    const forgotten = new Set(pending.map(({ exchange }) => exchange));
    pending = [];
    exchanges = exchanges.map((exchange) =>
      forgotten.has(exchange) ? { ...exchange, state: 'one-way' } : exchange,
    );
  }

  function takeAnswer({ message, time, moment }: CarriedMessage): void {
    const read = message as ToContent;
    if (read.event !== undefined) {
      const answer = trace(message, time, read.payload);
      if (!isPaused) add({ state: 'event', name: read.event, answer });
      return;
    }
    const { error } = read;
    // Content may use an id twice: the first to be asked is then the first to be answered.
    const asked = pending.find(
      ({ exchange }) => exchange.id === cutId(read.id) && exchange.name === cut(read.action ?? ''),
    );
    if (!asked) return;
    pending = pending.filter((other) => other !== asked);
    const answered: Exchange = {
      ...asked.exchange,
      state: error ? 'failed' : 'ok',
      answer: trace(message, time, error ?? read.result),
      errorCode: error?.code,
      durationInMs: moment - asked.moment,
    };
    change(exchanges.map((exchange) => (exchange === asked.exchange ? answered : exchange)));
  }

  return {
    get exchanges() {
      return exchanges;
    },
    get failures() {
      return failures;
    },
    get isPaused() {
      return isPaused;
    },
    take: (carried) =>
      carried.direction === 'to shell' ? takeRequest(carried) : takeAnswer(carried),
    pause(next) {
      isPaused = next;
      change(exchanges);
    },
    clear: () => change([]),
    subscribe,
  };
}

/** An answer or an event, as the bridge makes them. */
interface ToContent {
  readonly action?: string;
  readonly id?: string | number;
  readonly result?: unknown;
  readonly error?: { readonly code: BridgeErrorCode };
  readonly event?: string;
  readonly payload?: unknown;
}

function trace(message: unknown, time: number, value: unknown): TracedMessage {
  const size = sizeInCharacters(message);
  const body = size > keptSizeMaximum ? { shape: shapeOf(value) } : { value };
  return { time, sizeInCharacters: size, body };
}

function cut(name: string): string {
  return name.slice(0, nameLengthMaximum);
}

function cutId(id: string | number | undefined): string | number | undefined {
  return typeof id === 'string' ? cut(id) : id;
}
