/**
 * Largest payload, in characters of text plus one for every member. The largest request of the
 * services, storing local store items, takes 4 MiB.
 */
export const payloadLimit = 4 * 1024 * 1024;

/**
 * Whether a payload weighs more than the limit. Stops counting there, so that a payload of any size
 * costs no more than one at the limit; cycles end there, too.
 */
export function weighsMoreThan(payload: unknown, limit: number): boolean {
  let weight = 0;
  const remaining: unknown[] = [payload];
  while (remaining.length > 0) {
    const value = remaining.pop();
    if (typeof value === 'string') weight += value.length;
    else if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) weight += value.byteLength;
    else if (typeof value === 'object') {
      // `for … in` rather than entries: these would be made for all members before the first counts.
      for (const key in value) {
        weight += key.length + 1;
        if (weight > limit) return true;
        remaining.push(Reflect.get(value, key));
      }
    }
    if (weight > limit) return true;
  }
  return false;
}
