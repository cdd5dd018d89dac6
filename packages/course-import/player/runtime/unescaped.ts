/**
 * Splits a text at a delimiter that no backslash precedes. scorm-again looks behind for it in a regular expression,
 * which Safari before 16.4 cannot read; the build puts this in its place.
 */
export function unescaped(delimiter: string): { [Symbol.split](text: string): string[] } {
  return {
    [Symbol.split](text) {
      const parts: string[] = [];
      for (const piece of text.split(delimiter)) {
        const last = parts.at(-1);
        if (last?.endsWith('\\')) parts[parts.length - 1] = last + delimiter + piece;
        else parts.push(piece);
      }
      return parts;
    },
  };
}
