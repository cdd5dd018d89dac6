import { hash, randomUUID } from 'node:crypto';
import type { SignedIn } from '@lectern/env/testing';
import { writeParts } from '../../src/learning-records/xapi/multipart.ts';
import type { TestPlatform } from '../platform.ts';
import { insertRows } from '../rows.ts';

/** Somebody who leaves something in each table of the learning records that can name a subject. */
export async function leaveRecordTraces(
  platform: TestPlatform,
  who: SignedIn,
  other: SignedIn,
  own: string,
): Promise<void> {
  const { issuer } = platform.identityProvider.servicesClient;
  const send = async (
    { token }: SignedIn,
    path: string,
    method: string,
    contentType: string,
    body: string | Uint8Array<ArrayBuffer>,
  ) => {
    const response = await fetch(`${platform.url}/lars/xapi/${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        'X-Experience-API-Version': '1.0.3',
        'Content-Type': contentType,
        'If-None-Match': '*',
      },
      body,
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response;
  };
  const agent = ({ subject }: SignedIn) => ({ account: { homePage: issuer, name: subject } });
  const named = { agent: JSON.stringify(agent(who)), activityId: 'https://lectern.example/a' };
  const query = (more: object) => new URLSearchParams({ ...named, ...more }).toString();

  await send(who, `activities/state?${query({ stateId: own })}`, 'PUT', 'text/plain', own);
  const profile = new URLSearchParams({ agent: named.agent, profileId: own }).toString();
  await send(who, `agents/profile?${profile}`, 'PUT', 'text/plain', own);

  const statement = {
    actor: agent(who),
    verb: { id: 'http://v.example/did' },
    object: { id: 'http://o.example' },
  };
  const content = Buffer.from(own);
  const sha2 = hash('sha256', content);
  const attachment = {
    usageType: 'http://u.example/essay',
    display: { de: own },
    contentType: 'text/plain',
    length: content.length,
    sha2,
  };
  // An activity that no statement has told of before.
  const object = { id: `http://o.example/${randomUUID()}`, definition: { name: { de: own } } };
  const { contentType, body } = writeParts([
    {
      headers: new Map([['Content-Type', 'application/json']]),
      content: Buffer.from(JSON.stringify({ ...statement, object, attachments: [attachment] })),
    },
    {
      headers: new Map([
        ['Content-Type', 'text/plain'],
        ['Content-Transfer-Encoding', 'binary'],
        ['X-Experience-API-Hash', sha2],
      ]),
      content,
    },
  ]);
  const stored = await send(who, 'statements', 'POST', contentType, new Uint8Array(body));
  const [id] = (await stored.json()) as [string];
  const voiding = {
    actor: agent(who),
    verb: { id: 'http://adlnet.gov/expapi/verbs/voided' },
    object: { objectType: 'StatementRef', id },
  };
  await send(who, 'statements', 'POST', 'application/json', JSON.stringify(voiding));
  const teaching = {
    ...statement,
    actor: agent(other),
    context: { instructor: { ...agent(who), name: own } },
  };
  await send(other, 'statements', 'POST', 'application/json', JSON.stringify(teaching));
  // A tool has recorded what is none, and had it kept aside.
  await insertRows(platform.database, 'lars.refused_statements', {
    subject: who.subject,
    authority: 'tool',
    fault: 'statement.verb: is missing',
    statement: JSON.stringify({ actor: agent(who), result: { response: own } }),
  });
  // Another store has refused it, and quotes it.
  await insertRows(platform.database, 'lars.forwarding_failures', {
    subject: who.subject,
    target: `store-${randomUUID()}`,
    sequence: '1',
    statement_id: id,
    status: 400,
    answer: `${who.subject} ${own}`,
  });
  await leaveSession(platform, who, own);
  await leaveProgress(platform, who, own);
}

/** Has opened a unit of a course. */
async function leaveSession(
  { database }: TestPlatform,
  { subject }: SignedIn,
  own: string,
): Promise<void> {
  const course = {
    course_key: own,
    registration: randomUUID(),
    structure_hash: hash('sha256', own),
  };
  await database
    .insertInto('lars.cmi5_registrations')
    .values({ subject, ...course, course_id: own, issue_id: '1' })
    .execute();
  await insertRows(database, 'lars.cmi5_sessions', {
    subject,
    ...course,
    session_id: randomUUID(),
    au_id: 'http://au.example',
    activity_id: 'http://activity.example',
    launch_mode: 'Normal',
    sign_in: 'a hash',
    launched_at: new Date(),
    expires_at: new Date(),
    fetch_hash: hash('sha256', own, 'buffer'),
  });
}

/** As if somebody had asked how far this person is. */
async function leaveProgress(
  { database }: TestPlatform,
  { subject }: SignedIn,
  own: string,
): Promise<void> {
  const issue = { subject, course_id: own, issue_id: '1' };
  await database
    .insertInto('lars.progress_readings')
    .values({ ...issue, version: 1, stored: new Date(0), sequence: '0', voided_count: 0 })
    .execute();
  const exercise = { ...issue, exercise_id: own };
  await database
    .insertInto('lars.exercise_progress')
    .values({ ...exercise, begun_at: new Date(), last_active_at: new Date() })
    .execute();
  await database
    .insertInto('lars.exercise_activity')
    .values({ ...exercise, begins: new Date(), statements_count: 1 })
    .execute();
}
