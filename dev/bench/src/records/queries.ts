import { randomUUID } from 'node:crypto';
import type { Headers } from '../request-bytes.ts';
import { get, statementsPath } from './requests.ts';
import {
  actorOf,
  courseId,
  exerciseId,
  idOf,
  timeOf,
  topicId,
  verbId,
  type StatementParts,
  type World,
} from './world.ts';

/** Statements of a page. */
const limit = 25;
/** Different requests of one query, and of one whose pages before have to be asked for first. */
const requestsOfQuery = 200;
const requestsOfPage = 16;

/** A statement that somebody may read, with its number. */
export interface Readable {
  readonly number: number;
  readonly parts: StatementParts;
}

/** A reader: headers of its requests, and the statements that it finds, the newest first. */
export interface Reader {
  readonly port: number;
  readonly headers: Headers;
  readonly world: World;
  readonly readable: readonly Readable[];
}

type Parameters = Readonly<Record<string, string>>;
type Query = (row: Readable, world: World) => Parameters;

const agent: Query = ({ parts }, { issuer }) => ({
  agent: JSON.stringify(actorOf(issuer, parts.pupil)),
});
const verb: Query = ({ parts }) => ({ verb: verbId(parts.verb) });
const activity: Query = ({ parts }) => ({ activity: exerciseId(parts.exercise) });

/** Queries about a stored statement. */
const queries = {
  latest: () => ({}),
  since: ({ number }, world) => ({ since: timeOf(world, number) }),
  agent,
  verb,
  activity,
  'agent and verb': (row, world) => ({ ...agent(row, world), ...verb(row, world) }),
  'agent and activity': (row, world) => ({ ...agent(row, world), ...activity(row, world) }),
  'verb and activity': (row, world) => ({ ...verb(row, world), ...activity(row, world) }),
  registration: ({ parts }) => ({ registration: parts.registration }),
  'related to a topic': ({ parts }) => ({
    activity: topicId(parts.topic),
    related_activities: 'true',
  }),
  'related to a course': ({ parts }) => ({
    activity: courseId(parts.course),
    related_activities: 'true',
  }),
  // Of an activity that nobody has come to yet: there is nothing that would end the search.
  'related to nothing': () => ({
    activity: topicId(randomUUID()),
    related_activities: 'true',
  }),
} as const satisfies Record<string, Query>;

export type QueryName = keyof typeof queries | 'statementId' | 'third page';
export const queryNames: readonly QueryName[] = [
  ...(Object.keys(queries) as (keyof typeof queries)[]),
  'statementId',
  'third page',
];

/** Requests of a query, each about another statement. */
export async function requestsOf(name: QueryName, reader: Reader): Promise<readonly Buffer[]> {
  const { headers, readable, world } = reader;
  const some = readable.slice(0, requestsOfQuery);
  if (name === 'statementId') {
    return some.map(({ number }) => get(pathOf({ statementId: idOf(number) }), headers));
  }
  if (name === 'third page') {
    return Promise.all(
      readable.slice(0, requestsOfPage).map((row) => thirdPage(reader, verb(row, world))),
    );
  }
  const query: Query = queries[name];
  return some.map((row) => get(pageOf(query(row, world)), headers));
}

const pageOf = (parameters: Parameters) => pathOf({ ...parameters, limit: String(limit) });
const pathOf = (parameters: Parameters) =>
  `${statementsPath}?${new URLSearchParams(parameters).toString()}`;

/** Follows `more` twice. */
async function thirdPage({ port, headers }: Reader, parameters: Parameters): Promise<Buffer> {
  let path = pageOf(parameters);
  for (let page = 1; page < 3; page++) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
    const { more } = (await response.json()) as { more?: string };
    // Where there are so few, the last page stays.
    if (!more) break;
    path = more;
  }
  return get(path, headers);
}
