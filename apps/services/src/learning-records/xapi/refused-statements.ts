import { sql } from 'kysely';
import * as z from 'zod/mini';
import { readPageCursor, writePageCursor } from '../../http/page-cursor.ts';
import type { Access } from '../access/access.ts';
import type { AgentKeys } from '../model/agent-keys.ts';
import { storedAt } from '../store/position.ts';
import { readScalar, required } from './parameters.ts';
import { refusal } from './refusals.ts';
import type { ResourceDependencies } from './resource-dependencies.ts';
import { resource, type XapiScope } from './resource.ts';
import { timeText } from '../../storage/time-text.ts';

const pageSize = 100;

/**
 * `lectern/refused-statements`, an extension of the standard: what was kept aside, with what is wrong with
 * it, the oldest first; whoever has mended one takes it away.
 */
export function registerRefusedStatements(
  scope: XapiScope,
  dependencies: ResourceDependencies,
): void {
  const { database, agentKeys } = dependencies;
  resource(
    scope,
    '/lectern/refused-statements',
    {
      async GET({ access, parameters, forbid }) {
        if (access.statementsReadable === 'none') throw await forbid('SCOPE_MISSING');
        const cursor = parameters.get('cursor');
        const after = cursor === undefined ? undefined : placeOf(cursor);
        const { rows } = await sql<RefusedRow>`
          select refused_id, subject, fault, statement,
            ${timeText('refused_at')} as refused_at
          from lars.refused_statements
          where ${await readableTo(access, agentKeys)} and ${
            after
              ? sql`(refused_at, refused_id) > (${after[0]}::timestamptz, ${after[1]}::uuid)`
              : sql`true`
          }
          order by refused_statements.refused_at, refused_id limit ${pageSize + 1}
        `.execute(database);
        const page = rows.slice(0, pageSize);
        const isOfOthers = page.some(({ subject }) => subject !== access.subject);
        if (access.statementsReadable === 'all' && isOfOthers) await access.recordReadingAll();
        const last = page.at(-1);
        return {
          refused_statements: page.map(({ subject: _, ...row }) => row),
          ...(rows.length > pageSize &&
            last && { next_cursor: writePageCursor([last.refused_at, last.refused_id]) }),
        };
      },

      async DELETE({ access, parameters, reply, forbid }) {
        if (!access.mayWriteStatements) throw await forbid('SCOPE_MISSING');
        const id = required(readScalar(parameters, 'refusedId'), 'refusedId');
        const { numAffectedRows } = await sql`
          delete from lars.refused_statements
          where refused_id = ${id}::uuid and ${await removableBy(access, agentKeys)}
        `.execute(database);
        if (numAffectedRows === 0n) throw refusal('STATEMENT_NOT_FOUND');
        void reply.status(204);
        return undefined;
      },
    },
    { parameters: ['cursor', 'refusedId'], bodyLimitInBytes: 1 },
  );
}

interface RefusedRow {
  readonly refused_id: string;
  readonly subject: string;
  readonly refused_at: string;
  readonly fault: string;
  readonly statement: unknown;
}

/** Readers of all of somebody's statements read the refused ones, too. */
async function readableTo(access: Access, agentKeys: AgentKeys) {
  switch (access.statementsReadable) {
    case 'all':
      return sql`true`;
    case 'own':
      return sql`subject = ${access.subject}`;
    case 'mine':
      return sql`authority = ${await agentKeys.keyOf(access.authority)}`;
    case 'none':
    default:
      return sql`false`;
  }
}

/** The sender takes it away; a person, by any application. */
async function removableBy(access: Access, agentKeys: AgentKeys) {
  if (access.mayRemoveOthers) return sql`true`;
  if (access.subject === undefined) {
    return sql`authority = ${await agentKeys.keyOf(access.authority)}`;
  }
  // Applications are named as users are; keys by a hash after a comma.
  return sql`subject = ${access.subject} and authority not like ',%'`;
}

const place = z.tuple([storedAt, z.uuid()]);

function placeOf(cursor: string): readonly [string, string] {
  const { data } = z.safeParse(place, readPageCursor(cursor, 2));
  if (!data) throw refusal('PARAMETER_INVALID', 'cursor: was never given');
  return data;
}
