import { el } from '../dom.ts';

/**
 * A text with its gaps: `{id}` in it is where one stands. Signs right behind a gap stay with it, because Firefox
 * begins a line with them otherwise.
 */
export function createGapText(
  text: string,
  createGap: (id: string) => HTMLElement,
): readonly (string | HTMLElement)[] {
  // Every second piece is the id of a gap.
  const [first = '', ...pieces] = text.split(/[{}]/);
  const nodes: (string | HTMLElement)[] = [first];
  for (let index = 0; index < pieces.length; index += 2) {
    const [, signs = '', rest = ''] = /^(\S*)(.*)$/s.exec(pieces[index + 1] ?? '') ?? [];
    nodes.push(el('span.gap-with-signs', createGap(pieces[index]!), signs), rest);
  }
  return nodes;
}
