/** How many names a message for developers holds. */
const namesMaximum = 10;

/**
 * How many there are, and the first of them: `2: a, b` or `12, among them a, b, …`.
 *
 * @param count Where it is known and not all of them are given.
 */
export function nameSome(names: readonly string[], count: number = names.length): string {
  const named = names.slice(0, namesMaximum);
  return `${count}${named.length < count ? ', among them' : ':'} ${named.join(', ')}`;
}

/** Names in order; one that appears twice counts once. */
export function namesOnce(names: readonly string[]): string[] {
  return [...new Set(names)].toSorted();
}

/** True for two ordered lists of the same names. */
export function areSameNames(names: readonly string[], others: readonly string[]): boolean {
  return names.length === others.length && names.every((name, index) => name === others[index]);
}
