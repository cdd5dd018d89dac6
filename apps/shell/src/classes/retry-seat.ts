import { log } from '../logging/log.ts';
import type { SessionControl } from '../session/session-control.ts';

/**
 * Looks for the licence of a class that is there, whatever comes of it: a further look may succeed.
 *
 * @returns whether anybody could say.
 */
export async function retrySeat(control: Pick<SessionControl, 'retrySeat'>): Promise<boolean> {
  try {
    await control.retrySeat();
    return true;
  } catch (error) {
    log('error', 'Could not look for the licence of a class.', error);
    return false;
  }
}
