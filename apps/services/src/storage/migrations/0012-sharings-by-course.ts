import { sql, type Kysely } from 'kysely';

/**
 * What a member shares names the course, too. Of which course an issue was meant, is not known, and nobody
 * is to see what was not meant for them: nothing is shared until it is said again. Logs go on telling that
 * something was set, as they do after an erasure.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql.raw(sharingsByCourse).execute(database);
}

const sharingsByCourse = /* sql */ `
  update gres.members set sharings = '[]' where sharings <> '[]';

  update gres.transactions set changes = (
    select jsonb_agg(
      case when change ? 'sharings' then change || '{"sharings": []}' else change end order by place
    )
    from jsonb_array_elements(changes) with ordinality given (change, place)
  )
  where changes @? '$[*].sharings[*]';
`;
