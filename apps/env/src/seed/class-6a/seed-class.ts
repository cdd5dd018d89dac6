import { ensureGroup, openDatabase, storeInitialLessons } from '@lectern/services';
import { demoAccounts, shellClientId, type DemoAccount } from '../../accounts.ts';
import { seedLicenses } from '../seed.ts';
import { demoIssue, groupIdOf6a, lessonsOf6a } from './lessons.ts';
import { pupilsOf6a } from './pupils.ts';

/** The class began before its lessons: earlier work its leaders would not read. */
const beganDaysAgo = 60;
const dayInMs = 86_400_000;

const accounts: readonly DemoAccount[] = demoAccounts;
const leader = accounts.find(({ demoClass }) => demoClass === 'leads')!.subject;
/** The demo pupil, whose work begins with the visitor, comes first. */
const pupils = [...accounts.filter(({ demoClass }) => demoClass === 'member'), ...pupilsOf6a];

/**
 * Gives the demo platform class 6a: the demo pupil, 25 who have come differently far, and what their teacher says. Once: what
 * people did with the class since stays, also that they removed it.
 *
 * @param issuer Identity provider of the accounts.
 */
export async function seedClass6a(databaseUrl: string, issuer: string): Promise<void> {
  const database = openDatabase(databaseUrl);
  try {
    const group = await database
      .selectFrom('gres.groups')
      .select('group_id')
      .where('group_id', '=', groupIdOf6a)
      .executeTakeFirst();
    if (group) return;
    const subjects = pupils.map(({ subject, given_name, family_name }) => ({
      subject,
      given_name,
      family_name,
      user_info_at: null,
    }));
    await database
      .insertInto('aua.users')
      .values(subjects)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await database
      .insertInto('aua.user_roles')
      .values(pupils.map(({ subject, role }) => ({ subject, role })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await seedLicenses(database, pupils);
    await storeInitialLessons(databaseUrl, lessonsOf6a(leader), {
      issuer,
      clientId: shellClientId,
    });
    // Last: an interrupted start begins anew.
    await ensureGroup(database, {
      group_id: groupIdOf6a,
      provider_id: 'BEOOK_1',
      name: 'Klasse 6a',
      began_at: new Date(Date.now() - beganDaysAgo * dayInMs),
      members: [
        { subject: leader, group_role: 'leader' },
        ...pupils.map(({ subject }) => ({
          subject,
          group_role: 'member' as const,
          sharings: [
            {
              course_id: demoIssue.course_id_dto.course_id,
              issue_id: demoIssue.issue_id_dto.issue_id,
              sharing_types: ['Answers' as const],
            },
          ],
        })),
      ],
    });
  } finally {
    await database.destroy();
  }
}
