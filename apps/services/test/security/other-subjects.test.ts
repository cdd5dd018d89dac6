import { randomUUID } from 'node:crypto';
import type { SignedIn } from '@lectern/env/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { ensureGroup } from '../../src/index.ts';
import { codeOf, startBeforeAll, startTestPlatform } from '../platform.ts';
import { servedCalls } from '../served-calls.ts';
import { headersOf } from './requests.ts';
import { insertRows, rowsOf } from '../rows.ts';

/*
 * Row 41: things of another user. A call that names a subject in its body answers 403, the same for one
 * that has something and one that nobody is; one that goes by the caller gives what is the caller's
 * (decision 6).
 */

const platform = startBeforeAll(startTestPlatform);
let mia: SignedIn;
let ben: SignedIn;
let sofia: SignedIn;

const topic = {
  course_id_dto: { course_id: 'wasser' },
  issue_id_dto: { issue_id: 'wasser-2026' },
  topic_dto: { topic_id: 'kreislauf' },
};
/** Stands in everything of Ben's. */
const secret = 'only-ben-knows';

beforeAll(async () => {
  const { signIn } = platform.identityProvider;
  [mia, ben, sofia] = await Promise.all([signIn('mia'), signIn('ben'), signIn('sofia')]);
  const { database } = platform;
  const group = { group_id: 'g', provider_id: 'BEOOK_1', name: secret };
  await insertRows(database, 'aua.user_roles', [
    { subject: sofia.subject, role: 'support' },
    { subject: ben.subject, role: 'teacher' },
  ]);
  await ensureGroup(database, {
    ...group,
    members: [{ subject: ben.subject, group_role: 'leader' }],
  });
  await insertRows(database, 'lima.licenses', {
    subject: ben.subject,
    license_code: secret,
    license_strategy: 'TIME',
    mandant_identifier: 'LECTERN',
    product_reference: 'wasser-entdecken',
  });
  for (const person of [mia, ben]) await platform.as('aua', person).userUpdateUserInfo();
  await database
    .insertInto('aua.properties')
    .values({ subject: ben.subject, key: 'note', value: secret })
    .execute();
  await database
    .updateTable('aua.users')
    .set({ mandant_groups: [secret], given_name: secret })
    .where('subject', '=', ben.subject)
    .execute();
  await rowsOf(database, 'aua.identities', { subject: ben.subject }).set({ groups: [secret] });
  await platform.as('clag', ben).localStoreItemSetForModel({
    body: { ...topic, local_store_items: [{ segment: 's', key: 'k', value: secret }] },
  });
  await platform.as('lars', ben).dataPut({
    body: {
      subject: ben.subject,
      put_dto: {
        dto_id: secret,
        statement: { id: statementId, verb: { id: 'https://v' }, object: { id: 'https://o' } },
      },
    },
  });
});

const statementId = randomUUID();

/** Calls that read something of Ben's, with what they need beside the subject. */
const reading: Readonly<Record<string, object>> = {
  'aua.userGet': {},
  'aua.userGetProperties': {},
  'aua.userGetIdentities': {},
  'aua.userGetMandantGroups': {},
  'gms.gmsGroupsGet': {},
  'lars.dataGet': {},
  'lima.licenseGetForUser': {},
};
const readingCalls = servedCalls.filter(({ title }) => title in reading);

async function ask(who: SignedIn, title: string, subject: string): Promise<[number, string]> {
  const { path } = readingCalls.find((served) => served.title === title)!;
  const body = JSON.stringify({ subject, ...reading[title] });
  const response = await platform.request(path, headersOf(who), body);
  return [response.status, await response.text()];
}

describe.each(readingCalls)('$title', ({ title }) => {
  test('the controls: Ben reads it, and so does support', async () => {
    for (const who of [ben, sofia]) {
      const [status, answer] = await ask(who, title, ben.subject);
      expect(status).toBe(200);
      expect(answer).toContain(title === 'lars.dataGet' ? statementId : secret);
    }
  });

  test('row 41: another pupil gets 403, and the same for somebody who is not there', async () => {
    const refused = await ask(mia, title, ben.subject);
    expect(refused[0]).toBe(403);
    expect(refused[1]).toContain('SUBJECT_FORBIDDEN');
    expect(refused[1]).not.toContain(secret);
    expect(await ask(mia, title, 'nobody-at-all')).toEqual(refused);
  });

  test('row 41: nor with Ben in the header or in other letters', async () => {
    const { path } = readingCalls.find((served) => served.title === title)!;
    const headers = headersOf(mia, { 'X-Ia-Subject': ben.subject });
    const body = JSON.stringify({ subject: ben.subject, ...reading[title] });
    expect((await platform.request(path, headers, body)).status).toBe(403);
    expect((await ask(mia, title, ben.subject.toUpperCase()))[0]).toBe(403);
  });
});

describe('local store items go by the caller', () => {
  const items = async (who: SignedIn) =>
    (await platform.as('clag', who).localStoreItemGetForModel({ body: topic })).local_store_items;

  test('the control: Ben reads his own', async () => {
    expect(await items(ben)).toMatchObject([{ segment: 's', key: 'k', value: secret }]);
  });

  test('row 41: another pupil finds nothing at the same place, and writes beside it', async () => {
    expect(await items(mia)).toEqual([]);
    await platform.as('clag', mia).localStoreItemSetForModel({
      body: { ...topic, local_store_items: [{ segment: 's', key: 'k', value: 'of Mia' }] },
    });
    expect(await items(mia)).toMatchObject([{ value: 'of Mia' }]);
    expect(await items(ben)).toMatchObject([{ value: secret }]);
  });
});

test('row 41: the id of another’s statement is taken, and says nothing of it', async () => {
  const body = {
    subject: mia.subject,
    put_dto: {
      dto_id: 'mine',
      statement: { id: statementId, verb: { id: 'https://v' }, object: { id: 'https://mine' } },
    },
  };
  expect(await codeOf(platform.as('lars', mia).dataPut({ body }))).toBe('STATEMENT_CONFLICT');
  const { statements } = await platform.as('lars', ben).dataGet({ body: { subject: ben.subject } });
  expect(statements).toMatchObject([{ object: { id: 'https://o' } }]);
});

test('row 41: a device that another has registered stays as it is', async () => {
  const device = { device_identifier: 'device-1', model: secret };
  await platform.as('lima', ben).deviceUpdateForUser({ body: { subject: ben.subject, device } });
  await platform.as('lima', mia).deviceUpdateForUser({
    body: { subject: mia.subject, device: { ...device, model: 'of Mia' } },
  });
  const models = await platform.database
    .selectFrom('lima.devices')
    .select(['subject', 'model'])
    .orderBy('subject')
    .execute();
  expect(models).toEqual([
    { subject: ben.subject, model: secret },
    { subject: mia.subject, model: 'of Mia' },
  ]);
});
