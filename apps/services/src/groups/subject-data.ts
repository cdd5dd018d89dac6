import { sql } from 'kysely';
import { subjectDataOf, type SubjectData } from '../storage/subject-data.ts';

const memberships = subjectDataOf([{ table: 'gres.members', key: ['group_id'] }]);

/** Erasing, moving and exporting what the group service keeps of a subject. */
export const groupsSubjectData: SubjectData = {
  ...memberships,
  async move(transaction, from, to) {
    // Who leads a group under either name leads it.
    await sql`
      update gres.members target set group_role = 'leader'
      from gres.members given
      where given.group_id = target.group_id and given.subject = ${from}
        and target.subject = ${to} and given.group_role = 'leader'
    `.execute(transaction);
    return memberships.move(transaction, from, to);
  },
};
