import { randomUUID } from 'node:crypto';
import { demoProduct } from '@lectern/env';
import { classIdOf } from '@lectern/env/casts';
import { beforeAll, expect, test } from 'vitest';
import { faultsOf } from '../src/accessibility.ts';
import { arriveBeforeAll, newCast, visitBeforeAll } from '../src/journeys.ts';
import { arrive, type Learner } from '../src/learner.ts';
import { inDatabase } from '../src/stored.ts';

type Database = Parameters<Parameters<typeof inDatabase>[1]>[0];

/*
 * Questions of the shell over the content at a sign-in, one at a time: if a linked account is the user's, and if
 * it accepts an invitation; the latter also for users with no other licence than the class's. The tests go on from
 * one another.
 */

const cast = newCast();
const [mia] = cast;
const teacher = cast.find(({ demoClass }) => demoClass === 'leads')!;
const stranger = cast.find(({ licensed }) => !licensed)!;
const other = `other-${mia.subject}`;
const group_id = randomUUID();

let learner: Learner;

const { platform, browser } = visitBeforeAll();
beforeAll(() =>
  inDatabase(platform, async (database) => {
    await database
      .insertInto('gres.groups')
      .values({ group_id, provider_id: 'BEOOK_1', name: 'Chor' })
      .execute();
    await invite(database, mia.subject, group_id);
    await database
      .insertInto('aua.subject_links')
      .values({ from_subject: other, to_subject: mia.subject })
      .execute();
  }),
);

/** As a group's leader does, with the licences of the group. */
async function invite(database: Database, subject: string, group: string): Promise<void> {
  const invited = {
    group_id: group,
    subject,
    group_role: 'member' as const,
    membership_state: 'invited' as const,
    membership_types: ['HasLicenses'],
    invited_until: new Date(Date.now() + 86_400_000),
  };
  await database
    .insertInto('gres.members')
    .values({ ...invited, origin: 'leader' })
    .execute();
  await database.insertInto('gres.subject_groups').values(invited).execute();
}

arriveBeforeAll((arrival) => ({ learner } = arrival));

const link = () => learner.page.getByRole('region', { name: 'Verbundenes Konto' });
const invitation = () => learner.page.getByRole('region', { name: 'Einladung' });

test('another account that leads to the user is told first, and is accessible', async () => {
  await learner.enter(mia);
  await link().getByText('ist ein anderes Konto mit diesem verbunden').waitFor();
  expect(await invitation().isVisible()).toBe(false);
  expect(await faultsOf(learner.page)).toEqual([]);
});

test('whose account it is says so, and is asked the next thing; an invitation is accepted', async () => {
  await link().getByRole('button', { name: 'Das ist mein Konto' }).click();
  await invitation().getByText('Einladung in «Chor».').waitFor();
  await invitation().getByRole('button', { name: 'Annehmen' }).click();
  await invitation().waitFor({ state: 'detached' });
  const states = await inDatabase(platform, (database) =>
    database
      .selectFrom('gres.members')
      .select(['membership_state', 'origin'])
      .where('group_id', '=', group_id)
      .execute(),
  );
  expect(states).toEqual([{ membership_state: 'accepted', origin: 'self' }]);
});

test('whose account it is not undoes the link, and signs in anew', async () => {
  await learner.page.reload();
  await link().getByRole('button', { name: 'Verbindung lösen' }).click();
  await learner.page.waitForURL((url) => url.pathname === '/login');
  await learner.page.getByRole('heading', { name: 'Bitte noch einmal anmelden' }).waitFor();
  const links = await inDatabase(platform, (database) =>
    database
      .selectFrom('aua.subject_links')
      .select('from_subject')
      .where('to_subject', '=', mia.subject)
      .execute(),
  );
  expect(links).toEqual([]);
});

test('whoever has no other licence than that of the class accepts the invitation, and is let in', async () => {
  await inDatabase(platform, async (database) => {
    await database
      .insertInto('lima.licenses')
      .values({
        subject: teacher.subject,
        license_code: randomUUID(),
        license_strategy: 'LICENSE_STRATEGY_GROUP',
        ...demoProduct,
      })
      .execute();
    await invite(database, stranger.subject, classIdOf(teacher));
  });
  const { page, content, comeIn } = await arrive(await browser.newContext(), platform);
  await comeIn(stranger);
  await page.getByText('Einladung in «Klasse 5b».').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Annehmen' }).click();
  await content.getByText(`Hallo ${stranger.given_name}`).waitFor();
});
