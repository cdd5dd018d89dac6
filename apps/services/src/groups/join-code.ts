import { joinCodeForm, withCheckSign } from '@lectern/contracts/calls/checked-code';
import { joinCodeLifetimeInDays } from '@lectern/contracts/calls/groups/group';
import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';
import { inGroups, randomCode } from '../storage/random-code.ts';

const groupLength = 4;

/** In capitals and without dashes, the form for storing and comparing. */
function newJoinCode(): string {
  const { signs, length } = joinCodeForm;
  return withCheckSign(joinCodeForm, randomCode(signs, length - 1));
}

/** With dashes to read it by. */
export function readableJoinCode(joinCode: string): string {
  return inGroups(joinCode, groupLength);
}

/** A group's stored code. */
export interface JoinCode {
  readonly join_code: string;
  readonly join_code_expires_at: Date;
}

/** Makes the code of a group that is locked; what it had before opens nothing any more. */
export async function renewJoinCode(
  transaction: Database,
  group: { readonly group_id: string; readonly join_code: string | null },
): Promise<JoinCode> {
  if (group.join_code !== null) await dropJoinCode(transaction, group.join_code);
  const { join_code, expires_at } = await transaction
    .insertInto('gres.join_codes')
    .values({
      join_code: newJoinCode(),
      group_id: group.group_id,
      expires_at: sql<Date>`
        date_trunc('milliseconds', clock_timestamp()) + ${`${joinCodeLifetimeInDays} days`}::interval
      `,
    })
    .returning(['join_code', 'expires_at'])
    .executeTakeFirstOrThrow();
  return { join_code, join_code_expires_at: expires_at };
}

export async function dropJoinCode(transaction: Database, joinCode: string): Promise<void> {
  await transaction.deleteFrom('gres.join_codes').where('join_code', '=', joinCode).execute();
}

/** Which group a code is of, and whether it still opens it. */
export function findJoinCode(database: Database, joinCode: string) {
  return database
    .selectFrom('gres.join_codes')
    .select(['group_id', sql<boolean>`expires_at > clock_timestamp()`.as('is_alive')])
    .where('join_code', '=', joinCode)
    .executeTakeFirst();
}
