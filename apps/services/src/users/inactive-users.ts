import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { recordAudit } from '../authorization/audit-log.ts';
import type { Database } from '../storage/database.ts';
import { licenseState, transactionTime } from '../storage/license-state.ts';
import { privilegedRoles } from './privilege.ts';
import { dropWaitingMoves, findSubjectJob, isBusy } from './subject-job-state.ts';
import type { SubjectJobs } from './subject-jobs.ts';
import { lockSubjectLinks } from './subject-links.ts';

/** The shortest time, in days: whoever mistypes it must not lose people over the holidays. */
export const inactiveMinimumInDays = 180;
/** How many are begun with at a time: an erasure of thousands must not keep others waiting. */
const usersAtOnce = 50;
const intervalInMs = 60 * 60_000;

export interface InactiveParts {
  readonly database: Database;
  readonly subjectJobs: Pick<SubjectJobs, 'start'>;
  /** How long people are kept who do not come, in days. */
  readonly afterInDays: number;
}

/**
 * Whether a row of `aua.users` is of somebody who is gone: who has not signed in for so long, nor was changed by a
 * roster or an administrator, nor recorded anything. Whoever has a licence that still holds has paid to come again.
 * Whoever may do more than a teacher is for operators to decide.
 */
const isInactive = (afterInDays: number) => {
  const limit = sql`now() - make_interval(days => ${afterInDays}::integer)`;
  return sql<boolean>`(
    users.updated_at < ${limit}
    and not exists (select from aua.subject_links where from_subject = users.subject)
    and not exists (
      select from aua.user_roles where subject = users.subject and role in (${privilegedRoles})
    )
    and not exists (
      select from lars.statements where subject = users.subject and stored >= ${limit}
    )
    and not exists (
      select from lima.licenses license where license.subject = users.subject
        and ${licenseState('license', transactionTime)} = 'LICENSE_STATE_VALID'
    )
    and not exists (
      select from aua.subject_jobs job where job.subject = users.subject and job.swept_at is null
    )
  )`;
};

/**
 * Begins to erase people who are gone, as many as there is time for.
 *
 * @returns how many
 */
export async function eraseInactive(parts: InactiveParts): Promise<number> {
  const { database, afterInDays } = parts;
  const found = await database
    .selectFrom('aua.users')
    .select('subject')
    .where(isInactive(afterInDays))
    .limit(usersAtOnce)
    .execute();
  let begun = 0;
  for (const { subject } of found) if (await beginErasing(parts, subject)) begun++;
  return begun;
}

/** @returns whether it was begun: the person may have come, or another process been faster. */
function beginErasing(
  { database, subjectJobs, afterInDays }: InactiveParts,
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
    await dropWaitingMoves(transaction, subject);
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
    // Nobody asked for it.
    const order = { kind: 'erase', subject, requestedBy: '', correlationId } as const;
    await subjectJobs.start(transaction, order);
    return true;
  });
}

interface ErasingParts extends InactiveParts {
  readonly onErased: (users: number) => void;
  readonly onError: (error: unknown) => void;
}

async function lookOnce(parts: ErasingParts): Promise<void> {
  try {
    const users = await eraseInactive(parts);
    if (users > 0) parts.onErased(users);
  } catch (error) {
    parts.onError(error);
  }
}

/** Erases people who are gone, every hour. @returns ends that, and waits for what is under way. */
export function startErasingInactive(parts: ErasingParts): () => Promise<void> {
  let running = Promise.resolve();
  const look = () => {
    running = running.then(() => lookOnce(parts));
  };
  const timer = setInterval(look, intervalInMs);
  timer.unref();
  look();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
