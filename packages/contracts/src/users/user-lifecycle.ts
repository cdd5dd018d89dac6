import * as z from 'zod/mini';
import { administered, defineCall } from '../define.ts';
import { withStatus } from '../with-status.ts';
import { services, type ServiceCode } from '../services.ts';
import { flag, list, subject, text, timestamp } from '../scalars.ts';
import { lastAdministrator } from './authorization.ts';
import { userNotFound } from './user.ts';

/*
 * Calls about a subject as a whole, in every service: linking, migrating, erasing. They are no part of user.ts
 * because no page of the shell makes them when it starts.
 */

/**
 * State of a job, and of its step in one service. `FAILED`: given up after several attempts; the same
 * call again takes the job up where it stopped.
 */
export const jobState = z.enum(['PENDING', 'RUNNING', 'DONE', 'FAILED']);

/** State of a subject's cloud migration; it only ever goes forward. */
export const cloudMigrationState = z.enum(['NOT_STARTED', 'RUNNING', 'FINALIZED']);

/** How long either side of a link can undo it, in days. Data is moved after that. */
export const linkUndoDays = 14;

const serviceCode = z.enum(Object.keys(services) as ServiceCode[]);

/** A job over all services. `counts` is the field in which a step says what it did. */
export function job<const Counts extends z.core.$ZodLooseShape>(counts: Counts) {
  return z.object({
    job_id: z.uuid(),
    state: jobState,
    steps: list(
      'One for each service that keeps data of subjects.',
      z.object({
        service: serviceCode,
        state: jobState,
        ...counts,
        failure: z.optional(text(500, 'Why the last attempt failed, where one did.')),
      }),
    ),
  });
}

export const rowsByTable = (description: string) =>
  z.record(z.string(), z.int().check(z.gte(0))).check(z.describe(description));

export const subjectBusy = withStatus(409, {
  SUBJECT_BUSY: 'Another job moves or erases the data of this subject. Ask again when it is done.',
});

/** Rights beyond a teacher's are refused where links are (`LINK_PRIVILEGED`). */
export const subjectLinked = withStatus(409, {
  SUBJECT_LINKED:
    'Another account leads to this subject; it may not do more than a teacher. Nothing was changed.',
});

/** RFC 6750, section 2.1; wide enough for a JWT with many claims. */
const accessToken = (description: string) =>
  z.string().check(z.regex(/^[A-Za-z0-9._~+/-]+=*$/), z.maxLength(16_384), z.describe(description));

const migration = z.object({
  subject,
  state_before: cloudMigrationState,
  state: cloudMigrationState,
  started_at: timestamp('When the migration was started.'),
  finalized_at: z.optional(timestamp('When it was finalized.')),
});

export const userLifecycleCalls = {
  userLink: defineCall({
    path: '/user/link',
    summary: `Links one subject of the caller to another, which it resolves to from then on. Both have signed in within the last five minutes; both see the link in user/getIdentities, and can undo it for ${linkUndoDays} days by user/unlink. The same call again gives the state, with IA_OK.`,
    bodyUnchecked: true,
    body: z.strictObject({
      from_token: accessToken('Access token of the subject that gives way.'),
      to_token: accessToken('Access token of the subject that stays.'),
      migrate: z.optional(
        flag(
          `Move the data of the first subject to the second, once the ${linkUndoDays} days are over. Until then, and with false (the default), its data stays where it is and is not reached.`,
        ),
      ),
    }),
    answer: z.object({
      from_subject: subject,
      to_subject: subject,
      linked: flag('Whether the link holds.'),
      undo_until: z.optional(
        timestamp('Until when user/unlink undoes it; absent: it was undone since.'),
      ),
      job: z.optional(job({ moved: rowsByTable('Rows moved so far, by table.') })),
    }),
    errors: {
      ...withStatus(400, {
        // Not 401: that would be about the bearer token, which callers renew and send again.
        TOKEN_INVALID: 'from_token or to_token is not a valid access token.',
      }),
      ...withStatus(403, { LINK_NOT_OWN: 'Neither token belongs to the calling subject.' }),
      ...withStatus(409, {
        SAME_SUBJECT: 'Both tokens belong to the same subject.',
        ALREADY_LINKED: 'The first subject is linked to another one.',
      }),
      ...withStatus(403, {
        // A thief of such a token must not keep its power for good.
        LINK_PRIVILEGED:
          'One of the subjects may do more than a teacher. Such subjects are not linked.',
      }),
      ...withStatus(409, { LINK_CYCLE: 'The second subject is linked to the first.' }),
      ...subjectBusy,
    },
    permission: 'user.link',
    freshSignIn: true,
    ...administered,
  }),
  userStartCloudMigration: defineCall({
    path: '/user/startCloudMigration',
    summary:
      'Starts the cloud migration of a subject. IA_OK: it was started before, or is finalized.',
    bodyUnchecked: true,
    body: z.strictObject({
      subject: z.optional(subject).check(z.describe('Default: the caller.')),
    }),
    answer: z.object({ migration }),
    errors: userNotFound,
    permission: 'user.migrate',
    permissionForOthers: 'user.migrate-any',
    ownTokenOnly: true,
    administrative: 'for-others',
    repeatSafe: true,
  }),
  userFinalizedCloudMigration: defineCall({
    path: '/user/finalizedCloudMigration',
    summary: "Says that the caller's cloud migration is complete. IA_OK: that is known.",
    headers: 'subject',
    answer: z.object({ migration }),
    errors: withStatus(409, {
      MIGRATION_NOT_STARTED: 'The cloud migration of this subject was never started.',
    }),
    permission: 'user.migrate',
    ownTokenOnly: true,
    repeatSafe: true,
  }),
  userDelete: defineCall({
    path: '/user/delete',
    summary:
      'Erases or anonymizes a subject, and those linked to it, in every service. The same call again gives the state; IA_OK: nothing of the subject is left.',
    body: z.strictObject({ subject }),
    answer: z.object({
      subject: subject.check(
        z.describe('The subject that is erased: where the named one was linked to, or itself.'),
      ),
      erasure: job({
        erased: rowsByTable('Rows erased or anonymized so far, by table.'),
      }),
    }),
    // No USER_NOT_FOUND: a service may keep data of a subject that is no user.
    errors: { ...subjectBusy, ...lastAdministrator },
    permission: 'user.erase',
    permissionForOthers: 'user.erase',
    ...administered,
  }),
} as const;
