import { useCallback, useEffect, useState } from 'react';
import { log } from '../logging/log.ts';

interface Loaded<Value> {
  /** Stays while it is loaded anew. */
  readonly value: Value | undefined;
  readonly state: 'loading' | 'there' | 'failed';
  /** Why it has failed. */
  readonly failure?: unknown;
  readonly retry: () => void;
}

/**
 * Loads, and loads anew when what is asked for changes: the answer to a question that is no longer asked
 * is never shown.
 *
 * @param load The same function as long as it asks for the same.
 */
export function useLoaded<Value>(load: (signal: AbortSignal) => Promise<Value>): Loaded<Value> {
  const [value, setValue] = useState<Value>();
  /** The last question, and its end. */
  const [ended, setEnded] = useState<{
    load: unknown;
    attempt: number;
    hasFailed: boolean;
    error?: unknown;
  }>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const asking = new AbortController();
    async function ask(): Promise<void> {
      try {
        const loaded = await load(asking.signal);
        if (asking.signal.aborted) return;
        setValue(loaded);
        setEnded({ load, attempt, hasFailed: false });
      } catch (error) {
        if (asking.signal.aborted) return;
        log('error', 'Could not load what a dialog shows.', error);
        setEnded({ load, attempt, hasFailed: true, error });
      }
    }
    void ask();
    return () => asking.abort();
  }, [load, attempt]);
  const retry = useCallback(() => setAttempt((before) => before + 1), []);
  const isEnded = ended?.load === load && ended.attempt === attempt;
  const state = isEnded ? (ended.hasFailed ? 'failed' : 'there') : 'loading';
  return { value, state, failure: isEnded ? ended.error : undefined, retry };
}
