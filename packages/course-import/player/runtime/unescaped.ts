/**
 * Splits a text at a delimiter that no backslash precedes. scorm-again looks behind for it in a regular expression,
 * which Safari before 16.4 cannot read; the build puts this in its place.
 */
export function unescaped(delimiter: string): { [Symbol.split](text: string): string[] } {
  return {
    [Symbol.split]: (text) =>
      text.split(delimiter).reduce<string[]>((parts, part) => {
        const last = parts.at(-1);
        return last?.endsWith('\\')
          ? [...parts.slice(0, -1), last + delimiter + part]
          : [...parts, part];
      }, []),
  };
}
