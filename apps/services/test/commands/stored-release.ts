import { readFileSync } from 'node:fs';
import { migrate, openDatabase, type Database } from '../../src/index.ts';
import { insertStatements } from '../learning-records/insert-statements.ts';
import { databaseOf } from '../storage/databases.ts';
import { dumpOf } from '../storage/dump.ts';
import { released } from '../storage/released.ts';

const release = '0.1.0';

/** A database of this version with rows of every kind, made from that of a release. @returns its address */
export async function storedDatabase(): Promise<string> {
  const databaseUrl = await databaseOf(
    Object.keys(released[release]!.migrations),
    readFileSync(new URL(`../storage/stored/${release}.sql`, import.meta.url), 'utf8'),
  );
  await migrate(databaseUrl);
  await useDatabase(databaseUrl, (database) => insertStatements(database, [{ subject: 'mia' }]));
  return databaseUrl;
}

export async function useDatabase<Result>(
  url: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = openDatabase(url);
  try {
    return await work(database);
  } finally {
    await database.destroy();
  }
}

/** All rows as SQL, without those that each start notes anew. */
export async function rowsOf(database: Database): Promise<readonly string[]> {
  const lines = (await dumpOf(database)).split('\n');
  return lines
    .filter((line) => !/^ {2}\('\d{4}-[a-z-]+', /.test(line))
    .map((line) => line.replace(/,$/, ''));
}
