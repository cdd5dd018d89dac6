import { useRef, useState } from 'react';
import { log } from '../logging/log.ts';
import { faultOf, type Fault } from './faults.ts';

/** One action at a time, in the order of the presses, and what has come of the last. */
export interface Action {
  /** One is under way, or waits: a form is not sent twice. */
  readonly isBusy: boolean;
  readonly fault: Fault | undefined;
  /** Sentence about what was done. */
  readonly done: string | undefined;
  /** @returns whether it was done. */
  run(act: () => Promise<unknown>, done?: string): Promise<boolean>;
}

/** @param onEnd is called after each, done or not: what is shown may be older. */
export function useAction(onEnd?: () => void): Action {
  const [waiting, setWaiting] = useState(0);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const [outcome, setOutcome] = useState<{ fault?: Fault; done?: string | undefined }>({});
  async function runNow(act: () => Promise<unknown>, done?: string): Promise<boolean> {
    setOutcome({});
    let fault: Fault | undefined;
    try {
      await act();
    } catch (error) {
      log('warning', 'Could not change a class.', error);
      fault = faultOf(error);
    }
    setOutcome(fault === undefined ? { done } : { fault });
    setWaiting((before) => before - 1);
    onEnd?.();
    return fault === undefined;
  }
  return {
    isBusy: waiting > 0,
    fault: outcome.fault,
    done: outcome.done,
    run(act, done) {
      setWaiting((before) => before + 1);
      const running = last.current.then(() => runNow(act, done));
      last.current = running;
      return running;
    },
  };
}
