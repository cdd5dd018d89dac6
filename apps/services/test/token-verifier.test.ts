import { UnsecuredJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import {
  createIdentityProvider,
  IdentityProviderUnavailable,
  type IdentityProvider,
} from '../src/authorization/identity-provider.ts';
import { createTokenVerifier } from '../src/authorization/token-verifier.ts';

/** A provider that knows one token, or is away, and keeps what it was shown. */
function provider(name: string, isAway = false): IdentityProvider & { readonly seen: string[] } {
  const issuer = `https://${name}.example`;
  const seen: string[] = [];
  return {
    ...createIdentityProvider({ issuer, clientId: 'c', clientSecret: 's', acceptedClients: ['c'] }),
    seen,
    introspect(token) {
      seen.push(token);
      if (isAway) return Promise.reject(new IdentityProviderUnavailable(name));
      const active = { issuer, sub: name, clientId: 'c', expiresAt: 0, claims: {} };
      return Promise.resolve(token === `of-${name}` ? active : undefined);
    },
  };
}
const verifier = (...providers: IdentityProvider[]) =>
  createTokenVerifier(providers, () => Promise.resolve(false));

describe('an opaque token', () => {
  test('of one provider holds while another one is away', async () => {
    const verify = verifier(provider('a', true), provider('b'));
    expect(await verify('of-b')).toMatchObject({ sub: 'b' });
  });

  test('that nobody knows is not refused while one is away that may know it', async () => {
    const verify = verifier(provider('a', true), provider('b'), provider('c', true));
    await expect(verify('of-a')).rejects.toThrow(new IdentityProviderUnavailable('a'));
  });

  test('that nobody knows is refused when all are there', async () => {
    expect(await verifier(provider('a'), provider('b'))('of-c')).toBeUndefined();
  });
});

describe('a JWT', () => {
  /** Unsigned: who is asked about it follows from what it claims. */
  const jwt = (iss: string, typ: string) => {
    const payload = new UnsecuredJWT({ iss }).encode().split('.')[1];
    return `${Buffer.from(JSON.stringify({ alg: 'none', typ })).toString('base64url')}.${payload}.x`;
  };

  test.each(['at+jwt', 'JWT'])('of type %s is shown to its own issuer only', async (typ) => {
    const [a, b, c] = [provider('a'), provider('b'), provider('c')];
    const token = jwt('https://b.example', typ);
    expect(await verifier(a, b, c)(token)).toBeUndefined();
    expect([a.seen, b.seen, c.seen]).toEqual([[], [token], []]);
  });

  test('of an unknown issuer is shown to nobody', async () => {
    const a = provider('a');
    expect(await verifier(a)(jwt('https://evil.example', 'at+jwt'))).toBeUndefined();
    expect(a.seen).toEqual([]);
  });
});
