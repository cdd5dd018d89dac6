/** Most signs of codes that the services have made: of coupons, the longer ones. */
const longestCode = 16;

/** Codes as the services show them. */
const readable = /^(?:\w{4}-?){3}(?:\w{3,4})?$/;

/**
 * A code without what writing and copying add: the address that it stands in, signs that are not seen, punctuation at its
 * end, dashes that a word processor makes of hyphens, letters of full width. Spaces become dashes; it ends where further
 * words make it longer than a code.
 *
 * @param parameters That an address carries such a code in.
 * @param longest Most signs of such codes, where the services make them.
 */
export function typedCode(
  typed: string,
  parameters: readonly string[] = [],
  longest = longestCode,
): string {
  const query = new URLSearchParams(/[?&]([^#\s]*)/.exec(typed)?.[1]);
  const words = (parameters.map((name) => query.get(name)).find(Boolean) ?? typed)
    .normalize('NFKC')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .replaceAll(/(?!\p{White_Space})\p{Default_Ignorable_Code_Point}/gu, '')
    .split(/\p{White_Space}+/u)
    .filter(Boolean);
  const whole = words.join('-');
  if (signsOf(whole) <= longest) return withoutEnd(whole);
  const beginnings = words.map((_word, index) => words.slice(0, index + 1).join('-'));
  const code = beginnings.findLast((beginning) => {
    // After a comma there may be a second code.
    const read = beginning.endsWith(',') ? '' : withoutEnd(beginning);
    return readable.test(read) && signsOf(read) <= longest;
  });
  return withoutEnd(code ?? whole);
}

const signsOf = (code: string): number => code.replaceAll(/[^\p{L}\p{N}]/gu, '').length;

function withoutEnd(code: string): string {
  const read = code.replace(/[\p{P}\p{S}]+$/u, '');
  return readable.test(read) ? read : code;
}
