import type { SaveState } from '@lectern/sdk/protocol';

/** State of the work on the sign; refused work is told beside it. */
type Shown = 'nothing' | 'saving' | 'saved' | 'waiting';

/** The sign's state, and the one that follows by itself. */
export interface Phase {
  readonly shown: Shown;
  readonly next?: {
    readonly shown: Shown;
    /** By `passedTimeInMs`. */
    readonly at: number;
  };
  /** The last state that it has followed. */
  readonly followed?: SaveState;
}

export const nothingShown: Phase = { shown: 'nothing' };

/** A save within this time, in milliseconds, is not shown. */
export const savingUnseenForInMs = 1_000;
export const savedSeenForInMs = 2_000;

/**
 * State of the sign after a change. Fast success is never seen:
 *
 *   nothing ── saving for a second ──▶ saving ── saved ──▶ saved ── two seconds ──▶ nothing
 *      └── waiting ──▶ waiting ── something was delivered, and a second ──▶ saving
 *
 * A try to deliver what waits is no news until something has arrived.
 *
 * @param now By `passedTimeInMs`.
 */
export function follow(before: Phase, saveState: SaveState, now: number): Phase {
  const { followed } = before;
  if (followed === saveState) return before;
  const phase = { ...pass(before, now), followed: saveState };
  const hasChanged = followed?.state !== saveState.state;
  switch (saveState.state) {
    case 'saving': {
      const isRetry =
        phase.shown === 'waiting' && saveState.undelivered >= (followed?.undelivered ?? 0);
      if (phase.shown === 'saving' || phase.next?.shown === 'saving' || isRetry) return phase;
      return { ...phase, next: { shown: 'saving', at: now + savingUnseenForInMs } };
    }
    case 'waiting':
      return { shown: 'waiting', followed: saveState };
    case 'saved':
      if (!hasChanged || phase.shown === 'nothing') return settled(phase);
      return {
        shown: 'saved',
        next: { shown: 'nothing', at: now + savedSeenForInMs },
        followed: saveState,
      };
    case 'refused':
      return { shown: 'nothing', followed: saveState };
  }
}

/** The same at a later time. */
export function pass(phase: Phase, now: number): Phase {
  const { next, followed } = phase;
  if (!next || next.at > now) return phase;
  return { shown: next.shown, ...(followed && { followed }) };
}

/** Work saved in time is not shown as being saved afterwards. */
function settled(phase: Phase): Phase {
  if (phase.next?.shown !== 'saving') return phase;
  const { next: _, ...rest } = phase;
  return rest;
}
