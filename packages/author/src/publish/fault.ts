/** Something that the author has to mend, and where. Lines and columns count from 1. */
export interface Fault {
  /** As the author named the folder, with the file in it. */
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  /** One sentence. */
  readonly message: string;
}

/** Most faults that are said at once: the rest is mostly the same again. */
const saidMaximum = 50;

/** `course/lectern.json:12:5: A topic appears twice.`, one a line, in the order of the places. */
export function textOf(faults: readonly Fault[]): string {
  const sorted = faults.toSorted(
    (a, b) =>
      a.file.localeCompare(b.file) ||
      (a.line ?? 0) - (b.line ?? 0) ||
      (a.column ?? 0) - (b.column ?? 0),
  );
  const lines = sorted.slice(0, saidMaximum).map(({ file, line, column, message }) => {
    const place = [file, line, column].filter((part) => part !== undefined).join(':');
    return `${place}: ${message}`;
  });
  const left = sorted.length - lines.length;
  return [...lines, ...(left > 0 ? [`And ${left} more.`] : [])].join('\n');
}
