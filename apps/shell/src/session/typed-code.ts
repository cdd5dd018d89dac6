/**
 * A typed or pasted code with hyphens for all dashes, and without spaces and signs that have no width: mail and word
 * processors insert both. Keyboards for other scripts type letters of full width, which become plain ones.
 */
export function withPlainSigns(typed: string): string {
  return typed
    .normalize('NFKC')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/[\s\p{Cf}]/gu, '');
}
