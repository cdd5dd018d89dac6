import type { IncomingMessage, ServerResponse } from 'node:http';
import { startTestServer } from '@lectern/env/testing';

/** A user of the directory (RFC 7643, section 4.1), as far as tests need it. */
export interface ScimUser {
  readonly id: string;
  readonly externalId?: string | null;
  readonly userName?: string;
  readonly name?: { readonly givenName?: string; readonly familyName?: string } | null;
  readonly emails?: readonly { readonly value?: string; readonly primary?: boolean }[];
  readonly groups?: readonly { readonly value?: string; readonly display?: string }[];
}

/**
 * A small SCIM 2.0 service provider (RFC 7644) that reads filters as strictly as they are defined.
 *
 * @param isAllowed whether a bearer token opens the directory
 */
export async function startScimServer(
  isAllowed: (token: string) => Promise<boolean> = async () => true,
) {
  const users: ScimUser[] = [];
  const requests: { filter: string; token: string }[] = [];
  let misbehaviour: ((response: ServerResponse) => void) | undefined;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const filter = searchParams.get('filter') ?? '';
    requests.push({ filter, token });
    if (misbehaviour) return misbehaviour(response);
    if (!(await isAllowed(token))) return send(response, 401, error(401));
    if (request.method !== 'GET' || pathname !== '/scim/v2/Users') {
      return send(response, 404, error(404));
    }
    const matches = readFilter(filter);
    if (!matches) return send(response, 400, error(400, 'invalidFilter'));
    const matching = users.filter(matches);
    const count = Number(searchParams.get('count') ?? 100);
    return send(response, 200, listOf(matching.slice(0, count), matching.length));
  };
  const server = await startTestServer((request, response) => void answer(request, response));
  return {
    address: `${server.origin}/scim/v2`,
    users,
    /** Filters and tokens of the requests so far. */
    requests,
    /** Answers from now on with something else; `undefined`: rightly again. */
    misbehave(answer: typeof misbehaviour) {
      misbehaviour = answer;
    },
    close: server.close,
  };
}

export function listOf(users: readonly unknown[], totalResults: number): object {
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults,
    itemsPerPage: users.length,
    startIndex: 1,
    ...(users.length > 0 ? { Resources: users } : {}),
  };
}

export function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  type = 'application/scim+json; charset=utf-8',
): void {
  response.writeHead(status, { 'Content-Type': type });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

function error(status: number, scimType?: string): object {
  const schemas = ['urn:ietf:params:scim:api:messages:2.0:Error'];
  return { schemas, status: String(status), ...(scimType ? { scimType } : {}) };
}

type Matches = (user: ScimUser) => boolean;

const attributes: Readonly<Record<string, (user: ScimUser) => (string | null | undefined)[]>> = {
  id: ({ id }) => [id],
  externalId: ({ externalId }) => [externalId],
  userName: ({ userName }) => [userName?.toLowerCase()],
  'name.givenName': ({ name }) => [name?.givenName?.toLowerCase()],
  'name.familyName': ({ name }) => [name?.familyName?.toLowerCase()],
  'emails.value': ({ emails }) => (emails ?? []).map(({ value }) => value?.toLowerCase()),
};
const caseExact = new Set(['id', 'externalId']);

/** Comparisons joined by `or` (section 3.4.2.2). `undefined`: not understood, to the last character. */
function readFilter(filter: string): Matches | undefined {
  const comparison = /([\w.]+) (eq|sw) ("(?:[^"\\]|\\.)*")(?: or |$)/y;
  const any: Matches[] = [];
  while (comparison.lastIndex < filter.length) {
    const [, name = '', operator, literal = '""'] = comparison.exec(filter) ?? [];
    const read = attributes[name];
    if (!read) return undefined;
    const text = JSON.parse(literal) as string;
    const value = caseExact.has(name) ? text : text.toLowerCase();
    any.push((user) =>
      read(user).some((text) => (operator === 'eq' ? text === value : text?.startsWith(value))),
    );
  }
  return (user) => any.some((matches) => matches(user));
}
