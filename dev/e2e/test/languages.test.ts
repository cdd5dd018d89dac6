import { demoProduct } from '@lectern/env';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { answerConfiguration, configure } from '../src/configuration.ts';
import { signInAtProvider } from '../src/sign-in-pages.ts';
import { arriveBeforeAll, newCast, visitBeforeAll } from '../src/journeys.ts';
import type { Learner } from '../src/learner.ts';
import { answer, refuse } from '../src/screens/screen.ts';

const [mia] = newCast();

/** Visible texts by language; `date` is a pattern, as the day is that of the test. */
const languages = [
  {
    language: 'de',
    locale: 'de-CH',
    signIn: 'Anmelden',
    invitation: 'Zum Öffnen bitte anmelden.',
    rejected: 'Keine gültige Lizenz',
    rejectedTitle: '«Wasser entdecken»',
    redeem: 'Code einlösen',
    missing: 'Bitte den Gutscheincode eingeben.',
    devices: 'Zu viele Geräte',
    date: /In Gebrauch seit \d+\. \p{L}+$/u,
    signOut: 'Abmelden',
    failed: 'Die Anwendung kann nicht gestartet werden.',
    offline: 'Keine Verbindung.',
    reload: 'Neu laden',
    consent: 'Cookies auf dieser Plattform',
    choose: 'Selbst auswählen',
  },
  {
    language: 'fr',
    locale: 'fr-CH',
    signIn: 'Se connecter',
    invitation: 'Pour ouvrir les contenus, il faut se connecter.',
    rejected: 'Aucune licence valable',
    rejectedTitle: '«\u202fWasser entdecken\u202f»',
    redeem: 'Utiliser le code',
    missing: 'Merci de saisir le code du bon.',
    devices: 'Trop d’appareils',
    date: /Utilisé depuis le (1er|\d+) \p{L}+$/u,
    signOut: 'Se déconnecter',
    failed: 'L’application ne peut pas démarrer.',
    offline: 'Pas de connexion.',
    reload: 'Recharger',
    consent: 'Cookies sur cette plateforme',
    choose: 'Choisir en détail',
  },
  {
    language: 'it',
    locale: 'it-CH',
    signIn: 'Accedi',
    invitation: 'Per aprire i contenuti è necessario accedere.',
    rejected: 'Nessuna licenza valida',
    rejectedTitle: '«Wasser entdecken»',
    redeem: 'Riscatta il codice',
    missing: 'Inserisci il codice del buono.',
    devices: 'Troppi dispositivi',
    date: /Primo utilizzo: \d+ \p{L}+$/u,
    signOut: 'Esci',
    failed: 'Non è possibile avviare l’applicazione.',
    offline: 'Nessuna connessione.',
    reload: 'Ricarica',
    consent: 'Cookie su questa piattaforma',
    choose: 'Scegli tu',
  },
  {
    language: 'en',
    locale: 'en-US',
    signIn: 'Sign in',
    invitation: 'Please sign in to open the content.',
    rejected: 'No valid licence',
    rejectedTitle: '‘Wasser entdecken’',
    redeem: 'Redeem code',
    missing: 'Please enter the voucher code.',
    devices: 'Too many devices',
    date: /In use since \p{L}+ \d+$/u,
    signOut: 'Sign out',
    failed: 'The application cannot start.',
    offline: 'No connection.',
    reload: 'Reload',
    consent: 'Cookies on this platform',
    choose: 'Choose individually',
  },
] as const;

let learner: Learner;
let page: Page;

const { platform } = visitBeforeAll();

const button = (name: string) => page.getByRole('button', { name, exact: true });
const shownLanguage = () => page.evaluate(() => document.documentElement.lang);

/** By how many pixels words are wider than their page, and buttons than their card. */
const overflow = () =>
  page.evaluate(() =>
    Math.max(
      document.documentElement.scrollWidth - innerWidth,
      ...[...document.querySelectorAll('button, h1, h2, p')].map(
        (element) => element.scrollWidth - element.clientWidth,
      ),
    ),
  );

/** Asks the shell as content does that speaks the bridge's messages itself. */
const askFromContent = (action: string): Promise<unknown> =>
  learner.content.locator('body').evaluate(
    (_body, action) =>
      new Promise((resolve) => {
        addEventListener('message', ({ data }) => {
          if (data.origin === 'container' && data.id === 'asked') resolve(data.result);
        });
        parent.postMessage({ origin: 'iframe', action, id: 'asked' }, '*');
      }),
    action,
  );

describe.each(languages)('with the locale $locale', (words) => {
  const { language, locale } = words;
  /** Languages of which something was loaded. */
  const loaded = new Set<string>();

  arriveBeforeAll((arrival) => ({ learner, page } = arrival), {
    viewport: { width: 320, height: 568 },
    isFirstVisit: true,
  });
  beforeAll(() => {
    page.on('request', (request) => {
      const chunk = /\/assets\/(de|fr|it|en)-[\w-]+\.js$/.exec(request.url());
      if (chunk) loaded.add(chunk[1]!);
    });
  });

  test('the consent dialog is in its language once that is configured', async () => {
    const consent = language === 'de' ? {} : { translations: `/assets/consent/${language}.json` };
    await configure(page, platform.shell, (configuration) => ({
      ...configuration,
      locale,
      consent,
    }));
    await page.goto(platform.shell);
    const dialog = page.getByRole('dialog', { name: words.consent });
    await dialog.waitFor();
    expect(await dialog.getAttribute('lang')).toBe(language);
    expect(await overflow()).toBeLessThanOrEqual(0);
    await button(words.choose).click();
    await page.getByRole('switch').waitFor();
    expect(await overflow()).toBeLessThanOrEqual(0);
    await page.getByRole('dialog').getByRole('button').last().click();
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
  });

  test('the login page is in its language, and no other language is loaded', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByText(words.invitation).waitFor();
    await button(words.signIn).waitFor();
    expect(await shownLanguage()).toBe(locale);
    expect([...loaded]).toEqual([language]);
    expect(await overflow()).toBeLessThanOrEqual(0);
  });

  test('the rejected page is in its language, with what is wrong about a code', async () => {
    await page.goto(`${platform.shell}/login?rejected=true`);
    await page.getByRole('heading', { name: words.rejected }).waitFor();
    await page.getByText(words.rejectedTitle).waitFor();
    await button(words.redeem).click();
    await page.getByText(words.missing).waitFor();
    expect(await overflow()).toBeLessThanOrEqual(0);
  });

  test('dates are as there, and signing out leads back', async () => {
    // A page with dates.
    await refuse(page, '/lima/license/obtainLicenseUsage', 'DEVICE_LIMIT_REACHED');
    const now = new Date().toISOString();
    const products = [{ ...demoProduct, registered_at: now }];
    await answer(page, '/lima/device/getForUser', {
      devices: [{ device_identifier: 'd', os_name: 'Windows', last_seen_at: now, products }],
    });
    await learner.comeIn(mia);
    await page.getByRole('heading', { name: words.devices }).waitFor();
    await page.getByRole('listitem').getByText(words.date).first().waitFor();
    expect(await overflow()).toBeLessThanOrEqual(0);
    await button(words.signOut).click();
    await page.waitForURL('**/login');
    await button(words.signIn).waitFor();
  });

  test('what keeps the shell from starting is said in the page’s language', async () => {
    await page.addInitScript((lang) => {
      new MutationObserver((_, observer) => {
        document.documentElement.lang = lang;
        observer.disconnect();
      }).observe(document, { childList: true, subtree: true });
    }, language);
    const answerAsEver = await answerConfiguration(page, platform.shell, (route) => route.abort());
    await page.goto(platform.shell);
    await page.getByRole('heading', { name: words.failed }).waitFor();

    // Nor can the page that says so be loaded.
    await page.route('**/assets/start-up-page-*', (route) => route.abort());
    await page.reload();
    await page.getByRole('alert').getByText(words.offline).waitFor();
    await answerAsEver();
    await button(words.reload).click();
    await page.getByRole('main').getByRole('button').first().waitFor();
    expect(await page.getByText(words.offline).count()).toBe(0);
  });
});

describe('with one of them', () => {
  arriveBeforeAll((arrival) => ({ learner, page } = arrival));

  test('provider and content are told', async () => {
    const locale = 'fr-CH';
    await configure(page, platform.shell, (configuration) => ({ ...configuration, locale }));
    await page.goto(platform.shell);
    const asked = page.waitForRequest((request) => request.url().includes('code_challenge='));
    await button('Se connecter').click();
    expect(new URL((await asked).url()).searchParams.get('ui_locales')).toBe(locale);
    await page.waitForURL(`${platform.identityProvider}/**`);
    await button('Se connecter').waitFor();
    await signInAtProvider(page, mia);
    await learner.content.getByText('Hallo Mia').waitFor();
    expect(await askFromContent('getLocale')).toBe(locale);
  });
});
