import { sql, type Kysely } from 'kysely';

/**
 * A member can be invited to lead: until it accepts, it stays the member that it is. An upload ends with the
 * sign-in that has announced it, so that it keeps by what it ends.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  // Both said that nothing but an invitation to the group ends by itself.
  /* sql */ `
    do $$
    declare name text;
    begin
      for name in
        select conname from pg_constraint
        where conrelid = 'gres.members'::regclass and contype = 'c'
          and pg_get_constraintdef(oid) like '%invited_until%'
      loop
        execute format('alter table gres.members drop constraint %I', name);
      end loop;
    end $$
  `,
  /* sql */ `
    alter table gres.members add check (
      case membership_state when 'invited' then invited_until is not null
        when 'accepted' then invited_until is null or group_role = 'member'
        else invited_until is null end
    )
  `,
  /* sql */ `
    alter table atma.uploads
      -- Hashes of the sign-in and of the subject; null: announced by an older process, for a day at most.
      add column ends_with text[]
  `,
  /* sql */ `create index uploads_by_sign_in on atma.uploads using gin (ends_with)`,
];
