import { sql } from 'kysely';
import type { Database } from '../../../storage/database.ts';
import { CallError } from '../../../http/errors.ts';
import { readJson } from '../../../http/json-body.ts';
import { hasTooManyValues } from '../../../json-survey.ts';
import { createPause } from '../../../http/pause.ts';
import { isJson } from '../json-type.ts';
import { refusal } from '../refusals.ts';
import { findDocument, putDocument, type Content, type DocumentPlace } from './document-store.ts';
import { mergeObjects } from './merge-objects.ts';
import { holdsFor, type Precondition } from './preconditions.ts';

/** How often somebody may remove the document just when it is about to be merged. */
const attemptsMaximum = 5;

/**
 * Adds to a document, or stores it where there is none (xAPI 1.0.3, Communication 2.2). Whoever adds at
 * the same time waits, so that what both add is there.
 *
 * @returns what is stored now; `undefined`: it was not as it has to be, and nothing has changed.
 * @throws {CallError} DOCUMENT_NOT_MERGEABLE, BODY_TOO_LARGE
 */
export async function mergeDocument(
  database: Database,
  place: DocumentPlace,
  added: Content,
  {
    precondition,
    sizeMaximumInBytes,
  }: {
    readonly precondition: Precondition;
    readonly sizeMaximumInBytes: number;
  },
): Promise<Content | undefined> {
  if (isJson(added.contentType)) requireObject(added.content);
  const onlyNew: Precondition = { ...precondition, noneMatch: '*' };
  for (let attempt = 0; attempt < attemptsMaximum; attempt++) {
    if (await putDocument(database, place, added, onlyNew)) return added;
    const merged = await database.transaction().execute(async (transaction) => {
      const known = await findDocument(transaction, place, sql`for update`);
      if (!known) return precondition.match === undefined ? 'gone' : undefined;
      if (!holdsFor(precondition, known.etag)) return undefined;
      if (!isJson(added.contentType) || !isJson(known.contentType)) {
        throw refusal('DOCUMENT_NOT_MERGEABLE');
      }
      // Each of these takes as long as others may wait: large ones have a turn of their own.
      const pause = createPause();
      requireObject(known.content);
      await pause();
      const content = mergeObjects(known.content, added.content);
      await pause();
      // Else it could never be added to again.
      if (content.length > sizeMaximumInBytes || hasTooManyValues(content)) {
        throw refusal('BODY_TOO_LARGE', 'The document would become larger than one may be.');
      }
      const document = { contentType: known.contentType, content };
      await putDocument(transaction, place, document, {});
      return document;
    });
    if (merged !== 'gone') return merged;
  }
  throw refusal('PRECONDITION_FAILED', 'The document comes and goes. Nothing was changed.');
}

function requireObject(json: Buffer): void {
  let value: unknown;
  try {
    value = readJson(json);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    throw refusal('DOCUMENT_NOT_MERGEABLE', `It cannot be merged: ${error.messages[0]!.text}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refusal('DOCUMENT_NOT_MERGEABLE');
  }
}
