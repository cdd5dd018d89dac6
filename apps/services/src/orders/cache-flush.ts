import type { Contract } from '@lectern/contracts';
import type { Handlers } from '../http/routes.ts';

/** `/cache/flush`: no process of this service remembers anything, so there is nothing to drop. */
export function cacheFlushHandlers(): Handlers<Pick<Contract['osc'], 'cacheFlush'>> {
  return {
    cacheFlush: async () => ({ dropped_entries: 0, result_state: 'IA_OK' }),
  };
}
