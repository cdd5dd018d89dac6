import { sql, type Kysely } from 'kysely';

/** Publishers take turns in having their videos converted. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw(conversionRounds).execute(database);
}

const conversionRounds = /* sql */ `
  -- In which round of all publishers its turn is; what waited before goes first.
  alter table atma.video_converts add column round integer not null default 0;
  create index video_converts_open on atma.video_converts (space, round)
    where state in ('QUEUED', 'RUNNING');
`;
