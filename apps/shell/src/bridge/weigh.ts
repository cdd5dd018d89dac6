import { payloadMaximum } from '@lectern/sdk/protocol';

/** In the measure of `payloadMaximum`, or why a payload cannot be sent on. */
export type Weight = number | 'too heavy' | 'not JSON';

/**
 * Weight of a payload. Messages carry more than JSON does: what JSON would refuse (big integers), lose (maps,
 * bytes) or change (dates, infinite numbers) must not seem stored.
 *
 * Stops at the limit, so that a payload of any size costs no more than one there; cycles end there,
 * too.
 */
export function weigh(payload: unknown, limit = payloadMaximum): Weight {
  let weight = 0;
  const remaining: unknown[] = [payload];
  while (remaining.length > 0) {
    const value = remaining.pop();
    if (typeof value === 'string') weight += value.length;
    else if (Array.isArray(value)) {
      // Also of what was never set: JSON writes it out.
      weight += value.length;
      if (weight > limit) return 'too heavy';
      for (const member of value) remaining.push(member);
    } else if (isPlainObject(value)) {
      // `for … in` rather than entries: these would be made for all members before the first counts.
      for (const key in value) {
        weight += key.length + 1;
        if (weight > limit) return 'too heavy';
        remaining.push(Reflect.get(value, key));
      }
    } else if (!isScalar(value)) return 'not JSON';
    if (weight > limit) return 'too heavy';
  }
  return weight;
}

/** An instance of a class arrives as one of these, or is built in. */
function isPlainObject(value: unknown): value is object {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}

/** Absent members are fine: JSON leaves them out. */
function isScalar(value: unknown): boolean {
  return (
    value === undefined || value === null || typeof value === 'boolean' || Number.isFinite(value)
  );
}
