import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { invitedAs, readMembers } from '../../src/groups/group-row.ts';
import { migrate } from '../../src/index.ts';
import { databaseBefore } from '../database-before.ts';

/* Migration 0040 on a platform where leaders had invited others to lead, and some had declined. */

test('an invitation to lead finds its inviter in the log, and a member that it has declined', async () => {
  const { database, databaseUrl } = await databaseBefore('0040-inviters');
  await sql`insert into gres.groups (group_id, provider_id, name) values ('5b', 'BEOOK_1', '5b')`.execute(
    database,
  );
  await sql`
    with member (subject, group_role, membership_state, origin, invited_until) as (values
      ('anna', 'leader', 'accepted', 'self', null),
      ('mia', 'member', 'accepted', 'self', now() + interval '1 day'),
      ('outside', 'leader', 'invited', 'leader', now() + interval '1 day'),
      ('pupil', 'member', 'invited', 'leader', now() + interval '1 day'),
      ('erased', 'leader', 'invited', 'leader', now() + interval '1 day'),
      ('again', 'member', 'accepted', 'self', null),
      ('declined', 'member', 'accepted', 'self', null)
    ), by_group as (
      insert into gres.members
        (group_id, subject, group_role, membership_state, origin, invited_until, began_at)
      select '5b', subject, group_role, membership_state, origin, invited_until,
        case when membership_state = 'accepted' then now() end from member
    )
    insert into gres.subject_groups
      (group_id, subject, group_role, membership_state, membership_types, invited_until)
    select '5b', subject, group_role, membership_state, '{}', invited_until from member
  `.execute(database);
  const log = async (made_by: string | null, when: string, ...changes: object[]) => {
    await sql`
      insert into gres.transactions (group_id, transaction_index, changes, made_by, made_at)
      select '5b', 1 + (select count(*) from gres.transactions), ${JSON.stringify(changes)}, ${made_by},
        now() + ${when}::interval
    `.execute(database);
  };
  const set = { change_type: 'MEMBERSHIP_SET', group_role: 'member' };
  const invited = { change_type: 'MEMBERSHIP_INVITED', group_role: 'leader' };
  const declined = { ...set, of_request: true, declines_to_lead: true };
  await log('berta', '-2 days', { ...set, subject: 'mia', invited_as: 'leader' });
  await log('anna', '-1 day', { ...set, subject: 'mia', invited_as: 'leader' });
  await log('mia', '-1 hour', { ...set, subject: 'mia', invited_as: 'leader', display_name: 'M' });
  await log('anna', '-1 day', { ...invited, subject: 'outside' });
  await log('anna', '-1 day', { ...invited, group_role: 'member', subject: 'pupil' });
  await log(null, '-1 day', { ...invited, subject: 'erased' });
  await log('again', '-1 day', { ...declined, subject: 'again' });
  await log('declined', '1 hour', { ...declined, subject: 'declined' }, { ...set, subject: 'mia' });
  await migrate(databaseUrl);

  const { rows } = await sql<{ told: string }>`
    select subject || ' ' || coalesce(invited_by, '-') || ' ' || declines_to_lead as told
    from gres.members order by subject
  `.execute(database);
  expect(rows.map(({ told }) => told)).toEqual([
    'again - false',
    'anna - false',
    'declined - true',
    'erased - false',
    'mia anna false',
    'outside anna false',
    'pupil - false',
  ]);
  const { rows: bySubject } = await sql`
    select subject, invited_by from gres.subject_groups where invited_by is not null order by subject
  `.execute(database);
  expect(bySubject).toEqual([
    { subject: 'mia', invited_by: 'anna' },
    { subject: 'outside', invited_by: 'anna' },
  ]);
  const { rows: left } = await sql`
    select from gres.transactions where changes::text like '%declines_to_lead%'
  `.execute(database);
  expect(left).toEqual([]);
  // Anna has no role that leads.
  const open = [...(await readMembers(database, '5b')).values()].filter((one) => invitedAs(one));
  expect(open.map(({ subject }) => subject)).toEqual(['pupil']);
  await database.destroy();
});
