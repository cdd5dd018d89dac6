/** The part of Trusted Types (W3C) that the shell uses; the library of types does not know it. */
interface TrustedTypePolicyFactory {
  createPolicy<Kind extends string>(
    name: string,
    rules: Readonly<Record<Kind, (text: string) => string>>,
  ): Readonly<Record<Kind, (text: string) => unknown>>;
}

/**
 * Makes the one way by which texts of a kind become script or markup. The host's content policy knows
 * these ways by their names (`shell-host/content-security-policy.ts`), and lets nothing else through.
 *
 * @param kind What becomes of a text: `createScriptURL` for the address of a script, `createHTML` for
 *   what a parser reads.
 * @param isMeant Whether a text is what the way is for.
 * @returns the text, as the browser wants it at such a place: an object of its own, or in a browser
 *   without Trusted Types the text itself. Throws for a text that is not meant.
 * @throws {TypeError} when the content policy does not know the name
 */
export function trustedWay(
  name: 'lectern-analytics' | 'lectern-environment',
  kind: 'createScriptURL' | 'createHTML',
  isMeant: (text: string) => boolean,
): (text: string) => string {
  const pass = (text: string): string => {
    if (!isMeant(text)) throw new TypeError(`${name} is for something else`);
    return text;
  };
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypePolicyFactory };
  if (!trustedTypes) return pass;
  const policy = trustedTypes.createPolicy(name, { [kind]: pass } as Record<
    typeof kind,
    typeof pass
  >);
  // The DOM takes the object wherever its type says text.
  return (text) => policy[kind](text) as string;
}
