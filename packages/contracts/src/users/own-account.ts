import * as z from 'zod/mini';
import { administered, defineCall } from '../define.ts';
import { withStatus } from '../with-status.ts';
import { subject } from '../scalars.ts';
import { lastAdministrator } from './authorization.ts';
import { job, linkUndoDays, rowsByTable, subjectBusy } from './user-lifecycle.ts';

const linkUndoable = withStatus(409, {
  // A link of a thief's must be noticed before it gives away or erases what the other account has.
  LINK_UNDOABLE: `Another account leads to this one, and the link can still be undone. Undo it, or ask again ${linkUndoDays} days after it was made.`,
});

/** Calls of people about their own account as a whole, made by nobody for them. */
export const ownAccountCalls = {
  userUnlink: defineCall({
    path: '/user/unlink',
    summary: `Undoes a link to the caller's subject, within ${linkUndoDays} days; either side can. What was written since the link stays with the subject that it led to. IA_OK: there is no such link.`,
    body: z.strictObject({
      from_subject: subject.check(
        z.describe('The subject that was linked, as user/getIdentities names it.'),
      ),
    }),
    answer: z.object({}),
    errors: {
      ...withStatus(409, {
        LINK_UNDO_OVER: `The link is older than ${linkUndoDays} days, or data has been moved by it. Ask the operators of the platform.`,
      }),
      ...subjectBusy,
    },
    permission: 'user.link',
    ...administered,
  }),
  userDownloadOwn: defineCall({
    path: '/user/downloadOwn',
    summary:
      'Gives all that every service keeps of the caller, and of subjects that were linked to it, as JSON by subject, service and table. What others did is there without their names, but who has looked at what is the own.',
    body: z.strictObject({ subject }),
    answer: { mediaType: 'application/json' },
    errors: linkUndoable,
    permission: 'user.export-own',
    ownTokenOnly: true,
    freshSignIn: true,
    repeatSafe: true,
    oneAtATime: true,
  }),
  userDeleteOwn: defineCall({
    path: '/user/deleteOwn',
    summary:
      'Begins to erase or anonymize the caller, and subjects linked to it, in every service, as user/delete does. Its tokens are refused from then on.',
    body: z.strictObject({ subject }),
    answer: z.object({
      erasure: job({ erased: rowsByTable('Rows erased or anonymized so far, by table.') }),
    }),
    errors: { ...linkUndoable, ...subjectBusy, ...lastAdministrator },
    permission: 'user.erase-own',
    freshSignIn: true,
    ...administered,
  }),
} as const;
