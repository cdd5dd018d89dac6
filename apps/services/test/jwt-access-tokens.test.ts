import { generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { headersOf } from './security/requests.ts';
import { newKey, startJwtIssuer, type Claims, type JwtIssuer } from './issuer.ts';
import { startBeforeAll, startTestPlatform, type TestPlatform } from './platform.ts';
import { subjectOfFurtherIssuer } from '../src/storage/subject-names.ts';

const issuer = startBeforeAll(startJwtIssuer);
const platform = startBeforeAll(() =>
  startTestPlatform({ furtherIdentityProviders: [issuer.options] }),
);

const subjectOf = (sub: string) => subjectOfFurtherIssuer(issuer.options.issuer, sub);

async function statusOf(
  token: string,
  subject: string,
  path = '/gres/v1/gms/groups/get',
  at = platform,
) {
  const response = await at.request(
    path,
    headersOf({ subject, token }),
    JSON.stringify({ subject }),
  );
  return response.status;
}

test('the control: a good token opens what its subject may see, under the platform’s name', async () => {
  const token = await issuer.sign(issuer.claims('mia'));
  expect(await statusOf(token, subjectOf('mia'))).toBe(200);
});

test('the second control: application/at+jwt is the same type, a list of audiences is fine', async () => {
  const claims = issuer.claims('mia', { aud: ['https://other.example', issuer.options.audience] });
  const token = await issuer.sign(claims, { typ: 'application/at+jwt' });
  expect(await statusOf(token, subjectOf('mia'))).toBe(200);
});

test('the same sub at two issuers is two subjects', async () => {
  const mia = await platform.identityProvider.signIn('mia');
  const namesake = await issuer.sign(issuer.claims(mia.subject));
  expect(await statusOf(namesake, mia.subject)).toBe(403);
  expect(await statusOf(namesake, subjectOf(mia.subject))).toBe(200);
});

const now = () => Math.floor(Date.now() / 1000);

describe('refused with 401', () => {
  const forgeries: Record<string, () => Promise<string>> = {
    'signed by another key under the same kid': async () => {
      const good = await issuer.sign(issuer.claims('mia'));
      const { kid } = JSON.parse(atob(good.split('.')[0]!)) as { kid: string };
      return issuer.sign(issuer.claims('mia'), { kid, key: (await newKey()).privateKey });
    },
    'signed by an unknown key': async () => {
      const { kid, privateKey } = await newKey();
      return issuer.sign(issuer.claims('mia'), { kid, key: privateKey });
    },
    'alg none': async () => {
      const [, payload] = new UnsecuredJWT(issuer.claims('mia')).encode().split('.');
      const header = btoa(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).replaceAll('=', '');
      return `${header}.${payload}.`;
    },
    'signed with RSA under a key for ES256': async () => {
      const { privateKey } = await generateKeyPair('RS256');
      return new SignJWT(issuer.claims('mia'))
        .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt' })
        .sign(privateKey);
    },
    'typ of an ID token': () => issuer.sign(issuer.claims('mia'), { typ: 'JWT' }),
    'typ of a logout token': () => issuer.sign(issuer.claims('mia'), { typ: 'logout+jwt' }),
    'wrong audience': () => signed({ aud: 'https://other.example' }),
    'no audience': () => signed({ aud: undefined }),
    'expired by 10 s': () => signed({ iat: now() - 100, exp: now() - 10 }),
    'no expiry': () => signed({ exp: undefined }),
    'of the future by 30 s': () => signed({ iat: now() + 30, exp: now() + 300 }),
    'not yet valid': () => signed({ nbf: now() + 60 }),
    'longer than five minutes': () => signed({ exp: now() + 310 }),
    'asked for by a foreign client': () => signed({ client_id: 'other-application' }),
    'no client': () => signed({ client_id: undefined }),
    'no subject': () => signed({ sub: undefined }),
    'an empty subject': () => signed({ sub: '' }),
    'no token id': () => signed({ jti: undefined }),
    'an issuer that is none of ours': () => signed({ iss: 'https://evil.example' }),
    'another of our issuers as issuer': () =>
      signed({ iss: platform.identityProvider.servicesClient.issuer }),
  };
  const signed = (change: Claims) => issuer.sign(issuer.claims('mia', change));

  test.each(Object.keys(forgeries))('%s', async (name) => {
    expect(await statusOf(await forgeries[name]!(), subjectOf('mia'))).toBe(401);
  });
});

describe('an application with a token of its own', () => {
  test('has no role unless it was given one, not even that of a student', async () => {
    const token = await issuer.sign(issuer.claims('shop', { client_id: 'shop' }));
    expect(await statusOf(token, subjectOf('shop'))).toBe(403);
  });
});

describe('keys', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test('are kept, found anew after a rotation, and the old ones hold no more', async () => {
    const rotating = await startJwtIssuer();
    const asking = await startTestPlatform({ furtherIdentityProviders: [rotating.options] });
    const ask = async (token: string, sub: string) => {
      const subject = subjectOfFurtherIssuer(rotating.options.issuer, sub);
      return statusOf(token, subject, undefined, asking);
    };
    try {
      expect(await ask(await rotating.sign(rotating.claims('mia')), 'mia')).toBe(200);
      expect(await ask(await rotating.sign(rotating.claims('ben')), 'ben')).toBe(200);
      expect(rotating.keyRequests).toBe(1);

      // The keys change a moment after they were fetched.
      await rotating.rotate();
      expect(await ask(await rotating.sign(rotating.claims('ben')), 'ben')).toBe(200);
      expect(rotating.keyRequests).toBe(2);

      const ofOldKey = await rotating.sign(rotating.claims('lea'));
      await rotating.rotate();
      // Invented keys do not make the services ask without end.
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11_000 });
      for (let count = 0; count < 5; count++) {
        const { kid, privateKey } = await newKey();
        const forged = await rotating.sign(rotating.claims('mia'), { kid, key: privateKey });
        expect(await ask(forged, 'mia')).toBe(401);
      }
      expect(rotating.keyRequests).toBe(4);
      expect(await ask(await rotating.sign(rotating.claims('nora')), 'nora')).toBe(200);
      expect(await ask(ofOldKey, 'lea')).toBe(401);
      expect(rotating.keyRequests).toBe(4);

      // Known keys keep doing while the issuer is away; then nobody can say who calls.
      rotating.hideKeys();
      expect(await ask(await rotating.sign(rotating.claims('tim')), 'tim')).toBe(200);
      vi.setSystemTime(Date.now() + 301_000);
      expect(await ask(await rotating.sign(rotating.claims('ada')), 'ada')).toBe(503);
    } finally {
      await asking.close();
      rotating.close();
    }
  });
});

describe('new keys a moment after they were fetched', () => {
  let rotating: JwtIssuer;
  let asking: TestPlatform;
  beforeEach(async () => {
    rotating = await startJwtIssuer();
    asking = await startTestPlatform({ furtherIdentityProviders: [rotating.options] });
    // Which fetches the keys.
    await statusesOf(['mia']);
    await rotating.rotate();
  });
  afterEach(async () => {
    await asking.close();
    rotating.close();
  });

  /** Answers to a class that arrives at once, each pupil with a token of its own. */
  const statusesOf = (subs: readonly string[]) =>
    Promise.all(
      subs.map(async (sub) => {
        const { subject, token } = await rotating.signIn(sub);
        return statusOf(token, subject, undefined, asking);
      }),
    );

  test('let in everybody who waits for them, by one request', async () => {
    expect(await statusesOf(['mia', 'ben', 'lea'])).toEqual([200, 200, 200]);
    expect(rotating.keyRequests).toBe(2);
  });

  test('let in everybody also where the clock was set back after the last ones', async () => {
    expect(await statusesOf(['mia'])).toEqual([200]);
    await rotating.rotate();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect(await statusesOf(['ben'])).toEqual([200]);
  });

  test('that cannot be had refuse no token: the provider does not answer', async () => {
    rotating.hideKeys();
    expect(await statusesOf(['mia', 'ben', 'lea'])).toEqual([503, 503, 503]);
    expect(await statusesOf(['nora'])).toEqual([503]);
    expect(rotating.keyRequests).toBe(2);
  });
});

describe('signing out ends the session’s tokens (back-channel logout)', () => {
  const event = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  let sid: string;
  beforeEach(() => {
    sid = crypto.randomUUID();
  });

  const logoutToken = (change: Claims = {}) =>
    issuer.sign(
      {
        iss: issuer.options.issuer,
        aud: 'shell',
        iat: now(),
        exp: now() + 60,
        jti: crypto.randomUUID(),
        events: event,
        sid,
        ...change,
      } as JWTPayload,
      { typ: 'logout+jwt' },
    );
  const logOut = async (token: string) => {
    const response = await platform.request(
      '/backchannel-logout',
      { 'Content-Type': 'application/x-www-form-urlencoded' },
      new URLSearchParams({ logout_token: token }).toString(),
    );
    return response.status;
  };
  const tokenOfSession = () => issuer.sign(issuer.claims('mia', { sid }));

  test('by session: its other tokens are refused, those of other sessions are not', async () => {
    const [first, second] = [await tokenOfSession(), await tokenOfSession()];
    expect(await statusOf(first, subjectOf('mia'))).toBe(200);
    expect(await logOut(await logoutToken())).toBe(200);
    expect(await statusOf(second, subjectOf('mia'))).toBe(401);
    const elsewhere = await issuer.sign(issuer.claims('mia', { sid: crypto.randomUUID() }));
    expect(await statusOf(elsewhere, subjectOf('mia'))).toBe(200);
  });

  test('by subject: tokens of before are refused', async () => {
    const sub = `nora-${sid}`;
    expect(await logOut(await logoutToken({ sid: undefined, sub }))).toBe(200);
    const before = await issuer.sign(issuer.claims(sub, { iat: now() - 10, exp: now() + 60 }));
    expect(await statusOf(before, subjectOf(sub))).toBe(401);
    const later = await issuer.sign(issuer.claims(sub, { iat: now() + 2, exp: now() + 60 }));
    expect(await statusOf(later, subjectOf(sub))).toBe(200);
  });

  test('late: it is the issuer’s time that counts, not that of the arrival', async () => {
    const sub = `late-${sid}`;
    const signedOutAt = now() - 60;
    const issuedAt = async (iat: number) => {
      const token = await issuer.sign(issuer.claims(sub, { iat, exp: now() + 60 }));
      return statusOf(token, subjectOf(sub));
    };
    expect(await logOut(await logoutToken({ sid: undefined, sub, iat: signedOutAt }))).toBe(200);
    expect(await issuedAt(signedOutAt - 1)).toBe(401);
    // Its time does not say if it was issued before or after.
    expect(await issuedAt(signedOutAt)).toBe(401);
    expect(await issuedAt(signedOutAt + 0.4)).toBe(401);
    expect(await issuedAt(signedOutAt + 1)).toBe(200);

    // One that is later still takes nothing back.
    expect(await logOut(await logoutToken({ sid: undefined, sub, iat: now() - 90 }))).toBe(200);
    expect(await issuedAt(signedOutAt - 2)).toBe(401);
  });

  test('by both: the session, and tokens of before that do not name theirs', async () => {
    const sub = `lea-${sid}`;
    const at = { iat: now() - 10, exp: now() + 60 };
    const nameless = await issuer.sign(issuer.claims(sub, at));
    const ofSession = await issuer.sign(issuer.claims(sub, { ...at, iat: now() + 2, sid }));
    expect(await logOut(await logoutToken({ sub }))).toBe(200);
    expect(await statusOf(nameless, subjectOf(sub))).toBe(401);
    expect(await statusOf(ofSession, subjectOf(sub))).toBe(401);
    const elsewhere = await issuer.sign(issuer.claims(sub, { ...at, sid: `other-${sid}` }));
    expect(await statusOf(elsewhere, subjectOf(sub))).toBe(200);
  });

  test('is forgotten once every token of before has expired', async () => {
    const minuteInMs = 60_000;
    const rows = [11, 9].map((minutes) => ({
      issuer: issuer.options.issuer,
      kind: 'subject' as const,
      value: `${minutes}-${sid}`,
      denied_at: new Date(Date.now() - minutes * minuteInMs),
    }));
    const { database } = platform;
    await database.insertInto('aua.denied_sessions').values(rows).execute();
    expect(await logOut(await logoutToken())).toBe(200);
    const kept = await database
      .selectFrom('aua.denied_sessions')
      .select('value')
      .where('value', 'like', `%-${sid}`)
      .execute();
    expect(kept).toEqual([{ value: `9-${sid}` }]);
  });

  test.each<[string, Claims]>([
    ['another audience', { aud: 'other' }],
    ['no event', { events: {} }],
    ['a nonce, as an ID token has', { nonce: 'n' }],
    ['neither session nor subject', { sid: undefined }],
    ['an old token', { iat: now() - 600 }],
    ['another issuer', { iss: 'https://evil.example' }],
  ])('not by a token with %s', async (_name, change) => {
    const token = await tokenOfSession();
    expect(await logOut(await logoutToken(change))).toBe(400);
    expect(await statusOf(token, subjectOf('mia'))).toBe(200);
  });

  test('not by an access token, nor by what is no token', async () => {
    expect(await logOut(await tokenOfSession())).toBe(400);
    expect(await logOut('nonsense')).toBe(400);
  });
});
