import { CallFailed } from '@lectern/contracts/client';
import { log } from '../logging/log.ts';
import { BridgeFailure } from './bridge-failure.ts';

/**
 * Passes a service's answer to the content; a failure is logged (section 8) and becomes a code that
 * the content can decide by.
 *
 * @param what For the log: what failed.
 */
export async function fromService<T>(what: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    log('error', what, error);
    throw error instanceof CallFailed ? toBridgeFailure(error) : error;
  }
}

function toBridgeFailure(error: CallFailed): BridgeFailure {
  if (error.status === 401) return new BridgeFailure('NOT_LOGGED_IN', 'The session has ended.');
  if (error.kind === 'refused' && !error.mayRetry)
    return new BridgeFailure('REFUSED', `Refused: ${error.code ?? error.status}.`);
  return new BridgeFailure('UNAVAILABLE', `The service could not do this now: ${error.kind}.`);
}
