import type { Readable } from 'node:stream';
import { isSameIssuer } from '@lectern/contracts/calls/issuer';
import { decodeJwt } from 'jose';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { LimitReached } from './limits.ts';
import { networkOf } from './network.ts';
import { readBody } from './request-body.ts';
import { VerificationQueue } from './verification-queue.ts';
import type { IdentityProvider } from '../authorization/identity-provider.ts';
import { verifyJwt } from '../authorization/jwt.ts';
import type { SignOut } from '../authorization/sign-out.ts';

/** The claim that makes a JWT a logout token (section 2.4). */
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';
/** How old a logout token may be, in seconds. */
const logoutTokenAgeMaximumInSeconds = 120;
const bodyLimitInBytes = 16 * 1024;
/** Anybody can call it, and identity providers are near: nobody may stay for long. */
const bodyTimeoutInMs = 2_000;
/**
 * Logout tokens of one network that claim a known issuer and do not hold; beyond, its tokens are checked
 * one at a time. What holds never counts: a school signs out at once.
 */
const failuresPerMinute = 600;

/**
 * `POST /backchannel-logout`: the identity provider says that a session has ended (OpenID Connect
 * Back-Channel Logout 1.0). The proof is the token's signature; no caller is asked for.
 */
export async function registerBackChannelLogout(
  server: FastifyInstance,
  providers: readonly IdentityProvider[],
  deny: (signOut: SignOut) => Promise<void>,
): Promise<void> {
  await server.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      async (request: FastifyRequest, payload: Readable) =>
        new URLSearchParams(String(await readBody(request, payload))),
    );
    const failures = new RateLimiterMemory({ points: failuresPerMinute, duration: 60 });
    const queue = new VerificationQueue();
    const read = async (token: string, { ip }: FastifyRequest): Promise<SignOut | undefined> => {
      const claimed = issuerOf(token) ?? '';
      const provider = providers.find(({ issuer }) => isSameIssuer(issuer, claimed));
      // Nothing has been checked that would cost anything.
      if (!provider) return undefined;
      const network = networkOf(ip);
      const counted = await failures.get(network);
      const isBeyond = counted !== null && counted.remainingPoints <= 0;
      const leave = isBeyond ? await queue.enter(network, token) : undefined;
      if (isBeyond && !leave) throw new LimitReached('TOO_MANY_REQUESTS');
      try {
        const signOut = await readLogoutToken(token, provider);
        if (!signOut) await failures.penalty(network);
        return signOut;
      } finally {
        leave?.();
      }
    };
    const route = { bodyLimit: bodyLimitInBytes, config: { bodyTimeoutInMs } };
    scope.post('/backchannel-logout', route, async (request, reply) => {
      const token = request.body instanceof URLSearchParams && request.body.get('logout_token');
      const signOut = token ? await read(token, request) : undefined;
      if (!signOut) return reply.status(400).send({ error: 'invalid_request' });
      await deny(signOut);
      return reply.status(200).send();
    });
  });
}

/** Section 2.6: everything that makes a logout token valid. `undefined` for one that is not. */
async function readLogoutToken(
  token: string,
  provider: IdentityProvider,
): Promise<SignOut | undefined> {
  const claims = await verifyJwt(token, provider, {
    audience: [...provider.acceptedClients],
    maxTokenAge: logoutTokenAgeMaximumInSeconds,
    requiredClaims: ['iss', 'aud', 'iat', 'jti', 'events'],
  });
  if (!claims) return undefined;
  const { events, nonce, sid, sub } = claims;
  const isLogout = typeof events === 'object' && events !== null && logoutEvent in events;
  // An ID token carries a nonce; it must not pass for a logout token.
  if (!isLogout || nonce !== undefined) return undefined;
  if (typeof sid !== 'string' && typeof sub !== 'string') return undefined;
  return {
    issuer: provider.issuer,
    // jose has checked that it is there and is a number.
    issuedAt: claims.iat!,
    sid: typeof sid === 'string' ? sid : undefined,
    sub: typeof sub === 'string' ? sub : undefined,
  };
}

function issuerOf(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}
