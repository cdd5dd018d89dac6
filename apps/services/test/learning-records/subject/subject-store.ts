import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { createSubjectDirectory } from '../../../src/authorization/subject-directory.ts';
import { AgentKeys } from '../../../src/learning-records/model/agent-keys.ts';
import {
  createDefinitionStore,
  noActivity,
} from '../../../src/learning-records/store/definitions.ts';
import { Records, type GivenStatement } from '../../../src/learning-records/store/records.ts';
import { createWriter } from '../../../src/learning-records/store/writer.ts';
import { openPool } from '../../../src/storage/database.ts';
import { learningRecordsSubjectData } from '../../../src/learning-records/subject-data.ts';
import { prepareCommands } from '../../commands/commands.ts';
import { statementOf } from '../statement-samples.ts';
import { onTestFinished } from 'vitest';

export const issuer = 'https://login.example';
export const furtherIssuer = 'https://school.example';
const issuers = [issuer, furtherIssuer];

export type SubjectStore = Awaited<ReturnType<typeof startSubjectStore>>;

/** A record store of its own, without the services around it. */
export async function startSubjectStore() {
  const { database, databaseUrl } = await prepareCommands();
  const pool = openPool(databaseUrl);
  onTestFinished(() => pool.end());
  const agents = new AgentKeys(createSubjectDirectory(database, issuer), issuers);
  const definitions = createDefinitionStore(database, (error) => {
    throw error;
  });
  const records = new Records(createWriter(pool), definitions, agents);
  const data = learningRecordsSubjectData(issuers);
  return {
    database,
    /** Keeps statements whole. */
    async keep(given: readonly GivenStatement[]) {
      const kept = await records.keep(given, { version: '2.0.0', mayRedefine: noActivity });
      if (kept.conflicts) throw new Error(`There is another ${kept.conflicts[0]}.`);
    },
    /** As they stand in the table, in the order of their numbers. */
    async texts() {
      const { rows } = await sql<{ text: string }>`
        select statement::text as text from lars.statements order by sequence
      `.execute(database);
      return rows.map(({ text }) => text);
    },
    /** As a job does it: what can be done ahead, and the rest. */
    async erase(subject: string) {
      await data.ahead.erase(database, subject);
      await database.transaction().execute((transaction) => data.erase(transaction, subject));
    },
    async move(from: string, to: string) {
      await data.ahead.move(database, from, to);
      await database.transaction().execute((transaction) => data.move(transaction, from, to));
    },
    /** Ids without statements, statements without ids, and those without what is attached to them. */
    async orphans() {
      const { rows } = await sql<Record<string, number>>`
        select
          (select count(*)::integer from lars.statement_ids id where not exists (
            select from lars.statements one where (one.subject, one.stored, one.sequence)
              = (id.subject, id.stored, id.sequence))) as ids,
          (select count(*)::integer from lars.statements one where not exists (
            select from lars.statement_ids id where id.statement_id = one.statement_id
              and id.subject = one.subject)) as statements,
          (select count(*)::integer from lars.statements one
            cross join lateral json_array_elements(statement -> 'attachments') attachment
            where not exists (
              select from lars.attachments there where there.subject = one.subject
                and there.sha2 = attachment ->> 'sha2')) as unattached
      `.execute(database);
      return rows[0];
    },
  };
}

export const accountOf = (name: string, homePage = issuer) => ({
  objectType: 'Agent',
  account: { homePage, name },
});

/** A statement of somebody, as `Records` takes it. */
export function given(name: string, change: object = {}): GivenStatement {
  const statement = statementOf({ id: randomUUID(), actor: accountOf(name), ...change });
  return { statement: statement as unknown as GivenStatement['statement'] };
}
