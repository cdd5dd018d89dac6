import { checkXapi, type Statement } from '@lectern/contracts/xapi';
import * as z from 'zod/mini';
import { CallError } from '../../http/errors.ts';
import { readJson } from '../../http/json-body.ts';
import type { XapiVersion } from '../model/check.ts';
import { moments } from '../model/moment.ts';
import { statementMaximumInBytes } from '../model/statement-size.ts';
import type { GivenStatement } from '../store/records.ts';
import { checkWithContents, isHashOf, type Contents } from '../xapi/statement-body.ts';

/**
 * Largest statement of a file, in bytes of JSON. Since it was measured, the store has set its id, authority
 * and times, and each of the 256 agents that it may name can have got another account, which takes up to
 * 255 bytes more, by linking.
 */
const importedMaximumInBytes = 2 * statementMaximumInBytes;

/** A statement of a file, checked. */
export interface ImportedStatement {
  readonly given: GivenStatement & {
    readonly statement: Statement & { readonly id: string };
    readonly stored: string;
  };
  /** The voiding statement may be in no line. */
  readonly isVoided: boolean;
}

export type CheckedLine =
  | { readonly imported: ImportedStatement; readonly fault?: never }
  | { readonly imported?: never; readonly fault: string };

/** A line as `exportLines` writes it. */
const exportedLine = z.strictObject({
  statement: z.unknown(),
  dto_id: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
  said_within: z.optional(
    z
      .array(z.string().check(z.minLength(1), z.maxLength(255)))
      .check(z.minLength(1), z.maxLength(100)),
  ),
  voided: z.optional(z.boolean()),
  voids: z.optional(z.literal('own')),
  attachments: z.optional(
    z.array(z.strictObject({ sha2: z.string().check(z.toLowerCase()), content: z.base64() })),
  ),
});

/**
 * Reads a line: as `exportLines` writes it, or a statement alone, as other tools have it. It has to be
 * what a request could have brought, with an id, so that a second import finds it, and with the time at
 * which it was stored.
 */
export async function readImportedLine(bytes: Buffer): Promise<CheckedLine> {
  const { value, fault } = parsed(bytes);
  if (fault !== undefined) return { fault };
  if (value === undefined) return { fault: 'empty' };
  if (typeof value !== 'object' || value === null || !('statement' in value)) {
    return checked(value, {}, new Map());
  }
  const { success, data, error } = z.safeParse(exportedLine, value);
  if (!success) {
    const [issue] = error.issues;
    return { fault: `${issue?.path.join('.') || 'line'}: ${issue?.message ?? 'malformed'}` };
  }
  const contents = new Map<string, { readonly content: Buffer }>();
  for (const { sha2, content: encoded } of data.attachments ?? []) {
    const content = Buffer.from(encoded, 'base64');
    if (!isHashOf(sha2, content)) return { fault: `attachments: ${sha2} is not its SHA-2 hash` };
    contents.set(sha2, { content });
  }
  return checked(data.statement, data, contents);
}

/** A command has no other callers to keep waiting. */
function parsed(bytes: Buffer): { readonly value?: unknown; readonly fault?: string } {
  try {
    return { value: readJson(bytes, Infinity) };
  } catch (error) {
    if (error instanceof CallError) return { fault: error.messages[0]!.text };
    throw error;
  }
}

async function checked(
  value: unknown,
  {
    dto_id: dtoId,
    said_within: saidWithin,
    voided = false,
    voids,
  }: Partial<z.infer<typeof exportedLine>>,
  contents: Contents,
): Promise<CheckedLine> {
  const { given, fault } = await checkByVersion(value, contents);
  if (fault !== undefined) return { fault };
  const { statement } = given;
  const { id, stored } = statement;
  if (id === undefined) return { fault: 'statement.id: missing' };
  if (stored === undefined) return { fault: 'statement.stored: missing' };
  const kept = checkXapi(moments['2.0.0'], stored, 'statement.stored');
  if (kept.fault !== undefined) return { fault: kept.fault };
  const unused = [...contents.keys()].find((sha2) => !given.contents?.has(sha2));
  if (unused !== undefined) return { fault: `attachments: ${unused} is of no attachment` };
  return {
    imported: {
      given: {
        ...given,
        statement: { ...statement, id: id.toLowerCase() },
        stored,
        dtoId,
        saidWithin,
        ...(voids && { voidsOwn: true }),
      },
      isVoided: voided,
    },
  };
}

/** By the version that it names, or the other one: a store takes both in under either. */
async function checkByVersion(value: unknown, contents: Contents) {
  const names2 =
    typeof value === 'object' &&
    value !== null &&
    'version' in value &&
    String(value.version).startsWith('2.');
  const versions = names2 ? (['2.0.0', '1.0.3'] as const) : (['1.0.3', '2.0.0'] as const);
  const options = {
    contents,
    maximumInBytes: importedMaximumInBytes,
    // Signatures were checked when the statement came. They are over the statement as it was then: linking has
    // given its people other accounts since.
    skipsSignatures: true,
  };
  const check = (version: XapiVersion) =>
    checkWithContents(value, version, 'statement', Infinity, options);
  const first = await check(versions[0]);
  if (first.fault === undefined) return first;
  const second = await check(versions[1]);
  return second.fault === undefined ? second : first;
}
