import { rounded, type Benchmark, type Figure } from '../figures.ts';
import { onEachServer } from '../on-each-server.ts';
import { createDatabase, onConnection } from '../database.ts';
import { apiKey, insertKey, sizesOf } from '../records/database.ts';
import { loadStatements } from '../records/load-statements.ts';
import { Measured } from '../records/measured.ts';
import {
  queryNames,
  requestsOf,
  type QueryName,
  type Readable,
  type Reader,
} from '../records/queries.ts';
import { basic, bearer } from '../records/requests.ts';
import type { Headers } from '../request-bytes.ts';
import { startServices, type RecordServices } from '../records/start.ts';
import { courseId, courses, padded, partsOf, subjectOf, type World } from '../records/world.ts';

const usualStatements = 1_000_000;
/** More or fewer by `LECTERN_BENCH_STATEMENTS`; with fewer one sees that it works, and no more. */
const many = Number(process.env['LECTERN_BENCH_STATEMENTS'] ?? usualStatements);
const isTrial = many < usualStatements;
const few = Math.min(10_000, many);

const statementsOfPupil = 100;
const statementsOfExercise = 500;
const daysOfStatements = 300;
/** How far back what is recent goes. */
const recent = 10_000;
/** Statements that a reader asks about. */
const readableMaximum = 200;

const clients = 4;
const rounds = isTrial ? 2 : 6;
const roundInMs = isTrial ? 300 : 1_000;
const warmUpInMs = isTrial ? 200 : 1_000;
const ratioAtMost = 1.3;

/** The pupils of the class that a teacher leads; the one before them signs in. */
const pupilsOfClass = 24;

export const benchmark: Benchmark = {
  question: `How long do queries of the record store take with ${many} statements (99th percentile by HTTP, ${clients} at a time, 25 a page, asked by an API key, a pupil and the teacher of ${pupilsOfClass}), against ${few} statements?`,

  remarks: `The more statements, the more pupils and exercises: each pupil has ${statementsOfPupil}, each exercise ${statementsOfExercise}, each topic 20 exercises, and each of 10 courses a tenth of all statements. They are asked about what is recent. *Related to nothing*: an activity that no statement names.`,

  run: () => onEachServer(measureOn),
};

const kinds = ['key', 'pupil', 'teacher'] as const;
type Kind = (typeof kinds)[number];
const titles: Readonly<Record<Kind, string>> = {
  key: 'API key',
  pupil: 'pupil',
  teacher: 'teacher',
};

/** The measurement on one PostgreSQL. */
async function measureOn(where: string, serverUrl: string): Promise<Figure[]> {
  await using stack = new AsyncDisposableStack();
  const open = async (statements: number) => {
    const store = await openStore(serverUrl, statements);
    stack.defer(() => store.close());
    return store;
  };
  const stores = { many: await open(many), few: await open(few) };
  const { seconds, sizes } = stores.many;
  const measured = new Measured();
  for (const kind of kinds) {
    for (const query of queryNames) await measureQuery(measured, kind, query, stores);
  }
  return [
    { figure: `${where}: loading ${many} statements`, unit: 's', value: rounded(seconds) },
    {
      figure: `${where}: disk of ${many} statements, with indexes`,
      unit: 'MB',
      value: rounded((sizes.statements + sizes.statement_ids) / 1_000_000),
    },
    ...kinds.flatMap((kind) =>
      queryNames.flatMap((query) => figuresOf(measured, where, kind, query)),
    ),
    {
      figure: `${where}: answers that are not good`,
      unit: 'answers',
      value: measured.failures,
      goal: 'none',
      met: measured.failures === 0,
    },
  ];
}

function figuresOf(measured: Measured, where: string, kind: Kind, query: QueryName): Figure[] {
  const turns = [turnOf('many', kind, query), turnOf('few', kind, query)] as const;
  const name = `${where}, ${titles[kind]}, ${query}`;
  const against = `with ${few} statements`;
  return [
    measured.compare(`${name}: median`, 'p50', [...turns, against]),
    measured.compare(`${name}: 99th percentile`, 'p99', [...turns, against], {
      atMost: ratioAtMost,
    }),
  ];
}

const turnOf = (size: keyof Stores, kind: Kind, query: QueryName) => `${size} ${kind} ${query}`;

/** Services on statements of one number. */
interface Store {
  readonly services: RecordServices;
  readonly world: World;
  /** Records that each of the readers asks about. */
  readonly readable: Readonly<Record<Kind, readonly Readable[]>>;
  readonly seconds: number;
  readonly sizes: Awaited<ReturnType<typeof sizesOf>>;
  close(): Promise<void>;
}
type Stores = Readonly<Record<'many' | 'few', Store>>;

async function measureQuery(
  measured: Measured,
  kind: Kind,
  query: QueryName,
  stores: Stores,
): Promise<void> {
  const sizes = ['many', 'few'] as const;
  const prepare = async (size: (typeof sizes)[number]) => {
    const { services, world, readable } = stores[size];
    const headers = await headersOf(kind, services);
    const reader: Reader = { port: services.port, headers, world, readable: readable[kind] };
    return requestsOf(query, reader);
  };
  const requests = { many: await prepare('many'), few: await prepare('few') };
  for (const size of sizes) {
    await measured.ask(stores[size].services.port, requests[size], clients, warmUpInMs);
  }
  for (let round = 0; round < rounds; round++) {
    for (const size of sizes) {
      const { port } = stores[size].services;
      await measured.add(turnOf(size, kind, query), port, requests[size], clients, roundInMs);
    }
  }
}

/** A token lives shorter than the measurement lasts. */
async function headersOf(kind: Kind, services: RecordServices): Promise<Headers> {
  if (kind === 'key') return basic(apiKey);
  const [session] = await services.signIn([kind === 'pupil' ? 'mia' : 'thomas']);
  return bearer(session!.token);
}

async function openStore(serverUrl: string, statements: number): Promise<Store> {
  const database = await createDatabase(serverUrl);
  const services = await startServices(database.url);
  await insertKey(database.url);
  const [mia, thomas] = await services.signIn(['mia', 'thomas']);
  const world = worldOf(services.issuer, mia!.subject, statements);
  await insertClass(database.url, thomas!.subject, world);
  await insertCourses(database.url);
  const seconds = await loadStatements(database.url, world, statements);
  return {
    services,
    world,
    readable: readableIn(world, statements),
    seconds,
    sizes: await sizesOf(database.url),
    async close() {
      services.stop();
      await database.drop();
    },
  };
}

/** The first pupil signs in. */
function worldOf(issuer: string, subject: string, statements: number): World {
  const stepInMs = Math.floor((daysOfStatements * 86_400_000) / statements);
  return {
    issuer,
    pupils: Math.max(pupilsOfClass + 1, Math.ceil(statements / statementsOfPupil)),
    exercises: Math.max(20, Math.ceil(statements / statementsOfExercise)),
    signedIn: new Map([[0, subject]]),
    beganAt: Date.now() - statements * stepInMs,
    stepInMs,
  };
}

/** Makes somebody the leader of a class with the pupils after the first one, before their first statement. */
async function insertClass(databaseUrl: string, leader: string, world: World): Promise<void> {
  const members = Array.from({ length: pupilsOfClass }, (_, index) => subjectOf(world, index + 1));
  await onConnection(databaseUrl, async (client) => {
    await client.query(
      `insert into gres.groups (group_id, provider_id, name) values ('class', 'BEOOK_1', 'Class')`,
    );
    await client.query(
      `insert into gres.members (group_id, subject, group_role, began_at)
       select 'class', subject, case when subject = $1 then 'leader' else 'member' end, $3
       from unnest($2::text[]) subject`,
      [leader, [leader, ...members], new Date(world.beganAt - 1)],
    );
    await client.query(
      `insert into gres.subject_groups (subject, group_id, group_role, membership_state, membership_types)
       select subject, group_id, group_role, membership_state, membership_types from gres.members`,
    );
    await client.query(
      `insert into aua.user_roles (subject, role) values ($1, 'teacher') on conflict do nothing`,
      [leader],
    );
  });
}

/** Publishes the courses of the statements, free to read: of others a teacher reads nothing. */
async function insertCourses(databaseUrl: string): Promise<void> {
  const published = Array.from({ length: courses }, (_, course) =>
    new URL(courseId(padded(course))).pathname.split('/').at(-1),
  );
  await onConnection(databaseUrl, (client) =>
    client.query(
      `with made as (
         insert into clag.issues (course_id, issue_id, current_version, newest_version, published_at)
         select course, 'issue', 1, 1, now() from unnest($1::text[]) course returning course_id
       )
       insert into clag.issue_versions (course_id, issue_id, version, mandant_identifier, digest,
         course_title, title, distribution_channel, product_references, files_count, files_digest,
         switched_at)
       select course_id, 'issue', 1, 'LECTERN', '', course_id, course_id, 'WEBPUB', '{}', 0, '', now()
       from made`,
      [published],
    ),
  );
}

/** The newest that each of them may read, spread over what is recent for who reads all. */
function readableIn(world: World, statements: number): Record<Kind, Readable[]> {
  const classmates = new Set(
    Array.from({ length: pupilsOfClass }, (_, index) => subjectOf(world, index + 1)),
  );
  const own = subjectOf(world, 0);
  const step = Math.max(1, Math.floor(Math.min(recent, statements) / readableMaximum));
  const readable: Record<Kind, Readable[]> = { key: [], pupil: [], teacher: [] };
  const isWhole = () => kinds.every((kind) => readable[kind].length >= readableMaximum);
  for (let number = statements - 1; number >= 0 && !isWhole(); number--) {
    const record = { number, parts: partsOf(world, number) };
    const add = (kind: Kind) => {
      if (readable[kind].length < readableMaximum) readable[kind].push(record);
    };
    if ((statements - 1 - number) % step === 0) add('key');
    if (record.parts.pupil === own) add('pupil');
    if (classmates.has(record.parts.pupil)) add('teacher');
  }
  return readable;
}
