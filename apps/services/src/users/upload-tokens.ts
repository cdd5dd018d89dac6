import { createSecretKey } from 'node:crypto';
import { services } from '@lectern/contracts';
import { SignJWT } from 'jose';

/** Token that opens the upload area of the file gateway to one subject, for a while. */
export interface UploadToken {
  /** The subject as the issuer of the token names it. */
  readonly identityId: string;
  readonly token: string;
  readonly expiresAt: Date;
  readonly provider: 'cognito' | 'local';
  /** AWS region; absent for local tokens. */
  readonly region?: string;
}

/** Issues upload tokens: AWS Cognito, or the platform itself. */
export interface UploadTokens {
  /** @throws {UploadTokenUnavailable} */
  issue(subject: string): Promise<UploadToken>;
}

/** The issuer of upload tokens gave none. The message is a sentence for callers. */
export class UploadTokenUnavailable extends Error {
  override readonly name = 'UploadTokenUnavailable';
}

/** Long enough to begin an upload of many files; what has begun may end later. */
export const uploadTokenLifetimeInSeconds = 15 * 60;

/** As long as the hash that it keys (RFC 7518, section 3.2). */
export const uploadSecretMinimumInBytes = 32;

/** Its own type, so that no other token of the platform passes for one (RFC 8725, section 3.11). */
const tokenType = 'upload+jwt';

/**
 * Tokens of the platform itself: JWTs signed with a secret that all processes of an installation share,
 * so that any of them can verify what another one issued. Issuer is the platform's public address,
 * audience the upload area of its file gateway.
 *
 * @throws {Error} for a secret that is too short
 */
export function createLocalUploadTokens(publicUrl: string, secret: string): UploadTokens {
  const key = createSecretKey(secret, 'utf8');
  if ((key.symmetricKeySize ?? 0) < uploadSecretMinimumInBytes) {
    throw new Error(
      `The secret for upload tokens must have at least ${uploadSecretMinimumInBytes} bytes.`,
    );
  }
  const audience = `${publicUrl}${services.atma.base}/upload`;
  return {
    async issue(subject) {
      const issuedAt = Math.floor(Date.now() / 1000);
      const expiresAt = issuedAt + uploadTokenLifetimeInSeconds;
      const token = await new SignJWT()
        .setProtectedHeader({ alg: 'HS256', typ: tokenType })
        .setIssuer(publicUrl)
        .setAudience(audience)
        .setSubject(subject)
        .setIssuedAt(issuedAt)
        .setExpirationTime(expiresAt)
        .sign(key);
      return {
        identityId: subject,
        token,
        expiresAt: new Date(expiresAt * 1000),
        provider: 'local',
      };
    },
  };
}
