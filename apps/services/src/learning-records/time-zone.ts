import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';

/**
 * Names of zones that PostgreSQL reads as abbreviations, which know no summer time, and the zones that
 * they stand for (the file `backward` of the IANA time zone database).
 */
const zonesNamedLikeAbbreviations: Readonly<Record<string, string>> = {
  CET: 'Europe/Brussels',
  EET: 'Europe/Athens',
  MET: 'Europe/Brussels',
  WET: 'Europe/Lisbon',
};

const defaultTimeZone = 'UTC';

/** By lower case: those of the database, which reads hundreds of files for them. Kept for the life of the process. */
let names: Promise<ReadonlyMap<string, string>> | undefined;

/**
 * Finds a time zone by its IANA name, in any case.
 *
 * Looked up instead of tried: `at time zone` takes abbreviations such as CEST and rules such as
 * FOO+3, too, and means the opposite of ISO 8601 by a sign.
 *
 * @param name Absent: UTC.
 * @returns a name for `at time zone`; `undefined` where the database knows no such zone.
 */
export async function findTimeZone(
  database: Database,
  name: string | undefined,
): Promise<string | undefined> {
  if (name === undefined) return defaultTimeZone;
  names ??= readNames(database).catch((error: unknown) => {
    names = undefined;
    throw error;
  });
  const zone = (await names).get(name.toLowerCase());
  return zone && (zonesNamedLikeAbbreviations[zone] ?? zone);
}

async function readNames(database: Database): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ name: string }>`select name from pg_timezone_names`.execute(
    database,
  );
  return new Map(rows.map(({ name }) => [name.toLowerCase(), name]));
}
