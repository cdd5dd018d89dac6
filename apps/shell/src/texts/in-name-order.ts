import { locale } from './texts.ts';

/** Order of names: 6a before 10a. */
export function nameCollator(of: string): Intl.Collator {
  return new Intl.Collator(of, { numeric: true });
}

/** Classes as a school lists them; those of one name are numbered by their ids, as pupils are. */
export function inNameOrder<Item extends { readonly group_id: string; readonly name: string }>(
  classes: readonly Item[],
): readonly Item[] {
  const collator = nameCollator(locale);
  const byName = Map.groupBy(
    classes.toSorted((a, b) => (a.group_id < b.group_id ? -1 : 1)),
    ({ name }) => name.normalize('NFKC').toLocaleLowerCase(locale),
  );
  return [...byName.values()]
    .flatMap((same) =>
      same.length === 1
        ? same
        : same.map((one, index) => ({ ...one, name: twin(one.name, index + 1) })),
    )
    .toSorted((a, b) => collator.compare(a.name, b.name));
}

/** A name that several have. */
export function twin(name: string, number: number): string {
  return `${name} (${number})`;
}
