/**
 * Members of a token answer that are read (RFC 6749, sections 5.1 and 5.2; OpenID Connect Core 1.0, section 3.1.3.3).
 */
const textMembers = [
  'access_token',
  'token_type',
  'refresh_token',
  'id_token',
  'error',
  'error_description',
] as const;

type TokenAnswer = { readonly [Member in (typeof textMembers)[number]]?: string } & {
  /** In seconds; finite and greater than 0. */
  readonly expires_in?: number;
};

/**
 * The members of a token answer that have a value of their type. Others are left out, because some providers write
 * null, empty or wrong values for what they do not give.
 *
 * @returns nothing where the body is no object.
 */
export function readTokenAnswer(body: unknown): TokenAnswer | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const given = body as Record<string, unknown>;
  const texts = textMembers.filter((name) => typeof given[name] === 'string' && given[name] !== '');
  const lifetime = readLifetime(given['expires_in']);
  return {
    ...Object.fromEntries(texts.map((name) => [name, given[name]])),
    ...(lifetime > 0 && Number.isFinite(lifetime) ? { expires_in: lifetime } : {}),
  };
}

/** Some providers write the number as a text. */
function readLifetime(given: unknown): number {
  if (typeof given === 'number') return given;
  return typeof given === 'string' && /^\d+$/.test(given) ? Number(given) : NaN;
}
