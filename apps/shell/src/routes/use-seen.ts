import { useEffect, useState, type MouseEvent, type RefObject } from 'react';
import { watchShown } from './watch-shown.ts';

/**
 * True once something that appears over the content could be seen ({@link watchShown}), and is answered by presses.
 *
 * @param asked tells this question from the next one in its place; `undefined`: nothing is asked
 */
export function useSeen(element: RefObject<Element | null>, asked: string | undefined): boolean {
  const [seen, setSeen] = useState<string>();
  useEffect(() => {
    if (asked === undefined) return undefined;
    const end = watchShown(element.current!, (isSeen) => setSeen(isSeen ? asked : undefined));
    return () => {
      end();
      // The same question, asked again, begins anew with its first picture.
      setSeen(undefined);
    };
  }, [element, asked]);
  return asked !== undefined && seen === asked;
}

/** Of a dialog, as `onClickCapture`: keys press buttons by a click, too. */
export function refusePress(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}
