import type { Contract, Group } from '@lectern/contracts';
import { sql } from 'kysely';
import { groupsWithCourse } from '../course-access/public.ts';
import { isToldAsLeader } from '../authorization/told-as-leader.ts';
import type { Connections } from '../storage/connections.ts';
import type { Handlers } from '../http/routes.ts';
import type { Database } from '../storage/database.ts';
import { parameter, prepareShort } from '../storage/prepared.ts';

/**
 * The calls under `/v1/gms/groups`: the side of the groups that the shell reads. It asks at every sign-in
 * whether the user is a teacher.
 */
export function groupsHandlers(
  database: Database,
  pool: Connections,
): Handlers<Pick<Contract['gms'], 'gmsGroupsGet'>> {
  const provider = parameter<string | null>(2, 'text');
  const ledGroups = prepareShort<Group>(
    pool,
    'groups-led',
    sql`
      select group_id, provider_id, name
      from gres.subject_groups own join gres.groups using (group_id)
      where own.subject = ${parameter(1, 'text')} and group_role = 'leader'
        and membership_state = 'accepted' and deleted_at is null
        and (${provider} is null or provider_id = ${provider})
      order by group_id
    `,
  );
  return {
    async gmsGroupsGet({ body: { subject, provider_id = null, course_id }, caller }) {
      if (!isToldAsLeader(caller)) return { groups: [] };
      const groups = await ledGroups([subject, provider_id]);
      if (course_id === undefined || groups.length === 0) return { groups };
      const isWith = await groupsWithCourse(database, subject, course_id);
      return { groups: groups.filter(({ group_id }) => isWith(group_id)) };
    },
  };
}
