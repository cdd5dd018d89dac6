import type { BridgeErrorCode } from '@lectern/sdk/protocol';

/** A request of the content fails with this code; the message is for its developers. */
export class BridgeFailure extends Error {
  override readonly name = 'BridgeFailure';
  readonly code: BridgeErrorCode;

  constructor(code: BridgeErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
