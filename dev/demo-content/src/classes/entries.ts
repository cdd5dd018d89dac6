/**
 * Shows items as the children of a list. A child stays as long as its key, with what is open in it and the focus; where
 * another one replaces it, the focus goes to the same `data-key` there.
 */
export function createEntries<Item>(
  list: HTMLElement,
  keyOf: (item: Item) => string,
  create: (item: Item) => HTMLElement,
): (items: readonly Item[]) => void {
  let shown = new Map<string, HTMLElement>();
  return (items) => {
    const { activeElement } = document;
    const focused = list.contains(activeElement) && activeElement?.getAttribute('data-key');
    const next = new Map(
      items.map((item) => {
        const key = keyOf(item);
        return [key, shown.get(key) ?? create(item)];
      }),
    );
    for (const [key, entry] of shown) if (!next.has(key)) entry.remove();
    for (const [index, entry] of [...next.values()].entries()) {
      const there = list.children[index];
      if (there !== entry) list.insertBefore(entry, there ?? null);
    }
    shown = next;
    if (!focused || list.contains(document.activeElement)) return;
    [...list.querySelectorAll<HTMLElement>('[data-key]')]
      .find((element) => element.dataset['key'] === focused)
      ?.focus({ preventScroll: true });
  };
}
