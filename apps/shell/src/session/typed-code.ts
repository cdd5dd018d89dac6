/**
 * A code without what writing and copying add: spaces, signs that are not seen, dashes that a word processor makes of
 * hyphens, letters of full width.
 */
export function typedCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/[\p{White_Space}\p{Default_Ignorable_Code_Point}]/gu, '');
}
