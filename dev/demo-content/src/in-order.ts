/** As people put names and classes in order: 6a before 10a, ä beside a. */
const collator = new Intl.Collator('de', { numeric: true });

export function inOrder<Item extends { readonly name: string }>(
  items: readonly Item[],
): readonly Item[] {
  return [...items].sort((a, b) => collator.compare(a.name, b.name));
}
