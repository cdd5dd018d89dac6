import { sql } from 'kysely';
import pg from 'pg';
import { isDatabaseUnavailable, isStatementCanceled } from '../../storage/database.ts';
import { parameter, prepare } from '../../storage/prepared.ts';

/** A statement as the database takes it. */
export interface NewStatement {
  /** A UUID in lower case. */
  readonly id: string;
  /** Of the actor: `agentKey`. */
  readonly subject: string;
  /** When another store kept it (ISO 8601); absent: now. */
  readonly stored?: string | undefined;
  readonly verb: string;
  readonly activity?: string | undefined;
  readonly registration?: string | undefined;
  /** Who said it. */
  readonly authority?: string | undefined;
  readonly terms: readonly string[];
  /** The statement that its object refers to. */
  readonly refersTo?: string | undefined;
  readonly voids?: { readonly id: string; readonly subject: string | undefined } | undefined;
  /** What `data/put` named it by. */
  readonly dtoId?: string | undefined;
  /** JSON without `stored`. */
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
}

/** Stores statements, all of them or none. */
export interface Writer {
  /**
   * @param attachments stored with the statements, or not at all
   * @returns what is there already under their ids: then nothing was stored. Empty: all are stored.
   */
  store(
    statements: readonly NewStatement[],
    attachments?: readonly NewAttachment[],
  ): Promise<readonly KnownStatement[]>;
}

/** What one caller wants stored as a whole. */
interface Request {
  readonly statements: readonly NewStatement[];
  readonly resolve: (known: readonly KnownStatement[]) => void;
  readonly reject: (error: unknown) => void;
}

interface KnownRow {
  readonly request: number;
  readonly statement_id: string;
  readonly dto_id: string | null;
  readonly statement: string;
}

/** Most statements of one round, unless one request alone has more. */
const roundMaximum = 500;
/** While the database works on one round, the next one is on its way. */
const roundsMaximum = 2;

/**
 * The writer of a process. The database lets one write at a time (migration 0019), so whoever comes in
 * the meantime is gathered: a round costs hardly more with thirty requests than with one.
 */
export function createWriter(pool: pg.Pool): Writer {
  const storing = prepare<KnownRow>(pool, 'store-statements', storeStatements);
  const storingWith = prepare<KnownRow>(pool, 'store-with-attachments', storeWithAttachments);
  const waiting: Request[] = [];
  let rounds = 0;

  const run = async (requests: readonly Request[]): Promise<void> => {
    const known = Map.groupBy(
      await storing.run(pool, valuesOf(requests.map(({ statements }) => statements))),
      ({ request }) => request,
    );
    for (const [place, { resolve }] of requests.entries()) {
      resolve((known.get(place) ?? []).map(knownOf));
    }
  };

  /** What one request has that the database does not take must not cost the others theirs. */
  const runApart = async (requests: readonly Request[], failure: unknown): Promise<void> => {
    if (!isOfRequest(failure)) {
      for (const { reject } of requests) reject(failure);
      return;
    }
    // What takes too long is likely to be what is largest.
    const waitingApart = requests.toSorted((a, b) => termsOf(a) - termsOf(b));
    for (const [place, request] of waitingApart.entries()) {
      const again = await run([request]).catch((error: unknown) => error);
      if (again === undefined) continue;
      request.reject(again);
      if (!isStatementCanceled(again)) continue;
      for (const other of waitingApart.slice(place + 1)) other.reject(again);
      return;
    }
  };

  const begin = (): void => {
    while (rounds < roundsMaximum && waiting.length > 0) {
      const requests = takeRound(waiting);
      rounds++;
      void run(requests)
        .catch((failure: unknown) => runApart(requests, failure))
        .finally(() => {
          rounds--;
          begin();
        });
    }
  };

  /**
   * Rare, and large: apart from the others, but in one statement, so that nobody waits for a process that
   * stands still with the lock. Whoever erases the subject meanwhile takes the attachments with the
   * statements, or leaves both.
   */
  const storeWith = async (
    statements: readonly NewStatement[],
    attachments: readonly NewAttachment[],
  ): Promise<readonly KnownStatement[]> => {
    const rows = await storingWith.run(pool, [
      ...valuesOf([statements]),
      attachments.map(({ subject }) => subject),
      attachments.map(({ sha2 }) => sha2),
      attachments.map(({ content }) => content),
    ]);
    return rows.map(knownOf);
  };

  return {
    store(statements, attachments = []) {
      if (attachments.length > 0) return storeWith(statements, attachments);
      const { promise, resolve, reject } = Promise.withResolvers<readonly KnownStatement[]>();
      waiting.push({ statements, resolve, reject });
      begin();
      return promise;
    },
  };
}

/** Whether the database answered, and so may be of one mind about one and of another about the next. */
function isOfRequest(failure: unknown): boolean {
  return failure instanceof pg.DatabaseError && !isDatabaseUnavailable(failure);
}

function termsOf({ statements }: Request): number {
  return statements.reduce((count, { terms }) => count + 1 + terms.length, 0);
}

/** Takes the first that wait. Of two with the same id the second one is for the next round. */
function takeRound(waiting: Request[]): readonly Request[] {
  const ids = new Set<string>();
  const taken: Request[] = [];
  const left: Request[] = [];
  for (const request of waiting) {
    const { statements } = request;
    const isFull = taken.length > 0 && ids.size + statements.length > roundMaximum;
    if (isFull || statements.some(({ id }) => ids.has(id))) left.push(request);
    else {
      taken.push(request);
      for (const { id } of statements) ids.add(id);
    }
  }
  waiting.splice(0, waiting.length, ...left);
  return taken;
}

/** The parameters of the function: each an array with an element for every statement. */
const parameters: readonly [type: string, of: (one: NewStatement, request: number) => unknown][] = [
  ['integer', (_one, request) => request],
  ['uuid', ({ id }) => id],
  ['text', ({ subject }) => subject],
  ['timestamptz', ({ stored }) => stored],
  ['bigint', ({ verb }) => verb],
  ['bigint', ({ activity }) => activity],
  ['uuid', ({ registration }) => registration],
  ['bigint', ({ authority }) => authority],
  // Arrays in an array would all have to be of one length.
  ['text', ({ terms }) => (terms.length > 0 ? `{${terms.join(',')}}` : null)],
  ['uuid', ({ refersTo }) => refersTo],
  ['uuid', ({ voids }) => voids?.id],
  ['text', ({ voids }) => voids?.subject],
  ['text', ({ dtoId }) => dtoId],
  ['text', ({ json }) => json],
];

const storeStatements = sql`
  select request, statement_id, dto_id, statement from lars.store_statements(
    ${sql.join(parameters.map(([type], index) => parameter(index + 1, `${type}[]`)))}
  )
`;

const [subjects, sha2s, contents] = ['text[]', 'text[]', 'bytea[]'].map((type, index) =>
  parameter(parameters.length + index + 1, type),
);

/** Of a request of which nothing is stored no attachment is, either. */
const storeWithAttachments = sql`
  with known as materialized (${storeStatements}), attached as (
    insert into lars.attachments (subject, sha2, content)
    select distinct on (subject, sha2) subject, sha2, content
    from unnest(${subjects}, ${sha2s}, ${contents}) given (subject, sha2, content)
    where not exists (select from known)
    order by subject, sha2
    on conflict do nothing
  )
  select * from known
`;

function valuesOf(requests: readonly (readonly NewStatement[])[]): readonly (readonly unknown[])[] {
  return parameters.map(([, of]) =>
    requests.flatMap((statements, place) => statements.map((one) => of(one, place) ?? null)),
  );
}

function knownOf({ statement_id, dto_id, statement }: KnownRow): KnownStatement {
  return { id: statement_id, dtoId: dto_id, json: statement };
}
