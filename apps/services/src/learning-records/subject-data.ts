import { sql } from 'kysely';
import { subjectDataOf, type SubjectData } from '../storage/subject-data.ts';

const statements = subjectDataOf([
  { table: 'lars.statements', key: ['statement_id'], incidental: ['sequence', 'stored'] },
]);

/** Erasing, moving and exporting what the learning-records service keeps of a subject. */
export const learningRecordsSubjectData: SubjectData = {
  ...statements,
  async move(transaction, from, to) {
    // The actor is the account of the person, who goes by another subject now.
    await sql`
      update lars.statements
      set statement = jsonb_set(statement, '{actor,account,name}', to_jsonb(${to}::text))
      where subject = ${from} and statement #>> '{actor,account,name}' = ${from}
    `.execute(transaction);
    return statements.move(transaction, from, to);
  },
};
