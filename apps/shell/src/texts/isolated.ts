/** A name within a sentence, whose direction ends with it: the same as `<bdi>`, for a text. */
export function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}
