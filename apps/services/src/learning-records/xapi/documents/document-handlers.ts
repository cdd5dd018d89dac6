import type { IncomingHttpHeaders } from 'node:http';
import { readMoment } from '../parameters.ts';
import { refusal } from '../refusals.ts';
import type { ResourceDependencies } from '../resource-dependencies.ts';
import type { XapiHandlers, XapiRequest } from '../resource.ts';
import type { XapiVersion } from '../../model/check.ts';
import {
  etagOf,
  findDocument,
  listDocuments,
  putDocument,
  removeDocument,
  type Content,
  type DocumentPlace,
  type DocumentSet,
} from './document-store.ts';
import { mergeDocument } from './merge-document.ts';
import { readPrecondition, type Precondition } from './preconditions.ts';
import { requireRoom } from './room.ts';

/** Largest document, in bytes: what a course keeps of where somebody is stays below a hundredth of it. */
export const documentMaximumInBytes = 10 * 1024 * 1024;

/** RFC 9110, section 8.3: what it is that says nothing of what it is. */
const unknownType = 'application/octet-stream';
const contentTypeMaximumLength = 255;

/** Parameters that name documents of one resource. */
export interface DocumentNaming {
  /** The document, or several of them, that a request speaks of; whether the caller may is checked. */
  find(request: XapiRequest): Promise<DocumentPlace | DocumentSet>;
  /** Allowed writes of a caller that names no state of the document. */
  unseen(version: XapiVersion): 'anything' | 'new ones' | 'nothing';
}

/**
 * The methods that the document resources have in common (xAPI 1.0.3, Communication 2.2, 3.1;
 * IEEE 9274.1.1, 4.1.4). `DELETE` is for one document.
 */
export function documentHandlers(
  { database }: Pick<ResourceDependencies, 'database'>,
  naming: DocumentNaming,
) {
  const findOne = async (request: XapiRequest): Promise<DocumentPlace> => {
    const found = await naming.find(request);
    if ('key' in found) return found;
    throw refusal('PARAMETER_INVALID', `${parameterOf[found.id]}: is missing`);
  };
  return {
    async GET(request) {
      const found = await naming.find(request);
      if (!('key' in found)) return sendList(found, request);
      return sendDocument(found, request);
    },

    async PUT(request) {
      requireNoSince(request);
      const place = await findOne(request);
      const precondition = readPrecondition(request.headers);
      const isUnseen = precondition.match === undefined && precondition.noneMatch === undefined;
      const unseen = isUnseen ? naming.unseen(request.version) : undefined;
      const content = contentOf(request);
      if (unseen === 'nothing') throw await unseenRefused(place);
      await requireRoom(database, place, content.content.length);
      const mustBeNew = unseen === 'new ones';
      const asked: Precondition = mustBeNew ? { noneMatch: '*' } : precondition;
      if (!(await putDocument(database, place, content, asked))) {
        throw refusal(mustBeNew ? 'DOCUMENT_EXISTS' : 'PRECONDITION_FAILED');
      }
      return sendStored(content, request);
    },

    async POST(request) {
      requireNoSince(request);
      const place = await findOne(request);
      const added = contentOf(request);
      await requireRoom(database, place, added.content.length);
      const stored = await mergeDocument(database, place, added, {
        precondition: readPrecondition(request.headers),
        sizeMaximumInBytes: documentMaximumInBytes,
      });
      if (!stored) throw refusal('PRECONDITION_FAILED');
      return sendStored(stored, request);
    },

    async DELETE(request) {
      const place = await findOne(request);
      const precondition = readPrecondition(request.headers);
      const isGone = await removeDocument(database, place, precondition);
      // Where nothing is there nothing has to go, unless it was to be something.
      if (!isGone && (precondition.match || (await findDocument(database, place)))) {
        throw refusal('PRECONDITION_FAILED');
      }
      request.reply.status(204);
      return undefined;
    },
  } satisfies XapiHandlers;

  async function unseenRefused(place: DocumentPlace) {
    const isThere = await findDocument(database, place);
    return refusal(isThere ? 'DOCUMENT_EXISTS' : 'PRECONDITION_MISSING');
  }

  async function sendDocument(place: DocumentPlace, { headers, reply }: XapiRequest) {
    const found = await findDocument(database, place);
    if (!found) throw refusal('DOCUMENT_NOT_FOUND');
    void reply
      // Envoy takes the ETag away from what it compresses.
      .header('Cache-Control', 'no-store, no-transform')
      .header('ETag', `"${found.etag}"`)
      .header('Last-Modified', found.updatedAt.toUTCString());
    const { noneMatch } = readPrecondition({ 'if-none-match': headers['if-none-match'] });
    if (noneMatch === '*' || noneMatch?.includes(found.etag)) {
      reply.status(304);
      return undefined;
    }
    void reply.type(found.contentType);
    return found.content;
  }

  async function sendList(set: DocumentSet, request: XapiRequest) {
    const { reply } = request;
    const since = readMoment(request, 'since');
    const { ids, updatedAt } = await listDocuments(database, set, since);
    if (updatedAt) void reply.header('Last-Modified', updatedAt.toUTCString());
    return ids;
  }
}

/**
 * Only a list is of documents since a time (xAPI 1.0.3, Communication 3.2). Whoever gets or deletes a document
 * by its id may say so all the same; elsewhere more would be written or deleted than is meant.
 */
export function requireNoSince({ parameters }: Pick<XapiRequest, 'parameters'>): void {
  if (parameters.has('since')) throw refusal('PARAMETER_INVALID', 'since: only to list ids with');
}

const parameterOf = { state_id: 'stateId', profile_id: 'profileId' } as const;

/** A client that adds to what it knows need not fetch it again. */
function sendStored({ content }: Content, { reply }: XapiRequest): undefined {
  void reply.status(204).header('ETag', `"${etagOf(content)}"`);
}

function contentOf({ headers, body }: XapiRequest): Content {
  return { contentType: contentTypeOf(headers), content: body };
}

/** It goes into a header again. */
function contentTypeOf({ 'content-type': given = unknownType }: IncomingHttpHeaders): string {
  if (given.length <= contentTypeMaximumLength && /^[\x20-\x7e]+$/.test(given)) return given;
  throw refusal('HEADER_INVALID', 'Content-Type is too long, or not of ASCII.');
}
