import { locale } from './texts.ts';

/** Order of names: 6a before 10a. */
export function nameCollator(of: string): Intl.Collator {
  return new Intl.Collator(of, { numeric: true });
}

/**
 * Classes as a school lists them, with a label each that no other one has: those of one name are numbered by their ids,
 * as pupils are.
 *
 * @param isFirst of classes that are numbered first, because other lists hold them alone.
 */
export function inNameOrder<Item extends { readonly group_id: string; readonly name: string }>(
  classes: readonly Item[],
  isFirst: (item: Item) => boolean = () => true,
): readonly (Item & { readonly label: string })[] {
  const collator = nameCollator(locale);
  const keyOf = (name: string) => name.normalize('NFKC').toLocaleLowerCase(locale);
  const byName = Map.groupBy(
    classes.toSorted(
      (a, b) => Number(isFirst(b)) - Number(isFirst(a)) || (a.group_id < b.group_id ? -1 : 1),
    ),
    ({ name }) => keyOf(name),
  );
  return [...byName.values()]
    .flatMap((same) => {
      let number = 0;
      return same.map((one) => {
        let label = one.name;
        // A class may be called so.
        if (same.length > 1)
          do label = twin(one.name, (number += 1));
          while (byName.has(keyOf(label)));
        return { ...one, label };
      });
    })
    .toSorted((a, b) => collator.compare(a.label, b.label));
}

/** A name that several have. */
export function twin(name: string, number: number): string {
  return `${name} (${number})`;
}
