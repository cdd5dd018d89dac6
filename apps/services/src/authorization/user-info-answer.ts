import { decodeJwt } from 'jose';
import type { ActiveToken, Claims } from './active-token.ts';
import { verifyJwt, type Signer } from './jwt.ts';
import { IdentityProviderUnavailable, UserInfoRefused } from './provider-errors.ts';

/** Statuses of the client's side that say nothing about the token: asking again may help. */
const passing: ReadonlySet<number> = new Set([408, 425, 429]);

/** True for an answer that there is no user information for this token, with a challenge or without. */
export function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && !passing.has(status);
}

/**
 * Reads what the user-info endpoint has answered with status 200: JSON, or a JWT that is signed (OpenID Connect Core,
 * section 5.3.2).
 *
 * @param clients Whom a signed answer may be for: the services, which have asked, and the client of the token, which
 *   is registered for signed answers.
 * @throws {UserInfoRefused | IdentityProviderUnavailable}
 */
export async function readUserInfoAnswer(
  answer: Response,
  provider: Signer,
  { sub }: Pick<ActiveToken, 'sub'>,
  clients: readonly string[],
): Promise<Claims> {
  const mediaType = answer.headers.get('Content-Type')?.split(';', 1)[0]!.trim().toLowerCase();
  const body = await answer.text().catch((cause: unknown) => {
    throw new IdentityProviderUnavailable('The user information is cut off', { cause });
  });
  const claims =
    mediaType === 'application/jwt'
      ? await readSigned(body, provider, clients)
      : mediaType === 'application/json'
        ? parsed(body)
        : undefined;
  if (typeof claims?.['sub'] !== 'string') {
    throw new IdentityProviderUnavailable('The answer is no user information');
  }
  if (claims['sub'] !== sub) throw new UserInfoRefused('User information of another subject');
  return claims;
}

async function readSigned(
  jwt: string,
  provider: Signer,
  clients: readonly string[],
): Promise<Claims> {
  const { iss, aud } = decoded(jwt);
  const claims = await verifyJwt(jwt, provider, {
    // Both should be there and need not be.
    namesIssuer: iss !== undefined,
    ...(aud !== undefined && { audience: [...clients] }),
  });
  if (!claims) throw new UserInfoRefused('User information that does not stand its checks');
  return claims;
}

function parsed(json: string): Claims | undefined {
  try {
    return JSON.parse(json) as Claims;
  } catch {
    return undefined;
  }
}

function decoded(jwt: string): Claims {
  try {
    return decodeJwt(jwt);
  } catch (cause) {
    throw new UserInfoRefused('User information that is encrypted or no JWT', { cause });
  }
}
