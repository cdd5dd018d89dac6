export interface Standing {
  /** `waiting` is sent; what is `refused`, in `conflict` or `unreadable` is set aside. */
  readonly state: 'waiting' | 'refused' | 'conflict' | 'unreadable';
  /** A service may know of the entry. It stays as it is from then on. */
  readonly isSent: boolean;
  /** Another tab has been told of the entry. It stays as it is, because a version that was told keeps its value. */
  readonly isTold: boolean;
  /** The tab that has written the entry, and alone adds to it. */
  readonly writer: string;
}

export type EntryEvent = (typeof entryEvents)[number];

export const entryEvents = [
  /** Its writer adds to it. */
  'joined',
  /** Another tab is shown it. */
  'told',
  'sent',
  'refused',
  'in conflict',
  'found unreadable',
  /** The user sends it again, or it can be read again. */
  'retried',
] as const;

export function newStanding(writer: string): Standing {
  return { state: 'waiting', isSent: false, isTold: false, writer };
}

/**
 * The standing after an event; nothing where the event does not fit.
 *
 *   accepted ──▶ waiting ─────────────── told, sent ──▶ waiting, fixed
 *                 │   ▲                                  │          ▲
 *                 └───┘ joined                           │          │ retried
 *                 │                                      ▼          │ (not: conflict)
 *                 └── in conflict, refused, ──▶ conflict, refused, unreadable
 *                     found unreadable
 *
 * An entry is deleted with its last write: delivered, settled by a later write, or discarded.
 */
export function transition(standing: Standing, event: EntryEvent): Standing | undefined {
  const { state, isSent, isTold } = standing;
  const isWaiting = state === 'waiting';
  switch (event) {
    case 'joined':
      return isWaiting && !isSent && !isTold ? standing : undefined;
    case 'told':
      return isWaiting && !isSent && !isTold ? { ...standing, isTold: true } : undefined;
    case 'sent':
      return isWaiting && !isSent ? { ...standing, isSent: true } : undefined;
    case 'refused':
      return isWaiting ? setAside('refused') : undefined;
    case 'in conflict':
      return isWaiting ? setAside('conflict') : undefined;
    case 'found unreadable':
      return isWaiting ? { ...standing, state: 'unreadable' } : undefined;
    case 'retried':
      return state === 'refused' || state === 'unreadable'
        ? { ...standing, state: 'waiting', isSent: true }
        : undefined;
  }
}

/**
 * The standing after an event that fits.
 *
 * @throws where it does not: nothing of the entry is changed then.
 */
export function requireTransition(standing: Standing, event: EntryEvent): Standing {
  const after = transition(standing, event);
  if (!after) throw new Error(`The event '${event}' does not fit an entry: ${standing.state}.`);
  return after;
}

/** No tab adds to what is set aside. */
function setAside(state: Standing['state']): Standing {
  return { state, isSent: true, isTold: true, writer: '' };
}
