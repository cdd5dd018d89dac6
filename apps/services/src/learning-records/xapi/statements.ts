import type { Actor, Statement } from '@lectern/contracts/xapi';
import type { FastifyRequest } from 'fastify';
import type { Access } from '../access/access.ts';
import type { ReadMembers } from '../access/read-members.ts';
import { languagesOf } from '../model/languages.ts';
import { coursesOf } from '../model/statement-courses.ts';
import {
  consistentThrough,
  findStatement,
  findStatements,
  type StatementFilter,
} from '../store/reader.ts';
import { firstThatFit, storedAttachments } from '../store/attachments.ts';
import { jsonOf, type FoundStatement } from '../store/found-statement.ts';
import type { GivenStatement } from '../store/records.ts';
import { isJson } from './json-type.ts';
import { readScalar, required } from './parameters.ts';
import { keyFor } from './permitted-agent.ts';
import { refusal, refusalOfBatch } from './refusals.ts';
import type { ResourceDependencies } from './resource-dependencies.ts';
import { resource, type XapiRequest, type XapiScope } from './resource.ts';
import { answerWithAttachments, plainAnswer, present } from './statement-answers.ts';
import { requireAttachmentRoom } from './attachment-room.ts';
import { asksForEach, storeEach, type ItemResult } from './item-results.ts';
import { faultOfBatch, readStatements } from './statement-body.ts';
import { keepFor, mayRecord } from './statement-keeper.ts';
import {
  getParameters,
  queryAfter,
  readStatementsQuery,
  type StatementsQuery,
} from './statement-query.ts';

/** Of a batch with what is attached to it. */
const bodyLimitInBytes = 32 * 1024 * 1024;

/** Of a page with what is attached to its statements: as much as one request brings. */
const pageMaximumInBytes = bodyLimitInBytes;

/** `statements` (xAPI 1.0.3, Communication 2.1; IEEE 9274.1.1, 4.1.6.1). */
export function registerStatements(scope: XapiScope, dependencies: ResourceDependencies): void {
  resource(
    scope,
    '/statements',
    {
      GET: (request) => getStatements(request, scope, dependencies),
      PUT: (request) => putStatement(request, dependencies),
      POST: (request) => postStatements(request, dependencies),
    },
    {
      parameters: getParameters,
      bodyLimitInBytes,
      isForSessions: true,
      isGathered,
      // Before anything is looked for: what comes in meanwhile is not promised.
      async readHeaders(reply) {
        const through = await consistentThrough(dependencies.database);
        void reply.header('X-Experience-API-Consistent-Through', through);
      },
    },
  );
}

/** Larger ones fill rounds of their own; many at once would only lie in memory. In bytes. */
const gatheredMaximumInBytes = 64 * 1024;

/** Attachments have a connection of their own, and are large. */
function isGathered({ method, headers }: FastifyRequest): boolean {
  return (
    (method === 'POST' || method === 'PUT') &&
    isJson(headers['content-type']) &&
    Number(headers['content-length']) <= gatheredMaximumInBytes
  );
}

async function putStatement(
  request: XapiRequest,
  dependencies: ResourceDependencies,
): Promise<undefined> {
  const { parameters, reply } = request;
  const id = required(readScalar(parameters, 'statementId'), 'statementId').toLowerCase();
  requireOnly(request, ['statementId']);
  await requireWriting(request);
  const body = await readStatements(written(request));
  if (body.isList) throw refusal('BODY_INVALID', 'A PUT stores one statement, not a list.');
  const given = givenOf(body)[0]!;
  const named = given.statement.id?.toLowerCase();
  if (named !== undefined && named !== id) {
    throw refusal('BODY_INVALID', 'statement.id: is not the statementId of the query');
  }
  await requireAttachmentRoom(request.access, dependencies, body);
  await store(request, dependencies, [{ ...given, statement: { ...given.statement, id } }]);
  void reply.status(204);
}

async function postStatements(
  request: XapiRequest,
  dependencies: ResourceDependencies,
): Promise<readonly string[] | readonly ItemResult[]> {
  requireOnly(request, []);
  await requireWriting(request);
  const body = await readStatements(written(request));
  await requireAttachmentRoom(request.access, dependencies, body);
  if (asksForEach(request)) {
    // The statements of a session are judged in their order, all of them or none.
    if (request.access.session) throw await request.forbid('SESSION_FORBIDDEN');
    return storeEach(request, dependencies, body);
  }
  return store(request, dependencies, givenOf(body), body.isList);
}

function written({ version, headers, body }: XapiRequest) {
  return { version, contentType: headers['content-type'] ?? '', body };
}

function givenOf(body: Awaited<ReturnType<typeof readStatements>>): readonly GivenStatement[] {
  const fault = faultOfBatch(body);
  if (fault) throw fault;
  return body.statements.map(({ given }) => given!);
}

async function requireWriting({ access, forbid }: XapiRequest): Promise<void> {
  if (!access.mayWriteStatements) throw await forbid('SCOPE_MISSING');
}

/** @returns the ids */
async function store(
  request: XapiRequest,
  { records, agentKeys }: ResourceDependencies,
  given: readonly GivenStatement[],
  isList = false,
): Promise<readonly string[]> {
  const { access, version } = request;
  const ofOthers: string[] = [];
  for (const [place, { statement }] of given.entries()) {
    if (await mayRecord(access, statement.actor, agentKeys)) continue;
    ofOthers.push(isList ? `statements[${place}]` : 'statement');
  }
  if (ofOthers.length > 0) {
    const code = 'SUBJECT_FORBIDDEN';
    await request.forbid(code);
    const why = 'is not the caller, who may not do this for others';
    throw refusalOfBatch(ofOthers.map((at) => ({ code, text: `${at}.actor: ${why}` })));
  }
  const kept = await keepFor(access, records, given, version);
  if (kept.conflicts === undefined) return kept.ids;
  throw refusalOfBatch(
    kept.conflicts.map((id) => ({
      code: 'STATEMENT_CONFLICT',
      text: `Another statement has the id ${id}.`,
    })),
  );
}

async function getStatements(
  request: XapiRequest,
  { base }: XapiScope,
  dependencies: ResourceDependencies,
): Promise<Buffer> {
  const { parameters, headers, reply, access } = request;
  const query = readStatementsQuery(request);
  if (access.statementsReadable === 'none') throw await request.forbid('SCOPE_MISSING');
  const presentation = {
    format: query.format,
    languages: languagesOf(headers['accept-language']),
  };
  const page = query.single
    ? { found: [await findSingle(access, query.single, dependencies)], isLast: true }
    : await findPage(query, request, dependencies);
  const shown = await present(
    page.found,
    presentation,
    async (ids) => dependencies.definitions.of(await access.seenActivities(ids)),
    pageMaximumInBytes,
  );
  const fitting = page.found.slice(0, shown.length);
  const stored = query.attachments ? await readableAttachments(access, fitting, dependencies) : [];
  const { found, attached } = firstThatFit(
    fitting.map((one, place) => ({ ...one, json: shown[place]! })),
    stored,
    pageMaximumInBytes,
  );
  const isLast = page.isLast && found.length === page.found.length;
  const more = isLast ? undefined : queryAfter(parameters, found.at(-1)!);
  const json = query.single
    ? found[0]!.json
    : `{"statements":[${found.map((one) => one.json).join(',')}],"more":${JSON.stringify(more ? `${base}/statements?${more}` : '')}}`;
  const answer = query.attachments
    ? await answerWithAttachments(dependencies.database, json, attached)
    : plainAnswer(json);
  if (query.single) void reply.header('Last-Modified', new Date(found[0]!.stored).toUTCString());
  void reply.header('Content-Type', answer.contentType);
  return answer.body;
}

/**
 * Attachments of a member's statement are readable where the member shares its media of the course, stored since
 * that membership: it may be one of several groups of the reader.
 */
async function readableAttachments(
  access: Access,
  found: readonly FoundStatement[],
  { database }: ResourceDependencies,
) {
  const stored = await storedAttachments(database, found);
  if (access.statementsReadable !== 'own') return stored;
  const { sharesSince } = await access.members();
  return found.map((one, place) => {
    const isOwn = one.subject === access.subject;
    const courses = isOwn ? [] : coursesOfFound(one);
    const begin = isOwn ? undefined : sharesSince(one.subject, courses, 'Media');
    const isShared = isOwn || (begin !== undefined && one.stored > begin);
    return isShared ? stored[place]! : [];
  });
}

function coursesOfFound({ json, saidWithin }: FoundStatement): readonly string[] {
  return coursesOf(JSON.parse(json) as Statement, saidWithin);
}

/** True for what happened in a course since the membership that lets it be read. */
function isReadOfMember({ since }: ReadMembers, found: FoundStatement): boolean {
  const { subject, stored } = found;
  const courses = since.get(subject);
  if (!courses) return false;
  return coursesOfFound(found).some((course) => {
    const begin = courses.get(course);
    return begin !== undefined && stored > begin;
  });
}

async function findSingle(
  access: Access,
  { id, isVoided }: NonNullable<StatementsQuery['single']>,
  { database, agentKeys }: ResourceDependencies,
): Promise<FoundStatement> {
  const found = await findStatement(database, id, isVoided);
  // An unreadable statement is answered as a missing one.
  if (!found || !(await isReadable(access, found, agentKeys.keyOf.bind(agentKeys)))) {
    throw refusal('STATEMENT_NOT_FOUND');
  }
  if (found.subject !== access.subject) await access.recordLooks([found.subject]);
  return found;
}

async function isReadable(
  access: Access,
  found: FoundStatement,
  keyOf: (agent: Actor) => Promise<string | undefined>,
): Promise<boolean> {
  const { registration } = access.session ?? {};
  if (registration !== undefined && registrationOf(found) !== registration) return false;
  switch (access.statementsReadable) {
    case 'all':
      return access.subject === undefined || access.mayRead('person', found.subject);
    case 'own':
      return found.subject === access.subject || isReadOfMember(await access.members(), found);
    case 'mine': {
      const { authority } = JSON.parse(jsonOf(found)) as { authority?: Actor };
      return (
        authority !== undefined && (await keyOf(authority)) === (await keyOf(access.authority))
      );
    }
    case 'none':
    default:
      return false;
  }
}

function registrationOf(found: FoundStatement): string | undefined {
  const { context } = JSON.parse(jsonOf(found)) as Pick<Statement, 'context'>;
  return context?.registration?.toLowerCase();
}

async function findPage(
  query: StatementsQuery,
  { access }: XapiRequest,
  { database, agentKeys }: ResourceDependencies,
): Promise<{ readonly found: readonly FoundStatement[]; readonly isLast: boolean }> {
  const agent = query.agent && (await keyFor(access, query.agent, agentKeys));
  // An anonymous group is found by nothing.
  if (query.agent && agent === undefined) return { found: [], isLast: true };
  const { verb, since, until, ascending, limit, after } = query;
  const registration = query.registration ?? access.session?.registration;
  if (access.session && registration !== access.session.registration) {
    return { found: [], isLast: true };
  }
  const filter: StatementFilter = {
    verb,
    registration,
    // Statements that refer to one of its own are found by its registration, too.
    registrationItself: access.session?.registration,
    since,
    until,
    ...(query.relatedAgents ? { relatedAgent: agent } : { agent }),
    ...(query.relatedActivities
      ? { relatedActivity: query.activity }
      : { activity: query.activity }),
    ...(access.statementsReadable === 'own' && {
      readable: { subject: access.subject!, since: (await access.members()).since },
    }),
    ...(access.statementsReadable === 'mine' && {
      authority: await agentKeys.keyOf(access.authority),
    }),
  };
  const { statements, isLast } = await findStatements(database, filter, {
    ascending,
    limit,
    after,
  });
  await leaveTrace(access, agent, statements);
  return { found: statements, isLast };
}

/** Reading what is another person's leaves its trace: whom it asked for, and that there were others. */
async function leaveTrace(
  access: Access,
  agent: string | undefined,
  found: readonly FoundStatement[],
): Promise<void> {
  if (access.statementsReadable === 'own') {
    const members = found.map(({ subject }) => subject).filter((one) => one !== access.subject);
    await access.recordLooks(members);
  }
  if (access.statementsReadable !== 'all') return;
  if (agent !== undefined) await access.mayRead('person', agent);
  if (found.some(({ subject }) => subject !== agent && subject !== access.subject)) {
    await access.recordReadingAll();
  }
}

/** Parameters of another method are unknown to this one. */
function requireOnly({ parameters }: XapiRequest, known: readonly string[]): void {
  for (const name of parameters.keys()) {
    if (!known.includes(name)) {
      throw refusal('PARAMETER_INVALID', `${name}: only to read statements with`);
    }
  }
}
