import { actor, checkXapi, type Actor } from '@lectern/contracts/xapi';
import { readBoundCursor, writeBoundCursor } from '../../http/page-cursor.ts';
import { statementPosition } from '../store/position.ts';
import type { Position } from '../store/reader.ts';
import { parseParameter, readMoment, readScalar } from './parameters.ts';
import type { Parameters } from './query.ts';
import { refusal } from './refusals.ts';
import type { XapiRequest } from './resource.ts';

/** Most statements of a page. */
const pageMaximum = 250;
const pageDefault = 100;

/** A GET of statements (xAPI 1.0.3, Communication 2.1.3). */
export interface StatementsQuery {
  readonly format: Format;
  /** Attachments come along. */
  readonly attachments: boolean;
  /** One statement alone. */
  readonly single: { readonly id: string; readonly isVoided: boolean } | undefined;
  readonly agent: Actor | undefined;
  readonly verb: string | undefined;
  readonly activity: string | undefined;
  readonly registration: string | undefined;
  readonly relatedActivities: boolean;
  readonly relatedAgents: boolean;
  readonly since: string | undefined;
  readonly until: string | undefined;
  readonly ascending: boolean;
  readonly limit: number;
  readonly after: Position | undefined;
}

export type Format = 'ids' | 'exact' | 'canonical';
const formats: readonly string[] = ['ids', 'exact', 'canonical'] satisfies Format[];

export const getParameters = [
  'statementId',
  'voidedStatementId',
  'agent',
  'verb',
  'activity',
  'registration',
  'related_activities',
  'related_agents',
  'since',
  'until',
  'limit',
  'format',
  'attachments',
  'ascending',
  'cursor',
] as const;

/** Parameters that a request for one statement may have. */
const singleParameters: ReadonlySet<string> = new Set([
  'statementId',
  'voidedStatementId',
  'format',
  'attachments',
]);

/** @throws {CallError} PARAMETER_INVALID */
export function readStatementsQuery(
  request: Pick<XapiRequest, 'parameters' | 'version'>,
): StatementsQuery {
  const { parameters } = request;
  const single = readSingle(parameters);
  return {
    format: readFormat(parameters),
    attachments: readBoolean(parameters, 'attachments'),
    single,
    agent: readActor(parameters),
    verb: readScalar(parameters, 'verb'),
    activity: readScalar(parameters, 'activity'),
    registration: readScalar(parameters, 'registration'),
    relatedActivities: readBoolean(parameters, 'related_activities'),
    relatedAgents: readBoolean(parameters, 'related_agents'),
    since: readMoment(request, 'since'),
    until: readMoment(request, 'until'),
    ascending: readBoolean(parameters, 'ascending'),
    limit: readLimit(parameters),
    after: readCursor(parameters),
  };
}

/** The query of the page after: the same, and where this page ended. */
export function queryAfter(parameters: Parameters, { stored, sequence }: Position): string {
  const cursor = writeBoundCursor(questionOf(parameters), [stored, sequence]);
  return new URLSearchParams([...questionOfPairs(parameters), ['cursor', cursor]]).toString();
}

function readSingle(parameters: Parameters): StatementsQuery['single'] {
  const id = readScalar(parameters, 'statementId');
  const voided = readScalar(parameters, 'voidedStatementId');
  if (id === undefined && voided === undefined) return undefined;
  const other =
    id !== undefined && voided !== undefined
      ? 'voidedStatementId'
      : [...parameters.keys()].find((name) => !singleParameters.has(name));
  if (other !== undefined) {
    throw refusal('PARAMETER_INVALID', `${other}: not beside the id of a statement`);
  }
  return { id: (id ?? voided!).toLowerCase(), isVoided: voided !== undefined };
}

/** An agent, or a group that has an identifier. */
function readActor(parameters: Parameters): Actor | undefined {
  const given = parameters.get('agent');
  if (given === undefined) return undefined;
  const { value, fault } = checkXapi(actor, parseParameter(given, 'agent'), 'agent');
  if (fault !== undefined) throw refusal('PARAMETER_INVALID', fault);
  return value;
}

function readFormat(parameters: Parameters): Format {
  const format = parameters.get('format') ?? 'exact';
  if (formats.includes(format)) return format as Format;
  throw refusal('PARAMETER_INVALID', `format: must be one of ${formats.join(', ')}`);
}

function readBoolean(parameters: Parameters, name: string): boolean {
  const value = parameters.get(name) ?? 'false';
  if (value === 'true' || value === 'false') return value === 'true';
  throw refusal('PARAMETER_INVALID', `${name}: must be true or false`);
}

/** 0 asks for as many as there may be. */
function readLimit(parameters: Parameters): number {
  const text = parameters.get('limit');
  if (text === undefined) return pageDefault;
  if (!/^\d{1,9}$/.test(text)) {
    throw refusal('PARAMETER_INVALID', 'limit: must be a number of statements');
  }
  const limit = Number(text);
  return limit === 0 ? pageMaximum : Math.min(limit, pageMaximum);
}

function readCursor(parameters: Parameters): Position | undefined {
  const cursor = parameters.get('cursor');
  if (cursor === undefined) return undefined;
  const read = readBoundCursor(questionOf(parameters), cursor, statementPosition);
  if (!read) throw refusal('PARAMETER_INVALID', 'cursor: is none of this query');
  return { stored: read[0], sequence: read[1] };
}

function questionOf(parameters: Parameters): Readonly<Record<string, string>> {
  return Object.fromEntries(questionOfPairs(parameters));
}

function questionOfPairs(parameters: Parameters): [string, string][] {
  return [...parameters].filter(([name]) => name !== 'cursor');
}
