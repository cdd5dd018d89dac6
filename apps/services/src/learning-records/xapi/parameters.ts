import { agent, checkXapi, iri, uuid, type Agent } from '@lectern/contracts/xapi';
import { CallError } from '../../http/errors.ts';
import { readJson } from '../../http/json-body.ts';
import { moments } from '../model/moment.ts';
import type { Parameters } from './query.ts';
import { refusal } from './refusals.ts';
import type { XapiRequest } from './resource.ts';

/*
 * Readers of query parameters. All of these throw PARAMETER_INVALID with the parameter's name, and give
 * `undefined` for a missing one.
 */

/** Longest id of a state or a profile, in UTF-16 code units. */
const idMaximumLength = 2048;

const schemas = {
  activityId: iri('Id of an activity.'),
  registration: uuid('Id of a registration.'),
  statementId: uuid('Id of a statement.'),
  voidedStatementId: uuid('Id of a statement that was voided.'),
  refusedId: uuid('Id of a statement that was kept aside.'),
  verb: iri('Id of a verb.'),
  activity: iri('Id of an activity.'),
} as const;

/** An id that the caller has chosen: `stateId`, `profileId`. */
export function readId(parameters: Parameters, name: string): string | undefined {
  const id = parameters.get(name);
  if (id === '') throw refusal('PARAMETER_INVALID', `${name}: is empty`);
  if (id !== undefined && id.length > idMaximumLength) {
    throw refusal('PARAMETER_INVALID', `${name}: longer than ${idMaximumLength} characters`);
  }
  return id;
}

/** A UUID in lower case, or an IRI. */
export function readScalar(parameters: Parameters, name: keyof typeof schemas): string | undefined {
  const given = parameters.get(name);
  if (given === undefined) return undefined;
  const { value, fault } = checkXapi(schemas[name], given, name);
  if (fault !== undefined) throw refusal('PARAMETER_INVALID', fault);
  return name === 'registration' ? value.toLowerCase() : value;
}

/** A point in time as the version of the request allows it, also with a plus that was sent unencoded. */
export function readMoment(
  { parameters, version }: Pick<XapiRequest, 'parameters' | 'version'>,
  name: 'since' | 'until',
): string | undefined {
  // A blank before an offset is a plus that was not encoded: nothing else may stand there.
  const given = parameters.get(name)?.replace(/ (?=\d\d(?::?\d\d)?$)/, '+');
  if (given === undefined) return undefined;
  const { value, fault } = checkXapi(moments[version], given, name);
  if (fault !== undefined) throw refusal('PARAMETER_INVALID', fault);
  return value;
}

/** An agent as JSON (xAPI 1.0.3, Communication 2.2). */
export function readAgent(parameters: Parameters, name: string): Agent | undefined {
  const given = parameters.get(name);
  if (given === undefined) return undefined;
  const { value, fault } = checkXapi(agent, parseParameter(given, name), name);
  if (fault !== undefined) throw refusal('PARAMETER_INVALID', fault);
  return value;
}

export function parseParameter(text: string, name: string): unknown {
  try {
    return readJson(Buffer.from(text));
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    throw refusal('PARAMETER_INVALID', `${name}: ${error.messages[0]!.text}`);
  }
}

/** A parameter that the resource needs. */
export function required<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw refusal('PARAMETER_INVALID', `${name}: is missing`);
  return value;
}
