import { sql } from 'kysely';

/**
 * True where a row `current` of `clag.issue_versions` needs no licence: it names no product, and all its files are
 * public. Looked up for each version: PostgreSQL would join `not exists` with the files of all.
 */
export const isFree = sql<boolean>`(
  cardinality(current.product_references) = 0 and (
    select true from clag.version_files file
    where file.course_id = current.course_id and file.issue_id = current.issue_id
      and file.version = current.version and not file.is_public
    limit 1
  ) is null
)`;
