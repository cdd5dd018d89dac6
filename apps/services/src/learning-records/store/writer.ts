import { sql } from 'kysely';
import pLimit from 'p-limit';
import pg from 'pg';
import { isDatabaseUnavailable, isStatementCanceled } from '../../storage/database-errors.ts';
import { parameter, prepare } from '../../storage/prepared.ts';

/** A statement as the database takes it. */
export interface NewStatement {
  /** A UUID in lower case. */
  readonly id: string;
  /** The sender chose the id: then it can be there already, be referred to, or be void. */
  readonly isNamed: boolean;
  /** Of the actor: `agentKey`. */
  readonly subject: string;
  /** When another store kept it (ISO 8601); absent: now. */
  readonly stored?: string | undefined;
  readonly verb: string;
  readonly activity?: string | undefined;
  readonly registration?: string | undefined;
  readonly authority?: string | undefined;
  readonly terms: readonly string[];
  /** Terms of the courses of which leaders read it. */
  readonly courses: readonly string[];
  /** Ids of the courses that its recorder is bound to. */
  readonly saidWithin?: readonly string[] | undefined;
  /** SHA-2 of the contents that came with it, as hexadecimal digits in small letters. */
  readonly attached: readonly string[];
  /** The statement that its object refers to. */
  readonly refersTo?: string | undefined;
  readonly voids?: { readonly id: string; readonly subject: string | undefined } | undefined;
  /** Its name in `data/put`. */
  readonly dtoId?: string | undefined;
  /** JSON without `stored`, in one line. */
  readonly json: string;
}

/** A statement that was there already. */
export interface KnownStatement {
  readonly id: string;
  readonly dtoId: string | null;
  readonly json: string;
}

/** Bytes that belong to a statement. */
export interface NewAttachment {
  /** Of the statement. */
  readonly subject: string;
  /** SHA-2, as hexadecimal digits in small letters. */
  readonly sha2: string;
  readonly content: Buffer;
  /** The API key that sent it; absent: the person whose it is. */
  readonly sentBy?: string | undefined;
  /** The registration for a course of cmi5 whose session sent it. */
  readonly keptFor?: string | undefined;
}

/** Stores statements, all of them or none. */
export interface Writer {
  /**
   * @param attachments stored with the statements, or not at all
   * @param session JSON of a session of cmi5 that becomes so with the statements, or not at all
   *   (`lars.put_session`)
   * @returns what is there already under their ids: then nothing was stored. Empty: all are stored.
   */
  store(
    statements: readonly NewStatement[],
    attachments?: readonly NewAttachment[],
    session?: string,
  ): Promise<readonly KnownStatement[]>;
}

/** Statements that one caller wants stored as a whole. */
interface Request {
  readonly statements: readonly NewStatement[];
  /** Its cost for the database: rows, and entries of the index of terms. */
  readonly size: number;
  readonly resolve: (known: readonly KnownStatement[]) => void;
  readonly reject: (error: unknown) => void;
}

interface KnownRow {
  readonly request: number;
  readonly statement_id: string;
  readonly dto_id: string | null;
  readonly statement: string;
}

/** Size of a full round, unless one request alone is larger. */
const roundMaximum = 1_500;
/** While the database works on one round, full ones are on their way; those that are not wait to be filled. */
const roundsMaximum = 4;
/** The same of what is stored with a session: all wait for the same lock, each on its connection. */
const sessionsMaximum = 2;
/** And of what comes with attachments: each is large, here and on its way. */
const attachedMaximum = 2;

/**
 * The writer of a process. The database lets one write at a time (`lars.store_statements`), so whoever comes in
 * the meantime is gathered: a round costs hardly more with thirty requests than with one.
 */
export function createWriter(pool: pg.Pool): Writer {
  const storing = prepare<KnownRow>(pool, 'store-statements', storeStatements);
  const storingOne = prepare<{ readonly is_stored: boolean }>(
    pool,
    'store-statement',
    storeStatement,
  );
  const storingApart = prepare<KnownRow>(pool, 'store-with-others', storeWithOthers);
  const fewSessions = pLimit(sessionsMaximum);
  const fewAttached = pLimit(attachedMaximum);
  const waiting: Request[] = [];
  let rounds = 0;
  let isGathering = false;

  const run = async (requests: readonly Request[]): Promise<void> => {
    const [{ statements, resolve: stored }] = requests as [Request];
    if (requests.length === 1 && statements.length === 1) {
      const [row] = await storingOne.run(pool, valuesOfOne(statements[0]!));
      if (row!.is_stored) return stored([]);
    }
    const known = Map.groupBy(
      await storing.run(pool, valuesOf(requests.map(({ statements }) => statements))),
      ({ request }) => request,
    );
    for (const [place, { resolve }] of requests.entries()) {
      resolve((known.get(place) ?? []).map(knownOf));
    }
  };

  /** A fault of one request must not fail the others of its round. */
  const runApart = async (requests: readonly Request[], failure: unknown): Promise<void> => {
    if (requests.length === 1 || !isOfRequest(failure)) {
      for (const { reject } of requests) reject(failure);
      return;
    }
    // The largest request is the likeliest to take too long.
    const waitingApart = requests.toSorted((a, b) => a.size - b.size);
    for (const [place, request] of waitingApart.entries()) {
      const again = await run([request]).catch((error: unknown) => error);
      if (again === undefined) continue;
      request.reject(again);
      if (!isStatementCanceled(again)) continue;
      for (const other of waitingApart.slice(place + 1)) other.reject(again);
      return;
    }
  };

  const mayBegin = (): boolean => {
    if (waiting.length === 0 || rounds === 0) return waiting.length > 0;
    return rounds < roundsMaximum && sizeOf(waiting) >= roundMaximum;
  };
  const begin = (): void => {
    isGathering = false;
    while (mayBegin()) {
      const requests = takeRound(waiting);
      rounds++;
      void run(requests)
        .catch((failure: unknown) => runApart(requests, failure))
        .finally(() => {
          rounds--;
          gather();
        });
    }
  };
  /** All that come in one turn of the event loop go together. */
  const gather = (): void => {
    if (isGathering) return;
    isGathering = true;
    setImmediate(begin);
  };

  /**
   * Apart from the others, but in one statement, so that nobody waits for a process that stands still with
   * the lock. Whoever erases the subject meanwhile takes what comes along with the statements, or leaves
   * both.
   */
  const storeApart = async (
    statements: readonly NewStatement[],
    attachments: readonly NewAttachment[],
    session: string | undefined,
  ): Promise<readonly KnownStatement[]> => {
    const rows = await storingApart.run(pool, [
      ...valuesOf([statements]),
      attachments.map(({ subject }) => subject),
      attachments.map(({ sha2 }) => sha2),
      attachments.map(({ content }) => content),
      attachments.map(({ sentBy }) => sentBy ?? null),
      attachments.map(({ keptFor }) => keptFor ?? null),
      session ?? null,
    ]);
    return rows.map(knownOf);
  };

  return {
    store(statements, attachments = [], session?) {
      if (attachments.length > 0) {
        return fewAttached(() => storeApart(statements, attachments, session));
      }
      if (session !== undefined) return fewSessions(() => storeApart(statements, [], session));
      const { promise, resolve, reject } = Promise.withResolvers<readonly KnownStatement[]>();
      const size = statements.reduce((sum, { terms }) => sum + 1 + terms.length, 0);
      waiting.push({ statements, size, resolve, reject });
      gather();
      return promise;
    },
  };
}

/** True where the database answered, so that other requests of the round may succeed. */
function isOfRequest(failure: unknown): boolean {
  return failure instanceof pg.DatabaseError && !isDatabaseUnavailable(failure);
}

function sizeOf(requests: readonly Request[]): number {
  return requests.reduce((sum, { size }) => sum + size, 0);
}

/** Takes the first that wait. Of two with the same id the second one is for the next round. */
function takeRound(waiting: Request[]): readonly Request[] {
  const ids = new Set<string>();
  const taken: Request[] = [];
  const left: Request[] = [];
  let size = 0;
  for (const request of waiting) {
    const { statements } = request;
    const isFull = taken.length > 0 && size + request.size > roundMaximum;
    if (isFull || statements.some(({ id }) => ids.has(id))) left.push(request);
    else {
      taken.push(request);
      size += request.size;
      for (const { id } of statements) ids.add(id);
    }
  }
  waiting.splice(0, waiting.length, ...left);
  return taken;
}

type ValueOf = (one: NewStatement, request: number) => string | number | undefined;

/**
 * The parameters of the function but the last: each an array with an element for every statement, or null
 * where none has one.
 */
const parameters: readonly [type: string, of: ValueOf][] = [
  ['integer', (_one, request) => request],
  ['uuid', ({ id }) => id],
  ['text', ({ subject }) => subject],
  ['timestamptz', ({ stored }) => stored],
  ['bigint', ({ verb }) => verb],
  ['bigint', ({ activity }) => activity],
  ['uuid', ({ registration }) => registration],
  ['bigint', ({ authority }) => authority],
  // Arrays in an array would all have to be of one length.
  ['text', ({ terms }) => arrayOf(terms)],
  ['text', ({ courses }) => arrayOf(courses)],
  ['text', ({ saidWithin }) => arrayOf(saidWithin?.map(quoted))],
  ['text', ({ attached }) => arrayOf(attached)],
  ['uuid', ({ refersTo }) => refersTo],
  ['uuid', ({ voids }) => voids?.id],
  ['text', ({ voids }) => voids?.subject],
  ['text', ({ dtoId }) => dtoId],
];

const [, ...partsOfOne] = parameters;

/** An array as PostgreSQL reads it; an empty one is none. */
function arrayOf(values: readonly string[] = []): string | undefined {
  return values.length > 0 ? `{${values.join(',')}}` : undefined;
}

function quoted(value: string): string {
  return `"${value.replaceAll(/["\\]/g, '\\$&')}"`;
}

const parametersOfMany = [
  ...parameters.map(([type], index) => parameter(index + 1, `${type}[]`)),
  parameter(parameters.length + 1, 'text'),
];

const storeStatements = sql`
  select request, statement_id, dto_id, statement
  from lars.store_statements(${sql.join(parametersOfMany)})
`;

/** For one statement, as most requests bring it. Does not return what is stored under its id. */
const storeStatement = sql`
  select lars.store_statement(
    ${parameter(1, 'boolean')},
    ${sql.join(partsOfOne.map(([type], index) => parameter(index + 2, type)))},
    ${parameter(partsOfOne.length + 2, 'json')}
  ) as is_stored
`;

const [subjects, sha2s, contents, senders, registrations, session] = [
  'text[]',
  'text[]',
  'bytea[]',
  'text[]',
  'uuid[]',
  'json',
].map((type, index) => parameter(parameters.length + index + 2, type));

/** With what becomes so with the statements; where they are there already, with none of it. */
const storeWithOthers = sql`
  select request, statement_id, dto_id, statement from lars.store_with_others(
    ${sql.join(parametersOfMany)}, ${sql.join([subjects, sha2s, contents, senders, registrations, session])}
  )
`;

function valuesOf(requests: readonly (readonly NewStatement[])[]): readonly unknown[] {
  const arrays = parameters.map(([type, of]) => {
    const values = requests.flatMap((statements, place) =>
      statements.map((statement) => of(statement, place)),
    );
    if (values.every((value) => value === undefined)) return null;
    // Of the other types nothing needs to be escaped.
    return type === 'text' ? values : `{${values.map((value) => value ?? 'NULL').join(',')}}`;
  });
  // JSON.stringify writes no line breaks.
  const lines = requests.flatMap((statements) => statements.map(({ json }) => json)).join('\n');
  return [...arrays, lines];
}

function valuesOfOne(one: NewStatement): readonly unknown[] {
  return [one.isNamed, ...partsOfOne.map(([, of]) => of(one, 0) ?? null), one.json];
}

function knownOf({ statement_id, dto_id, statement }: KnownRow): KnownStatement {
  return { id: statement_id, dtoId: dto_id, json: statement };
}
