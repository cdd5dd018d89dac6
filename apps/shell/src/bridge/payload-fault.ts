/**
 * Largest payload, in characters of text plus one for every member; a list has as many as it is long.
 * The largest request of the services, storing local store items, takes 4 MiB.
 */
export const payloadLimit = 4 * 1024 * 1024;

/**
 * Why a payload cannot be sent on. Messages carry more than JSON does: what JSON would refuse
 * (big integers), lose (maps, bytes) or change (dates, infinite numbers) must not seem stored.
 *
 * Stops at the limit, so that a payload of any size costs no more than one there; cycles end there,
 * too.
 */
export function payloadFault(
  payload: unknown,
  limit = payloadLimit,
): 'too heavy' | 'not JSON' | undefined {
  let weight = 0;
  const remaining: unknown[] = [payload];
  while (remaining.length > 0) {
    const value = remaining.pop();
    if (typeof value === 'string') weight += value.length;
    else if (isStructure(value)) {
      const isList = Array.isArray(value);
      // Also of what was never set: JSON writes it out.
      if (isList) weight += value.length;
      if (weight > limit) return 'too heavy';
      // `for … in` rather than entries: these would be made for all members before the first counts.
      for (const key in value) {
        weight += key.length + (isList ? 0 : 1);
        if (weight > limit) return 'too heavy';
        remaining.push(Reflect.get(value, key));
      }
    } else if (!isScalar(value)) return 'not JSON';
    if (weight > limit) return 'too heavy';
  }
  return undefined;
}

/** A list or plain object: what was an instance of a class arrives as one of these, or is built in. */
function isStructure(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
}

/** Absent members are fine: JSON leaves them out. */
function isScalar(value: unknown): boolean {
  return (
    value === undefined || value === null || typeof value === 'boolean' || Number.isFinite(value)
  );
}
