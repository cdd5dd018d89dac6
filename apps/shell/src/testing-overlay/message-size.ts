/** A message larger than this is measured no further, in characters. */
export const measuredSizeMaximum = 4 * 1024 * 1024;

/**
 * Characters of a value's JSON, escapes not counted; {@link measuredSizeMaximum} and one more for all
 * that is larger. Counts without writing the text, so that a large message costs little.
 */
export function sizeInCharacters(message: unknown): number {
  let size = 0;
  const remaining: unknown[] = [message];
  while (remaining.length > 0) {
    const value = remaining.pop();
    if (typeof value === 'object' && value !== null) {
      const isList = Array.isArray(value);
      let members = 0;
      for (const key in value) {
        const member: unknown = Reflect.get(value, key);
        if (member === undefined && !isList) continue;
        // The name in quotation marks with its colon, and the comma before.
        size += (isList ? 0 : key.length + 3) + (members++ === 0 ? 0 : 1);
        if (size > measuredSizeMaximum) return measuredSizeMaximum + 1;
        remaining.push(member);
      }
      size += 2;
    } else if (typeof value === 'string') size += value.length + 2;
    // JSON writes nothing for an absent value, and null in a list, as long as that.
    else if (value === undefined) size += value === message ? 0 : 4;
    else if (typeof value === 'number' || typeof value === 'boolean') size += `${value}`.length;
    else size += 4;
    if (size > measuredSizeMaximum) return measuredSizeMaximum + 1;
  }
  return size;
}
