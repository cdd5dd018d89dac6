/**
 * A code without what writing and copying add: the address that it stands in, spaces, signs that are not seen, dashes that
 * a word processor makes of hyphens, letters of full width.
 *
 * @param parameters That an address carries such a code in.
 */
export function typedCode(typed: string, ...parameters: readonly string[]): string {
  const query = new URLSearchParams(/[?&]([^#\s]*)/.exec(typed)?.[1]);
  return (parameters.map((name) => query.get(name)).find(Boolean) ?? typed)
    .normalize('NFKC')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/[\p{White_Space}\p{Default_Ignorable_Code_Point}]/gu, '');
}
