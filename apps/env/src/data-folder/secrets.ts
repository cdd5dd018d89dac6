import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { explainSystemError, StartProblem, systemErrorCode } from '../problem.ts';
import { writeFileAtomically } from './write-file.ts';

/** Secrets of the platform, made at the first start that needs them. */
export interface Secrets {
  /** Secrets of the confidential clients (RFC 6749, section 2.3.1). */
  readonly services: string;
  readonly orderSystem: string;
  readonly publisher: string;
  /** Signs upload tokens. */
  readonly uploadToken: string;
  /** Signs addresses of files. */
  readonly fileAddress: string;
  /** Opens the public files. Every browser is told it; it stands here so that it stays the same. */
  readonly basicFiles: string;
}

const secretLengthInBytes = 32;

/**
 * Reads the secrets, and makes those that are missing: all at the first start, and new ones on the
 * folder of an older Lectern. The file is readable by its owner only.
 */
export async function readOrCreateSecrets(file: string): Promise<Secrets> {
  const stored = await readSecrets(file);
  const secrets: Secrets = {
    services: newSecret(),
    orderSystem: newSecret(),
    publisher: newSecret(),
    uploadToken: newSecret(),
    fileAddress: newSecret(),
    basicFiles: newSecret(),
    ...stored,
  };
  const isComplete = Object.keys(secrets).every((name) => Object.hasOwn(stored, name));
  if (!isComplete) await writeFileAtomically(file, JSON.stringify(secrets), 0o600);
  return secrets;
}

/** Secrets that exist, without making any. */
export async function readSecrets(file: string): Promise<Partial<Secrets>> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return {};
    throw explainSystemError(error, file);
  }
  try {
    const stored = JSON.parse(text) as Record<string, unknown>;
    const isSecret = (value: unknown) => typeof value === 'string' && value !== '';
    if (!Object.values(stored).every(isSecret)) throw new TypeError('not a secret');
    return stored;
  } catch (cause) {
    // Other secrets would make sign-ins, uploads and addresses of files fail that are under way.
    throw new StartProblem(
      `${file} holds no secrets: it was cut off or changed. Restore it from a copy, or remove it: ` +
        'new secrets are made at the next start, and what was signed with the old ones no longer holds.',
      { cause },
    );
  }
}

function newSecret(): string {
  return randomBytes(secretLengthInBytes).toString('base64url');
}
