import { userInfo } from 'node:os';

/**
 * The person at the terminal, for the audit log: by name, or by user id where the system has no entry of
 * it, as in containers that run as any id.
 */
export function operatorName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
}
