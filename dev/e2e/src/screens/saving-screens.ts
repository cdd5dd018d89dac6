import { serveSilentPage, storeAnswer } from '../silent-page.ts';
import { passTimeUntil, refuse, seen, type Tour } from './screen.ts';

/* Layers over content that says nothing of its own: how far work is saved, and that it is away. */

const setForModel = '/clag/v1/localStoreItem/setForModel';

/** Mia works in plain content, which comes late, while her answers do not get through. */
export const savingTours: readonly Tour[] = [
  {
    name: 'plain content',
    screens: [
      {
        name: 'loader',
        moves: true,
        async open(visit) {
          const { page, platform } = visit;
          await page.clock.install();
          // It never comes, though its host is there.
          await page.route(`${platform.content}/**`, (route) =>
            route.request().method() === 'HEAD' ? route.fulfill() : undefined,
          );
          await visit.comeIn(visit.mia);
          await page.locator('iframe[data-content-frame]').waitFor({ state: 'attached' });
          await page.getByText('Loading...').waitFor();
        },
      },
      {
        name: 'content away',
        async open({ page, platform }) {
          await page.route(`${platform.content}/**`, (route) => route.abort());
          await page.goto(platform.shell);
          const heading = page.getByRole('heading', { name: 'Die Inhalte sind nicht erreichbar' });
          await passTimeUntil(page, heading);
        },
      },
      {
        name: 'save sign, waiting',
        async open({ page, content, platform }) {
          await page.unroute(`${platform.content}/**`);
          await serveSilentPage(page.context(), platform.content);
          await page.goto(platform.shell);
          await page.route(`**${setForModel}`, (route) => route.abort());
          await storeAnswer(content, 'Der Bach fliesst.');
          await page.locator('.save-sign-progress[data-shown=waiting]').waitFor();
        },
      },
      {
        name: 'save sign, refused',
        async open({ page }) {
          await refuse(page, setForModel, 'LOCAL_STORE_FULL', 413);
          await passTimeUntil(page, page.getByRole('button', { name: 'Ansehen' }));
        },
      },
      {
        name: 'set aside',
        async open({ page }) {
          await page.getByRole('button', { name: 'Ansehen' }).click();
          await seen(page, 'Abgelehnt');
        },
      },
      {
        name: 'set aside, asked once more',
        async open({ page }) {
          await page.getByRole('button', { name: 'Verwerfen', exact: true }).click();
          await page.getByText('Wirklich verwerfen?').waitFor();
        },
      },
      {
        name: 'login, work not delivered',
        async open({ page, content, platform }) {
          await page.goto(platform.shell);
          await page.route(`**${setForModel}*`, (route) => route.abort());
          await storeAnswer(content, 'Der Bach fliesst weiter.');
          await page.locator('.save-sign-progress[data-shown=waiting]').waitFor();
          await page.goto(`${platform.shell}/logout`, { waitUntil: 'commit' });
          await passTimeUntil(page, page.getByText('Auf diesem Gerät liegen Einträge'));
        },
      },
    ],
  },
];
