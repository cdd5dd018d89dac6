import { spellingsOf } from '@lectern/contracts/calls/issuer';
import {
  errors,
  jwtVerify,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
} from 'jose';
import { IdentityProviderUnavailable } from './provider-errors.ts';

/** How far the issuer's clock may be off, in seconds. */
export const clockToleranceInSeconds = 5;

/** Asymmetric ones only: a verifier must not be able to sign. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'EdDSA',
];

/** A provider, as far as its signatures are verified. */
export interface Signer {
  readonly issuer: string;
  /** The provider's signing keys: kept, and fetched anew for a key that is not among them. */
  signingKeys(): Promise<JWTVerifyGetKey>;
}

/**
 * Verifies a JWT of a provider with the keys that the provider publishes.
 *
 * @param options `namesIssuer`: whether it must name the provider as its issuer; default true.
 * @returns its claims, or `undefined` for a token that does not hold.
 * @throws {IdentityProviderUnavailable} when the provider's keys cannot be had.
 */
export async function verifyJwt(
  token: string,
  provider: Signer,
  { namesIssuer = true, ...options }: JWTVerifyOptions & { readonly namesIssuer?: boolean },
): Promise<JWTPayload | undefined> {
  const keys = await provider.signingKeys();
  try {
    const { payload } = await jwtVerify(token, keys, {
      ...options,
      ...(namesIssuer && { issuer: [...spellingsOf(provider.issuer)] }),
      algorithms,
      clockTolerance: clockToleranceInSeconds,
    });
    return payload;
  } catch (cause) {
    if (isAboutToken(cause)) return undefined;
    throw new IdentityProviderUnavailable('The signing keys cannot be had', { cause });
  }
}

/** True for an error about the token; else it is about the keys, which could not be had or read. */
function isAboutToken(error: unknown): boolean {
  return (
    error instanceof errors.JOSEError &&
    error.code !== errors.JOSEError.code &&
    !(error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid)
  );
}
