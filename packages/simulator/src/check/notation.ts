/**
 * The protocol's notation of one member.
 *
 * @param notation Of a payload, as `Shape.notation` has it.
 * @param path Such as `local_store_items.0.value`.
 * @returns undefined where there is no such member
 */
export function notationAt(notation: string, path: string): string | undefined {
  if (path === '') return notation;
  const [name = '', ...rest] = path.split('.');
  for (const one of split(notation, '|')) {
    const inner = memberOf(one, name);
    const found = inner === undefined ? undefined : notationAt(inner, rest.join('.'));
    if (found !== undefined) return found;
  }
  return undefined;
}

function memberOf(notation: string, name: string): string | undefined {
  if (notation.endsWith('[]')) {
    const item = notation.slice(0, -2);
    return item.startsWith('(') ? item.slice(1, -1) : item;
  }
  if (!notation.startsWith('{')) return undefined;
  for (const member of split(notation.slice(1, -1), ';')) {
    const [, key, inner] = /^(\w+)\??: (.*)$/.exec(member) ?? [];
    if (key === name) return inner;
  }
  return undefined;
}

/** At the separators that stand in no brackets. */
function split(notation: string, separator: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const sign of notation) {
    if ('({['.includes(sign)) depth++;
    if (')}]'.includes(sign)) depth--;
    if (sign === separator && depth === 0) parts.push('');
    else parts[parts.length - 1] += sign;
  }
  return parts.map((part) => part.trim());
}
