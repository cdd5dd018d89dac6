/*
 * How far a text agrees with what stood around a passage, read outwards from the passage. Every character that
 * agrees counts one, every edit on the way costs two, and the best point to stop at decides. So a sentence that
 * was inserted ends the agreement, a typo does not, and texts that have nothing in common but their language agree
 * in a few characters. (By their edit distance they would still be somewhat alike.)
 */

const editCost = 2;
/** Most characters that may have come in or fallen out on the way. */
const band = 24;
/** Once the count is this far below its best, it does not recover. */
const drop = 24;

/** Characters that agree with `prefix`, read backwards from `index`. */
export function agreementBefore(text: string, index: number, prefix: string): number {
  const longest = Math.min(prefix.length, index);
  let same = 0;
  while (
    same < longest &&
    text.charCodeAt(index - 1 - same) === prefix.charCodeAt(prefix.length - 1 - same)
  )
    same += 1;
  if (same === prefix.length) return same;
  const wanted = prefix.slice(0, prefix.length - same);
  const there = text.slice(Math.max(0, index - same - wanted.length - band), index - same);
  return same + agreement(reversed(wanted), reversed(there));
}

/** Characters that agree with `suffix`, read forwards from `index`. */
export function agreementAfter(text: string, index: number, suffix: string): number {
  let same = 0;
  while (
    same < suffix.length &&
    text.charCodeAt(index + same) === suffix.charCodeAt(same) &&
    index + same < text.length
  )
    same += 1;
  if (same === suffix.length) return same;
  const wanted = suffix.slice(same);
  const there = text.slice(index + same, index + same + wanted.length + band);
  return same + agreement(wanted, there);
}

export function reversed(text: string): string {
  // By code units: what is compared is only whether they are equal.
  let result = '';
  for (let index = text.length - 1; index >= 0; index -= 1) result += text[index];
  return result;
}

const impossible = -1_000_000;

/** The best count of an alignment that begins at both beginnings and ends anywhere. */
function agreement(wanted: string, there: string): number {
  const width = 2 * band + 1;
  // Cell k of the row of i wanted characters: i + k - band characters of the text.
  let row = new Int32Array(width + 1).fill(impossible);
  let next = new Int32Array(width + 1).fill(impossible);
  for (let k = band; k < width; k += 1) row[k] = -editCost * (k - band);
  let best = 0;
  for (let i = 1; i <= wanted.length; i += 1) {
    const character = wanted.charCodeAt(i - 1);
    let bestOfRow = impossible;
    for (let k = 0; k < width; k += 1) {
      const j = i + k - band;
      let count = impossible;
      if (j >= 0 && j <= there.length) {
        if (j > 0) {
          const isSame = there.charCodeAt(j - 1) === character;
          count = row[k]! + (isSame ? 1 : -editCost);
          if (k > 0) count = Math.max(count, next[k - 1]! - editCost);
        }
        count = Math.max(count, row[k + 1]! - editCost);
      }
      next[k] = count;
      if (count > bestOfRow) bestOfRow = count;
    }
    if (bestOfRow > best) best = bestOfRow;
    if (bestOfRow < best - drop) break;
    [row, next] = [next, row];
  }
  return best;
}
