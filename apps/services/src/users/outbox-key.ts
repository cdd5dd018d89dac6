import { randomBytes } from 'node:crypto';
import type { Property } from '@lectern/contracts';
import { outboxKeyProperty } from '@lectern/contracts/calls/users/user';
import type { Caller } from '../authorization/authorize.ts';
import type { Database } from '../storage/database.ts';
import { lockUser } from './user-store.ts';

/** As long as the key of AES-256. */
const keyLengthInBytes = 32;

/** True where the user asks, and nobody in the user's name. */
export function isUser({ tokenSubject }: Caller, subject: string): boolean {
  return tokenSubject === subject;
}

/**
 * The property with the key under which a user's browsers keep what is not delivered yet. It is made the
 * first time, and stays: whoever had another one could not read what waits on a device.
 *
 * It is no row among the properties: nothing that sets, searches, exports or moves those meets it.
 *
 * @returns nothing for a user who is not there.
 */
export async function outboxKeyOf(
  database: Database,
  subject: string,
): Promise<Property | undefined> {
  const key = (await findKey(database, subject)) ?? (await makeKey(database, subject));
  return key === undefined ? undefined : { key: outboxKeyProperty, value: key };
}

/** The subjects whose browsers may keep something. */
export async function subjectsWithOutbox(database: Database): Promise<readonly string[]> {
  const rows = await database.selectFrom('aua.outbox_keys').select('subject').execute();
  return rows.map(({ subject }) => subject);
}

async function findKey(database: Database, subject: string): Promise<string | undefined> {
  const row = await database
    .selectFrom('aua.outbox_keys')
    .select('key')
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.key;
}

/** Of two sessions that begin at once both get the key of the first. */
function makeKey(database: Database, subject: string): Promise<string | undefined> {
  return database.transaction().execute(async (transaction) => {
    // Under the user's lock: nothing is made for somebody who is being erased.
    if (!(await lockUser(transaction, subject))) return undefined;
    await transaction
      .insertInto('aua.outbox_keys')
      .values({ subject, key: randomBytes(keyLengthInBytes).toString('base64url') })
      .onConflict((conflict) => conflict.column('subject').doNothing())
      .execute();
    return findKey(transaction, subject);
  });
}
