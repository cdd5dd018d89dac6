/*
 * Notations of shapes, from one line as the shapes give them to what people like to read.
 */

/** A notation, with everything that has a name of its own called by it. */
export function withNames(notation: string, names: ReadonlyMap<string, string>): string {
  const longestFirst = [...names].sort(([one], [other]) => other.length - one.length);
  return longestFirst.reduce(
    (text, [named, name]) => text.replaceAll(`(${named})[]`, `${name}[]`).replaceAll(named, name),
    notation,
  );
}

/** Longest object that stays on one line. */
const oneLineMaximum = 60;
/** Longest union of words that stays on one line where it stands alone. */
const longestWords = 80;

/** An object's notation over several lines; unions of such below each other. */
export function overLines(notation: string, indent = ''): string {
  const alternatives = splitAt(notation, ' | ');
  const isLong = indent === '' && notation.length > longestWords;
  if (alternatives.length > 1 && (isLong || notation.includes('{')))
    return alternatives.map((one) => `\n${indent}  | ${overLines(one, `${indent}    `)}`).join('');
  const [whole, common = '', inner, list = ''] =
    /^(\w+ & )?\(?\{ (.*) \}\)?(\[\])?$/.exec(notation) ?? [];
  if (whole === undefined || inner === undefined) return notation;
  // Not the outermost, which would look unlike the others.
  if (indent !== '' && whole.length <= oneLineMaximum && !inner.includes('{')) return whole;
  const members = splitAt(inner, '; ').map((member) => {
    const [name = '', ...value] = splitAt(member, ': ');
    const text = value.length > 0 ? `: ${overLines(value.join(': '), `${indent}  `)}` : '';
    return `${indent}  ${name}${text};\n`;
  });
  return `${common}{\n${members.join('')}${indent}}${list}`;
}

/**
 * `A & { … }` for the alternatives of a union that begin as those of `common` do, one after the other, and go
 * on alike; the others as they are.
 *
 * @param common The notation of such a union, and its name.
 */
export function factoredOut(notation: string, common: readonly [string, string]): string {
  const [text, name] = common;
  const starts = splitAt(text, ' | ').map((one) => one.slice(0, -' }'.length));
  const alternatives = splitAt(notation, ' | ');
  const shown: string[] = [];
  for (let at = 0; at < alternatives.length;) {
    const rests = starts.map((start, index) => {
      const one = alternatives[at + index];
      return one?.startsWith(`${start}; `) ? one.slice(`${start}; `.length) : undefined;
    });
    const isCommon = rests.every((rest) => rest !== undefined && rest === rests[0]);
    shown.push(isCommon ? `${name} & { ${rests[0]}` : alternatives[at]!);
    at += isCommon ? starts.length : 1;
  }
  return shown.join(' | ');
}

/** Splits where a separator stands outside all brackets. */
function splitAt(text: string, separator: string): readonly string[] {
  const parts = [''];
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!;
    if ('{(['.includes(sign)) depth++;
    if ('})]'.includes(sign)) depth--;
    if (depth === 0 && text.startsWith(separator, at)) {
      parts.push('');
      at += separator.length - 1;
    } else parts[parts.length - 1] += sign;
  }
  return parts;
}
