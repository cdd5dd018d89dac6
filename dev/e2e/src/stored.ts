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
    /** Seats that a subject holds. */
    heldSeats: (subject: string) =>
      inDatabase(platform, (database) =>
        database
          .selectFrom('lima.license_usages')
          .select(['license_usage_id', 'expires_at'])
          .where('subject', '=', subject)
          .where('ended_at', 'is', null)
          .execute(),
      ),
    /** A subject's answer to an exercise, in the form of the exercise's view. */
    answer: (subject: string, exercise: string): Promise<unknown> =>
      inDatabase(platform, async (database) => {
        const { value } = await database
          .selectFrom('clag.local_store_items')
          .select('value')
          .where('subject', '=', subject)
          .where('model_id', '=', exercise)
          .where('key', '=', 'answer')
          .executeTakeFirstOrThrow();
        return JSON.parse(value);
      }),
  };
}
