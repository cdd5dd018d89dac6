import { useEffect, useRef } from 'react';

/**
 * Runs once when a page is entered. React may run effects twice, in strict mode it does; a second
 * run would clear what the first has stored, or redeem a code twice.
 */
export function useOnEntry(enter: () => void): void {
  const entered = useRef(false);
  useEffect(() => {
    if (entered.current) return;
    entered.current = true;
    enter();
  });
}
