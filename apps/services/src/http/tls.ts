import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';

/** Certificate with its chain, and key, in PEM. */
export interface Tls {
  readonly cert: string;
  readonly key: string;
}

/** A certificate or key that a server cannot use; the message is a sentence for the person who set it. */
export class TlsProblem extends Error {
  override readonly name = 'TlsProblem';
}

/**
 * Reads what a server needs that ends TLS itself, without a reverse proxy before it.
 *
 * @param environment `LECTERN_TLS_CERT` and `LECTERN_TLS_KEY` name the files.
 * @returns `undefined` where neither is named: the server speaks plain HTTP
 * @throws {TlsProblem}
 */
export function readTls(
  environment: Readonly<Record<string, string | undefined>>,
): Tls | undefined {
  const { LECTERN_TLS_CERT: certFile, LECTERN_TLS_KEY: keyFile } = environment;
  if (!certFile && !keyFile) return undefined;
  if (!certFile || !keyFile) {
    throw new TlsProblem('LECTERN_TLS_CERT and LECTERN_TLS_KEY need each other.');
  }
  const tls = {
    cert: textOf('LECTERN_TLS_CERT', certFile),
    key: textOf('LECTERN_TLS_KEY', keyFile),
  };
  try {
    createSecureContext(tls);
  } catch (cause) {
    throw new TlsProblem(
      `The certificate ${certFile} and the key ${keyFile} cannot be used together: ${(cause as Error).message}.`,
      { cause },
    );
  }
  return tls;
}

function textOf(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new TlsProblem(`${name} names ${file}, which cannot be read (${code}).`, { cause });
  }
}
