/**
 * A typed or pasted code, without spaces. Mail and word processors put other dashes in place of hyphens, and signs
 * without width between letters; keyboards for other scripts have letters of full width.
 */
export function withPlainSigns(typed: string): string {
  return typed
    .normalize('NFKC')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/[\s\p{Cf}]/gu, '');
}
