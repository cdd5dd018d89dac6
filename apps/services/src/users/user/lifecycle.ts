import type { userLifecycleCalls } from '@lectern/contracts/calls/users/user-lifecycle';
import type { Caller } from '../../authorization/authorize.ts';
import { isSignInFresh } from '../../authorization/fresh-sign-in.ts';
import { generalError } from '../../http/errors.ts';
import type { Handlers } from '../../http/routes.ts';
import { linkedTo } from '../../authorization/person-names.ts';
import type { Database } from '../../storage/database.ts';
import type { SubjectDirectory } from '../../authorization/subject-directory.ts';
import type { VerifiedTokens } from '../../authorization/verified-tokens.ts';
import type { SubjectJobs } from '../subject-jobs.ts';
import { beginErasure } from '../erase-account.ts';
import { isPrivileged } from '../privilege.ts';
import { lockRoles } from '../role-store.ts';
import { findSubjectJob, isBusy, isMoveAwaited, readSubjectJob } from '../subject-job-state.ts';
import { link, lockSubjectLinks, undoUntil } from '../subject-links.ts';

/** Calls about a subject as a whole, in every service: linking and erasing. */
export function userLifecycleHandlers(parts: {
  readonly database: Database;
  readonly directory: SubjectDirectory;
  readonly verify: VerifiedTokens['verify'];
  readonly subjectJobs: SubjectJobs;
}): Handlers<Pick<typeof userLifecycleCalls, 'userLink' | 'userDelete'>> {
  const { database, directory, verify, subjectJobs } = parts;
  /** An erased subject is not linked before a new sign-in. */
  const verifyPresent = async (token: string) => {
    const verified = await verify(token);
    return verified && verified.owner.erased?.isUser !== false ? verified.token : undefined;
  };
  return {
    async userLink({ body, caller, correlationId, refusal, record }) {
      const [first, second] = await Promise.all(
        [body.from_token, body.to_token].map(verifyPresent),
      );
      if (!first || !second) throw refusal('TOKEN_INVALID');
      if (![first, second].some((token) => isOfCaller(token, caller))) {
        throw refusal('LINK_NOT_OWN');
      }
      if (![first, second].every((token) => isSignInFresh(token))) {
        throw generalError('SIGN_IN_NOT_FRESH');
      }
      // By the names that they were issued to: once linked, both lead to the same subject.
      const [from, named] = [directory.nameOf(first), directory.nameOf(second)];
      if (from === named) throw refusal('SAME_SUBJECT');

      const started = await database.transaction().execute(async (transaction) => {
        // Permissions of roles do not change meanwhile, nor does anybody get a role.
        await lockRoles(transaction, 'shared');
        await lockSubjectLinks(transaction, 'exclusive');
        const to = await linkedTo(transaction, named);
        if (to === from) throw refusal('LINK_CYCLE');
        const leadsTo = await linkedTo(transaction, from);
        const job = await findSubjectJob(transaction, from);
        const isSame = job?.kind === 'move' && job.to_subject === to;
        if (leadsTo !== from && leadsTo !== to) throw refusal('ALREADY_LINKED');
        if (isSame || leadsTo === to) return { to, jobId: job?.job_id, isNew: false };
        if (job || (await isBusy(transaction, from, to))) throw refusal('SUBJECT_BUSY');
        // Its data would come to a subject that nobody reaches.
        if (await isMoveAwaited(transaction, from)) throw refusal('SUBJECT_BUSY');

        for (const subject of [from, to]) {
          if (await isPrivileged(transaction, subject)) throw refusal('LINK_PRIVILEGED');
        }
        const migrate = body.migrate === true;
        await record(transaction, { subject: from, to_subject: to, migrate });
        await link(transaction, from, to);
        const order = { kind: 'move', subject: from, toSubject: to } as const;
        const jobId = migrate
          ? await subjectJobs.start(transaction, {
              ...order,
              requestedBy: caller.tokenSubject,
              correlationId,
            })
          : undefined;
        return { to, jobId, isNew: true };
      });

      const { to, jobId, isNew } = started;
      if (jobId) await subjectJobs.run(jobId);
      const job = jobId && (await readSubjectJob(database, jobId, 'moved'));
      // It may have been undone since.
      const linked = await database
        .selectFrom('aua.subject_links')
        .select('linked_at')
        .where('from_subject', '=', from)
        .executeTakeFirst();
      return {
        from_subject: from,
        to_subject: to,
        linked: linked !== undefined,
        ...(linked && { undo_until: undoUntil(linked.linked_at) }),
        ...(job ? { job } : {}),
        ...(isNew ? {} : { result_state: 'IA_OK' }),
      };
    },

    userDelete: async ({ body, ...request }) => {
      const { subject, jobId, isNew } = await beginErasure(parts, body.subject, request);
      await subjectJobs.run(jobId);
      const erasure = (await readSubjectJob(database, jobId, 'erased'))!;
      const isDone = erasure.state === 'DONE';
      const nothingWasThere = erasure.steps.every(({ erased }) =>
        Object.values(erased).every((rows) => rows === 0),
      );
      return isDone && (!isNew || nothingWasThere)
        ? { subject, erasure, result_state: 'IA_OK' }
        : { subject, erasure };
    },
  };
}

function isOfCaller(
  { issuer, sub }: { readonly issuer: string; readonly sub: string },
  { issued }: Caller,
): boolean {
  return issuer === issued.issuer && sub === issued.sub;
}
