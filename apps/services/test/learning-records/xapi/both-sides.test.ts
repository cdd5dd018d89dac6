import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { codeOf, makeBeforeAll, startBeforeAll } from '../../platform.ts';
import { agentOf } from './requests.ts';
import { startRecordStore, statement, verbId } from './record-store.ts';

/* Statements of `data/put` are read by xAPI, and the other way round. */

const store = startBeforeAll(startRecordStore);
const mia = makeBeforeAll(() => store.platform.identityProvider.signIn('mia'));

const miaAgent = () => JSON.parse(agentOf(store.platform, mia.subject)) as object;
const records = () => store.platform.as('lars', mia);
const put = (given: object, dto_id = 'kreislauf') =>
  records().dataPut({
    body: { subject: mia.subject, put_dto: { dto_id, statement: given as never } },
  });
const members = { verb: { id: verbId }, object: { id: 'https://lectern.example/kreislauf' } };

test('content’s statement is found by xAPI, under the account of the person', async () => {
  const { statement_id } = await put(members);
  expect(await store.get(statement_id)).toMatchObject({ ...members, actor: miaAgent() });
  expect(await store.find({ agent: JSON.stringify(miaAgent()) })).toContain(statement_id);
});

test('an outside tool’s statement about a person is read by data/get', async () => {
  const given = statement({ actor: miaAgent() });
  await store.post(given);
  const { statements } = await records().dataGet({ body: { subject: mia.subject } });
  expect(statements.map(({ id }) => id)).toContain(given.id);
  // It has no name of content.
  const named = await records().dataGet({ body: { subject: mia.subject, dto_id: 'kreislauf' } });
  expect(named.statements.map(({ id }) => id)).not.toContain(given.id);
});

test('one id is one statement on both sides', async () => {
  const id = randomUUID();
  await put({ ...members, id });
  const same = { ...members, id, actor: miaAgent() };
  expect((await store.put(same)).status).toBe(204);
  const changed = { ...same, verb: { id: 'urn:other' } };
  expect((await store.put(changed)).status).toBe(409);
  const other = statement();
  await store.put(other);
  expect(await codeOf(put({ ...members, id: other.id }))).toBe('STATEMENT_CONFLICT');
});

test('what a key has voided is gone on both sides', async () => {
  const { statement_id } = await put(members);
  const verb = { id: 'http://adlnet.gov/expapi/verbs/voided' };
  await store.post(statement({ verb, object: { objectType: 'StatementRef', id: statement_id } }));
  const { statements } = await records().dataGet({ body: { subject: mia.subject } });
  expect(statements.map(({ id }) => id)).not.toContain(statement_id);
});
