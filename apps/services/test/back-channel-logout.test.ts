import { createTestDatabase, startTestIdentityProvider, type SignedIn } from '@lectern/env/testing';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { headersOf } from './security/requests.ts';
import { createIsSignedOut, denySessions } from '../src/authorization/sign-out.ts';
import { subjectOfFurtherIssuer } from '../src/storage/subject-names.ts';
import { startLogoutRelay } from './logout-relay.ts';
import { startBeforeAll, startTestPlatform, type TestPlatform } from './platform.ts';
import { tablesNaming } from './tables-naming.ts';

/** Audience of the further provider's JWT access tokens. */
const audience = 'https://services.lectern.example';

let platform: TestPlatform;
/** A further provider, which issues JWT access tokens. */
let school: Awaited<ReturnType<typeof startTestIdentityProvider>>;

const relay = startBeforeAll(startLogoutRelay);
beforeAll(async () => {
  const shellOrigin = relay.origin;
  const databaseUrl = await createTestDatabase(inject('databaseUrl'), inject('startedDatabaseUrl'));
  school = await startTestIdentityProvider(databaseUrl, { shellOrigin, audience });
  const further = { ...school.servicesClient, audience };
  platform = await startTestPlatform({ furtherIdentityProviders: [further] }, { shellOrigin });
  relay.passOnTo(platform.url);
});
afterAll(async () => {
  await platform.close();
  await school.close();
});

async function statusOf({ token, subject }: SignedIn, url = platform.url): Promise<number> {
  const response = await fetch(`${url}/gres/v1/gms/groups/get`, {
    method: 'POST',
    headers: headersOf({ subject, token }),
    body: JSON.stringify({ subject }),
  });
  return response.status;
}

/** Signs out at a provider, and waits until the services have taken the logout token. */
async function signOut(provider: Pick<typeof school, 'signOut'>, session: SignedIn) {
  const before = relay.answers.length;
  const next = await provider.signOut(session);
  expect(next.href).toBe(`${relay.origin}/login`);
  await expect.poll(() => relay.answers.length).toBeGreaterThan(before);
  expect(relay.answers.slice(before)).toEqual([200]);
}

describe('signing out at the platform’s own provider', () => {
  test('ends the session’s access at once, and nobody else’s', async () => {
    const { identityProvider } = platform;
    const mia = await identityProvider.signIn('mia');
    const onOtherDevice = await identityProvider.signIn('mia');
    const ben = await identityProvider.signIn('ben');
    // All of them are remembered from here on.
    for (const session of [mia, onOtherDevice, ben]) expect(await statusOf(session)).toBe(200);

    await signOut(identityProvider, mia);
    expect(await statusOf(mia)).toBe(401);
    expect(await statusOf(ben)).toBe(200);
    // The logout token names the session, so only that one ends (section 2.4).
    expect(await statusOf(onOtherDevice)).toBe(200);
    expect(await statusOf(await identityProvider.signIn('mia'))).toBe(200);
  });

  test('is heard by a process that was not told, before it asks the provider again', async () => {
    const { identityProvider } = platform;
    const other = await platform.anotherProcess();
    const [mia, ben] = [await identityProvider.signIn('mia'), await identityProvider.signIn('ben')];
    for (const session of [mia, ben]) expect(await statusOf(session, other.url)).toBe(200);
    await signOut(identityProvider, mia);
    await expect.poll(() => statusOf(mia, other.url)).toBe(401);
    expect(await statusOf(ben, other.url)).toBe(200);
    await other.close();
  });

  test('holds before the provider has ended the session itself', async () => {
    const mia = await platform.identityProvider.signIn('mia');
    expect(await statusOf(mia)).toBe(200);
    let status = 0;
    relay.beforeNextAnswer(async () => {
      status = await statusOf(mia);
    });
    await signOut(platform.identityProvider, mia);
    expect(status).toBe(401);
  });

  test('is remembered without a name, so that who is erased is not named by it either', async () => {
    const { database, identityProvider } = platform;
    const mia = await identityProvider.signIn('mia');
    await signOut(identityProvider, mia);
    await denySessions(database, {
      issuer: identityProvider.servicesClient.issuer,
      sub: mia.subject,
      issuedAt: Date.now() / 1000,
    });
    expect(await statusOf(mia)).toBe(401);
    expect(await tablesNaming(database, mia.subject, 'aua')).not.toContain('aua.denied_sessions');
  });

  test('by user only: a token whose issue is not told is left to the provider’s word', async () => {
    const { database } = platform;
    const isSignedOut = createIsSignedOut(database);
    const token = { issuer: 'https://a.example', sub: 'mia', clientId: 'shell', expiresAt: 0 };
    await denySessions(database, {
      issuer: token.issuer,
      sub: token.sub,
      issuedAt: Date.now() / 1000,
    });
    expect(await isSignedOut({ ...token, claims: { iat: 1 } })).toBe(true);
    expect(await isSignedOut({ ...token, claims: { iat: 1, sid: 'any' } })).toBe(true);
    expect(await isSignedOut({ ...token, claims: {} })).toBe(false);
  });
});

describe('JWT access tokens of a further provider', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  const signIn = async (username: 'mia' | 'ben'): Promise<SignedIn> => {
    const { token, subject } = await school.signIn(username);
    return { token, subject: subjectOfFurtherIssuer(school.servicesClient.issuer, subject) };
  };

  test('open calls, also those of another key after a rotation', async () => {
    const [mia, ben] = [await signIn('mia'), await signIn('ben')];
    expect(decodeProtectedHeader(mia.token).typ).toBe('at+jwt');
    expect(decodeJwt(mia.token)).toMatchObject({ aud: audience, sid: expect.any(String) });
    expect(await statusOf(mia)).toBe(200);

    await school.rotateKeys();
    // Keys are not fetched again at once, lest invented ones make the services ask without end.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11_000 });
    const later = await signIn('mia');
    const kids = [mia, ben, later].map(({ token }) => decodeProtectedHeader(token).kid);
    expect(kids[0]).toBe(kids[1]);
    expect(kids[2]).not.toBe(kids[0]);
    expect(await statusOf(later)).toBe(200);
    // Signed before, never seen by the services until now.
    expect(await statusOf(ben)).toBe(200);
  });

  test('are refused after the sign-out of their session', async () => {
    const [mia, onOtherDevice, ben] = [
      await signIn('mia'),
      await signIn('mia'),
      await signIn('ben'),
    ];
    for (const session of [mia, onOtherDevice, ben]) expect(await statusOf(session)).toBe(200);
    await signOut(school, mia);
    expect(await statusOf(mia)).toBe(401);
    expect(await statusOf(onOtherDevice)).toBe(200);
    expect(await statusOf(ben)).toBe(200);
  });
});
