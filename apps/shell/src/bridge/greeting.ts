import {
  actions,
  capabilities,
  eventNames,
  oldestVersion,
  protocolVersion,
  type Capability,
  type Result,
} from '@lectern/sdk/protocol';
import type { Outcome } from './dispatch.ts';
import { own } from './read-request.ts';

/** The answer to `hello`, and what the content can do. */
export interface Greeting {
  readonly outcome: Outcome;
  readonly able: (capability: Capability) => boolean;
}

/**
 * Agrees on a version. Everything else in the payload may be of a later version, and is left unread.
 *
 * @param locale BCP 47 tag.
 */
export function greet(payload: unknown, locale: string): Greeting {
  const version = own(payload, 'version') ?? protocolVersion;
  if (!Number.isSafeInteger(version) || Number(version) < oldestVersion) {
    // Only a number is shown: what else stands there may have no text.
    const spoken = typeof version === 'number' ? version : 'unknown';
    const message = `It speaks version ${spoken}; the container ${oldestVersion} to ${protocolVersion}.`;
    return { outcome: { error: { code: 'UNSUPPORTED_VERSION', message } }, able: () => false };
  }
  const named = own(payload, 'capabilities');
  const result: Result<'hello'> = {
    version: Math.min(Number(version), protocolVersion),
    capabilities,
    actions,
    events: eventNames,
    locale,
  };
  return {
    outcome: { result },
    able: (capability) => Array.isArray(named) && named.includes(capability),
  };
}
