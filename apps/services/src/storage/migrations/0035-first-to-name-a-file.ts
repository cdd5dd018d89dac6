import { sql, type Kysely } from 'kysely';

/** Of two publishers with a file by one name, the one that had it first is meant where nothing says which. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw(firstNamed).execute(database);
}

const firstNamed = /* sql */ `
  alter table atma.files add column created_at timestamptz not null default now();
  update atma.files set created_at = first.created_at
  from (
    select file_reference, space, asset_stage, asset_type, min(created_at) created_at
    from atma.file_versions
    group by file_reference, space, asset_stage, asset_type
  ) first
  where (files.file_reference, files.space, files.asset_stage, files.asset_type)
    = (first.file_reference, first.space, first.asset_stage, first.asset_type);
`;
