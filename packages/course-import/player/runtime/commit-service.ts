import type { CmiDocument } from '../cmi/progress.ts';
import { noRoom } from './run.ts';
import { valueMaximumLength } from '../keeping/item-record.ts';
import { refusal, type RunHost } from './runtime.ts';

/**
 * Stands where the library would ask a server: hands the state over to the player, and tells the content
 * where that has failed.
 */
export function commitService(
  render: () => CmiDocument | undefined,
  host: () => RunHost | undefined,
  commitFailure: number,
) {
  return {
    updateSettings() {},
    processHttpRequest(_address: string, _state: unknown, isLast: boolean) {
      const state = render();
      if (!state) return { result: 'true', errorCode: 0 };
      if (JSON.stringify(state).length > valueMaximumLength) return refusal(commitFailure, noRoom);
      const reason = host()?.commit(isLast);
      return reason === undefined
        ? { result: 'true', errorCode: 0 }
        : refusal(commitFailure, reason);
    },
  };
}
