import type { Claims } from '../authorization/active-token.ts';

/**
 * The values of a claim: several where the place leads through a list, none where the claim is absent or null.
 *
 * @param place Name, or JSON Pointer (RFC 6901) that also leads through the entries of lists.
 */
export function valuesAt(claims: Claims, place: string): readonly unknown[] {
  return stepsOf(place)
    .reduce<readonly unknown[]>(
      (values, step) => values.flatMap((value) => membersOf(value, step)),
      [claims],
    )
    .filter((value) => value !== undefined && value !== null);
}

/**
 * True for a claim that is kept elsewhere: distributed (OpenID Connect Core, section 5.6.2), as Entra ID does with
 * the groups of members of many, or only said to be there (`hasgroups`).
 */
export function isElsewhere(claims: Claims, place: string): boolean {
  const [claim = place] = stepsOf(place);
  const names = claims['_claim_names'];
  const isDistributed = typeof names === 'object' && names !== null && Object.hasOwn(names, claim);
  const hasGroups = claims['hasgroups'] === true || claims['hasgroups'] === 'true';
  return isDistributed || (claim === 'groups' && hasGroups);
}

/** The entries of a list, however deep; of what is no list, itself. */
export function entriesOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.flatMap(entriesOf) : [value];
}

/** The names of an object, which is how some providers list roles; of anything else its entries. */
export function namesIn(value: unknown): readonly unknown[] {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.keys(value)
    : entriesOf(value);
}

/**
 * A text, or the digits of a number; nothing where PostgreSQL could not store it (NUL, half a surrogate pair), or where
 * JSON has rounded the number: several persons and groups would have the same then.
 */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number')
    return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? String(value) : undefined;
  const isStorable = typeof value === 'string' && !value.includes('\0') && value.isWellFormed();
  return isStorable && value !== '' ? value : undefined;
}

function stepsOf(place: string): readonly string[] {
  if (!place.startsWith('/')) return [place];
  const steps = place.slice(1).split('/');
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function membersOf(value: unknown, step: string): readonly unknown[] {
  if (Array.isArray(value)) {
    const isNumber = /^\d+$/.test(step);
    return isNumber ? [value[Number(step)]] : value.flatMap((entry) => membersOf(entry, step));
  }
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return [];
  return [(value as Record<string, unknown>)[step]];
}
