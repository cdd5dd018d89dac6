import { setTimeout } from 'node:timers/promises';
import { backOffInMs } from '@lectern/contracts/calls/back-off';
import { basicAuthorization } from '../../../authorization/client-secret-basic.ts';
import { createServiceToken } from '../../../authorization/service-token.ts';
import { askJson, readJson } from '../../../outgoing/ask-json.ts';
import {
  exchange,
  NoUsableAnswer,
  retryAfterInMs,
  type Exchanged,
} from '../../../outgoing/client.ts';
import { textOf, valuesAt } from '../../../users/claim-values.ts';
import { CommandProblem } from '../../problem.ts';
import { cleaned, type CsvRow, type CsvShape } from '../csv.ts';
import type { RosterErrors } from '../errors.ts';
import type { OneRosterFile } from './manifest.ts';
import type { OneRosterSet } from './one-roster-set.ts';

/** A service that speaks the REST binding of OneRoster 1.2, and the client that asks it. */
export interface OneRosterService {
  /** Up to and with `/ims/oneroster/rostering/v1p2`. */
  readonly address: URL;
  /** Address of the token endpoint (RFC 6749, section 4.4). */
  readonly tokenAddress: URL;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Section 4.2 of the binding: reading users, classes and enrolments, and no more. */
const scope = 'https://purl.imsglobal.org/spec/or/v1p2/scope/roster-core.readonly';

/** Records of one answer: as many as services give that are asked for no number. */
const pageSize = 100;
const limits = { timeoutInMs: 30_000, sizeMaximumInBytes: 16 * 1024 * 1024 };
/** Too many requests; a gateway before the service that does not reach it now, such as while it starts anew. */
const busyStatuses: ReadonlySet<number> = new Set([429, 502, 503, 504]);
/** How often a page is asked for again by a service that is busy. */
const attemptsMaximum = 5;
const waitMaximumInMs = 300_000;
/** Pauses where the service does not say when (`Retry-After`): half a minute in all, in which one starts anew. */
const pauses = { firstInMs: 3_000, longestInMs: waitMaximumInMs };
/** Most records of one kind: a service without end would fill the memory. */
const recordsMaximum = 2_000_000;

/** Place of each field of the CSV binding in a record of the REST binding. */
const places: Readonly<Record<string, string>> = {
  preferredGivenName: 'preferredFirstName',
  preferredFamilyName: 'preferredLastName',
  classSourcedId: '/class/sourcedId',
  schoolSourcedId: '/school/sourcedId',
  userSourcedId: '/user/sourcedId',
};

/**
 * Asks a OneRoster service for all users, classes and enrolments. Everything that it has is bulk, as the binding
 * has no other processing; what it takes away has the status tobedeleted.
 */
export function restBinding(service: OneRosterService): OneRosterSet {
  const token = createServiceToken({ clientToken: () => askForToken(service) });
  /** In 1.2 the roles of a person stand in its record. */
  const roles: { readonly line: number; readonly record: object }[] = [];

  /** Records of a collection, each once: between two pages they may move. */
  async function* recordsOf(name: 'users' | 'classes' | 'enrollments'): AsyncGenerator<object> {
    const seen = new Set<unknown>();
    let page: URL | undefined = firstPage(service.address, name);
    while (page) {
      const { json, headers } = await askForPage(page, token);
      const records: unknown = (json as Record<string, unknown> | null)?.[name];
      if (!Array.isArray(records)) throw problem(page, `did not answer with a list of ${name}`);
      let isNew = records.length === 0;
      for (const record of records as unknown[]) {
        const id = valuesAt({ record }, '/record/sourcedId')[0] ?? record;
        if (seen.has(id)) continue;
        isNew = true;
        seen.add(id);
        if (seen.size > recordsMaximum)
          throw problem(page, `gave more than ${recordsMaximum} ${name}`);
        yield typeof record === 'object' && record !== null ? record : {};
      }
      const isAnnounced = headers.link !== undefined || headers['x-total-count'] !== undefined;
      if (!isNew && isAnnounced) throw problem(page, 'gave the records of an earlier page again');
      // A service that says nothing of pages may give everything at once, however often it is asked.
      if (!isNew) return;
      page = nextPage(page, records.length, headers);
    }
  }

  return {
    async manifest() {
      const modes = { users: 'bulk', roles: 'bulk', classes: 'bulk', enrollments: 'bulk' } as const;
      return { version: '1.2', modes };
    },
    async *rows(name, shape, errors) {
      if (name === 'roles') {
        for (const { line, record } of roles) yield rowOf(name, line, record, shape, errors);
        return;
      }
      let line = 0;
      for await (const record of recordsOf(name)) {
        line += 1;
        if (name === 'users')
          roles.push(...rolesOf(record).map((role) => ({ line, record: role })));
        yield rowOf(name, line, record, shape, errors);
      }
    },
    close: () => {},
  };
}

/** A record as the row that the CSV binding would have; `line` counts the records. */
function rowOf<Column extends string>(
  file: OneRosterFile,
  line: number,
  record: object,
  { required, optional }: CsvShape<Column>,
  errors: RosterErrors,
): CsvRow<Column> {
  const values = {} as Record<Column, string>;
  for (const column of [...required, ...optional]) {
    const [value] = valuesAt({ record }, `/record${pointerOf(places[column] ?? column)}`);
    const text = typeof value === 'boolean' ? String(value) : textOf(value);
    values[column] = cleaned(text ?? '');
    if (text === undefined && value !== undefined && value !== '') {
      errors.add({ file, line, column }, 'is neither a text nor a number');
    }
  }
  return { file, line, values };
}

function pointerOf(place: string): string {
  return place.startsWith('/') ? place : `/${place}`;
}

/** The roles of a person, and in services that still write the one of 1.1 that. */
function rolesOf(user: object): readonly object[] {
  const [sourcedId] = valuesAt({ user }, '/user/sourcedId');
  const roles = valuesAt({ user }, '/user/roles').flat();
  const given =
    roles.length > 0 ? roles : valuesAt({ user }, '/user/role').map((role) => ({ role }));
  return given.map((role) => ({ ...(role as object), user: { sourcedId } }));
}

function firstPage(address: URL, name: string): URL {
  const page = new URL(address);
  page.pathname = `${page.pathname.replace(/\/+$/, '')}/${name}`;
  const query = { limit: String(pageSize), offset: '0', sort: 'sourcedId', orderBy: 'asc' };
  for (const [key, value] of Object.entries(query)) page.searchParams.set(key, value);
  return page;
}

/** Section 3.4 of the binding: `Link` names the next page; without it the number of records says whether there is one. */
function nextPage(page: URL, count: number, headers: Exchanged['headers']): URL | undefined {
  const link = [headers.link].flat().filter(Boolean).join(',');
  if (link !== '') {
    const [, reference] = /<([^>]*)>\s*;[^<]*\brel\s*=\s*"?next\b/i.exec(link) ?? [];
    const named = reference === undefined ? undefined : URL.parse(reference, page.href);
    if (!named) return undefined;
    // The query alone: behind a proxy a service writes addresses of the inside, and the token goes to no other server.
    const next = new URL(page);
    next.search = named.search;
    return next;
  }
  const next = new URL(page);
  const offset = Number(page.searchParams.get('offset')) + count;
  const total = Number(headers['x-total-count'] ?? Number.NaN);
  const isLast = Number.isFinite(total) ? offset >= total : count === 0;
  if (isLast || count === 0) return undefined;
  next.searchParams.set('offset', String(offset));
  return next;
}

interface Page {
  readonly json: unknown;
  readonly headers: Exchanged['headers'];
}

async function askForPage(page: URL, token: ReturnType<typeof createServiceToken>): Promise<Page> {
  let isRenewed = false;
  for (let attempt = 1; ; attempt++) {
    const bearer = await token.get();
    const request = new Request(page, {
      headers: { Accept: 'application/json', Authorization: `Bearer ${bearer}` },
    });
    try {
      const answer = await exchange(request, limits, async (given) => {
        const isBusy = busyStatuses.has(given.status);
        const waitInMs = retryAfterInMs(given) ?? backOffInMs(pauses, attempt);
        if (isBusy && waitInMs <= waitMaximumInMs && attempt < attemptsMaximum) return waitInMs;
        return { json: await readJson(given, limits.sizeMaximumInBytes), headers: given.headers };
      });
      if (typeof answer === 'object') return answer;
      await setTimeout(answer);
    } catch (error) {
      if (!(error instanceof NoUsableAnswer)) throw error;
      if (error.status !== 401 || isRenewed) throw problem(page, adviceOn(error));
      token.forget(bearer);
      isRenewed = true;
    }
  }
}

function adviceOn({ status, message }: NoUsableAnswer): string {
  if (status === 401) return `${message}: it does not take the token of this client`;
  if (status === 403) return `${message}: the client needs the scope ${scope} there`;
  if (status === 404) return `${message}. Is the address the one up to and with /rostering/v1p2`;
  return message;
}

function problem({ origin, pathname }: URL, text: string): CommandProblem {
  return new CommandProblem(`Nothing was imported: ${origin}${pathname} ${text}.`);
}

async function askForToken({ tokenAddress, clientId, clientSecret }: OneRosterService) {
  const request = new Request(tokenAddress, {
    method: 'POST',
    headers: {
      Accept: 'application/json',
      Authorization: basicAuthorization(clientId, clientSecret),
    },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope }),
  });
  let answer: unknown;
  try {
    answer = await askJson(request, limits);
  } catch (error) {
    if (!(error instanceof NoUsableAnswer)) throw error;
    throw problem(tokenAddress, `gave no token: it ${error.message}`);
  }
  const [token] = valuesAt({ answer }, '/answer/access_token').map(textOf);
  if (token === undefined) throw problem(tokenAddress, 'gave no token');
  const expiresInSeconds = Number(valuesAt({ answer }, '/answer/expires_in')[0] ?? 3_600);
  return { token, expiresInSeconds };
}
