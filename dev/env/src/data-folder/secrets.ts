import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { systemErrorCode } from '../problem.ts';
import { writeFileAtomically } from './write-file.ts';

/** Secrets of the confidential clients (RFC 6749, section 2.3.1), made at the first start. */
export interface ClientSecrets {
  readonly services: string;
  readonly orderSystem: string;
}

const secretLengthInBytes = 32;

/** Reads the secrets, and makes them where there are none. The file is readable by its owner only. */
export async function readOrCreateSecrets(file: string): Promise<ClientSecrets> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as ClientSecrets;
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
  }
  const secrets: ClientSecrets = { services: newSecret(), orderSystem: newSecret() };
  await writeFileAtomically(file, JSON.stringify(secrets), 0o600);
  return secrets;
}

function newSecret(): string {
  return randomBytes(secretLengthInBytes).toString('base64url');
}
