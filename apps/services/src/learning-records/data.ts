import { randomUUID } from 'node:crypto';
import type { Contract, StatementInput, StoredStatement } from '@lectern/contracts';
import { sql } from 'kysely';
import type { Caller } from '../authorization/authorize.ts';
import type { Handlers } from '../http/routes.ts';
import type { Database } from '../storage/database.ts';
import { countStatements } from './statistics.ts';

type DataCalls = Pick<Contract['lars'], 'dataPut' | 'dataGet'>;

const defaultPageSize = 100;

/**
 * The calls under `/v1/data`.
 *
 * @param issuer Home page of the accounts that actors are named by (xAPI, 4.2.2.1 Agent).
 */
export function dataHandlers(database: Database, issuer: string): Handlers<DataCalls> {
  return {
    async dataPut({ body: { subject, put_dto }, caller, refusal }) {
      const given = put_dto.statement;
      const statement = attributed(
        { ...given, id: given.id?.toLowerCase() ?? randomUUID() },
        subject,
        caller,
        issuer,
      );
      const json = JSON.stringify(statement);
      const added = await database
        .insertInto('lars.statements')
        .values({ subject, statement_id: statement.id, dto_id: put_dto.dto_id, statement: json })
        .onConflict((conflict) => conflict.columns(['subject', 'statement_id']).doNothing())
        .returning('sequence')
        .executeTakeFirst();
      if (added) return { statement_id: statement.id };

      // The id is taken. Compared by the database as JSON, so that neither the order of members nor
      // the way numbers are written counts. A time that the service set is not the sender's content.
      const compared = given.timestamp ? sql`statement` : sql`statement - 'timestamp'`;
      const same = await database
        .selectFrom('lars.statements')
        .select(
          sql<boolean>`${compared} = ${given.timestamp ? json : withoutTimestamp(statement)}::jsonb`.as(
            'same',
          ),
        )
        .where('subject', '=', subject)
        .where('statement_id', '=', statement.id)
        .where('dto_id', '=', put_dto.dto_id)
        .executeTakeFirst();
      if (!same?.same) throw refusal('STATEMENT_CONFLICT');
      return { statement_id: statement.id, result_state: 'IA_OK' };
    },

    async dataGet({ body, refusal }) {
      const { subject, dto_id, cursor, limit = defaultPageSize } = body;
      const statistics =
        body.statistics && (await countStatements(database, { subject, dto_id }, body.statistics));
      if (body.statistics && !statistics) throw refusal('TIME_ZONE_UNKNOWN');
      const rows = await database
        .selectFrom('lars.statements')
        .select(['statement', 'stored', 'sequence'])
        .where('subject', '=', subject)
        .$if(dto_id !== undefined, (query) => query.where('dto_id', '=', dto_id!))
        .$if(cursor !== undefined, (query) => query.where('sequence', '>', cursor!))
        .orderBy('sequence')
        .limit(limit + 1)
        .execute();
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      return {
        statements: page.map(
          ({ statement, stored }) =>
            ({ ...statement, stored: stored.toISOString() }) as unknown as StoredStatement,
        ),
        ...(rows.length > limit && last ? { next_cursor: last.sequence } : {}),
        ...(statistics ? { statistics } : {}),
      };
    },
  };
}

/**
 * Sets who did it and who says so from the token, whatever the sender wrote, so that nobody writes in
 * another's name.
 */
function attributed(
  statement: StatementInput & { id: string },
  subject: string,
  caller: Caller,
  issuer: string,
): StatementInput & { id: string } {
  return {
    ...statement,
    timestamp: statement.timestamp ?? new Date().toISOString(),
    actor: agent(issuer, subject),
    authority: agent(issuer, caller.clientId),
  };
}

function agent(homePage: string, name: string) {
  return { objectType: 'Agent', account: { homePage, name } };
}

function withoutTimestamp({ timestamp: _, ...statement }: StatementInput): string {
  return JSON.stringify(statement);
}
