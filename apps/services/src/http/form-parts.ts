import { on } from 'node:events';
import { finished, type Readable } from 'node:stream';
import { Busboy, type BusboyEvents } from '@fastify/busboy';
import { CallError, generalError } from './errors.ts';
import { clientLeft } from './request-body.ts';

/** A part of a form (RFC 7578, section 4). */
export interface FormPart {
  readonly name: string;
  /** As the sender says; never to be believed. */
  readonly fileName: string | undefined;
  readonly mediaType: string;
  /** To be read to its end before the next part is asked for. */
  readonly content: AsyncIterable<Buffer>;
}

export interface FormLimits {
  readonly parts: number;
  /** Of the whole body. */
  readonly sizeInBytes: number;
}

type ArrivedPart = Parameters<BusboyEvents['file']>;

/** Of one part; browsers send two or three headers. */
const headerLimits = { headerPairs: 16, headerSize: 8 * 1024 };

/**
 * Reads a form part by part, as fast as its parts are read and no faster.
 *
 * @throws {CallError} for what is no form, is cut off or too large; where the client leaves or is too
 *   slow. What is left of the body is then thrown away.
 */
export async function* readFormParts(
  body: Readable,
  contentType: string,
  limits: FormLimits,
): AsyncGenerator<FormPart> {
  const parser = parserOf(contentType, limits);
  const streams = new Set<Readable>();
  const ended = new AbortController();
  let failure: Error | undefined;
  const fail = (error: Error) => {
    failure ??= error;
    // The reader of a part gets it there.
    for (const stream of streams) stream.destroy(failure);
    ended.abort();
  };
  const failAsDamaged = () =>
    fail(generalError('REQUEST_INVALID', 'The form is cut off or damaged.'));
  // A part can break off before it is read.
  parser.on('file', (_name, stream) => streams.add(stream.on('error', failAsDamaged)));
  parser.on('partsLimit', () =>
    fail(generalError('REQUEST_INVALID', 'The form has too many parts.')),
  );
  parser.on('error', failAsDamaged);
  const stopWatching = finished(body, { writable: false }, (error) => {
    if (error) fail(error instanceof CallError ? error : clientLeft());
  });
  let received = 0;
  const count = (chunk: Buffer) => {
    received += chunk.length;
    if (received > limits.sizeInBytes) fail(generalError('BODY_TOO_LARGE'));
  };
  const parts = on(parser, 'file', { close: ['finish'], signal: ended.signal });
  body.on('data', count).pipe(parser);

  try {
    for await (const [name, stream, fileName, , mediaType] of parts as AsyncIterable<ArrivedPart>) {
      if (failure) throw failure;
      // Typed otherwise, but absent where the part does not say it.
      yield { name: name ?? '', fileName, mediaType, content: contentOf(stream, () => failure) };
    }
  } catch (error) {
    throw failure ?? error;
  } finally {
    stopWatching();
    body.off('data', count).unpipe(parser);
    for (const stream of streams) stream.destroy();
    // A client that is still sending would not read the answer.
    body.on('error', () => {}).resume();
  }
}

/** Replaces the parser's own error about a part that breaks off. */
async function* contentOf(
  stream: Readable,
  failure: () => Error | undefined,
): AsyncGenerator<Buffer> {
  try {
    yield* stream;
  } catch (error) {
    throw failure() ?? error;
  }
}

function parserOf(contentType: string, { parts }: FormLimits) {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      // Texts, too, as bytes: the parser itself would put up with what is no UTF-8.
      isPartAFile: () => true,
      limits: { parts, ...headerLimits },
    });
  } catch {
    throw generalError('REQUEST_INVALID', 'The form has no boundary.');
  }
}
