import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { faultsOf } from '../src/accessibility.ts';
import { arriveBeforeAll, newCast, visitBeforeAll } from '../src/journeys.ts';
import type { Learner } from '../src/learner.ts';
import type { SharedPlatform } from '../src/shared-platform.ts';
import { inDatabase } from '../src/stored.ts';

/*
 * What the shell asks over the content at a sign-in, one at a time: whether an account that leads to the user is the
 * user's, and whether it accepts an invitation. The tests go on from one another.
 */

const [mia] = newCast();
const other = `other-${mia.subject}`;
const group_id = randomUUID();

let platform: SharedPlatform;
let learner: Learner;

visitBeforeAll((stage) => ({ platform } = stage));
beforeAll(() =>
  inDatabase(platform, async (database) => {
    const invited = {
      membership_state: 'invited',
      invited_until: new Date(Date.now() + 86_400_000),
    };
    const member = { group_id, subject: mia.subject, group_role: 'member' } as const;
    await database
      .insertInto('gres.groups')
      .values({ group_id, provider_id: 'BEOOK_1', name: 'Klasse 5b' })
      .execute();
    await database
      .insertInto('gres.members')
      .values({ ...member, ...invited, origin: 'leader' } as never)
      .execute();
    await database
      .insertInto('gres.subject_groups')
      .values({ ...member, ...invited, membership_types: [] } as never)
      .execute();
    await database
      .insertInto('aua.subject_links')
      .values({ from_subject: other, to_subject: mia.subject })
      .execute();
  }),
);
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
  await invitation().getByText('Einladung in «Klasse 5b».').waitFor();
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
