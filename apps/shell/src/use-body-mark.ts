import { useLayoutEffect } from 'react';

/** Sets a data attribute of the body for style sheets while a component is shown: Firefox before 121 has no `:has`. */
export function useBodyMark(name: string, isOn = true, value = ''): void {
  useLayoutEffect(
    () => (isOn ? holdMark(document.body.dataset, name, value) : undefined),
    [name, isOn, value],
  );
}

/** Values of a mark that components hold, by its name; the newest is last. */
const holders = new Map<string, { readonly value: string }[]>();

/** @returns lets the mark go, which stays while others hold it. */
export function holdMark(dataset: DOMStringMap, name: string, value: string): () => void {
  const holder = { value };
  const show = (held: { readonly value: string }[]) => {
    holders.set(name, held);
    const newest = held.at(-1);
    if (newest) dataset[name] = newest.value;
    else delete dataset[name];
  };
  show([...(holders.get(name) ?? []), holder]);
  return () => show(holders.get(name)!.filter((other) => other !== holder));
}
