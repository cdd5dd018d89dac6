import { useEffect, useRef, useState } from 'react';

/**
 * What was just chosen, until the class says what it is: a choice is seen at once, and goes back where it could not be
 * made. Of two quick ones the later is seen, whatever the earlier comes to.
 *
 * @param index of the class, as what it says was loaded
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
