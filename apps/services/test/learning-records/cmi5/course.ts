import { randomUUID } from 'node:crypto';
import type { BodyInput, Contract } from '@lectern/contracts';
import { cmi5StructureFile } from '@lectern/contracts/calls/learning-records/cmi5-structure';
import type { SignedIn } from '@lectern/env/testing';
import type { TestPlatform } from '../../platform.ts';
import { base, clientOf, type Client } from '../xapi/requests.ts';

type Structure = BodyInput<Contract['lars']['cmi5PutStructure']>['structure'];

export const contentUrl = 'https://content.example/wetter/';
export const returnUrl = 'https://content.example/wetter/index.html';

export const course = 'https://verlag.example/wetter';
const titled = (title: string) => ({ title: { de: title }, description: { de: title } });

/** A unit of the course. */
export function unit(
  name: string,
  change: Partial<Structure['aus'][number]> = {},
): Structure['aus'][number] {
  return {
    id: `${course}/${name}`,
    ...titled(name),
    url: `${name}/index.html`,
    launch_method: 'AnyWindow',
    move_on: 'CompletedOrPassed',
    ...change,
  };
}

export function block(name: string, parent?: string): Structure['blocks'][number] {
  return {
    id: `${course}/${name}`,
    ...titled(name),
    ...(parent !== undefined && { parent_id: `${course}/${parent}` }),
  };
}

/** A course that somebody has brought in. */
export interface Course {
  readonly key: { readonly course_id: string; readonly issue_id: string };
  readonly hash: string;
}

/** A course of its own, with its registrations. */
export async function bringIn(
  platform: TestPlatform,
  publisher: SignedIn,
  aus: Structure['aus'],
  blocks: Structure['blocks'] = [],
): Promise<Course> {
  const { structure_hash } = await platform.as('lars', publisher).cmi5PutStructure({
    body: { structure: { id: course, ...titled('Wetter'), blocks, aus } },
  });
  return { key: { course_id: randomUUID(), issue_id: '1' }, hash: structure_hash };
}

/** Has an issue show the structure of a course, to everybody unless `isPublic` says otherwise. */
export async function publishStructure(
  { database }: Pick<TestPlatform, 'database'>,
  { key, hash }: Course,
  { isPublic = true, products = ['wetter'] } = {},
): Promise<void> {
  const version = { ...key, version: 1 };
  await database
    .insertInto('clag.courses')
    .values({ course_id: key.course_id, mandant_identifier: 'LECTERN' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await database
    .insertInto('clag.issue_versions')
    .values({
      ...version,
      digest: hash,
      mandant_identifier: 'LECTERN',
      course_title: 'Wetter',
      title: 'Wetter',
      distribution_channel: 'WEBPUB',
      product_references: products,
      files_count: 1,
      files_digest: hash,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await database
    .insertInto('clag.version_files')
    .values({
      ...version,
      path: cmi5StructureFile,
      file_reference: hash,
      content_hash: hash,
      size_in_bytes: 300,
      media_type: 'application/json',
      is_public: isPublic,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['course_id', 'issue_id', 'version', 'path'])
        .doUpdateSet({ content_hash: hash, is_public: isPublic }),
    )
    .execute();
  await database
    .insertInto('clag.issues')
    .values({ ...key, current_version: 1, newest_version: 1 })
    .onConflict((conflict) =>
      conflict.columns(['course_id', 'issue_id']).doUpdateSet({ current_version: 1 }),
    )
    .execute();
}

/** Facts of a unit after its launch. */
export interface LaunchedUnit {
  readonly url: URL;
  readonly registration: string;
  readonly sessionId: string;
  readonly actor: Readonly<Record<string, unknown>>;
  readonly activityId: string;
  readonly publisherId: string;
  /** Where its credentials are fetched, on the server of the test. */
  readonly fetchUrl: string;
}

type LaunchBody = BodyInput<Contract['lars']['cmi5Launch']>;

export async function launchUnit(
  platform: TestPlatform,
  who: SignedIn,
  published: Course,
  name: string,
  change: Partial<LaunchBody> = {},
): Promise<LaunchedUnit> {
  const { key, hash } = published;
  await publishStructure(platform, published);
  const launched = await platform.as('lars', who).cmi5Launch({
    body: {
      subject: who.subject,
      ...key,
      structure_hash: hash,
      au_id: `${course}/${name}`,
      content_url: contentUrl,
      return_url: returnUrl,
      ...change,
    },
  });
  const url = new URL(launched.launch_url);
  const parameter = (parameterName: string) => url.searchParams.get(parameterName) ?? '';
  return {
    url,
    registration: launched.registration,
    sessionId: launched.session_id,
    actor: JSON.parse(parameter('actor')) as Record<string, unknown>,
    activityId: parameter('activityId'),
    publisherId: `${course}/${name}`,
    fetchUrl: onServer(platform, parameter('fetch')),
  };
}

/** The platform of a test names itself without its port. */
export function onServer(platform: TestPlatform, address: string): string {
  return address.replace(/^http:\/\/localhost(?=\/)/, platform.url);
}

export async function fetchToken(fetchUrl: string): Promise<Record<string, string>> {
  const answer = await fetch(fetchUrl, { method: 'POST' });
  return (await answer.json()) as Record<string, string>;
}

/** A unit that has its credentials. */
export interface RunningUnit extends LaunchedUnit {
  readonly store: Client;
  /** The same unit, which asks another process. */
  at(platform: Pick<TestPlatform, 'url'>): RunningUnit;
  /** A statement of it; `undefined` in the change takes a member away. */
  statement(verb: string, change?: Change): Record<string, unknown>;
  send(...statements: readonly object[]): Promise<Response>;
}

export interface Change {
  readonly result?: object | undefined;
  readonly category?: readonly string[];
  readonly grouping?: readonly string[];
  readonly extensions?: Readonly<Record<string, unknown>>;
  readonly registration?: string;
  readonly [member: string]: unknown;
}

const categories = 'https://w3id.org/xapi/cmi5/context/categories/';
export const cmi5Category = `${categories}cmi5`;
export const moveOnCategory = `${categories}moveon`;
export const extension = 'https://w3id.org/xapi/cmi5/context/extensions/';

export async function runUnit(
  platform: TestPlatform,
  launched: LaunchedUnit,
): Promise<RunningUnit> {
  const { 'auth-token': token = '' } = await fetchToken(launched.fetchUrl);
  return unitAt(platform, launched, token);
}

function unitAt(
  platform: Pick<TestPlatform, 'url'>,
  launched: LaunchedUnit,
  token: string,
): RunningUnit {
  const store = clientOf(platform, `Basic ${token}`);
  return {
    ...launched,
    store,
    at: (other) => unitAt(other, launched, token),
    statement: (verb, change = {}) => statementOf(launched, verb, change),
    send: (...statements) =>
      store(`${base}/statements`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(statements.length === 1 ? statements[0] : statements),
      }),
  };
}

const results: Readonly<Record<string, object>> = {
  completed: { completion: true, duration: 'PT60S' },
  passed: { success: true, duration: 'PT60S' },
  failed: { success: false, duration: 'PT60S' },
  terminated: { duration: 'PT90S' },
};

function statementOf(unitOf: LaunchedUnit, verb: string, change: Change) {
  const { category, grouping, extensions, registration, ...members } = change;
  const isOutcome = ['completed', 'passed', 'failed'].includes(verb);
  const list = (ids: readonly string[]) => ids.map((id) => ({ id }));
  return {
    id: randomUUID(),
    actor: unitOf.actor,
    verb: { id: `http://adlnet.gov/expapi/verbs/${verb}` },
    object: { id: unitOf.activityId },
    ...(results[verb] && { result: results[verb] }),
    context: {
      registration: registration ?? unitOf.registration,
      contextActivities: {
        category: list(category ?? [cmi5Category, ...(isOutcome ? [moveOnCategory] : [])]),
        grouping: list(grouping ?? [unitOf.publisherId]),
      },
      extensions: { [`${extension}sessionid`]: unitOf.sessionId, ...extensions },
    },
    timestamp: new Date().toISOString(),
    ...members,
  };
}

/** Members of a stored statement that tests look at. */
export interface FoundStatement {
  readonly id: string;
  readonly verb: { readonly id: string };
  readonly object: { readonly id: string; readonly definition?: { readonly type?: string } };
  readonly result?: { readonly duration?: string };
  readonly context: {
    readonly contextActivities: { readonly grouping: readonly [{ readonly id: string }] };
    readonly extensions: Readonly<Record<string, string>>;
  };
}

/** Statements in the order in which they were stored. */
export async function findStatements(
  reader: Client,
  parameters: Readonly<Record<string, string>>,
): Promise<readonly FoundStatement[]> {
  const answer = await reader(`${base}/statements`, {
    parameters: { ...parameters, ascending: 'true' },
  });
  return ((await answer.json()) as { statements: FoundStatement[] }).statements;
}
