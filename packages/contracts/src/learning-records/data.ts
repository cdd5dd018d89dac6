import * as z from 'zod/mini';
import { cursorErrors, nextCursor, pageOf } from '../annotations/paging.ts';
import { defineCall } from '../define.ts';
import { withStatus } from '../with-status.ts';
import { identifier, list, subject, timestamp } from '../scalars.ts';
import { publicationCoursesMaximum } from './publication-courses.ts';
import { statistics, statisticsRequest } from './statistics.ts';
import { iri } from './xapi/iri.ts';
import { statementOfCaller } from './xapi/statement-of-caller.ts';
import { uuid } from './xapi/uuid.ts';

const statementId = uuid('Id of the statement.');

/**
 * An xAPI statement (IEEE 9274.1.1, section 4.2) as content sends it. `actor` and `authority` may be
 * absent: the service sets both from the caller's token, whatever stands there.
 */
export const statementInput = statementOfCaller;
export type StatementInput = z.infer<typeof statementInput>;

/** A statement as stored. */
export const storedStatement = z.looseObject({
  id: statementId,
  actor: z.looseObject({}),
  verb: z.looseObject({ id: iri('What was done, as an IRI.') }),
  object: z.looseObject({}),
  timestamp: timestamp('When it happened.'),
  stored: timestamp('When the service stored it.'),
  authority: z.looseObject({}),
});
export type StoredStatement = z.infer<typeof storedStatement>;

export const dataCalls = {
  dataPut: defineCall({
    path: '/v1/data/put',
    summary:
      'Stores a learning statement of the caller. The same statement id with the same content again is IA_OK.',
    body: z.strictObject({
      subject,
      put_dto: z.strictObject({
        dto_id: identifier('What the statement is about: an exercise, a topic, a course.'),
        statement: statementInput,
      }),
      courses: z.optional(
        list(
          'The courses of the publication that speaks: the statement counts within them alone, whatever it names. Absent: it counts where it names.',
          identifier('A course.'),
        ).check(z.minLength(1), z.maxLength(publicationCoursesMaximum)),
      ),
    }),
    answer: z.object({
      statement_id: statementId.check(z.describe('Id of the statement; made where it had none.')),
    }),
    errors: withStatus(409, { STATEMENT_CONFLICT: 'Another statement has this id.' }),
    permission: 'record.write',
    ownTokenOnly: true,
    // Statements are about 1 kB; a page of 500 must stay readable.
    bodyLimitInBytes: 64 * 1024,
  }),
  dataGet: defineCall({
    path: '/v1/data/get',
    summary:
      "Pages through a subject's statements in the order in which they were stored, and counts them where that is asked for.",
    body: z.strictObject({
      subject,
      dto_id: z.optional(identifier('Only statements put under this id.')),
      ...pageOf(500, 100),
      statistics: z.optional(
        statisticsRequest.check(
          z.describe('Count the statements, too: all that fit the filter, whatever the page.'),
        ),
      ),
    }),
    answer: z.object({
      statements: z.array(storedStatement),
      next_cursor: nextCursor,
      statistics: z.optional(statistics.check(z.describe('Only where the body asks for it.'))),
    }),
    errors: {
      ...cursorErrors,
      ...withStatus(400, { TIME_ZONE_UNKNOWN: 'There is no time zone of this name.' }),
    },
    permission: 'record.read',
    permissionForOthers: 'record.read-any',
    repeatSafe: true,
  }),
} as const;
