import type { StoredStatement } from '@lectern/contracts';
import type { dataCalls } from '@lectern/contracts/calls/learning-records/data';
import type { Agent, Statement } from '@lectern/contracts/xapi';
import * as z from 'zod/mini';
import { generalError } from '../http/errors.ts';
import type { Handlers } from '../http/routes.ts';
import { readPageCursor, writePageCursor } from '../http/page-cursor.ts';
import type { Database } from '../storage/database.ts';
import { countStatements } from './statistics.ts';
import { firstThatFit } from './store/attachments.ts';
import { statementPosition } from './store/position.ts';
import { jsonOf } from './store/found-statement.ts';
import { findStatements, type Position } from './store/reader.ts';
import { noActivity } from './store/definitions.ts';
import type { Records } from './store/records.ts';
import { faultWithoutContents } from './xapi/statement-body.ts';

const defaultPageSize = 100;
/** Of the JSON of a page: parsed, `[{},{},…]` takes sixteen times as much memory. */
const pageMaximumInBytes = 4 * 1024 * 1024;

/**
 * The calls under `/v1/data`.
 *
 * @param issuer Home page of the accounts that actors are named by (xAPI, 4.2.2.1 Agent).
 */
export function dataHandlers(
  database: Database,
  records: Records,
  issuer: string,
): Handlers<typeof dataCalls> {
  return {
    async dataPut({ body: { subject, put_dto, courses }, caller, refusal }) {
      // Actor and authority come from the token, so that no sender writes in another's name.
      const authority = agent(issuer, caller.clientId);
      const actor = agent(issuer, subject);
      const statement = { ...put_dto.statement, actor, authority } as Statement;
      const fault = await faultWithoutContents(statement);
      if (fault !== undefined) throw generalError('REQUEST_INVALID', `The statement ${fault}.`);
      const given = { statement, dtoId: put_dto.dto_id, saidWithin: courses };
      const kept = await records.keep([given], {
        authority,
        version: '2.0.0',
        mayRedefine: noActivity,
        person: subject,
        tokenSubject: caller.tokenSubject,
      });
      if (kept.conflicts !== undefined) throw refusal('STATEMENT_CONFLICT');
      return {
        statement_id: kept.ids[0]!,
        ...(kept.isNew ? {} : { result_state: 'IA_OK' }),
      };
    },

    async dataGet({ body, refusal }) {
      const { subject, dto_id: dtoId, cursor, limit = defaultPageSize } = body;
      const after = cursor === undefined ? undefined : positionOf(cursor);
      if (cursor !== undefined && !after) throw refusal('CURSOR_INVALID');
      const statistics =
        body.statistics &&
        (await countStatements(database, { subject, dto_id: dtoId }, body.statistics));
      if (body.statistics && !statistics) throw refusal('TIME_ZONE_UNKNOWN');
      const page = await findStatements(
        database,
        { readable: { subject }, dtoId },
        { ascending: true, limit, after },
      );
      const { found } = firstThatFit(page.statements, [], pageMaximumInBytes);
      const isLast = page.isLast && found.length === page.statements.length;
      const last = found.at(-1);
      return {
        statements: found.map((one) => JSON.parse(jsonOf(one)) as StoredStatement),
        ...(!isLast && last ? { next_cursor: writePageCursor([last.stored, last.sequence]) } : {}),
        ...(statistics ? { statistics } : {}),
      };
    },
  };
}

function agent(homePage: string, name: string): Agent {
  return { objectType: 'Agent', account: { homePage, name } };
}

function positionOf(cursor: string): Position | undefined {
  const { data } = z.safeParse(statementPosition, readPageCursor(cursor, 2));
  return data && { stored: data[0], sequence: data[1] };
}
