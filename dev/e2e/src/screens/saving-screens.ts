import { serveSilentPage, storeAnswer } from '../silent-page.ts';
import { refuse, seen, tryToSignIn, type Screen, type Visit } from './screen.ts';

/* What stands over content that says nothing of its own: how far work is saved, and that it is away. */

const setForModel = '/clag/v1/localStoreItem/setForModel';

/** Mia works in plain content while her answers do not get through. */
async function waitForNetwork({ page, content, platform, mia, enter }: Visit): Promise<void> {
  await serveSilentPage(page.context(), platform.content);
  await enter(mia);
  await page.route(`**${setForModel}`, (route) => route.abort());
  await storeAnswer(content, 'Der Bach fliesst.');
  await page.locator('.save-sign-progress[data-shown=waiting]').waitFor();
}

async function beRefused({ page, content, platform, mia, enter }: Visit): Promise<void> {
  await serveSilentPage(page.context(), platform.content);
  await enter(mia);
  await refuse(page, setForModel, 'LOCAL_STORE_FULL', 413);
  await storeAnswer(content, 'Der Bach fliesst.');
  await page.getByRole('button', { name: 'Ansehen' }).waitFor();
}

export const savingScreens: readonly Screen[] = [
  { name: 'save sign, waiting', open: waitForNetwork },
  { name: 'save sign, refused', open: beRefused },
  {
    name: 'set aside',
    async open(visit) {
      await beRefused(visit);
      await visit.page.getByRole('button', { name: 'Ansehen' }).click();
      await seen(visit.page, 'Abgelehnt');
    },
  },
  {
    name: 'set aside, asked once more',
    async open(visit) {
      await beRefused(visit);
      await visit.page.getByRole('button', { name: 'Ansehen' }).click();
      await visit.page.getByRole('button', { name: 'Verwerfen', exact: true }).click();
      await visit.page.getByText('Wirklich verwerfen?').waitFor();
    },
  },
  {
    name: 'login, work not delivered',
    async open(visit) {
      await waitForNetwork(visit);
      await visit.signOut();
      await visit.page.getByText('Auf diesem Gerät liegen noch Einträge').waitFor();
    },
  },
  {
    name: 'content away',
    async open(visit) {
      await visit.page.route(`${visit.platform.content}/**`, (route) => route.abort());
      await tryToSignIn(visit, visit.mia);
      await seen(visit.page, 'Die Inhalte sind nicht erreichbar');
    },
  },
];
