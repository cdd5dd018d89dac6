import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import type { IssueKey } from './issue.ts';

/** Hashes that a version names, each once and with how often, as `named`. */
const namedHashes = ({ course_id, issue_id }: IssueKey, version: number) => sql`(
  select text_hash, count(*) as times
  from (
    select text_hash from clag.topics
    where course_id = ${course_id} and issue_id = ${issue_id} and version = ${version}
    union all
    select text_hash from clag.exercises
    where course_id = ${course_id} and issue_id = ${issue_id} and version = ${version}
  ) each
  where text_hash is not null
  group by text_hash
) as named`;

/** The texts of a version that are not there yet, by their hashes. */
export async function missingTexts(
  database: Database,
  key: IssueKey,
  version: number,
): Promise<readonly string[]> {
  const { rows } = await sql<{ text_hash: string }>`
    select text_hash from ${namedHashes(key, version)}
    where not exists (
      select from clag.course_texts stored
      where stored.course_id = ${key.course_id} and stored.issue_id = ${key.issue_id}
        and stored.text_hash = named.text_hash
    )
    order by text_hash
  `.execute(database);
  return rows.map(({ text_hash }) => text_hash);
}

/** How long the texts of a version are together, each as often as it is named, in code points. */
export async function lengthOfTexts(
  database: Database,
  key: IssueKey,
  version: number,
): Promise<number> {
  const { rows } = await sql<{ length: string }>`
    select coalesce(sum(times * length(stored.text)), 0) as length
    from ${namedHashes(key, version)}
      join clag.course_texts stored
        on stored.course_id = ${key.course_id} and stored.issue_id = ${key.issue_id}
          and stored.text_hash = named.text_hash
  `.execute(database);
  return Number(rows[0]!.length);
}

/** Stores texts where all belong to the version. @returns false: one does not, and none is stored */
export async function addTexts(
  transaction: Database,
  key: IssueKey,
  version: number,
  texts: readonly string[],
): Promise<boolean> {
  const byHash = new Map(texts.map((text) => [hashOf(text), text]));
  const hashes = [...byHash.keys()];
  const { rows } = await sql<{ named: string }>`
    select count(*) as named from ${namedHashes(key, version)} where text_hash = any(${hashes}::text[])
  `.execute(transaction);
  if (Number(rows[0]!.named) < hashes.length) return false;
  await sql`
    insert into clag.course_texts (course_id, issue_id, text_hash, text)
    select ${key.course_id}, ${key.issue_id}, text_hash, text
    from unnest(${hashes}::text[], ${[...byHash.values()]}::text[]) as given (text_hash, text)
    order by text_hash
    on conflict (course_id, issue_id, text_hash) do nothing
  `.execute(transaction);
  return true;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
