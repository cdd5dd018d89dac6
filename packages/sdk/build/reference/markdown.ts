/** Where running text is broken. */
const textWidth = 105;

/** A table as the formatter leaves it. Bars within cells are escaped. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = head.map((_, column) => Math.max(3, ...cells.map((row) => row[column]!.length)));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  const [first = [], ...others] = cells;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [line(first), rule, ...others.map(line)].join('\n');
}

export function code(text: string): string {
  return `\`${text}\``;
}

/** A fenced block, such as a drawing. */
export function block(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trim()}\n\`\`\``;
}

/** Running text, broken into lines. */
export function paragraph(text: string): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1)!;
    if (last.length + word.length + 1 > textWidth) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines.join('\n');
}
