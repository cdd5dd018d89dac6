import { sql } from 'kysely';
import { createPause } from '../http/pause.ts';
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
/** The same by their names in this runtime. Made once a name is missing above, because it takes long. */
let namesHere: Promise<ReadonlyMap<string, string>> | undefined;

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
  const zone = (await names).get(name.toLowerCase()) ?? (await findRenamed(await names, name));
  return zone && (zonesNamedLikeAbbreviations[zone] ?? zone);
}

/**
 * Zones are renamed, and browsers, databases and their systems hear of it in different years, or leave older names out:
 * Europe/Kiev, Europe/Kyiv.
 */
async function findRenamed(
  zones: ReadonlyMap<string, string>,
  name: string,
): Promise<string | undefined> {
  // An offset such as +02:00 is no name.
  const nameHere = name.includes('/') ? nameOfRuntime(name) : undefined;
  if (nameHere === undefined) return undefined;
  namesHere ??= byNameOfRuntime(zones.values());
  return (await namesHere).get(nameHere);
}

/** Zones by their names in this runtime; without those that it does not know. */
export async function byNameOfRuntime(
  zones: Iterable<string>,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const pause = createPause();
  for (const zone of zones) {
    await pause();
    const nameHere = nameOfRuntime(zone);
    if (nameHere !== undefined) found.set(nameHere, zone);
  }
  return found;
}

export function nameOfRuntime(timeZone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

async function readNames(database: Database): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ name: string }>`select name from pg_timezone_names`.execute(
    database,
  );
  return new Map(rows.map(({ name }) => [name.toLowerCase(), name]));
}
