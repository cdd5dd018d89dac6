import { locale } from './texts.ts';

/** Classes as a school lists them, whatever their ids: 6a before 10a. */
export function inNameOrder<Item extends { readonly name: string }>(
  items: readonly Item[],
): readonly Item[] {
  const collator = new Intl.Collator(locale, { numeric: true });
  return items.toSorted((a, b) => collator.compare(a.name, b.name));
}
