import type { Platform } from '@lectern/env';
import { openDatabase } from '@lectern/services';

/** Works on the platform's database. */
export async function inDatabase<Result>(
  { databaseUrl }: Pick<Platform, 'databaseUrl'>,
  use: (database: ReturnType<typeof openDatabase>) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase(databaseUrl);
  try {
    return await use(database);
  } finally {
    await database.destroy();
  }
}

/** An answer in the contract's form; of an essay its text. */
function answerIn(stored: unknown): unknown {
  const { content } = stored as { readonly content: { readonly text?: string } };
  return content.text ?? content;
}

/** Content of the database, whatever pages show. */
export function stored(platform: Pick<Platform, 'databaseUrl'>) {
  return {
    /** The run-time data of a SCORM item. */
    cmi: (subject: string, item: string): Promise<unknown> =>
      inDatabase(platform, async (database) => {
        const row = await database
          .selectFrom('clag.local_store_items')
          .select('value')
          .where('subject', '=', subject)
          .where('model_id', '=', item)
          .where('key', '=', 'cmi')
          .executeTakeFirst();
        return row && (JSON.parse(row.value) as { cmi: unknown }).cmi;
      }),
    heldSeats: (subject: string) =>
      inDatabase(platform, (database) =>
        database
          .selectFrom('lima.license_usages')
          .select(['license_usage_id', 'expires_at'])
          .where('subject', '=', subject)
          .where('ended_at', 'is', null)
          .execute(),
      ),
    /** A subject's answer to an exercise, in the contract's form; of an essay its text. */
    answer: (subject: string, exercise: string): Promise<unknown> =>
      inDatabase(platform, async (database) => {
        const { content } = await database
          .selectFrom('clag.content_items')
          .select('content')
          .where('subject', '=', subject)
          .where('kind', '=', 'answer')
          .where('model_id', '=', exercise)
          .where('item_id', '=', 'answer')
          .executeTakeFirstOrThrow();
        return answerIn(content);
      }),
    /** Basic answer types of all answers of a subject, each once. */
    answerTypes: (subject: string): Promise<readonly string[]> =>
      inDatabase(platform, async (database) => {
        const answers = await database
          .selectFrom('clag.content_items')
          .select('content')
          .where('subject', '=', subject)
          .where('kind', '=', 'answer')
          .execute();
        const types = answers.map(({ content }) => {
          const answer = content as { readonly content: { readonly basic_answer_type: string } };
          return answer.content.basic_answer_type;
        });
        return [...new Set(types)].sort();
      }),
    /** Conflict copies of it, the oldest first. */
    copies: (subject: string, exercise: string): Promise<readonly unknown[]> =>
      inDatabase(platform, async (database) => {
        const copies = await database
          .selectFrom('clag.conflict_copies')
          .select('content')
          .where('subject', '=', subject)
          .where('kind', '=', 'answer')
          .where('model_id', '=', exercise)
          .orderBy('version')
          .execute();
        return copies.map(({ content }) => answerIn(content));
      }),
  };
}
