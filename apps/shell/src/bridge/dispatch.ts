import {
  answerTimeoutInMs,
  payloadMaximum,
  requests,
  type Action,
  type AnswerMessage,
  type Payload,
  type Result,
} from '@lectern/sdk/protocol';
import { inTime } from '../in-time.ts';
import { log } from '../logging/log.ts';
import { BridgeFailure } from './bridge-failure.ts';
import { weigh, type Weight } from './weigh.ts';

/**
 * Answers to the content: a closed table with an entry for every action of the protocol but the greeting, which
 * the bridge answers. Each gets a payload of its action's shape.
 */
export type RequestTable = {
  readonly [A in Exclude<Action, 'hello'>]: (payload: Payload<A>) => Result<A> | Promise<Result<A>>;
};

export type Outcome = Pick<AnswerMessage, 'result' | 'error'>;

/**
 * Carries a request out, within the protocol's time limit. Neither throws nor rejects.
 *
 * @param weight The payload's; default: it is weighed.
 */
export type Dispatch = (
  action: string,
  payload: unknown,
  weight?: Weight,
) => Outcome | Promise<Outcome>;

/** Longest name of an action in the log and in answers: it is the content's text. */
const loggedNameLength = 40;
/** How many different unknown actions are logged by name; of further requests only the count. */
const loggedNamesMaximum = 16;

/** For the log: the content has asked for something that does not exist. */
export class UnknownActionError extends Error {
  override readonly name = 'UnknownActionError';
  /** The content's text. */
  readonly action: string;
  /** How many requests it stands for. */
  readonly count: number;

  constructor(action: string, count = 1) {
    super();
    this.action = action;
    this.count = count;
  }
}

/**
 * Finds the entry for each request, and turns what it throws into a failure that says no more.
 *
 * @param courses Those of the publication: its content is answered for no other. Empty: nobody has said.
 */
export function createDispatch(table: RequestTable, courses: readonly string[] = []): Dispatch {
  const loggedNames = new Set<string>();
  let unnamed = 0;

  /** Once each name: content that asks in a loop must not push everything else out of the log. */
  function logUnknown(name: string): void {
    if (loggedNames.has(name)) return;
    if (loggedNames.size < loggedNamesMaximum) {
      loggedNames.add(name);
      log('warning', 'Unknown action of the content.', new UnknownActionError(name));
      return;
    }
    unnamed += 1;
    // At 1, 10, 100 and so on.
    if (Number.isInteger(Math.log10(unnamed)))
      log(
        'warning',
        'Further unknown actions of the content are only counted.',
        new UnknownActionError('', unnamed),
      );
  }

  function perform(action: string, payload: unknown, weight: Weight): unknown {
    if (!isAction(table, action)) {
      const name = action.slice(0, loggedNameLength);
      logUnknown(name);
      throw new BridgeFailure('UNKNOWN_ACTION', `There is no action ${name}.`);
    }
    checkPayload(action, payload, weight);
    checkCourse(payload, courses);
    // The check has just said that the payload is the action's.
    return table[action](payload as never);
  }

  return (action, payload, weight = weigh(payload)) => {
    try {
      const result = perform(action, payload, weight);
      if (!(result instanceof Promise)) return { result };
      return inTime(result, answerTimeoutInMs, action).then(
        (settled) => ({ result: settled }),
        (error: unknown) => ({ error: readFailure(error) }),
      );
    } catch (error) {
      return { error: readFailure(error) };
    }
  };
}

/** `__proto__`, `constructor` and the like are no own properties of the table. */
function isAction(table: RequestTable, action: string): action is keyof RequestTable {
  return Object.hasOwn(table, action);
}

/** @throws {BridgeFailure} `REFUSED` for what is about another publication's course. */
function checkCourse(payload: unknown, courses: readonly string[]): void {
  const { course_id_dto } = (payload ?? {}) as { readonly course_id_dto?: { course_id: string } };
  if (!course_id_dto || courses.length === 0) return;
  const { course_id } = course_id_dto;
  if (!courses.includes(course_id))
    throw new BridgeFailure('REFUSED', `The course ${course_id} is not of this publication.`);
}

/** @throws {BridgeFailure} `BAD_PAYLOAD` */
function checkPayload(action: keyof RequestTable, payload: unknown, weight: Weight): void {
  if (weight === 'too heavy')
    throw new BridgeFailure('BAD_PAYLOAD', `The payload weighs more than ${payloadMaximum}.`);
  if (weight === 'not JSON')
    throw new BridgeFailure('BAD_PAYLOAD', 'The payload cannot be written as JSON.');
  const wrong = requests[action].payload.faultIn(payload);
  if (wrong === undefined) return;
  // Section 5 asks for this one in the log.
  if (action === 'postStatement' && (wrong === '' || wrong === 'statement'))
    log('error', 'The learning statement is missing.');
  throw new BridgeFailure('BAD_PAYLOAD', `Missing or wrong: ${wrong || 'payload'}.`);
}

function readFailure(error: unknown): NonNullable<AnswerMessage['error']> {
  if (error instanceof BridgeFailure) return { code: error.code, message: error.message };
  log('error', 'A request of the content failed.', error);
  return { code: 'UNAVAILABLE', message: 'The container could not do this now.' };
}
