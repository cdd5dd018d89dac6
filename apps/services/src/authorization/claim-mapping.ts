import * as z from 'zod/mini';

/** Longest name or path of a claim, in UTF-16 code units. */
const placeMaximumLength = 255;
/** How many places a field is looked for in. */
const placesMaximum = 20;

/**
 * Where a claim stands: its name, or from the top a JSON Pointer (RFC 6901), which begins with a slash. A step of a
 * pointer that meets a list is taken in each of its entries, unless it is the number of one.
 */
const place = z.string().check(
  z.minLength(1),
  z.maxLength(placeMaximumLength),
  // Names of claims are often addresses, so that only a pointer is looked at more closely.
  z.refine((text) => !text.startsWith('/') || !/~(?![01])/.test(text), 'no JSON Pointer'),
);

const places = z.union([place, z.array(place).check(z.minLength(1), z.maxLength(placesMaximum))]);

/**
 * Which claims carry what: one place, or several. Of several the first one with a text counts; the groups of all of
 * them are taken together.
 */
export const claimMapping = z.strictObject({
  given_name: z.optional(places),
  family_name: z.optional(places),
  email: z.optional(places),
  locale: z.optional(places),
  /** Connector id of the identity provider behind this one. */
  identity_provider: z.optional(places),
  /** The user's id at that provider. */
  external_id: z.optional(places),
  /** The user's groups there. */
  groups: z.optional(places),
});

export type ClaimField = keyof z.infer<typeof claimMapping>;
export type ClaimMapping = Readonly<Record<ClaimField, string | readonly string[]>>;

/** The standard claims of OpenID Connect Core, section 5.1, and the two that it lacks. */
export const standardClaims: ClaimMapping = {
  given_name: 'given_name',
  family_name: 'family_name',
  email: 'email',
  locale: 'locale',
  identity_provider: 'identity_provider',
  external_id: 'sub',
  groups: 'groups',
};
