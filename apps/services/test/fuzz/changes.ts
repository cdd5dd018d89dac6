import { services } from '@lectern/contracts';
import { sql } from 'kysely';
import type { Database } from '../../src/index.ts';

/** Rows that were written since the last time one asked. */
export interface Changes {
  /** `insert lima.devices`, each once; the audit log is left out, because refusals add to it. */
  take(): Promise<string[]>;
}

/**
 * Has all tables of the services watched by triggers, which costs the same however much they hold. What is
 * rolled back leaves no trace, as it should.
 */
export async function watchChanges(database: Database): Promise<void> {
  await sql`create schema fuzz`.execute(database);
  await sql`create table fuzz.changes (what text not null)`.execute(database);
  await sql
    .raw(/* sql */ `
      create function fuzz.note() returns trigger language plpgsql as $$
      begin
        insert into fuzz.changes values (lower(tg_op) || ' ' || tg_table_schema || '.' || tg_table_name);
        return null;
      end
      $$`)
    .execute(database);
  const { rows } = await sql<{ name: string }>`
    select table_schema || '.' || table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema in (${sql.join(Object.keys(services))})
      -- How far statements were read for somebody is no change.
      and table_schema || '.' || table_name not in ('aua.audit_log', 'lars.progress_readings')
  `.execute(database);
  for (const { name } of rows) {
    await sql
      .raw(/* sql */ `
        create trigger fuzz_note after insert or update or delete on ${name}
          for each row execute function fuzz.note();
        create trigger fuzz_note_whole after truncate on ${name}
          for each statement execute function fuzz.note()`)
      .execute(database);
  }
}

/** The changes of a database that is watched. */
export function changesIn(database: Database): Changes {
  return {
    async take() {
      const taken = await sql<{ what: string }>`
        with taken as (delete from fuzz.changes returning what)
        select distinct what from taken order by what`.execute(database);
      return taken.rows.map(({ what }) => what);
    },
  };
}
