import type { Action, AnswerMessage, Result } from '@lectern/sdk/protocol';
import { log } from '../logging/log.ts';
import { BridgeFailure } from './bridge-failure.ts';
import { payloadFault, payloadLimit } from './payload-fault.ts';

/**
 * What answers the content: a closed table with an entry for every action of the protocol but the
 * greeting, which the bridge answers. Each entry checks its payload before it does anything.
 */
export type RequestTable = {
  readonly [A in Exclude<Action, 'hello'>]: (payload: unknown) => Result<A> | Promise<Result<A>>;
};

/** What a request came to. */
export type Outcome = Pick<AnswerMessage, 'result' | 'error'>;

/** Carries a request out. Never rejects. */
export type Dispatch = (action: string, payload: unknown) => Promise<Outcome>;

/** What an action's name is cut to in the log and in answers: it is the content's text. */
const loggedNameLength = 40;
/** How many different unknown actions are logged. */
const loggedNamesMaximum = 16;

/** For the log: the content has asked for something that does not exist. */
export class UnknownActionError extends Error {
  override readonly name = 'UnknownActionError';
  /** The content's text. */
  readonly action: string;

  constructor(action: string) {
    super();
    this.action = action;
  }
}

/** Finds the entry for each request, and turns what it throws into a failure that says no more. */
export function createDispatch(table: RequestTable): Dispatch {
  const loggedNames = new Set<string>();

  function perform(action: string, payload: unknown): unknown {
    if (!isAction(table, action)) {
      const name = action.slice(0, loggedNameLength);
      // Once each: content that asks in a loop must not push everything else out of the log.
      if (loggedNames.size < loggedNamesMaximum && !loggedNames.has(name)) {
        loggedNames.add(name);
        log('warning', 'Unknown action of the content.', new UnknownActionError(name));
      }
      throw new BridgeFailure('UNKNOWN_ACTION', `There is no action ${name}.`);
    }
    const fault = payloadFault(payload);
    if (fault === 'too heavy')
      throw new BridgeFailure('BAD_PAYLOAD', `The payload weighs more than ${payloadLimit}.`);
    if (fault) throw new BridgeFailure('BAD_PAYLOAD', 'The payload cannot be written as JSON.');
    return table[action](payload);
  }

  return async (action, payload) => {
    try {
      return { result: await perform(action, payload) };
    } catch (error) {
      return { error: readFailure(error) };
    }
  };
}

/** `__proto__`, `constructor` and the like are no own properties of the table. */
function isAction(table: RequestTable, action: string): action is keyof RequestTable {
  return Object.hasOwn(table, action);
}

function readFailure(error: unknown): NonNullable<AnswerMessage['error']> {
  if (error instanceof BridgeFailure) return { code: error.code, message: error.message };
  log('error', 'A request of the content failed.', error);
  return { code: 'UNAVAILABLE', message: 'The container could not do this now.' };
}
