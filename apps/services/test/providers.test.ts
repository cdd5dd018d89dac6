import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { IssuerRespelled, requireKnownSpelling } from '../src/authorization/issuer-spelling.ts';
import { subjectOfPrimaryIssuer } from '../src/authorization/primary-subjects.ts';
import { createSubjectDirectory } from '../src/authorization/subject-directory.ts';
import { AgentKeys } from '../src/learning-records/model/agent-keys.ts';
import { accountsOf } from '../src/learning-records/model/person-accounts.ts';
import { subjectOfFurtherIssuer } from '../src/storage/subject-names.ts';
import { prepareCommands, runIn } from './commands/commands.ts';
import { manifest, users11 } from './commands/one-roster-samples.ts';
import { zipOfFiles } from './commands/zip-archive.ts';
import { startJwtIssuer, type Claims, type JwtIssuer } from './issuer.ts';
import { codeOf, startBeforeAll, startTestPlatform } from './platform.ts';

/* Issuers with and without a slash, subjects of any letters, and large tokens, at the whole of the services. */

/** As the settings spell them; both providers call themselves otherwise. */
const spelled = ({ options }: JwtIssuer) => ({ ...options, issuer: `${options.issuer}/` });

const primary = startBeforeAll(startJwtIssuer);
const further = startBeforeAll(startJwtIssuer);
const platform = startBeforeAll(() =>
  startTestPlatform({
    identityProvider: spelled(primary),
    furtherIdentityProviders: [{ ...spelled(further), connectorIds: ['SCHOOL_1'] }],
  }),
);

const both = [
  ['with', '/'],
  ['without', ''],
] as const;

describe('a token of an issuer', () => {
  test.each(both)('%s a slash at its end is the same person’s', async (_how, end) => {
    const ofPrimary = await primary.sign(
      primary.claims('mia', { iss: primary.options.issuer + end }),
    );
    const asMia = platform.as('aua', { token: ofPrimary, subject: 'mia' });
    expect((await asMia.userUpdateUserInfo()).user.subject).toBe('mia');

    const { issuer } = spelled(further);
    const subject = subjectOfFurtherIssuer(issuer, 'mia');
    const ofFurther = await further.sign(
      further.claims('mia', { iss: further.options.issuer + end }),
    );
    const asFurther = platform.as('aua', { token: ofFurther, subject });
    expect((await asFurther.userUpdateUserInfo()).user.subject).toBe(subject);
  });

  test('with two slashes is of nobody', async () => {
    const token = await primary.sign(primary.claims('mia', { iss: `${primary.options.issuer}//` }));
    const asMia = platform.as('aua', { token, subject: 'mia' });
    expect(await codeOf(asMia.userUpdateUserInfo())).toBe('TOKEN_REQUIRED');
  });
});

test.each(both)('a logout token %s a slash ends the session', async (how, end) => {
  const sid = `session-${how}`;
  const token = await primary.sign(primary.claims('ben', { sid }));
  const asBen = platform.as('aua', { token, subject: 'ben' });
  await asBen.userUpdateUserInfo();
  const logout = await primary.sign(
    {
      iss: primary.options.issuer + end,
      aud: 'shell',
      iat: Math.floor(Date.now() / 1000),
      jti: sid,
      sid,
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    },
    { typ: 'logout+jwt' },
  );
  const response = await fetch(`${platform.url}/backchannel-logout`, {
    method: 'POST',
    body: new URLSearchParams({ logout_token: logout }),
  });
  expect(response.status).toBe(200);
  expect(await codeOf(asBen.userUpdateUserInfo())).toBe('TOKEN_REQUIRED');
});

describe('an account of xAPI', () => {
  test.each(both)('%s a slash at its home page is the user’s', async (_how, end) => {
    const issuers = [spelled(primary).issuer, spelled(further).issuer];
    const directory = createSubjectDirectory(platform.database, issuers[0]!);
    const keys = new AgentKeys(directory, issuers);
    const account = (homePage: string) => ({
      objectType: 'Agent' as const,
      account: { homePage: homePage + end, name: 'lea' },
    });
    const ofFurther = subjectOfFurtherIssuer(issuers[1]!, 'lea');
    expect(await keys.keyOf(account(primary.options.issuer))).toBe('lea');
    expect(await keys.keyOf(account(further.options.issuer))).toBe(ofFurther);
    expect(await keys.keyOf(account('https://elsewhere.example'))).toMatch(/^,/);

    const lea = await accountsOf(platform.database, issuers, 'lea');
    const furtherLea = await accountsOf(platform.database, issuers, ofFurther);
    expect(lea.has(account(primary.options.issuer).account)).toBe(true);
    expect(furtherLea.has(account(further.options.issuer).account)).toBe(true);
    expect(lea.has(account(further.options.issuer).account)).toBe(false);
  });
});

describe('the spelling of a further issuer', () => {
  const check = (issuer: string, acceptedClients = further.options.acceptedClients) =>
    requireKnownSpelling(platform.database, { issuer, acceptedClients });

  test('cannot change: its users would be others', async () => {
    await expect(check(further.options.issuer)).rejects.toThrow(IssuerRespelled);
    await expect(check(further.options.issuer)).rejects.toThrow(
      `names ${further.options.issuer}, which was ${further.options.issuer}/ before`,
    );
  });

  test('is that of before, or of a provider that is new', async () => {
    const { issuer } = spelled(further);
    await expect(check(issuer)).resolves.toBeUndefined();
    await expect(check('https://new.example')).resolves.toBeUndefined();
    await expect(check('https://new.example/')).resolves.toBeUndefined();
    const clients = ['another', ...further.options.acceptedClients];
    await expect(check(issuer, clients)).resolves.toBeUndefined();
  });
});

describe('a person whom the provider calls', () => {
  const namesOf = async (sub: string, claims: Claims = {}) => {
    const token = await primary.sign(primary.claims(sub, claims));
    return { token, subject: subjectOfPrimaryIssuer(sub) };
  };

  test.each<[string, string]>([
    ['a name with a comma', 'cn=Mia,ou=5b'],
    ['a name with a space', 'Mia Keller'],
    ['a name with an umlaut', 'Müller'],
    ['a name with an emoji', 'mia 🐦'],
    ['256 letters', 'x'.repeat(256)],
    ['a control character', 'a\tb'],
    ['NUL', 'a\0b'],
    ['a line end', 'a\r\nX-Ia-Roles: administrator'],
    ['a name that looks like a list of headers', 'mia, ben'],
  ])('%s goes by a hash, in headers and bodies', async (_what, sub) => {
    const who = await namesOf(sub);
    expect(who.subject).toMatch(/^sub-[\w-]{43}$/);
    const asUser = platform.as('aua', who);
    expect((await asUser.userUpdateUserInfo()).user.subject).toBe(who.subject);
    const body = { subject: who.subject };
    expect((await asUser.userGet({ body })).user.subject).toBe(who.subject);
  });

  test.each(['demo-mia', 'a%2Cb', 'auth0|4711', 'x'.repeat(255), "~!*'()"])(
    '%j goes by that',
    async (sub) => {
      const who = await namesOf(sub);
      expect(who.subject).toBe(sub);
      const { user } = await platform.as('aua', who).userUpdateUserInfo();
      expect(user.subject).toBe(sub);
    },
  );

  test.each<[string, string, string]>([
    ['an umlaut', 'Müller', 'Müller'],
    ['a space', 'Mia Keller', 'Mia Keller'],
    ['a comma', 'cn=Mia,ou=5b', 'cn=Mia,ou=5b'],
    ['256 letters', 'y'.repeat(256), subjectOfPrimaryIssuer('y'.repeat(256))],
    ['nothing of it', 'plain', 'plain'],
  ])('a name with %s is the one that a roster calls so', async (_what, sub, external_id) => {
    const { write } = await prepareCommands();
    const school = zipOfFiles({
      'manifest.csv': manifest('1.1', { users: 'bulk', classes: 'absent', enrollments: 'absent' }),
      'users.csv': users11(`${randomUUID()},,,true,s1,teacher,"${sub}",,Mia,Keller,,,,,,,,`),
    });
    const file = await write({ 'school.zip': school });
    const environment = { DATABASE_URL: platform.databaseUrl };
    const imported = await runIn(environment, 'import-users', '--subject', 'username', file);
    expect(imported).toMatchObject({ code: 0, notes: '' });

    const who = await namesOf(sub, { identity_provider: 'BEOOK_1' });
    const asUser = platform.as('aua', who);
    await asUser.userUpdateUserInfo();
    const body = { subject: who.subject };
    expect((await asUser.userGetRoles({ body })).role_names).toEqual(['teacher']);
    const { identities } = await asUser.userGetIdentities({ body });
    expect(identities).toMatchObject([{ external_id }]);
  });

  test('row 105: like the hash of another is nobody', async () => {
    const { subject } = await namesOf('Müller');
    expect(subject).toBe('sub-p4QpiZu4Jc5mfSXZLizeSI-KfWhxuyvnNlYBytawqPI');
    const token = await primary.sign(primary.claims(subject));
    const namesake = platform.as('aua', { token, subject });
    expect(await codeOf(namesake.userUpdateUserInfo())).toBe('TOKEN_REQUIRED');
  });
});

describe('a token', () => {
  const sized = async (bytes: number) => {
    const token = await primary.sign(primary.claims('mia', { filling: 'x'.repeat(bytes) }));
    return { token, subject: 'mia' };
  };

  test('of 18 kB is taken, and one of 60 kB', async () => {
    for (const bytes of [13_500, 45_000]) {
      const who = await sized(bytes);
      expect(who.token.length).toBeGreaterThan(bytes * 1.3);
      await platform.as('aua', who).userUpdateUserInfo();
    }
  });

  test('that does not fit the headers is answered by what is wrong', async () => {
    const asMia = platform.as('aua', await sized(64 * 1024));
    expect(await codeOf(asMia.userUpdateUserInfo())).toBe('HEADERS_TOO_LARGE');
  });
});

test('groups that are kept elsewhere stay as they were', async () => {
  const subject = subjectOfFurtherIssuer(spelled(further).issuer, 'tom');
  const groupsAfter = async (claims: object) => {
    const token = await further.sign(
      further.claims('tom', { identity_provider: 'SCHOOL_1', ...claims }),
    );
    const asTom = platform.as('aua', { token, subject });
    await asTom.userUpdateUserInfo();
    const { identities } = await asTom.userGetIdentities({ body: { subject } });
    return identities[0]?.groups;
  };
  expect(await groupsAfter({ groups: '5b' })).toEqual(['5b']);
  expect(await groupsAfter({ _claim_names: { groups: 'src1' } })).toEqual(['5b']);
  expect(await groupsAfter({})).toEqual(['5b']);
  expect(await groupsAfter({ groups: [] })).toEqual([]);
});
