/**
 * A text without halves of surrogate pairs, which neither addresses nor the platform can hold. Content cuts
 * texts anywhere, also within an emoji.
 */
export function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\uFFFD');
}

/** The same for all texts in a value; without NUL, which a database cannot hold as text. */
export function storable<T>(value: T): T {
  if (typeof value === 'string') return wellFormed(value).replaceAll('\0', '\uFFFD') as T;
  if (Array.isArray(value)) return value.map((entry: unknown) => storable(entry)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [storable(name), storable(inner)]),
  ) as T;
}
