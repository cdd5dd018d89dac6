import { Migrator, type Migration } from 'kysely/migration';
import { sql } from 'kysely';
import pg from 'pg';
import type { ConnectionMonitor } from './connection-monitor.ts';
import { Connections } from './connections.ts';
import { databaseOn, type Database } from './database.ts';
import { up as mainJob } from './migrations/0001-main-job.ts';
import { up as usersAndAuthorization } from './migrations/0002-users-and-authorization.ts';
import { up as auditLogLogins } from './migrations/0003-audit-log-logins.ts';
import { up as entitlements } from './migrations/0004-entitlements.ts';
import { up as orderSystemsApart } from './migrations/0005-order-systems-apart.ts';
import { up as outboxKeys } from './migrations/0006-outbox-keys.ts';
import { up as contentItems } from './migrations/0007-content-items.ts';
import { up as files } from './migrations/0008-files.ts';
import { up as courses } from './migrations/0009-courses.ts';
import { up as search } from './migrations/0010-search.ts';
import { up as videoConversions } from './migrations/0011-video-conversions.ts';
import { up as sharingsByCourse } from './migrations/0012-sharings-by-course.ts';
import { up as coursesByPublishing } from './migrations/0013-courses-by-publishing.ts';
import { up as removalsInTime } from './migrations/0014-removals-in-time.ts';
import { up as conversionRounds } from './migrations/0015-conversion-rounds.ts';
import { up as rowsThatStay } from './migrations/0016-rows-that-stay.ts';
import { up as itemsByChange } from './migrations/0017-items-by-change.ts';
import { up as recordStore } from './migrations/0018-record-store.ts';
import { up as recordWriting } from './migrations/0019-record-writing.ts';
import { up as progress } from './migrations/0020-progress.ts';
import { up as cmi5 } from './migrations/0021-cmi5.ts';
import { up as refusedStatements } from './migrations/0022-refused-statements.ts';
import { up as forwarding } from './migrations/0023-forwarding.ts';
import { up as singleStatements } from './migrations/0024-single-statements.ts';
import { up as whoseStatements } from './migrations/0025-whose-statements.ts';
import { up as membershipOrigins } from './migrations/0026-membership-origins.ts';
import { up as orderSystemMandants } from './migrations/0027-order-system-mandants.ts';
import { up as cmi5SignIns } from './migrations/0028-cmi5-sign-ins.ts';
import { up as publicTitles } from './migrations/0029-public-titles.ts';
import { up as erasedSubjects } from './migrations/0030-erased-subjects.ts';
import { up as linksWithUndo } from './migrations/0031-links-with-undo.ts';
import { up as coursesOfStatements } from './migrations/0032-courses-of-statements.ts';
import { up as activitiesOfCourses } from './migrations/0033-activities-of-courses.ts';
import { up as wordsOfLeaders } from './migrations/0034-words-of-leaders.ts';
import { up as firstToNameAFile } from './migrations/0035-first-to-name-a-file.ts';
import { up as issuersOfOrderSystems } from './migrations/0036-issuers-of-order-systems.ts';
import { up as wordsBeforeACourse } from './migrations/0038-words-before-a-course.ts';
import { up as inviters } from './migrations/0040-inviters.ts';
import { up as saidWithin } from './migrations/0046-said-within.ts';
import { up as firstCourses } from './migrations/0047-first-courses.ts';
import { up as roomOfRegistrations } from './migrations/0048-room-of-registrations.ts';
import { up as composedLetters } from './migrations/0049-composed-letters.ts';

/** Every migration in order. A landed one is never changed; a change is a new one. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-main-job': { up: mainJob },
  '0002-users-and-authorization': { up: usersAndAuthorization },
  '0003-audit-log-logins': { up: auditLogLogins },
  '0004-entitlements': { up: entitlements },
  '0005-order-systems-apart': { up: orderSystemsApart },
  '0006-outbox-keys': { up: outboxKeys },
  '0007-content-items': { up: contentItems },
  '0008-files': { up: files },
  '0009-courses': { up: courses },
  '0010-search': { up: search },
  '0011-video-conversions': { up: videoConversions },
  '0012-sharings-by-course': { up: sharingsByCourse },
  '0013-courses-by-publishing': { up: coursesByPublishing },
  '0014-removals-in-time': { up: removalsInTime },
  '0015-conversion-rounds': { up: conversionRounds },
  '0016-rows-that-stay': { up: rowsThatStay },
  '0017-items-by-change': { up: itemsByChange },
  '0018-record-store': { up: recordStore },
  '0019-record-writing': { up: recordWriting },
  '0020-progress': { up: progress },
  '0021-cmi5': { up: cmi5 },
  '0022-refused-statements': { up: refusedStatements },
  '0023-forwarding': { up: forwarding },
  '0024-single-statements': { up: singleStatements },
  '0025-whose-statements': { up: whoseStatements },
  '0026-membership-origins': { up: membershipOrigins },
  '0027-order-system-mandants': { up: orderSystemMandants },
  '0028-cmi5-sign-ins': { up: cmi5SignIns },
  '0029-public-titles': { up: publicTitles },
  '0030-erased-subjects': { up: erasedSubjects },
  '0031-links-with-undo': { up: linksWithUndo },
  '0032-courses-of-statements': { up: coursesOfStatements },
  '0033-activities-of-courses': { up: activitiesOfCourses },
  '0034-words-of-leaders': { up: wordsOfLeaders },
  '0035-first-to-name-a-file': { up: firstToNameAFile },
  '0036-issuers-of-order-systems': { up: issuersOfOrderSystems },
  '0038-words-before-a-course': { up: wordsBeforeACourse },
  '0040-inviters': { up: inviters },
  '0046-said-within': { up: saidWithin },
  '0047-first-courses': { up: firstCourses },
  '0048-room-of-registrations': { up: roomOfRegistrations },
  '0049-composed-letters': { up: composedLetters },
};

/** SQLSTATE of a database without the migrator's table (undefined_table). */
const missingSqlState = '42P01';

/** The database has what a newer version made of it; the message is a sentence for who started this one. */
export class DatabaseIsNewer extends Error {
  override readonly name = 'DatabaseIsNewer';
}

/**
 * Brings the schema to the newest state. Safe when several processes start at once: the migrator
 * holds a lock of the database.
 *
 * @throws {DatabaseIsNewer}
 */
export async function migrate(over: string | ConnectionMonitor): Promise<void> {
  // A connection of its own: the time limit of requests is none for a migration, nor for waiting
  // until another process has finished one.
  const database = databaseOn(new Connections(over, { name: 'lectern-migrations', maximum: 1 }));
  try {
    // The migrator reads all tables of the database several times before it finds nothing to do.
    const applied = await appliedMigrations(database).catch((error: unknown) => {
      if (error instanceof pg.DatabaseError && error.code === missingSqlState) return [];
      throw error;
    });
    if (applied.toReversed().join() === Object.keys(migrations).join()) return;
    const migrator = new Migrator({
      db: database,
      provider: { getMigrations: async () => migrations },
      migrationTableSchema: 'platform',
    });
    for (;;) {
      // Each in a transaction of its own: who waits for one lock does not wait for those of all.
      const { error, results = [] } = await migrator.migrateUp();
      // Where that cannot even be asked, it is not why.
      if (error) throw (await newerThanThis(database).catch(() => undefined)) ?? error;
      if (results.length === 0) return;
    }
  } finally {
    await database.destroy();
  }
}

/** Names of the migrations that the database has, the newest first. */
async function appliedMigrations(database: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from platform.kysely_migration order by name desc
  `.execute(database);
  return rows.map(({ name }) => name);
}

async function newerThanThis(database: Database): Promise<DatabaseIsNewer | undefined> {
  const [newest] = await appliedMigrations(database);
  if (newest === undefined || newest in migrations) return undefined;
  return new DatabaseIsNewer(
    `The database belongs to a newer version, up to its migration ${newest}. ` +
      'Start that version, or restore a copy of the database from before it.',
  );
}
