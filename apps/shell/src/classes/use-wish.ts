import { useEffect, useRef, useState } from 'react';

/**
 * Optimistic value: a choice shows at once, until the class is loaded anew, and goes back where it fails. Of two quick
 * choices the later shows.
 *
 * @param index Transaction index of the loaded class.
 */
export function useWish<Value>(
  stored: Value,
  index: number,
): readonly [Value, (wished: Value, make: () => Promise<boolean>) => Promise<void>] {
  /** Once it is made: the index that the class had then. */
  const [wish, setWish] = useState<{ readonly value: Value; readonly madeAt?: number }>();
  const loaded = useRef(index);
  useEffect(() => void (loaded.current = index), [index]);
  const isSeen = wish && (wish.madeAt === undefined || wish.madeAt === index);
  return [
    isSeen ? wish.value : stored,
    async (wished, make) => {
      const mine = { value: wished };
      setWish(mine);
      const isMade = await make();
      const next = isMade ? { ...mine, madeAt: loaded.current } : undefined;
      setWish((now) => (now === mine ? next : now));
    },
  ];
}
