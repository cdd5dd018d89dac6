import { sql } from 'kysely';
import { isLivingGroup } from '../../groups/public.ts';
import type { Database } from '../../storage/database.ts';
import { streamRows } from '../../storage/row-stream.ts';
import { subjectDataOf, type SubjectData } from '../../storage/subject-data.ts';

const named = subjectDataOf([
  { table: 'clag.assignment_members', key: ['group_id', 'assignment_id'] },
]);

/** Assignments that name a subject as a pupil, and those that it has given: these stay with their group, without its words. */
export const assignmentSubjectData: SubjectData = {
  async erase(transaction, subject) {
    return {
      ...(await named.erase(transaction, subject)),
      'clag.assignments': await eraseAuthor(transaction, subject),
    };
  },
  async move(transaction, from, to) {
    const { moved } = await named.move(transaction, from, to);
    return {
      moved: { ...moved, 'clag.assignments': await moveAuthor(transaction, from, to) },
      kept: {},
    };
  },
  export: (transaction, subject) => ({
    'clag.assignment_members': streamRows(
      transaction,
      sql`
        select to_jsonb(member) - 'subject' || jsonb_build_object('content', content) as row
        from clag.assignment_members member join clag.assignments using (group_id, assignment_id)
        where subject = ${subject} order by given_at, assignment_id
      `,
    ),
    // Without the members: others are named to nobody.
    'clag.assignments': streamRows(
      transaction,
      sql`
        select to_jsonb(assignment) - '{written_by,recent}'::text[] as row
        from clag.assignments assignment where written_by = ${subject} order by given_at, assignment_id
      `,
    ),
  }),
};

async function eraseAuthor(transaction: Database, author: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update clag.assignments set
      written_by = null, content = content - 'title', recent = '[]', version = version + 1, updated_at = now()
    where written_by = ${author}
  `.execute(transaction);
  return Number(numAffectedRows ?? 0);
}

async function moveAuthor(transaction: Database, from: string, to: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update clag.assignments set written_by = ${to} where written_by = ${from}
  `.execute(transaction);
  return Number(numAffectedRows ?? 0);
}

/** Assignments that are forgotten in one statement. */
const forgottenAtOnce = 1_000;

/** Forgets assignments of groups that were deleted, as at the end of a school year. */
export async function forgetOfDeletedGroups(database: Database): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from clag.assignments where (group_id, assignment_id) in (
        select group_id, assignment_id from clag.assignments assignment
        where not ${isLivingGroup('assignment')} limit ${forgottenAtOnce}
      )
    `.execute(database);
    if (Number(numAffectedRows ?? 0) < forgottenAtOnce) return;
  }
}
