/**
 * Letters to be put in, taken out, replaced, or changed with their neighbours, until one word is the other (optimal
 * string alignment).
 *
 * @param most More than that are not counted on: the answer is then greater than it.
 */
export function editDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let [before, row]: number[][] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      let fewest = Math.min(next[j - 1]! + 1, row![j]! + 1, row![j - 1]! + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        fewest = Math.min(fewest, before![j - 2]! + 1);
      next.push(fewest);
    }
    if (Math.min(...next) > most) return most + 1;
    [before, row] = [row, next];
  }
  return row!.at(-1)!;
}
