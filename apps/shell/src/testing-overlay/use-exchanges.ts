import { useEffect, useState } from 'react';
import type { Exchange, Trace } from './trace.ts';

/** The exchanges as they are shown: however many arrive, a picture shows them at once. */
export function useExchanges(trace: Trace): readonly Exchange[] {
  const [exchanges, setExchanges] = useState(trace.exchanges);
  useEffect(() => {
    let waiting = 0;
    const show = () => {
      waiting = 0;
      setExchanges(trace.exchanges);
    };
    show();
    const stop = trace.subscribe(() => {
      waiting ||= requestAnimationFrame(show);
    });
    return () => {
      stop();
      cancelAnimationFrame(waiting);
    };
  }, [trace]);
  return exchanges;
}
