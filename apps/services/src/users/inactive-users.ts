import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { recordAudit } from '../authorization/audit-log.ts';
import { startHourly } from '../jobs/hourly.ts';
import type { Database } from '../storage/database.ts';
import { hasValidLicense } from '../licenses/public.ts';
import { writtenSince } from '../annotations/public.ts';
import { leadsOrChangedSince } from '../groups/public.ts';
import { recordedSince } from '../learning-records/public.ts';
import { privilegedRoles } from './privilege.ts';
import { findSubjectJob, isBusy } from './subject-job-state.ts';
import type { SubjectJobs } from './subject-jobs.ts';
import { lockSubjectLinks } from './subject-links.ts';

/** The shortest time, in days: a mistyped one must not erase people over the holidays. */
export const inactiveMinimumInDays = 180;
/** How many are begun with at a time: an erasure of thousands must not keep others waiting. */
const usersAtOnce = 50;

export interface InactiveDependencies {
  readonly database: Database;
  readonly subjectJobs: Pick<SubjectJobs, 'start'>;
  /** How long people are kept who do not come, in days. */
  readonly afterInDays: number;
  /** An erasure that could not be begun; the next look tries it again. */
  readonly onError: (error: unknown) => void;
}

const limitOf = (afterInDays: number) =>
  sql<Date>`now() - make_interval(days => ${afterInDays}::integer)`;

/**
 * True for a row of `aua.users` without sign-in or change by others for so long. These stay, too: people
 * with a licence that holds, also one of a class, people with linked accounts, leaders of groups, and people with
 * more rights than teachers, about whom operators decide.
 */
const isInactive = (afterInDays: number) => {
  const limit = limitOf(afterInDays);
  const subject = sql.ref<string>('users.subject');
  const rows = [
    sql`aua.subject_links link where ${subject} in (link.from_subject, link.to_subject)`,
    sql`aua.subject_jobs job where job.subject = ${subject} and job.swept_at is null`,
    sql`aua.user_roles held where held.subject = ${subject} and held.role in (${privilegedRoles})`,
    sql`aua.audit_log entry where entry.subject = ${subject} and entry.at >= ${limit}`,
  ].map((from) => sql`exists (select from ${from})`);
  const reasons = [...rows, ...leadsOrChangedSince(subject, limit), hasValidLicense(subject)];
  // The planner joins "not exists", and asks "not (exists or exists)" for each row.
  const without = reasons.map((reason) => sql`not ${reason}`);
  return sql<boolean>`(users.updated_at < ${limit} and ${sql.join(without, sql` and `)})`;
};

/** Subjects without work for so long, among some: what people write can lie on other machines than users do. */
async function withoutWork(
  database: Database,
  subjects: readonly string[],
  afterInDays: number,
): Promise<readonly string[]> {
  if (subjects.length === 0) return [];
  const limit = limitOf(afterInDays);
  const recorded = await recordedSince(database, subjects, limit);
  const written = await writtenSince(database, subjects, limit);
  return subjects.filter((subject) => !recorded.has(subject) && !written.has(subject));
}

async function findInactive(database: Database, afterInDays: number): Promise<readonly string[]> {
  const found: string[] = [];
  let after = sql<boolean>`true`;
  for (;;) {
    const rows = await database
      .selectFrom('aua.users')
      .select(['subject', sql<string>`updated_at::text`.as('place')])
      .where(isInactive(afterInDays))
      .where(after)
      .orderBy('aua.users.updated_at')
      .orderBy('subject')
      .limit(usersAtOnce)
      .execute();
    const subjects = rows.map(({ subject }) => subject);
    found.push(...(await withoutWork(database, subjects, afterInDays)));
    const last = rows.at(-1);
    if (rows.length < usersAtOnce || found.length >= usersAtOnce)
      return found.slice(0, usersAtOnce);
    after = sql`(users.updated_at, subject) > (${last!.place}::timestamptz, ${last!.subject})`;
  }
}

/**
 * Begins to erase people who have gone away, those first who went first.
 *
 * @returns how many
 */
export async function eraseInactive(dependencies: InactiveDependencies): Promise<number> {
  const { database, afterInDays } = dependencies;
  let begun = 0;
  for (const subject of await findInactive(database, afterInDays)) {
    // One that fails keeps back nobody behind it.
    const isBegun = await beginErasing(dependencies, subject).catch(dependencies.onError);
    if (isBegun) begun++;
  }
  return begun;
}

/** @returns whether it was begun: the person may have come, or another process been faster. */
function beginErasing(
  { database, subjectJobs, afterInDays }: InactiveDependencies,
  subject: string,
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    await lockSubjectLinks(transaction, 'exclusive');
    const still = await transaction
      .selectFrom('aua.users')
      .select('subject')
      .where('subject', '=', subject)
      .where(isInactive(afterInDays))
      .forUpdate()
      .executeTakeFirst();
    if (!still) return false;
    if ((await withoutWork(transaction, [subject], afterInDays)).length === 0) return false;
    if ((await findSubjectJob(transaction, subject)) || (await isBusy(transaction, subject))) {
      return false;
    }
    const correlationId = randomUUID();
    await recordAudit(transaction, {
      kind: 'change',
      call: 'inactive-users',
      subject,
      correlationId,
      change: { after_days: afterInDays },
    });
    // No subject has asked for it.
    const order = { kind: 'erase', subject, requestedBy: '', correlationId } as const;
    await subjectJobs.start(transaction, order);
    return true;
  });
}

interface ErasingDependencies extends InactiveDependencies {
  readonly onErased: (users: number) => void;
  /** Default: an hour. */
  readonly everyInMs?: number;
}

async function lookOnce(dependencies: ErasingDependencies): Promise<void> {
  try {
    const users = await eraseInactive(dependencies);
    if (users > 0) dependencies.onErased(users);
  } catch (error) {
    dependencies.onError(error);
  }
}

/**
 * Erases people who have gone away, every hour, the first time after one.
 *
 * @returns ends that, and waits for what is under way
 */
export function startErasingInactive(dependencies: ErasingDependencies): () => Promise<void> {
  return startHourly(() => lookOnce(dependencies), dependencies.everyInMs);
}
