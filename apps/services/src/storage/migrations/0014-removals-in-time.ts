import { sql, type Kysely } from 'kysely';

/**
 * Bytes to which a request may still write are removed once more when it cannot any longer, and those
 * that the store does not remove let the others go first.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw(removalsInTime).execute(database);
}

const removalsInTime = /* sql */ `
  alter table atma.removals
    -- When they are to go; whoever is about to remove them sets it to when another one may try.
    add column due_at timestamptz not null default now(),
    add column writable_until timestamptz not null default now();
  create index removals_by_due on atma.removals (due_at);
`;
