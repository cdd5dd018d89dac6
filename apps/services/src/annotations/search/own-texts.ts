import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { sendLater } from '../../storage/send-later.ts';
import type { Tables } from '../../storage/tables.ts';
import { stemsOf } from './clues.ts';
import { createAnalysis, keysOf, tokensOf, wholesOf, type Token, type Word } from './words.ts';

/** So many words of a text are found: some forty pages. */
const wordsMaximum = 20_000;

type Row = Tables['clag.search_own_texts'];

export interface Issue {
  readonly course_id: string;
  readonly issue_id: string;
}

/** Name of a text of a subject in an issue. */
export interface OwnTextKey extends Pick<Row, 'source' | 'model_type' | 'model_id'> {
  /** The note, the annotation, or the task of the exercise. */
  readonly item_id: string;
}

/** A note, an answer or a highlight as it is searched. */
export interface OwnText extends OwnTextKey {
  /** An answer counts to its exercise, a highlight to what it stands in. */
  readonly target: Row['target'];
  /** The note, or that which the highlight stands in. */
  readonly note_id?: string | undefined;
  readonly note_type?: string | undefined;
  readonly title?: string | undefined;
  /** Plain text. */
  readonly text: string;
}

/** Makes texts of a subject found as they are now, and those without a word not found any more. */
export async function indexOwn(
  transaction: Database,
  subject: string,
  issue: Issue,
  texts: readonly OwnText[],
): Promise<void> {
  const analyse = createAnalysis();
  const rows: ReturnType<typeof rowOf>[] = [];
  for (const text of texts) {
    rows.push(rowOf(text, analyse));
    // Others are served in between.
    await setImmediate();
  }
  const isFound = (row: (typeof rows)[number]) => row.title_keys !== '' || row.text_keys !== '';
  await removeOwnTexts(
    transaction,
    subject,
    issue,
    rows.filter((row) => !isFound(row)),
  );
  const found = rows.filter(isFound);
  if (found.length === 0) return;
  // Sorted, so that two writers never wait for each other in a circle.
  await sendLater(
    transaction,
    sql`
      insert into clag.search_own_texts (subject, course_id, issue_id, ${columns}, updated_at)
      select ${subject}, ${issue.course_id}, ${issue.issue_id}, ${columns}, now()
      from json_populate_recordset(null::clag.search_own_texts, ${JSON.stringify(found)}::json)
      order by source, model_type, model_id, item_id
      on conflict (subject, course_id, issue_id, source, model_type, model_id, item_id)
      do update set ${replacements}, updated_at = excluded.updated_at
    `,
  );
}

/** @param keys All of one issue. */
export async function removeOwnTexts(
  transaction: Database,
  subject: string,
  issue: Issue,
  keys: readonly OwnTextKey[],
): Promise<void> {
  if (keys.length === 0) return;
  await sendLater(
    transaction,
    sql`
      delete from clag.search_own_texts
      where subject = ${subject} and course_id = ${issue.course_id} and issue_id = ${issue.issue_id}
        and (source, model_type, model_id, item_id) in (
          select source, model_type, model_id, item_id
          from json_populate_recordset(null::clag.search_own_texts, ${JSON.stringify(keys)}::json)
        )
    `,
  );
}

/** @returns how many texts are not found any more. */
export async function removeOwn(
  database: Database,
  subject: string,
  { course_id, issue_id }: Partial<Issue> = {},
): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom('clag.search_own_texts')
    .where('subject', '=', subject)
    .$if(course_id !== undefined, (query) => query.where('course_id', '=', course_id!))
    .$if(issue_id !== undefined, (query) => query.where('issue_id', '=', issue_id!))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

const keyColumns = ['source', 'model_type', 'model_id', 'item_id'] as const;
/** Columns that may change. */
export const contentColumns = [
  'target',
  'note_id',
  'note_type',
  'title',
  'text',
  'title_keys',
  'text_keys',
  'title_stems',
  'text_stems',
] as const;

const columns = sql.join([...keyColumns, ...contentColumns].map((column) => sql.id(column)));
const replacements = sql.join(
  contentColumns.map((column) => sql`${sql.id(column)} = excluded.${sql.id(column)}`),
);

function rowOf(own: OwnText, analyse: (found: string) => Word | undefined) {
  const title = own.title ?? '';
  const inTitle = firstWordsOf(title, analyse);
  const inText = firstWordsOf(own.text, analyse);
  return {
    ...own,
    title,
    title_keys: allKeysOf(inTitle),
    text_keys: allKeysOf(inText),
    title_stems: stemsOf(inTitle),
    text_stems: stemsOf(inText),
  };
}

function firstWordsOf(text: string, analyse: (found: string) => Word | undefined): Token[] {
  const words: Token[] = [];
  for (const word of tokensOf(text, analyse)) {
    if (words.length === wordsMaximum) break;
    words.push(word);
  }
  return words;
}

/** Ends the keys of what words make together: it completes nothing, because it does not stand there. */
export const wholeMark = '+';

/** The keys of each different word, each after a space. */
function allKeysOf(words: readonly Token[]): string {
  const keys = words.map((word) => ` ${keysOf(word)}`);
  const keysOfWholes = wholesOf(words).map((whole) => ` ${keysOf(whole)}${wholeMark}`);
  return [...new Set([...keys, ...keysOfWholes])].join('');
}
