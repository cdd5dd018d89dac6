import { useState } from 'react';
import { log } from '../logging/log.ts';
import { faultOf, type Fault } from './faults.ts';

/** One action at a time, and what has come of the last. */
export interface Action {
  readonly isBusy: boolean;
  readonly fault: Fault | undefined;
  /** Sentence about what was done. */
  readonly done: string | undefined;
  /** @returns whether it was done. */
  run(act: () => Promise<unknown>, done?: string): Promise<boolean>;
  clear(): void;
}

/** @param onEnd is called after each, done or not: what is shown may be older. */
export function useAction(onEnd?: (isDone: boolean) => void): Action {
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ fault?: Fault; done?: string | undefined }>({});
  return {
    isBusy,
    fault: outcome.fault,
    done: outcome.done,
    clear: () => setOutcome({}),
    async run(act, done) {
      if (isBusy) return false;
      setBusy(true);
      setOutcome({});
      let fault: Fault | undefined;
      try {
        await act();
      } catch (error) {
        log('warning', 'Could not change a class.', error);
        fault = faultOf(error);
      }
      setOutcome(fault === undefined ? { done } : { fault });
      setBusy(false);
      onEnd?.(fault === undefined);
      return fault === undefined;
    },
  };
}
