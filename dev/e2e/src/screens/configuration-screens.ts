import { answerConfiguration, configure } from '../configuration.ts';
import { enterAsMia, press, seen, type Screen, type Tour, type Visit } from './screen.ts';

/* Screens of shells that are configured otherwise, of the consent dialog and of the testing overlay. */

/** Has the window that opens be a stand-in: what becomes of a real one is a journey of its own. */
async function signInByPopup(visit: Visit, popup: { closed: boolean } | null): Promise<void> {
  await visit.page.evaluate((state) => {
    const window = state && { ...state, close() {}, focus() {}, location: { replace() {} } };
    Object.assign(globalThis, { open: () => window });
  }, popup);
  await press(visit, 'Anmelden');
}

/** A shell that signs in by popup, one with a login page of the publisher's, and two that cannot start. */
const configured: readonly Screen[] = [
  {
    name: 'login, popup blocked',
    async open(visit) {
      const { page, platform } = visit;
      await configure(page, platform.shell, ({ signIn, ...rest }) => ({
        ...rest,
        signIn: { ...signIn, mode: 'popup' },
      }));
      await page.goto(platform.shell);
      await signInByPopup(visit, null);
      await seen(page, 'Das Anmeldefenster wurde blockiert');
    },
  },
  {
    name: 'login, popup open',
    async open(visit) {
      await signInByPopup(visit, { closed: false });
      await visit.page.getByText('Das Anmelden geht in einem eigenen Fenster weiter').waitFor();
    },
  },
  {
    name: 'login, a page of the publisher',
    async open({ page, content, platform }) {
      await configure(page, platform.shell, ({ project, ...rest }) => ({
        ...rest,
        project: { ...project, loginLocation: true },
      }));
      await page.goto(platform.shell);
      await content.getByRole('button', { name: 'Anmelden', exact: true }).waitFor();
    },
  },
  {
    name: 'start-up, wrong configuration',
    async open({ page, platform }) {
      await configure(page, platform.shell, () => ({ project: {} }));
      await page.goto(platform.shell);
      await page.getByText('fehlt das Feld').waitFor();
    },
  },
  {
    name: 'start-up, no configuration',
    async open({ page, platform }) {
      await answerConfiguration(page, platform.shell, (route) => route.fulfill({ status: 503 }));
      await page.goto(platform.shell);
      await page.getByText('Die Konfiguration konnte nicht geladen werden.').waitFor();
    },
  },
];

const consent: readonly Screen[] = [
  {
    name: 'consent question',
    async open({ page, platform }) {
      await page.goto(platform.shell);
      await page.getByRole('button', { name: 'Alle akzeptieren' }).click({ trial: true });
    },
    heard: [
      'dialog Cookies auf dieser Plattform (Cookies, die für Anmeldung und Sicherheit nötig sind, werden immer gespeichert) modal',
      'heading Cookies auf dieser Plattform',
      'button Nur notwendige',
      'button Alle akzeptieren',
      'button Selbst auswählen',
    ],
    focus: [
      'Cookies auf dieser Plattform',
      'Nur notwendige',
      'Alle akzeptieren',
      'Selbst auswählen',
      'nowhere',
    ],
  },
  {
    name: 'consent preferences',
    async open({ page }) {
      await page.getByRole('button', { name: 'Selbst auswählen' }).click();
      for (const stored of await page.locator('.consent-stored summary').all())
        await stored.click();
      await page.getByRole('switch', { name: 'Analyse' }).click();
    },
    heard: [
      'dialog Cookie-Einstellungen (Ohne diese Einträge lässt sich die Plattform nicht benutzen) modal',
      'heading Cookie-Einstellungen',
      'heading Notwendig',
      'heading Analyse',
      'switch Analyse (Das Programm Matomo zählt, welche Seiten geöffnet werden und ob ein Browser wiederkehrt) on',
      'button Zurück',
      'button Auswahl speichern',
    ],
    focus: ['Analyse', 'Was gespeichert wird', 'Zurück', 'Auswahl speichern', 'nowhere'],
  },
];

const overlay = (page: Visit['page']) => page.getByRole('region', { name: 'Testmodus' });

const testing: readonly Screen[] = [
  {
    name: 'testing overlay, closed',
    async open({ page, platform }) {
      await page.goto(platform.shell);
      await overlay(page).getByRole('button', { name: /^Test/ }).waitFor();
    },
  },
  {
    name: 'testing overlay, methods',
    async open(visit) {
      await enterAsMia(visit);
      await overlay(visit.page).getByRole('button', { name: /^Test/ }).click();
      await overlay(visit.page)
        .getByRole('tab', { name: /Methoden/ })
        .click();
      await overlay(visit.page).getByRole('tabpanel').waitFor();
    },
  },
  {
    name: 'testing overlay, messages',
    async open({ page }) {
      await overlay(page)
        .getByRole('tab', { name: /Nachrichten/ })
        .click();
      await overlay(page).locator('tbody th button').first().click();
    },
  },
];

export const configurationTours: readonly Tour[] = [
  { name: 'another configuration', screens: configured },
  { name: 'the consent dialog', isFirstVisit: true, screens: consent },
  { name: 'the testing overlay', isInTestingMode: true, screens: testing },
];
