import { startTestServer } from '@lectern/env/testing';
import { UnsecuredJWT } from 'jose';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  createIdentityProvider,
  type IdentityProvider,
} from '../src/authorization/identity-provider.ts';
import {
  IdentityProviderUnavailable,
  SubjectMissing,
} from '../src/authorization/provider-errors.ts';
import { createTokenVerifier } from '../src/authorization/token-verifier.ts';
import { toCallError } from '../src/http/errors.ts';

/** How long a provider takes that is slow, in milliseconds. */
const slownessInMs = 1_900;

/** A provider that knows one token, or names no subject of any, is away, or never answers, and keeps what it was shown. */
function provider(
  name: string,
  state: 'there' | 'slow' | 'away' | 'hanging' | 'subjectless' = 'there',
  options: { readonly audience?: string } = {},
): IdentityProvider & { readonly seen: string[]; state: typeof state } {
  const issuer = `https://${name}.example`;
  const seen: string[] = [];
  const made = {
    ...createIdentityProvider({
      issuer,
      clientId: 'c',
      clientSecret: 's',
      acceptedClients: ['c'],
      ...options,
    }),
    seen,
    state,
    async introspect(token: string) {
      seen.push(token);
      if (made.state === 'slow') {
        await new Promise((resolve) => setTimeout(resolve, slownessInMs));
      }
      if (made.state === 'away') throw new IdentityProviderUnavailable(name);
      if (made.state === 'subjectless') throw new SubjectMissing(issuer);
      if (made.state === 'hanging') return new Promise<undefined>(() => {});
      const active = { issuer, sub: name, clientId: 'c', expiresAt: 0, claims: {} };
      return token === `of-${name}` ? active : undefined;
    },
  };
  return made;
}
const verifier = (...providers: IdentityProvider[]) =>
  createTokenVerifier(providers, () => Promise.resolve(false));

test('row 105: nobody at the first provider is called like somebody of a further one', async () => {
  const name = `iss-${'a'.repeat(43)}`;
  const [namesake, other] = [provider(name), provider('other')];
  expect(await verifier(namesake, other)(`of-${name}`)).toBeUndefined();
  // There it is named by a hash of both in any case.
  expect(await verifier(other, namesake)(`of-${name}`)).toMatchObject({ sub: name });
});

describe('an opaque token', () => {
  test('of one provider holds while another one is away', async () => {
    const verify = verifier(provider('a', 'away'), provider('b'));
    expect(await verify('of-b')).toMatchObject({ sub: 'b' });
  });

  test('that nobody knows is not refused while one is away that may know it', async () => {
    const verify = verifier(provider('a', 'away'), provider('b'), provider('c', 'away'));
    await expect(verify('of-a')).rejects.toThrow(new IdentityProviderUnavailable('a'));
  });

  test('that nobody knows is refused when all are there', async () => {
    expect(await verifier(provider('a'), provider('b'))('of-c')).toBeUndefined();
  });

  test('is shown to nobody behind the provider that knows it', async () => {
    const [a, b] = [provider('a'), provider('b')];
    await verifier(a, b)('of-a');
    expect([a.seen, b.seen]).toEqual([['of-a'], []]);
  });

  test('row 145: of an unnamed user is shown to nobody behind the provider that knows it', async () => {
    const [a, b] = [provider('a', 'subjectless'), provider('b')];
    const failure: unknown = await verifier(a, b)('of-b').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SubjectMissing);
    expect(toCallError(failure).status).toBe(503);
    expect(b.seen).toEqual([]);
  });

  test('is never shown to a further provider that issues JWTs, only to the first one', async () => {
    const audience = 'https://services.example';
    const [a, b] = [provider('a', 'there', { audience }), provider('b', 'there', { audience })];
    const c = provider('c');
    const verify = verifier(a, b, c);
    expect(await verify('of-b')).toBeUndefined();
    a.state = 'away';
    await expect(verify('of-b')).rejects.toThrow(IdentityProviderUnavailable);
    expect([a.seen, b.seen, c.seen]).toEqual([['of-b', 'of-b'], [], ['of-b', 'of-b']]);
    a.state = 'there';
    expect(await verify('of-a')).toMatchObject({ sub: 'a' });
  });
});

/** A verifier waits by timers; the clock must go along. */
function useFakeTime() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  return () => vi.useRealTimers();
}

describe('a provider that is slow', () => {
  beforeEach(useFakeTime);

  test('is waited for before the next one gets to see a token', async () => {
    const [a, b] = [provider('a', 'slow'), provider('b')];
    const verify = verifier(a, b);
    for (const token of ['of-a', 'of-a']) {
      const verified = verify(token);
      await vi.advanceTimersByTimeAsync(slownessInMs);
      expect(await verified).toMatchObject({ sub: 'a' });
    }
    expect(b.seen).toEqual([]);
  });
});

describe('a provider that never answers', () => {
  beforeEach(useFakeTime);

  test('keeps those of others waiting once and no longer', async () => {
    const a = provider('a', 'hanging');
    const verify = verifier(a, provider('b'), provider('c'));
    const first = [verify('of-b'), verify('of-c')];
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await Promise.all(first)).toMatchObject([{ sub: 'b' }, { sub: 'c' }]);
    // No time passes from here on.
    expect(await verify('of-c')).toMatchObject({ sub: 'c' });
    expect(await verify('of-b')).toMatchObject({ sub: 'b' });
    expect(a.seen).toHaveLength(4);
  });

  test('is asked alone again when it has come back', async () => {
    const [a, b] = [provider('a', 'hanging'), provider('b')];
    const verify = verifier(a, b);
    const first = verify('of-b');
    await vi.advanceTimersByTimeAsync(2_000);
    await first;
    a.state = 'there';
    await verify('of-a');
    b.seen.length = 0;
    expect(await verify('of-a')).toMatchObject({ sub: 'a' });
    expect(b.seen).toEqual([]);
  });

  test('is asked alone again after some seconds, also when nobody has asked it meanwhile', async () => {
    const [a, b] = [provider('a', 'hanging'), provider('b')];
    const verify = verifier(a, b);
    const first = verify('of-b');
    await vi.advanceTimersByTimeAsync(2_000);
    await first;
    a.state = 'there';
    b.seen.length = 0;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await verify('of-a')).toMatchObject({ sub: 'a' });
    expect(b.seen).toEqual([]);
  });

  test('does not keep those of the ones before it waiting', async () => {
    const verify = verifier(provider('a'), provider('b', 'hanging'));
    expect(await verify('of-a')).toMatchObject({ sub: 'a' });
  });
});

test('a token that nobody else knows is an outage while its provider takes connections and says nothing', async () => {
  const silent = await startTestServer(() => {});
  onTestFinished(silent.close);
  const hanging = createIdentityProvider({
    issuer: silent.origin,
    clientId: 'c',
    clientSecret: 's',
    acceptedClients: ['c'],
    answerTimeInMs: 200,
  });
  const verify = verifier(hanging, provider('b'));
  await expect(verify('of-c')).rejects.toThrow(IdentityProviderUnavailable);
  expect(await verify('of-b')).toMatchObject({ sub: 'b' });
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
