import { errors, type BridgeErrorCode } from './protocol/errors.ts';
import type { Action } from './protocol/names.ts';

/** A request to the container failed; `code` says why. */
export class BridgeError extends Error {
  // Declared alone: older browsers would need 300 bytes for the fields.
  declare readonly name: 'BridgeError';
  declare readonly code: BridgeErrorCode;
  declare readonly action: Action;

  constructor(code: BridgeErrorCode, action: Action, message: string) {
    super(message);
    this.name = 'BridgeError';
    this.code = code;
    this.action = action;
  }

  /** True where the same request may succeed later. A code of a newer container counts as one that may. */
  get mayRetry(): boolean {
    return (errors[this.code] as { mayRetry: boolean } | undefined)?.mayRetry !== false;
  }
}
