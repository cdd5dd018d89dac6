import { hashPassword } from '@lectern/services/embedded-accounts';
import { signInAtProvider } from '../sign-in-pages.ts';
import type { PlatformAddresses } from '../shared-platform.ts';
import { inDatabase } from '../stored.ts';
import { answer, coupon, passTimeUntil, refuse, seen, type Screen, type Tour } from './screen.ts';

/* The login page, and everything that it may have to say before somebody is in. */

const code = coupon.coupon_code;
const withCode = `/login?coupon=${code}`;

/** The login page at an address, which says something of it. */
const loginAt = (name: string, address: string, words: string): Screen => ({
  name,
  async open({ page, platform }) {
    await page.goto(platform.shell + address);
    await page.getByText(words).waitFor();
  },
});

/** An account as `lectern accounts import` makes it. */
async function withFirstPassword(platform: PlatformAddresses) {
  const account = { username: 'nina.graf', password: 'wasserfall' };
  const password_hash = await hashPassword(account.password);
  const row = {
    username: account.username,
    subject: 'p-1',
    given_name: 'Nina',
    family_name: 'Graf',
    password_hash,
    must_change_password: true,
  };
  await inDatabase(platform, (database) =>
    database
      .withTables<{ 'identity_provider.account': typeof row }>()
      .insertInto('identity_provider.account')
      .values(row)
      // Each visit finds it as it was.
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  return account;
}

export const loginTours: readonly Tour[] = [
  {
    name: 'the login page',
    screens: [
      {
        name: 'login',
        async open({ page, platform }) {
          await page.goto(platform.shell);
          await page.getByRole('button', { name: 'Anmelden', exact: true }).waitFor();
        },
        heard: [
          'main',
          'heading Wasser entdecken',
          'button Anmelden',
          'button Ich habe einen Code',
          'button Cookie-Einstellungen',
          'status',
        ],
        focus: ['nowhere', 'Anmelden', 'Ich habe einen Code', 'Cookie-Einstellungen', 'nowhere'],
      },
      loginAt('login, with the code of a class', '/login?joinCode=h4tw9kxm3rp9', 'H4TW-9KXM-3RP9'),
      loginAt('login, with a mistyped code', '/login?joinCode=h4tw9kxm3pr9', 'Tippfehler'),
      loginAt('login, with a coupon', withCode, code),
      loginAt(
        'login, with what is no coupon',
        '/login?coupon=%C3%BC!',
        'Ein Gutscheincode besteht nur aus',
      ),
      loginAt(
        'login, with two coupons',
        '/login?coupon=ABCD-EFGH&coupon=JKMN',
        'Hier stehen mehrere Codes',
      ),
      {
        name: 'login, without the coupon that was to be typed',
        async open({ page, platform }) {
          await page.goto(`${platform.shell}/login?rejected=true`);
          await page.getByRole('button', { name: 'Code einlösen' }).click();
          await page.getByText('Bitte den Gutscheincode eingeben').waitFor();
        },
        heard: [
          'main',
          'heading Wasser entdecken',
          'alert',
          'heading Keine gültige Lizenz',
          'button Anmelden',
          'textbox Gutscheincode oder Klassencode (Bitte den Gutscheincode eingeben) wrong',
          'button Code einlösen',
          'button Mit anderem Konto anmelden',
          'button Cookie-Einstellungen',
          'status',
        ],
        focus: [
          'Gutscheincode oder Klassencode',
          'Code einlösen',
          'Mit anderem Konto anmelden',
          'Cookie-Einstellungen',
          'nowhere',
        ],
      },
      {
        name: 'login, sign-in failed',
        async open({ page, platform }) {
          await page.goto(`${platform.shell}/auth-callback?error=access_denied`);
          await seen(page, 'Das Anmelden hat nicht geklappt');
        },
      },
      {
        name: 'login, provider unreachable',
        async open({ page, platform }) {
          await page.route(`${platform.identityProvider}/**`, (route) => route.abort());
          await page.goto(platform.shell);
          await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
          await seen(page, 'Der Anmeldedienst ist nicht erreichbar');
          await page.unroute(`${platform.identityProvider}/**`);
        },
      },
    ],
  },
  {
    name: 'the provider',
    screens: [
      {
        name: 'sign-in at the provider',
        async open({ page, platform }) {
          await page.goto(platform.shell);
          await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
          await page.getByLabel('Benutzername').waitFor();
        },
      },
      {
        name: 'sign-in at the provider, wrong',
        async open({ page, mia }) {
          await signInAtProvider(page, { ...mia, password: 'wrong' });
          await page.getByText('passen nicht zusammen').waitFor();
        },
      },
      {
        name: 'first password at the provider',
        async open({ page, platform }) {
          const account = await withFirstPassword(platform);
          await signInAtProvider(page, account);
          await page.getByLabel('Neues Passwort', { exact: true }).waitFor();
        },
      },
      {
        name: 'first password at the provider, repeated',
        async open({ page }) {
          for (const field of await page.locator('input[type=password]').all()) {
            await field.fill('wasserfall');
          }
          await page.getByRole('button', { name: 'Passwort speichern' }).click();
          await page.getByText('Das ist das erste Passwort').waitFor();
        },
      },
    ],
  },
  {
    name: 'a pupil without a licence',
    screens: [
      {
        name: 'login, rejected',
        async open(visit) {
          await visit.comeIn(visit.ben);
          await seen(visit.page, 'Keine gültige Lizenz');
        },
      },
      {
        name: 'login, coupon refused',
        async open(visit) {
          await refuse(visit.page, '/osc/coupon/lookUp', 'COUPON_NOT_FOUND', 404);
          await visit.comeIn(visit.ben, withCode);
          await seen(visit.page, 'Diesen Code gibt es nicht');
        },
      },
      {
        name: 'login, licence still to come',
        async open(visit) {
          const { page, ben } = visit;
          await answer(page, '/osc/coupon/lookUp', { coupon, redeemable: true });
          await answer(page, '/osc/coupon/activate', {
            coupon: { ...coupon, coupon_state: 'ASSIGNED', assigned_subject: ben.subject },
            license_made: false,
          });
          await page.clock.install();
          await visit.comeIn(visit.ben, withCode);
          const heading = page.getByRole('heading', { name: 'Der Gutscheincode ist eingelöst' });
          await passTimeUntil(page, heading);
        },
      },
    ],
  },
];
