import type { Readable } from 'node:stream';
import type { Call } from '@lectern/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { generalError, type CallError } from './errors.ts';
import { readFormParts, type FormPart } from './form-parts.ts';
import { LimitReached, type Limits } from './limits.ts';
import { TemporaryFile } from './temporary-file.ts';
import { UploadedFile } from './uploaded-file.ts';
import { createValidate } from './validation.ts';

export interface FormRoute {
  /** Fields that are files; the others are text. */
  readonly fileFields: ReadonlySet<string>;
  readonly sizeMaximumInBytes: number;
  /**
   * Before a file is read, so that nobody fills the disk with what is refused anyway.
   * @param fields those that came before it
   * @throws {CallError | NotAuthorized}
   */
  admitFields(request: FastifyRequest, fields: unknown): Promise<void>;
}

/** Longest text of a field, in bytes. */
const textMaximumInBytes = 64 * 1024;
/** Most parts of a form beyond what its call knows, so that the refusal can name them. */
const furtherParts = 16;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The parts of a call's contract that reading its form needs. */
export function formRouteOf(
  { body, bodyLimitInBytes }: Call,
  admit: (request: FastifyRequest, fields: unknown) => unknown,
): FormRoute {
  if (!(body instanceof z.ZodMiniObject) || bodyLimitInBytes === undefined) {
    throw new Error('The body of a form is an object with a limit.');
  }
  const shape = body.def.shape as Readonly<Record<string, z.ZodMiniType>>;
  const files = Object.keys(shape).filter((field) => shape[field] instanceof z.ZodMiniFile);
  const validate = createValidate(z.omit(body, Object.fromEntries(files.map((f) => [f, true]))));
  return {
    fileFields: new Set(files),
    sizeMaximumInBytes: bodyLimitInBytes,
    async admitFields(request, fields) {
      await admit(request, validate(fields));
    },
  };
}

/**
 * Accepts forms (RFC 7578) on the routes that say so, and nothing else there. Files are written to the
 * disk as they come; their fields come before them. The handler finds {@link UploadedFile}s, which are
 * gone once the request is answered.
 */
export function acceptForms(
  server: FastifyInstance,
  { uploadedBytesAtOnce }: Pick<Limits, 'uploadedBytesAtOnce'>,
): void {
  let uploadedInBytes = 0;
  const count = (bytes: number) => {
    uploadedInBytes += bytes;
    if (uploadedInBytes > uploadedBytesAtOnce) throw new LimitReached('OVERLOADED');
  };
  const release = async (content: TemporaryFile) => {
    uploadedInBytes -= content.sizeInBytes;
    await content.close();
  };
  const releaseAll = async (uploads: TemporaryFile[]) => {
    await Promise.all(uploads.splice(0).map(release));
  };
  server.decorateRequest('uploads', undefined);
  server.addContentTypeParser(
    'multipart/form-data',
    async (request: FastifyRequest, payload: Readable) => {
      const { form } = request.routeOptions.config;
      if (!form) throw generalError('MEDIA_TYPE_UNSUPPORTED');
      request.uploads = [];
      return readForm(request, payload, form, count);
    },
  );
  // Handlers do not read them any more. Most requests have none, and wait for nothing.
  server.addHook('onSend', ({ uploads }, _reply, _payload, done) => {
    if (!uploads) return done();
    return releaseAll(uploads);
  });
}

/** The answer to a body of another type where a form is called for. */
export function formRequired(): CallError {
  return generalError('MEDIA_TYPE_UNSUPPORTED', 'The body must be multipart/form-data.');
}

async function readForm(
  request: FastifyRequest,
  body: Readable,
  form: FormRoute,
  count: (bytes: number) => void,
): Promise<Record<string, unknown>> {
  const { headers, uploads = [] } = request;
  if (Number(headers['content-length'] ?? 0) > form.sizeMaximumInBytes) {
    throw generalError('BODY_TOO_LARGE');
  }
  const fields = new Map<string, unknown>();
  const limits = {
    parts: form.fileFields.size + furtherParts,
    sizeInBytes: form.sizeMaximumInBytes,
  };
  let hasFile = false;
  for await (const part of readFormParts(body, headers['content-type'] ?? '', limits)) {
    if (fields.has(part.name)) throw generalError('REQUEST_INVALID', 'A field comes twice.');
    if (!form.fileFields.has(part.name)) {
      if (hasFile) throw generalError('REQUEST_INVALID', 'A field comes after the file.');
      fields.set(part.name, await readText(part));
      continue;
    }
    if (!hasFile) await form.admitFields(request, Object.fromEntries(fields));
    hasFile = true;
    const content = await TemporaryFile.open();
    uploads.push(content);
    for await (const chunk of part.content) {
      await content.append(chunk);
      count(chunk.length);
    }
    fields.set(part.name, new UploadedFile(content, part.fileName ?? part.name, part.mediaType));
  }
  return Object.fromEntries(fields);
}

async function readText({ content }: FormPart): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > textMaximumInBytes) throw generalError('BODY_TOO_LARGE');
    chunks.push(chunk);
  }
  try {
    const text = utf8.decode(Buffer.concat(chunks));
    if (!text.includes('\0')) return text;
  } catch {
    throw generalError('REQUEST_INVALID', 'A field is not UTF-8.');
  }
  throw generalError('REQUEST_INVALID', 'Text holds a NUL.');
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Absent: the body is no form. */
    form?: FormRoute;
  }
  interface FastifyRequest {
    /** Files of its form on the disk; absent where there is no form. */
    uploads: TemporaryFile[] | undefined;
  }
}
