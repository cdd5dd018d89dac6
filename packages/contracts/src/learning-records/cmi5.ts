import * as z from 'zod/mini';
import { defineCall } from '../define.ts';
import { withStatus } from '../with-status.ts';
import { contentHash } from '../files/asset.ts';
import { fileAccessErrors } from '../files/file.ts';
import { deviceIdentifier } from '../licenses/device.ts';
import { issueKey } from '../publishing/publication.ts';
import { flag, identifier, list, reference, subject, text } from '../scalars.ts';
import { cmi5LaunchMethod, cmi5Structure } from './cmi5-structure.ts';
import { iri } from './xapi/iri.ts';

/*
 * Courses by cmi5 (AICC CMI-5, Quartz). Their assignable units (AU) talk to the record store with
 * credentials of their own, which they fetch from the address that a launch answers.
 */

/** A course of thousands of assignable units. */
const structureLimitInBytes = 16 * 1024 ** 2;
const structureValuesMaximum = 250_000;

const structureHash = contentHash.check(
  z.describe('SHA-256 of the structure as RFC 8785 writes it.'),
);
const registration = z
  .uuid()
  .check(z.describe('Id of the registration of the user for the course.'));
const pageAddress = (description: string) =>
  z.url({ protocol: /^https?$/ }).check(z.maxLength(2048), z.describe(description));

const structureUnknown = withStatus(404, {
  STRUCTURE_NOT_FOUND: 'Nobody has brought in a structure of this hash.',
});

const { DEVICE_NOT_FOUND, LICENSE_NOT_FOUND, LICENSE_USAGE_REQUIRED } = fileAccessErrors;

/** Units need the licence of the issue's files, because launch data may hold keys. */
const launchErrors = {
  ...withStatus(404, {
    STRUCTURE_NOT_FOUND: 'The issue that readers see has no structure of this hash.',
  }),
  DEVICE_NOT_FOUND,
  LICENSE_NOT_FOUND,
  ...withStatus(403, {
    LICENSE_REQUIRED:
      'The structure is not public: name a licence for a product that opens the issue.',
    LICENSE_NOT_VALID:
      'The licence is expired or blocked, or is for no product that opens the issue.',
  }),
  LICENSE_USAGE_REQUIRED,
} as const;

const openingLicense = z
  .strictObject({
    license_code: identifier('The licence that opens the issue.'),
    product_reference: reference('The product that the licence is for.'),
    device_identifier: deviceIdentifier,
  })
  .check(z.describe('Needed unless the structure is public.'));

export const cmi5Calls = {
  cmi5PutStructure: defineCall({
    path: '/v1/cmi5/putStructure',
    summary:
      'Brings in the structure of a cmi5 course. It never changes: another one has another hash. IA_OK: it is there already.',
    body: z.strictObject({ structure: cmi5Structure }),
    answer: z.object({ structure_hash: structureHash }),
    permission: 'content.publish',
    ownTokenOnly: true,
    repeatSafe: true,
    bodyLimitInBytes: structureLimitInBytes,
    valuesMaximum: structureValuesMaximum,
  }),
  cmi5Launch: defineCall({
    path: '/v1/cmi5/launch',
    summary:
      'Begins a session of an assignable unit that a licence of the subject opens, abandons one of the same registration that is still open, and says where the unit is to be opened.',
    body: z.strictObject({
      subject,
      ...issueKey,
      structure_hash: structureHash,
      au_id: iri('Id that the publisher gave the assignable unit.'),
      launch_mode: z.optional(
        z
          .enum(['Normal', 'Browse', 'Review'])
          .check(z.describe('Whether what is done counts; absent: Normal.')),
      ),
      content_url: pageAddress('What relative addresses of the structure are relative to.'),
      return_url: z.optional(pageAddress('Where the unit leads when it is left.')),
      license: z.optional(openingLicense),
    }),
    answer: z.object({
      launch_url: text(16_384, 'Address of the unit, with the parameters of its launch.'),
      launch_method: cmi5LaunchMethod,
      registration,
      session_id: z.uuid().check(z.describe('Id of the session.')),
    }),
    errors: {
      ...launchErrors,
      ...withStatus(404, { AU_NOT_FOUND: 'The structure has no assignable unit of this id.' }),
      ...withStatus(409, {
        LAUNCH_URL_INVALID:
          'The address of the unit leads to no web page, or has a parameter that launches have.',
      }),
    },
    permission: 'record.write',
    ownTokenOnly: true,
    // Each leaves a session and a statement.
    rateLimit: { requests: 300, windowInSeconds: 60 },
  }),
  cmi5SignOut: defineCall({
    path: '/v1/cmi5/signOut',
    summary:
      "Ends what the sign-in of the caller's token has begun: credentials of assignable units that it has launched, and addresses of uploads that it has announced, open nothing any more. A provider's own message (OpenID Connect Back-Channel Logout) does the same.",
    body: z.strictObject({ subject }),
    answer: z.object({}),
    // Callers that launch or upload have it.
    permission: 'file.read',
    ownTokenOnly: true,
    repeatSafe: true,
  }),
  cmi5GetProgress: defineCall({
    path: '/v1/cmi5/getProgress',
    summary: 'Says what a user has done of a cmi5 course.',
    body: z.strictObject({ subject, ...issueKey, structure_hash: structureHash }),
    answer: z.object({
      registration: z.optional(registration),
      is_satisfied: flag('All that the course asks for is done.'),
      satisfied_block_ids: z.array(iri('Id that the publisher gave the block.')),
      aus: list(
        'In the order of the structure.',
        z.object({
          au_id: iri('Id that the publisher gave the assignable unit.'),
          is_satisfied: flag('What its moveOn asks for is done.'),
          is_completed: z.boolean(),
          success: z.enum(['unknown', 'passed', 'failed']),
          scaled_score: z.optional(
            z.number().check(z.describe('Of the latest statement that has one.')),
          ),
        }),
      ),
    }),
    errors: structureUnknown,
    permission: 'record.read',
    permissionForOthers: 'record.read-any',
    repeatSafe: true,
  }),
} as const;
