import { CallFailed } from '@lectern/contracts/client';
import { withDeadline } from '../deadline.ts';
import { log } from '../logging/log.ts';
import type { SessionStore } from '../session/session-store.ts';
import { BridgeFailure } from './bridge-failure.ts';

/**
 * Time limit of what the content asks of a service, in milliseconds: renewal of an expired token and
 * repeats included. Below the limit of the content's side (`requestTimeoutInMs` of the protocol), so
 * that the content hears why rather than nothing.
 */
export const serviceTimeLimitInMs = 10_000;

/** Possible failures, in the words of the log. */
type ServiceFault =
  | 'Could not read local store items.'
  | 'Could not store local store items.'
  | 'Could not read annotations.'
  | 'Could not store annotations.'
  | 'Could not read answers.'
  | 'Could not store answers.'
  | 'Could not read the answers of a class.'
  | 'Could not read the classes of a pupil.'
  | 'Could not read assignments.'
  | 'Could not store assignments.'
  | 'Could not read feedback.'
  | 'Could not store feedback.'
  | 'Could not search.'
  | 'Could not get addresses of files.'
  | 'Could not read the progress of a cmi5 course.'
  | 'Could not launch a unit of a cmi5 course.'
  | 'Could not post the learning statement.';

/**
 * Passes a service's answer to the content; a failure is logged (section 8) and becomes a code that
 * the content can decide by.
 *
 * @param fault For the log: what failed.
 * @param send Aborted at the time limit; what has not been sent by then is not sent any more.
 * @throws {BridgeFailure}
 */
export async function askService<T>(
  store: SessionStore,
  fault: ServiceFault,
  send: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const tooLate = new BridgeFailure('UNAVAILABLE', 'The service did not answer in time.');
  try {
    return await withDeadline(serviceTimeLimitInMs, tooLate, ({ signal }) => send(signal));
  } catch (error) {
    log('error', fault, error);
    if (!store.session) throw new BridgeFailure('NOT_LOGGED_IN', 'The session has ended.');
    throw error instanceof CallFailed ? toBridgeFailure(error) : error;
  }
}

function toBridgeFailure(error: CallFailed): BridgeFailure {
  if (error.kind === 'invalid-request')
    return new BridgeFailure('BAD_PAYLOAD', 'The payload cannot be sent.');
  if (error.code === 'LOCAL_STORE_ITEM_CONFLICT' || error.code === 'VERSION_UNKNOWN')
    return new BridgeFailure('CONFLICT', 'An item has changed since that version.');
  // A token that was renewed and is refused all the same ends no session here: the next renewal
  // either helps or, when the provider says no, signs out. Told that nobody is signed in, content
  // would stop saving for good.
  const mayHelpLater = error.mayRetry || error.status === 401;
  if (error.kind === 'refused' && !mayHelpLater)
    return new BridgeFailure('REFUSED', `Refused: ${error.code ?? error.status}.`);
  return new BridgeFailure('UNAVAILABLE', `The service could not do this now: ${error.kind}.`);
}
