import { hash } from 'node:crypto';
import type { Attachment, Checked, Statement } from '@lectern/contracts/xapi';
import { CallError } from '../../http/errors.ts';
import { readJson } from '../../http/json-body.ts';
import { elementsOf } from '../../json-survey.ts';
import { createPause } from '../../http/pause.ts';
import { attachmentsOf } from '../model/attachments.ts';
import { checkStatement } from '../model/check.ts';
import { batchNamesMaximum, countNames, namesTooMany } from '../model/term-limit.ts';
import {
  readSignature,
  signatureContentType,
  signatureFault,
  signaturesMaximum,
  signatureUsageType,
} from '../model/signature.ts';
import { isTooLarge, statementMaximumInBytes } from '../model/statement-size.ts';
import type { GivenStatement } from '../store/records.ts';
import { isJson } from './json-type.ts';
import {
  boundaryOf,
  headerMaximumInBytes,
  headersMaximum,
  partsMaximum,
  readParts,
  type Part,
} from './multipart.ts';
import { refusal, refusalOfBatch } from './refusals.ts';
import type { XapiVersion } from '../model/check.ts';

/** As the store writes them, numbers take so many times the bytes at most: `1e20,` has 21 digits then. */
const growthMaximum = 5;

const bodyOfNoParts =
  `The body is not of up to ${partsMaximum} parts with the boundary of its Content-Type, lines that end ` +
  `with CRLF and up to ${headersMaximum} headers of ${headerMaximumInBytes} bytes together.`;

/** Most statements of a batch: others wait while it is written. */
const batchMaximum = 1_000;

/** The statements of a body, each with what is wrong with it. */
export interface StatementBody {
  readonly isList: boolean;
  readonly statements: readonly CheckedStatement[];
}

export type CheckedStatement =
  | { readonly given: GivenStatement; readonly fault?: never }
  /** `value`: what it is; absent: it is too large to be kept aside. */
  | { readonly given?: never; readonly fault: string; readonly value?: unknown };

/** Statements of a request's headers and body. */
interface Written {
  readonly version: XapiVersion;
  readonly contentType: string;
  readonly body: Buffer;
}

/**
 * Reads statements: as JSON, or as `multipart/mixed` with what is attached to them (xAPI 1.0.3,
 * Communication 1.5).
 *
 * @throws {CallError} where the body itself is wrong
 */
export async function readStatements(written: Written): Promise<StatementBody> {
  const { version, contentType, body } = written;
  if (isJson(contentType)) return checkAll(body, version, undefined);
  const boundary = boundaryOf(contentType);
  if (boundary === undefined) {
    throw refusal(
      'BODY_INVALID',
      'Content-Type must be application/json, or multipart/mixed with a boundary.',
    );
  }
  const parts = readParts(body, boundary);
  if (!parts) throw refusal('BODY_INVALID', bodyOfNoParts);
  const [first, ...others] = parts;
  if (!first || !isJson(first.headers.get('content-type'))) {
    throw refusal('BODY_INVALID', 'The first part must be the statements, as application/json.');
  }
  const contents = new Map(others.map((part, place) => contentOf(part, place + 2)));
  const { content } = first;
  const read = await checkAll(content, version, contents);
  requireUsed(read, contents);
  return read;
}

/** Raw data by its hash, in small letters. */
export type Contents = ReadonlyMap<string, Pick<Part, 'content'>>;

/** @throws {CallError} */
function contentOf(part: Part, place: number): [string, Part] {
  const { headers, content } = part;
  if (headers.get('content-transfer-encoding')?.toLowerCase() !== 'binary') {
    throw refusal('BODY_INVALID', `Part ${place}: Content-Transfer-Encoding must be binary.`);
  }
  const sha2 = headers.get('x-experience-api-hash')?.toLowerCase() ?? '';
  if (!isHashOf(sha2, content)) {
    throw refusal('BODY_INVALID', `Part ${place}: X-Experience-API-Hash is not its SHA-2 hash.`);
  }
  return [sha2, part];
}

/** True where a text in small letters is a SHA-2 hash of these bytes. */
export function isHashOf(sha2: string, content: Buffer): boolean {
  const algorithm = algorithmsByLength.get(sha2.length);
  return algorithm !== undefined && hash(algorithm, content) === sha2;
}

/** By the number of hexadecimal digits. */
const algorithmsByLength: ReadonlyMap<number, string> = new Map([
  [56, 'sha224'],
  [64, 'sha256'],
  [96, 'sha384'],
  [128, 'sha512'],
]);

/** @throws {CallError} for raw data that belongs to nothing */
function requireUsed({ statements }: StatementBody, contents: Contents): void {
  const used = new Set(statements.flatMap(({ given }) => [...(given?.contents?.keys() ?? [])]));
  const hasFaults = statements.some(({ fault }) => fault !== undefined);
  for (const sha2 of contents.keys()) {
    if (used.has(sha2) || hasFaults) continue;
    throw refusal('BODY_INVALID', `No statement has an attachment with the hash ${sha2}.`);
  }
}

async function checkAll(
  json: Buffer,
  version: XapiVersion,
  contents: Contents | undefined,
): Promise<StatementBody> {
  const elements = elementsOf(json, batchMaximum);
  const isList = elements !== undefined;
  const texts = elements ?? [json];
  if (texts.length > batchMaximum) {
    throw refusal('BODY_TOO_LARGE', `A batch has ${batchMaximum} statements at most.`);
  }
  const statements: CheckedStatement[] = [];
  const options = { contents, signatures: new Map() };
  const ids = new Set<string>();
  let names = 0;
  const pause = createPause();
  for (const [place, text] of texts.entries()) {
    await pause();
    const at = isList ? `statements[${place}]` : 'statement';
    const one = readJson(text);
    if (one === undefined) throw refusal('BODY_INVALID', `${at}: there is none`);
    const checked = await checkWithContents(one, version, at, text.length, options);
    names += checked.given ? countNames(checked.given.statement) : 0;
    if (names > batchNamesMaximum) {
      throw refusal(
        'BODY_TOO_LARGE',
        `A batch names ${batchNamesMaximum} people and activities at most.`,
      );
    }
    const id = checked.given?.statement.id?.toLowerCase();
    const isRepeated = id !== undefined && ids.has(id);
    statements.push(isRepeated ? { fault: `${at}.id: stands there twice`, value: one } : checked);
    if (id !== undefined) ids.add(id);
  }
  return { isList, statements };
}

/** How statements of a request are checked; those of a file may have become larger since. */
interface CheckOptions {
  /** Bytes that came along. */
  readonly contents?: Contents | undefined;
  readonly maximumInBytes?: number;
  /** They were checked before. */
  readonly skipsSignatures?: boolean;
  /** Read signatures, by their hashes: many statements may have the same one. */
  readonly signatures?: Map<string, Promise<Checked<string>>>;
}

/**
 * Checks a statement, and that what is attached to it came along.
 *
 * @param at what it is called where it stands, such as `statements[2]`
 * @param sizeInBytes of all that it came in: then it is hardly larger
 */
export async function checkWithContents(
  value: unknown,
  version: XapiVersion,
  at: string,
  sizeInBytes: number,
  options: CheckOptions = {},
): Promise<CheckedStatement> {
  const { contents, maximumInBytes = statementMaximumInBytes } = options;
  if (sizeInBytes * growthMaximum > maximumInBytes && isTooLarge(value, maximumInBytes)) {
    return { fault: `${at}: larger than ${maximumInBytes} bytes` };
  }
  const { value: statement, fault } = checkStatement(version, value, at);
  if (fault !== undefined) return { fault, value };
  const many = namesTooMany(statement);
  if (many !== undefined) return { fault: `${at}: ${many}`, value };
  const wrong = await attachmentsFault(statement, version, options);
  if (wrong !== undefined) return { fault: `${at}.${wrong}`, value };
  const sha2s = attachmentsOf(statement).map(({ sha2 }) => sha2.toLowerCase());
  if (sha2s.length === 0) return { given: { statement } };
  const found = sha2s.flatMap((sha2) => {
    const part = contents?.get(sha2);
    return part ? [[sha2, part.content] as const] : [];
  });
  return { given: { statement, contents: new Map(found) } };
}

/**
 * Checks what `checkStatement` leaves open for a statement that comes alone, with actor and authority of the
 * store.
 *
 * @returns what is wrong with it
 */
export async function faultWithoutContents(statement: Statement): Promise<string | undefined> {
  const { actor: _, ...sent } = statement;
  if (isTooLarge(sent)) {
    return `is larger than ${statementMaximumInBytes} bytes`;
  }
  const wrong = await attachmentsFault(statement, '2.0.0', {});
  return namesTooMany(statement) ?? (wrong && `is wrong at ${wrong}`);
}

/** @returns which attachment is wrong, and why */
async function attachmentsFault(
  statement: Statement,
  version: XapiVersion,
  { contents, skipsSignatures = false, signatures = new Map() }: CheckOptions,
): Promise<string | undefined> {
  let signatureCount = 0;
  for (const [place, attachment] of attachmentsOf(statement).entries()) {
    const sha2 = attachment.sha2.toLowerCase();
    const part = contents?.get(sha2);
    let wrong = attachmentFault(attachment, part);
    if (wrong === undefined && part && isSignature(attachment) && !skipsSignatures) {
      if (++signatureCount > signaturesMaximum) {
        return `attachments[${place}]: more than ${signaturesMaximum} signatures`;
      }
      const read = signatures.get(sha2) ?? readSignature(part.content, version);
      signatures.set(sha2, read);
      wrong = await signatureFault(await read, statement);
    }
    if (wrong !== undefined) return `attachments[${place}]: ${wrong}`;
  }
  return undefined;
}

function isSignature({ usageType }: Attachment): boolean {
  return usageType === signatureUsageType;
}

function attachmentFault(
  attachment: Attachment,
  part: Pick<Part, 'content'> | undefined,
): string | undefined {
  const { contentType, fileUrl } = attachment;
  if (isSignature(attachment) && contentType !== signatureContentType) {
    return `a signature is ${signatureContentType}`;
  }
  // By its hash it is whole; what `length` says of it is for readers.
  if (part || (fileUrl !== undefined && !isSignature(attachment))) return undefined;
  return 'its raw data is missing';
}

/**
 * Status of a refused request as a whole: 400, or 413 where the first statement that is wrong is too large
 * (xAPI 1.0.3, Communication 3.2). Names each one, so that a client need not mend and send it one by one.
 */
export function faultOfBatch({ statements }: StatementBody): CallError | undefined {
  const faults = statements.flatMap((statement) => {
    if (statement.fault === undefined) return [];
    const code = statement.value === undefined ? 'BODY_TOO_LARGE' : 'BODY_INVALID';
    return [{ code, text: statement.fault } as const];
  });
  return faults.length === 0 ? undefined : refusalOfBatch(faults);
}
