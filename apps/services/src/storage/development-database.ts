import { sql } from 'kysely';
import { limitLockWaits } from './advisory-lock.ts';
import type { Database } from './database.ts';

/** First and last migration of the development before 0.1.0; `0001-schema.sql` has what all of them made. */
const [first, last] = ['0001-main-job', '0049-composed-letters'];

/**
 * Takes over a database of the development before 0.1.0; goes with 0.2.0.
 *
 * @returns its last migration, where that is an older one
 */
export async function adoptDevelopmentDatabase(
  database: Database,
  lockTimeoutInMs: number,
): Promise<string | undefined> {
  return database.transaction().execute(async (transaction) => {
    const { rows: tables } = await sql`
      select where to_regclass('platform.kysely_migration') is not null
    `.execute(transaction);
    if (tables.length === 0) return undefined;
    const { rows } = await sql<{ newest: string }>`
      select max(name collate "C") as newest from platform.kysely_migration
      having bool_or(name = ${first})
    `.execute(transaction);
    const newest = rows[0]?.newest;
    if (newest !== last) return newest;
    await limitLockWaits(transaction, lockTimeoutInMs);
    await sql.raw(adopt).execute(transaction);
    return undefined;
  });
}

const adopt = /* sql */ `
  alter table atma.files drop column updated_at;
  alter table atma.file_versions drop column updated_at;
  alter table clag.local_store_items drop column base_version, drop column change_id;
  alter table lars.cmi5_structures drop column created_at;
  alter table lars.forwardings drop column arrived_at;
  alter table gres.members rename constraint members_check to members_origin_of_state;
  alter table gres.members rename constraint members_check1 to members_invitation_of_state;
  alter table gres.members rename constraint members_check2 to members_beginning_of_state;
  create table platform.functions (
    id boolean primary key default true check (id), version text not null, hash text not null
  );
  update platform.kysely_migration set name = '0001-schema' where name = '${last}';
  delete from platform.kysely_migration where name <> '0001-schema';
`;
