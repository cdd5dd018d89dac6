import type { TokenForgery } from './token-signer.ts';

/** An ID token that differs from an honest one, by the row of the security cases that it shows. */
export interface ForgedIdToken {
  readonly name: `row ${number}: ${string}`;
  /** @param now Seconds since 1970. */
  readonly forge: (now: number, by: Forger) => TokenForgery;
  /** A part of the reason for which it must be refused. */
  readonly reason: string;
  /** Further members of the provider's discovery document. */
  readonly discovery?: Readonly<Record<string, unknown>>;
}

/** Subject of the tokens. */
export interface Forger {
  readonly clientId: string;
  /** The stranger's key, for those who take a key from the token. */
  readonly strangersKey: JsonWebKey;
  /** Where a key set with the stranger's key lies. */
  readonly strangersKeySet: string;
}

/** The skew that is allowed, in seconds (specification, section 9). */
const skew = 300;

/** One of each kind of check. These are refused in a browser, too, which does the same after every refusal. */
export const forgedIdTokensInBrowser: readonly ForgedIdToken[] = [
  {
    name: 'row 1: signed with another key of the same kid',
    forge: () => ({ signedBy: 'stranger' }),
    reason: 'signature',
  },
  {
    name: 'row 5: another issuer',
    forge: () => ({ claims: { iss: 'https://other.example' } }),
    reason: '"iss"',
  },
  {
    name: 'row 12: at_hash of another access token',
    forge: () => ({ claims: { at_hash: 'x'.repeat(22) } }),
    reason: '"at_hash"',
  },
];

/** Each must be refused, at sign-in and on renewal alike. */
export const forgedIdTokens: readonly ForgedIdToken[] = [
  ...forgedIdTokensInBrowser,
  {
    name: 'row 2: alg none',
    forge: () => ({ header: { alg: 'none' }, signedBy: 'nobody' }),
    reason: '"alg"',
  },
  {
    name: 'row 3: HS256 keyed with the public key',
    forge: () => ({ header: { alg: 'HS256' }, signedBy: 'public key' }),
    reason: '"alg"',
  },
  {
    name: 'row 6: another audience',
    forge: () => ({ claims: { aud: 'other-client' } }),
    reason: '"aud"',
  },
  {
    name: 'row 7: of one audience another is authorized',
    forge: () => ({ claims: { azp: 'other-client' } }),
    reason: '"azp"',
  },
  {
    name: 'row 8: expired by 301 s',
    forge: (now) => ({ claims: { exp: now - skew - 1 } }),
    reason: '"exp"',
  },
  {
    name: 'row 9: issued 301 s ahead',
    forge: (now) => ({ claims: { iat: now + skew + 1 } }),
    reason: '"iat"',
  },
  { name: 'row 10: no subject', forge: () => ({ claims: { sub: undefined } }), reason: '"sub"' },
  {
    name: 'row 2: alg none, which the provider offers',
    forge: () => ({ header: { alg: 'none', kid: undefined }, signedBy: 'nobody' }),
    discovery: { id_token_signing_alg_values_supported: ['none', 'RS256'] },
    reason: 'unsupported JWS "alg"',
  },
  {
    name: 'row 3: HS256 keyed with the public key, which the provider offers',
    forge: () => ({ header: { alg: 'HS256' }, signedBy: 'public key' }),
    discovery: { id_token_signing_alg_values_supported: ['HS256', 'RS256'] },
    reason: 'unsupported JWS algorithm',
  },
  {
    name: 'row 4: an embedded key',
    forge: (_now, { strangersKey }) => ({
      header: { kid: undefined, jwk: strangersKey },
      signedBy: 'stranger',
    }),
    reason: 'signature',
  },
  {
    name: 'row 4: the address of a key set',
    forge: (_now, { strangersKeySet }) => ({
      header: { jku: strangersKeySet, x5u: strangersKeySet },
      signedBy: 'stranger',
    }),
    reason: 'signature',
  },
  {
    name: 'row 4: an unknown kid',
    forge: () => ({ header: { kid: 'unknown' }, signedBy: 'stranger' }),
    reason: 'no applicable keys',
  },
  {
    name: 'row 6: several audiences without authorized party',
    forge: (_now, { clientId }) => ({ claims: { aud: [clientId, 'other-client'] } }),
    reason: '"aud"',
  },
  {
    name: 'row 7: of several audiences another is authorized',
    forge: (_now, { clientId }) => ({
      claims: { aud: [clientId, 'other-client'], azp: 'other-client' },
    }),
    reason: '"azp"',
  },
  {
    name: 'row 9: not before 301 s ahead',
    forge: (now) => ({ claims: { nbf: now + skew + 1 } }),
    reason: '"nbf"',
  },
  { name: 'row 10: an empty subject', forge: () => ({ claims: { sub: '' } }), reason: '"sub"' },
  { name: 'row 10: no expiry', forge: () => ({ claims: { exp: undefined } }), reason: '"exp"' },
  { name: 'row 10: no issued-at', forge: () => ({ claims: { iat: undefined } }), reason: '"iat"' },
  {
    name: 'row 13: an access token',
    forge: () => ({ header: { typ: 'at+jwt' } }),
    reason: '"typ"',
  },
  {
    name: 'row 13: an access token, its type in full',
    forge: () => ({ header: { typ: 'application/at+JWT' } }),
    reason: '"typ"',
  },
];

/** Each must be accepted: a check that refuses everything is none. */
export const honestIdTokens: readonly Omit<ForgedIdToken, 'reason'>[] = [
  { name: 'row 1: signed with the published key', forge: () => ({}) },
  {
    name: 'row 6: several audiences, and this client is authorized',
    forge: (_now, { clientId }) => ({ claims: { aud: [clientId, 'other-client'], azp: clientId } }),
  },
  {
    name: 'row 7: one audience, and this client is authorized',
    forge: (_now, { clientId }) => ({ claims: { azp: clientId } }),
  },
  {
    name: 'row 8: expired by 299 s',
    forge: (now) => ({ claims: { exp: now - skew + 1 } }),
  },
  {
    name: 'row 9: issued and not before 299 s ahead',
    forge: (now) => ({ claims: { iat: now + skew - 1, nbf: now + skew - 1 } }),
  },
  {
    name: 'row 12: without at_hash, which is optional',
    forge: () => ({ claims: { at_hash: undefined } }),
  },
];
