import { finished, type Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { CallError, generalError } from './errors.ts';
import { clientLeft } from './request-body.ts';

/** A part of a form (RFC 7578, section 4). */
export interface FormPart {
  readonly name: string;
  /** As whoever sent it says; never to be believed. */
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

interface ArrivedPart extends FormPart {
  readonly stream: Readable;
}

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
  const arrived: ArrivedPart[] = [];
  let current: ArrivedPart | undefined;
  let failure: Error | undefined;
  let isWhole = false;
  let wake = () => {};
  const fail = (error: Error) => {
    failure ??= error;
    // The reader of a part gets it there.
    for (const part of [current, ...arrived]) part?.stream.destroy(failure);
    wake();
  };

  const failAsDamaged = () =>
    fail(generalError('REQUEST_INVALID', 'The form is cut off or damaged.'));
  parser.on('file', (name, stream, fileName, _encoding, mediaType) => {
    // It can break off before anybody reads it; then `failure` says so.
    stream.on('error', failAsDamaged);
    const content = contentOf(stream, () => failure);
    // Typed otherwise, but absent where the part does not say it.
    arrived.push({ name: name ?? '', fileName, mediaType, content, stream });
    wake();
  });
  parser.on('finish', () => {
    isWhole = true;
    wake();
  });
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
  body.on('data', count);
  body.pipe(parser);

  try {
    for (;;) {
      if (failure) throw failure;
      current = arrived.shift();
      if (current) yield current;
      else if (isWhole) return;
      else {
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (failure || arrived.length > 0 || isWhole) resolve();
        });
      }
    }
  } finally {
    stopWatching();
    body.off('data', count).unpipe(parser);
    for (const part of [current, ...arrived]) part?.stream.destroy();
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
