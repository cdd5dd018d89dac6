import { locale } from './texts.ts';

/** Order of names: 6a before 10a. */
export function nameCollator(of: string): Intl.Collator {
  return new Intl.Collator(of, { numeric: true });
}

/** Classes as a school lists them, whatever their ids. */
export function inNameOrder<Item extends { readonly name: string }>(
  items: readonly Item[],
): readonly Item[] {
  const collator = nameCollator(locale);
  return items.toSorted((a, b) => collator.compare(a.name, b.name));
}
