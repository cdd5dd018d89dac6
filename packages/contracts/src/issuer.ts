/**
 * Compares two issuers. Providers, their tokens and settings disagree about the slash at the end of an
 * issuer; everything else is compared letter by letter.
 */
export function isSameIssuer(one: string, other: string): boolean {
  return withoutSlash(one) === withoutSlash(other);
}

/** An issuer as its tokens can name it: as it is given, and with or without the slash at its end. */
export function spellingsOf(issuer: string): readonly [given: string, other: string] {
  return [issuer, issuer.endsWith('/') ? withoutSlash(issuer) : `${issuer}/`];
}

function withoutSlash(issuer: string): string {
  return issuer.endsWith('/') ? issuer.slice(0, -1) : issuer;
}
