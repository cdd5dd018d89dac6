import { BridgeError } from './bridge-error.ts';
import { notify } from './notify.ts';
import { mayRetry, retryDelayInMs } from './retry.ts';

export type SaverStatus =
  /** A change is on its way to the container. */
  | { readonly kind: 'saving' }
  /** The container has accepted every change. */
  | { readonly kind: 'accepted' }
  /** The last try failed; another follows by itself. */
  | { readonly kind: 'retrying'; readonly error: unknown }
  /** The request was refused for good; the next change is tried all the same. */
  | { readonly kind: 'failed'; readonly error: unknown }
  /** Another version is stored by now: nothing is sent until `resume`. */
  | { readonly kind: 'conflict' };

/** Saves one thing. */
export interface Saver {
  /** True until the container has accepted every change: closing the page would lose the rest. */
  readonly isUnsaved: boolean;
  /** Saves a change once the script has returned, since a script may change several things. */
  change(): void;
  /** Saves now. Resolves with whether everything is accepted; false once a try has failed, or after `halt`. */
  flush(): Promise<boolean>;
  /** Sends nothing more until `resume`, as after a conflict. */
  halt(): void;
  /** Saves the newest after a conflict. */
  resume(): void;
}

interface Sent<Value> {
  readonly value: Value;
  /** Number of the newest change in it. */
  readonly change: number;
}

/**
 * Makes a saver: one request at a time, and while it is under way only the newest waits. Nothing is dropped
 * after failures.
 *
 *   change ─▶ saving ─accepted, no change since─▶ accepted
 *                │ ▲
 *                │ └─ retrying ◀─ error that may pass
 *                ├─▶ failed
 *                └─▶ conflict ─resume─▶ saving …
 *
 * @param newest Gives the value to save; called once a request.
 * @param send Resolves once the container has accepted the value.
 */
export function createSaver<Value>(
  newest: () => Value,
  send: (value: Value) => Promise<unknown>,
  onStatus: (status: SaverStatus) => void,
): Saver {
  let changes = 0;
  let acceptedChange = 0;
  /** A request whose answer was lost may have been accepted: it is repeated before anything newer. */
  let unanswered: Sent<Value> | undefined;
  let failures = 0;
  let isHalted = false;
  let isQueued = false;
  let kind: SaverStatus['kind'] = 'accepted';
  let underWay: Promise<boolean> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const isUnsaved = () => changes > acceptedChange;

  function tell(status: SaverStatus): void {
    if (status.kind === 'saving' && kind === 'saving') return;
    kind = status.kind;
    notify(() => onStatus(status));
  }

  function change(): void {
    changes += 1;
    if (isHalted) return tell({ kind: 'conflict' });
    // Typing does not hurry a failing container.
    if (failures > 0) return;
    tell({ kind: 'saving' });
    if (isQueued) return;
    isQueued = true;
    queueMicrotask(() => {
      isQueued = false;
      void flush();
    });
  }

  async function flush(): Promise<boolean> {
    clearTimeout(timer);
    if (isHalted) return false;
    if (!isUnsaved()) return true;
    const before = changes;
    underWay ??= save().finally(() => (underWay = undefined));
    const isAccepted = await underWay;
    // A refusal is about what was sent, and not about changes since then.
    const mayGoOn = isAccepted || (failures === 0 && before < changes);
    return mayGoOn ? flush() : false;
  }

  function halt(): void {
    clearTimeout(timer);
    failures = 0;
    unanswered = undefined;
    isHalted = true;
    tell({ kind: 'conflict' });
  }

  async function save(): Promise<boolean> {
    let sent = unanswered;
    if (failures === 0) tell({ kind: 'saving' });
    try {
      sent ??= { change: changes, value: newest() };
      await send(sent.value);
    } catch (error) {
      unanswered = mayHaveArrived(error) ? sent : undefined;
      fail(error);
      return false;
    }
    failures = 0;
    unanswered = undefined;
    acceptedChange = sent.change;
    if (isHalted) tell({ kind: 'conflict' });
    else if (!isUnsaved()) tell({ kind: 'accepted' });
    return true;
  }

  function fail(error: unknown): void {
    if (isHalted || codeOf(error) === 'CONFLICT') return halt();
    if (!mayRetry(error)) {
      failures = 0;
      return tell({ kind: 'failed', error });
    }
    failures += 1;
    timer = setTimeout(() => void flush(), retryDelayInMs(failures));
    tell({ kind: 'retrying', error });
  }

  return {
    get isUnsaved() {
      return isUnsaved();
    },
    change,
    flush,
    halt,
    resume() {
      isHalted = false;
      change();
    },
  };
}

function mayHaveArrived(error: unknown): boolean {
  return ['TIMEOUT', 'UNAVAILABLE'].includes(codeOf(error) ?? '');
}

function codeOf(error: unknown) {
  return error instanceof BridgeError ? error.code : undefined;
}
