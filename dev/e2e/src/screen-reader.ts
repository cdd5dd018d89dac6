import type { Page } from 'playwright-core';

/* A page as it is heard, and the way of the focus through it. */

/** Roles that screen readers announce, rather than read as a text. */
const announced = new Set([
  'alert',
  'button',
  'dialog',
  'heading',
  'image',
  'main',
  'status',
  'switch',
  'textbox',
]);

/**
 * The browser's own accessibility tree, a line for each thing with role and name, the beginning of
 * its description, and its state. What a dialog has made inert is not in it.
 */
export async function heard(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  type Node = (typeof nodes)[number];
  const inOrder = (node: Node): Node[] => [
    node,
    ...(node.childIds ?? []).flatMap((id) => inOrder(byId.get(id)!)),
  ];
  return inOrder(nodes[0]!)
    .filter(({ ignored, role }) => !ignored && announced.has(role?.value as string))
    .map(({ role, name, description, properties = [] }) => {
      const state = (property: string) =>
        properties.find((each) => each.name === property)?.value.value as unknown;
      return [
        `${role!.value} ${name?.value}`.trim(),
        description?.value && `(${String(description.value).split(/[.:]/)[0]})`,
        state('checked') === 'true' && 'on',
        state('invalid') === 'true' && 'wrong',
        state('modal') === true && 'modal',
      ]
        .filter(Boolean)
        .join(' ');
    });
}

/** Where the focus is, by the words of its element. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement!;
    if (element === document.body) return 'nowhere';
    const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
    const labelledBy = document.getElementById(element.getAttribute('aria-labelledby') ?? '');
    return element.getAttribute('aria-label') ?? (labelledBy ?? label ?? element).textContent;
  });

/** Where the focus begins, and where Tab leads until it leaves the page. */
export async function focusOrder(page: Page): Promise<string[]> {
  const stops = [await focused(page)];
  do {
    await page.keyboard.press('Tab');
    stops.push(await focused(page));
  } while (stops.at(-1) !== 'nowhere' && stops.length < 20);
  return stops;
}
