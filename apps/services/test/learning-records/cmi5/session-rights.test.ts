import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { makeBeforeAll, startBeforeAll } from '../../platform.ts';
import { startSchool } from '../../groups/people.ts';
import { attachmentOf, sendAttached, storeBytes } from '../xapi/attached.ts';
import { base, refusalOf } from '../xapi/requests.ts';
import {
  bringIn,
  findStatements,
  launchUnit,
  publishStructure,
  runUnit,
  unit,
  type Course,
  type RunningUnit,
} from './course.ts';
import { insertRows, rowsOf } from '../../rows.ts';

/* A session is as good as its launch would be now. */

const school = startBeforeAll(startSchool);
let weather: Course;

const platform = makeBeforeAll(() => school.platform);
beforeAll(async () => {
  const publisher = await school.newPerson('publisher');
  weather = await bringIn(platform, publisher, [unit('wolken')]);
});

interface Learner {
  readonly subject: string;
  readonly course_id: string;
  readonly license_code: string;
}

/** Somebody with a licence and a device, in a session of a course of its own. */
async function begin(): Promise<{
  au: RunningUnit;
  learner: Learner;
  read: () => Promise<Response>;
}> {
  const { database } = platform;
  const course: Course = { ...weather, key: { course_id: randomUUID(), issue_id: '1' } };
  const who = await school.newPerson();
  const { subject } = who;
  const learner = { subject, ...course.key, license_code: `L-${randomUUID()}` };
  await insertRows(database, 'lima.devices', { subject, device_identifier: 'device-1' });
  await insertRows(database, 'lima.licenses', {
    license_code: learner.license_code,
    license_strategy: 'LICENSE_STRATEGY_USER',
    mandant_identifier: 'LECTERN',
    product_reference: 'wetter',
    subject,
  });
  const au = await runUnit(platform, await launchUnit(platform, who, course, 'wolken'));
  // From now on by licence.
  await publishStructure(platform, course, { isPublic: false });
  expect((await au.send(au.statement('initialized'))).status).toBe(200);
  const read = () =>
    au.store(`${base}/activities/state`, {
      parameters: {
        activityId: au.activityId,
        registration: au.registration,
        agent: JSON.stringify(au.actor),
        stateId: 'LMS.LaunchData',
      },
    });
  expect((await read()).status).toBe(200);
  return { au, learner, read };
}

const putState = async (au: RunningUnit, stateId: string): Promise<number> => {
  const { activityId, registration, actor } = au;
  const answer = await au.store(`${base}/activities/state`, {
    method: 'PUT',
    parameters: { activityId, registration, agent: JSON.stringify(actor), stateId },
    headers: { 'Content-Type': 'application/json' },
    body: '{}',
  });
  return answer.status;
};

const changeRole = (subject: string, role: string) =>
  rowsOf(platform.database, 'aua.user_roles', { subject }).set({ role });

describe('row 81: a session goes on no longer than its launch would be given', () => {
  const licenseOf = ({ license_code }: Learner) =>
    rowsOf(platform.database, 'lima.licenses', { license_code });
  const devicesOf = ({ subject }: Learner) =>
    rowsOf(platform.database, 'lima.devices', { subject });
  test.each<[string, (learner: Learner) => Promise<unknown>]>([
    ['its licence has expired', (learner) => licenseOf(learner).set({ valid_until: new Date(0) })],
    ['its licence was taken away', (learner) => licenseOf(learner).delete()],
    ['its device was removed', (learner) => devicesOf(learner).delete()],
    [
      'the issue asks for another product',
      ({ course_id }) =>
        rowsOf(platform.database, 'clag.issue_versions', { course_id }).set({
          product_references: ['anderes'],
        }),
    ],
    [
      'nobody sees the issue any more',
      ({ course_id }) =>
        rowsOf(platform.database, 'clag.issues', { course_id }).set({ current_version: null }),
    ],
    [
      'its role may record nothing',
      async ({ subject }) => {
        const name = `reader-${randomUUID()}`;
        await insertRows(platform.database, 'aua.roles', { role: name, description: name });
        await changeRole(subject, name);
      },
    ],
  ])('not once %s', async (_title, change) => {
    const { au, learner, read } = await begin();
    await change(learner);
    expect(await refusalOf(au.send(au.statement('completed')))).toBe('403 SESSION_CLOSED');
    expect(await refusalOf(read())).toBe('403 SESSION_CLOSED');
  });

  test('it goes on without the seat that it had at the launch', async () => {
    const { au, learner, read } = await begin();
    await licenseOf(learner).set({ seats: 1 });
    expect((await read()).status).toBe(200);
    for (const verb of ['completed', 'terminated']) {
      expect((await au.send(au.statement(verb))).status).toBe(200);
    }
  });

  test('it goes on where its learner links the account, with all that is of it', async () => {
    const { au, learner } = await begin();
    const before = await putState(au, 'vorher');
    const link = { from_subject: learner.subject, to_subject: randomUUID() };
    await platform.database.insertInto('aua.subject_links').values(link).execute();
    // It has not seen the account before the link.
    const process = await platform.anotherProcess();
    onTestFinished(() => process.close());
    const linked = au.at(process);
    expect([before, await putState(linked, 'nachher')]).toEqual([204, 204]);
    const attach = (content: Buffer) => {
      const more = { category: [], attachments: [attachmentOf(content)] };
      return sendAttached(linked.store, linked.statement('answered', more), [{ of: content }]);
    };
    const content = Buffer.from('eins');
    expect((await attach(content)).status).toBe(200);
    const { subject } = learner;
    const size = 64 * 1024 * 1024 - 4;
    await storeBytes(platform.database, { subject, size, kept_for: au.registration });
    // Bytes that are there take no room again.
    expect((await attach(content)).status).toBe(200);
    expect(await refusalOf(attach(Buffer.from('zwei')))).toBe('413 ATTACHMENTS_TOO_LARGE');
    const account = { ...(au.actor['account'] as object), name: link.to_subject };
    for (const [verb, actor] of [
      ['completed', au.actor],
      ['terminated', { ...au.actor, account }],
    ] as const) {
      expect((await linked.send(linked.statement(verb, { actor }))).status).toBe(200);
    }
    const verbs = ['launched', 'initialized', 'answered', 'answered'];
    verbs.push('completed', 'satisfied', 'terminated');
    for (const actor of [au.actor, { ...au.actor, account }]) {
      const read = await findStatements(linked.store, { agent: JSON.stringify(actor) });
      expect(read.map(({ verb }) => verb.id.split('/').at(-1))).toEqual(verbs);
    }
    const { rows } = await sql`
      select distinct subject from lars.statements where registration = ${au.registration}
      union select distinct subject from lars.states where registration = ${au.registration}
    `.execute(platform.database);
    expect(rows).toEqual([{ subject: learner.subject }]);
  });

  test('it goes on with another role that records, and with another version', async () => {
    const { au, learner, read } = await begin();
    await changeRole(learner.subject, 'teacher');
    await rowsOf(platform.database, 'clag.version_files', { course_id: learner.course_id }).set({
      content_hash: 'f'.repeat(64),
    });
    expect((await read()).status).toBe(200);
    expect((await au.send(au.statement('completed'))).status).toBe(200);
  });

  test('it goes on once a licence opens the course again', async () => {
    const { learner, read } = await begin();
    const licensed = (valid_until: Date | null) => licenseOf(learner).set({ valid_until });
    await licensed(new Date(0));
    expect(await refusalOf(read())).toBe('403 SESSION_CLOSED');
    await licensed(null);
    expect((await read()).status).toBe(200);
  });
});
