import type { ownAccountCalls } from '@lectern/contracts/calls/users/own-account';
import pLimit from 'p-limit';
import { recordAudit } from '../../authorization/audit-log.ts';
import type { Handlers } from '../../http/routes.ts';
import { TemporaryFile } from '../../http/temporary-file.ts';
import type { Database } from '../../storage/database.ts';
import type { SubjectDataByService, SubjectJobs } from '../subject-jobs.ts';
import { beginErasure } from '../erase-account.ts';
import { exportSubject } from '../subject-export.ts';
import { findSubjectJob, readSubjectJob } from '../subject-job-state.ts';
import { isUndoable, lockSubjectLinks, undoableLinks, unlink } from '../subject-links.ts';

/** An export holds a connection to the database while it is written, and there are twenty of those. */
const exportsAtOnce = 2;
const readAtOnceInBytes = 64 * 1024;

/** Calls of people about their own account as a whole. */
export function ownAccountHandlers(parts: {
  readonly database: Database;
  readonly subjectData: SubjectDataByService;
  readonly subjectJobs: SubjectJobs;
}): Handlers<typeof ownAccountCalls> {
  const { database } = parts;
  const exports = pLimit(exportsAtOnce);
  return {
    userUnlink: ({ body, caller, refusal, record }) =>
      database.transaction().execute(async (transaction) => {
        await lockSubjectLinks(transaction, 'exclusive');
        const [from, to] = [body.from_subject, caller.subject];
        const link = await transaction
          .selectFrom('aua.subject_links')
          .select(isUndoable.as('is_undoable'))
          .where('from_subject', '=', from)
          .where('to_subject', '=', to)
          .executeTakeFirst();
        if (!link) return { result_state: 'IA_OK' };
        if (!link.is_undoable) throw refusal('LINK_UNDO_OVER');
        if ((await findSubjectJob(transaction, to))?.kind === 'erase')
          throw refusal('SUBJECT_BUSY');
        await record(transaction, { subject: from, to_subject: to });
        await unlink(transaction, from);
        return {};
      }),

    async userDownloadOwn({ body: { subject }, caller, correlationId, refusal, signal }) {
      if ((await undoableLinks(database, subject)).length > 0) throw refusal('LINK_UNDOABLE');
      const { tokenSubject, loginSubject, clientId } = caller;
      const who = { tokenSubject, loginSubject, clientId, subject };
      const call = '/aua/v1/user/downloadOwn';
      await recordAudit(database, { kind: 'acting-for', call, correlationId, ...who });
      const content = await exports(() => exported(parts, subject, signal));
      return { fileName: 'lectern.json', content };
    },

    async userDeleteOwn({ body, ...request }) {
      const { refusal } = request;
      const begun = await beginErasure(
        parts,
        body.subject,
        request,
        async (transaction, subject) => {
          if (subject !== body.subject) throw refusal('SUBJECT_BUSY');
          if ((await undoableLinks(transaction, subject)).length > 0)
            throw refusal('LINK_UNDOABLE');
        },
      );
      // The queue does the work, however much there is; the same call again is refused.
      return { erasure: (await readSubjectJob(database, begun.jobId, 'erased'))! };
    },
  };
}

async function exported(
  {
    database,
    subjectData,
  }: { readonly database: Database; readonly subjectData: SubjectDataByService },
  subject: string,
  signal: AbortSignal,
): Promise<AsyncGenerator<Uint8Array>> {
  signal.throwIfAborted();
  const file = await TemporaryFile.open();
  try {
    await exportSubject(database, subjectData, subject, async (pieces) => {
      for await (const piece of pieces) {
        signal.throwIfAborted();
        await file.append(Buffer.from(piece));
      }
    });
  } catch (error) {
    await file.close();
    throw error;
  }
  return fromDisk(file);
}

/** Read from the disk: a client that takes it slowly holds no transaction. */
async function* fromDisk(file: TemporaryFile): AsyncGenerator<Uint8Array> {
  try {
    for (let position = 0; position < file.sizeInBytes; position += readAtOnceInBytes) {
      yield await file.read(position, readAtOnceInBytes);
    }
  } finally {
    await file.close();
  }
}
