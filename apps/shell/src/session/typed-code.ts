/** In an address that was copied whole: a code stands after these names. */
const inAddress = /[?&](?:joinCode|coupon)=([^&#\s]+)/;

/**
 * A code without what writing and copying add: the address that it stands in, spaces, signs that are not seen, dashes that
 * a word processor makes of hyphens, letters of full width.
 */
export function typedCode(typed: string): string {
  return (inAddress.exec(typed)?.[1] ?? typed)
    .normalize('NFKC')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/[\p{White_Space}\p{Default_Ignorable_Code_Point}]/gu, '');
}
