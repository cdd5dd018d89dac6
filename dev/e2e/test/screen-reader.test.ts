import type { Browser, Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { newCast, visitBeforeAll } from '../src/journeys.ts';
import type { SharedPlatform } from '../src/shared-platform.ts';
import { screens, show } from '../src/screens/screens.ts';

/* What whoever hears a screen hears of it, and where the focus goes from there. */

const people = newCast();

let platform: SharedPlatform;
let browser: Browser;

visitBeforeAll((stage) => ({ platform, browser } = stage));
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));

/** What screen readers announce as something, rather than read as a text. */
const announced = new Set([
  'alert',
  'button',
  'dialog',
  'heading',
  'image',
  'main',
  'status',
  'switch',
  'textbox',
]);

/**
 * The browser's own accessibility tree, a line for each thing with role and name, the beginning of
 * its description, and its state. What a dialog has made inert is not in it.
 */
async function heard(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  type Node = (typeof nodes)[number];
  const inOrder = (node: Node): Node[] => [
    node,
    ...(node.childIds ?? []).flatMap((id) => inOrder(byId.get(id)!)),
  ];
  return inOrder(nodes[0]!)
    .filter(({ ignored, role }) => !ignored && announced.has(role?.value as string))
    .map(({ role, name, description, properties = [] }) => {
      const state = (property: string) =>
        properties.find((each) => each.name === property)?.value.value as unknown;
      return [
        `${role!.value} ${name?.value}`.trim(),
        description?.value && `(${String(description.value).split(/[.:]/)[0]})`,
        state('checked') === 'true' && 'on',
        state('invalid') === 'true' && 'wrong',
        state('modal') === true && 'modal',
      ]
        .filter(Boolean)
        .join(' ');
    });
}

/** Where the focus is, by the words of its element. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement!;
    if (element === document.body) return 'nowhere';
    const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined;
    const labelledBy = document.getElementById(element.getAttribute('aria-labelledby') ?? '');
    return element.getAttribute('aria-label') ?? (labelledBy ?? label ?? element).textContent;
  });

/** Where the focus begins, and where Tab leads until it leaves the page. */
async function focusOrder(page: Page): Promise<string[]> {
  const stops = [await focused(page)];
  do {
    await page.keyboard.press('Tab');
    stops.push(await focused(page));
  } while (stops.at(-1) !== 'nowhere' && stops.length < 20);
  return stops;
}

test.each<[string, { readonly heard: readonly string[]; readonly focus: readonly string[] }]>([
  [
    'login',
    {
      heard: [
        'main',
        'heading Wasser entdecken',
        'button Anmelden',
        'button Cookie-Einstellungen',
        'status',
      ],
      focus: ['nowhere', 'Anmelden', 'Cookie-Einstellungen', 'nowhere'],
    },
  ],
  [
    'login, without the coupon that was to be typed',
    {
      heard: [
        'main',
        'heading Wasser entdecken',
        'alert',
        'heading Keine gültige Lizenz',
        'textbox Gutscheincode (Bitte den Gutscheincode eingeben) wrong',
        'button Code einlösen',
        'button Mit anderem Konto anmelden',
        'button Cookie-Einstellungen',
        'status',
      ],
      focus: [
        'Gutscheincode',
        'Code einlösen',
        'Mit anderem Konto anmelden',
        'Cookie-Einstellungen',
        'nowhere',
      ],
    },
  ],
  [
    'seats taken',
    {
      heard: [
        'main',
        'heading Wasser entdecken',
        'heading Alle Plätze sind belegt',
        'button Erneut versuchen',
        'button Abmelden',
        'status',
      ],
      focus: ['Alle Plätze sind belegt', 'Erneut versuchen', 'Abmelden', 'nowhere'],
    },
  ],
  [
    'devices, asked once more',
    {
      heard: [
        'main',
        'heading Wasser entdecken',
        'heading Zu viele Geräte',
        'button Ja, freigeben',
        'button Abbrechen',
        'button iPad, Zuletzt geöffnet: vor 2 Wochen freigeben',
        'button Windows-Computer mit Microsoft Edge, Zuletzt geöffnet: vor 2 Wochen freigeben',
        'button Abmelden',
        'status',
      ],
      focus: [
        'Wirklich freigeben? Dort geht es dann nicht mehr weiter. Was du dort geschrieben hast, bleibt gespeichert.',
        'Ja, freigeben',
        'Abbrechen',
        'iPad, Zuletzt geöffnet: vor 2 Wochen freigeben',
        'Windows-Computer mit Microsoft Edge, Zuletzt geöffnet: vor 2 Wochen freigeben',
        'Abmelden',
        'nowhere',
      ],
    },
  ],
  [
    'consent question',
    {
      heard: [
        'dialog Cookies auf dieser Plattform (Was Anmeldung und Sicherheit brauchen, wird immer gespeichert) modal',
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
  ],
  [
    'consent preferences',
    {
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
  ],
])('%s is heard in its order, and walked through in it', async (name, expected) => {
  const screen = screens.find((each) => each.name === name)!;
  const { page } = await show(screen, browser, platform, people);
  expect(await heard(page)).toEqual(expected.heard);
  expect(await focusOrder(page)).toEqual(expected.focus);
});
