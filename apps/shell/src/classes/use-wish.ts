import { useState } from 'react';

/**
 * What was just chosen, until the class says what it is: a choice is seen at once, and goes back where it could not be
 * made.
 *
 * @param index of the class, as what it says was loaded
 */
export function useWish<Value>(
  said: Value,
  index: number,
): readonly [Value, (wished: Value, make: () => Promise<boolean>) => Promise<void>] {
  const [wish, setWish] = useState<{ readonly value: Value; readonly index: number }>();
  const value = wish?.index === index ? wish.value : said;
  return [
    value,
    async (wished, make) => {
      setWish({ value: wished, index });
      if (!(await make())) setWish(undefined);
    },
  ];
}
