import type { ownAccountCalls } from '@lectern/contracts/calls/users/own-account';
import type { Handlers } from '../http/routes.ts';
import { TemporaryFile } from '../http/temporary-file.ts';
import { UploadedFile } from '../http/uploaded-file.ts';
import type { UsersParts } from './calls.ts';
import { eraseAccount } from './erase-account.ts';
import { exportedData, exportJson } from './subject-export.ts';
import { findSubjectJob } from './subject-job-state.ts';
import { isUndoable, lockSubjectLinks, unlink } from './subject-links.ts';

/** What people do with their own account as a whole. */
export function ownAccountHandlers(parts: UsersParts): Handlers<typeof ownAccountCalls> {
  const { database } = parts;
  return {
    userUnlink: ({ body, caller, refusal, record }) =>
      database.transaction().execute(async (transaction) => {
        await lockSubjectLinks(transaction, 'exclusive');
        const [from, to] = [body.from_subject, caller.subject];
        const found = await transaction
          .selectFrom('aua.subject_links')
          .select(isUndoable.as('is_undoable'))
          .where('from_subject', '=', from)
          .where('to_subject', '=', to)
          .executeTakeFirst();
        if (!found) return { result_state: 'IA_OK' };
        if (!found.is_undoable) throw refusal('LINK_UNDO_OVER');
        if ((await findSubjectJob(transaction, to))?.kind === 'erase')
          throw refusal('SUBJECT_BUSY');
        await record(transaction, { subject: from, to_subject: to });
        await unlink(transaction, from);
        return {};
      }),

    userDownloadOwn: async ({ body: { subject } }) => ({
      fileName: 'lectern.json',
      content: await exported(parts, subject),
    }),

    userDeleteOwn: async ({ body, ...request }) => {
      const { erasure } = await eraseAccount(parts, body.subject, request);
      return { erasure };
    },
  };
}

/** On the disk first: whoever takes it slowly must not hold a transaction meanwhile. */
async function* fromDisk(file: TemporaryFile): AsyncGenerator<Uint8Array> {
  try {
    yield* new UploadedFile(file, '', '').stream();
  } finally {
    await file.close();
  }
}

async function exported(
  { database, subjectData }: Pick<UsersParts, 'database' | 'subjectData'>,
  subject: string,
): Promise<AsyncGenerator<Uint8Array>> {
  const file = await TemporaryFile.open();
  try {
    await database
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (transaction) => {
        const head = { subject, exported_at: new Date().toISOString() };
        const data = await exportedData(transaction, subjectData, subject);
        for await (const piece of exportJson(head, data)) await file.append(Buffer.from(piece));
      });
  } catch (error) {
    await file.close();
    throw error;
  }
  return fromDisk(file);
}
