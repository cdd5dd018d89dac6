import { readFileSync } from 'node:fs';
import type { Server } from 'node:net';
import { createSecureContext, Server as TlsServer } from 'node:tls';

/** Time between looks for a renewed certificate, in milliseconds: one comes weeks before the old one ends. */
const lookIntervalInMs = 3_600_000;

/** Certificate with its chain, and key, in PEM. */
export interface Tls {
  readonly cert: string;
  readonly key: string;
  /**
   * Reads the files again; absent: there are none.
   *
   * @throws {TlsProblem}
   */
  readonly read?: () => Tls | undefined;
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
    read: () => readTls(environment),
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

/**
 * Gives a server the certificate that its files have, each time these change. Connections that are open keep the former one.
 *
 * @param server One without TLS is left alone.
 * @param onProblem learns why files that have changed are not used, such as between the writing of two
 */
export function followCertificate(
  server: Server,
  tls: Tls | undefined,
  onProblem: (problem: unknown) => void,
): void {
  if (!(server instanceof TlsServer) || !tls?.read) return;
  const { read } = tls;
  let current: Tls = tls;
  const look = () => {
    try {
      const found = read();
      if (!found || (found.cert === current.cert && found.key === current.key)) return;
      server.setSecureContext(found);
      current = found;
    } catch (problem) {
      onProblem(problem);
    }
  };
  const looking = setInterval(look, lookIntervalInMs).unref();
  server.once('close', () => clearInterval(looking));
}

function textOf(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new TlsProblem(`${name} names ${file}, which cannot be read (${code}).`, { cause });
  }
}
