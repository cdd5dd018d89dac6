import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeBeforeAll, startBeforeAll } from '../../platform.ts';
import { attachmentOf, bodyWith } from '../statement-samples.ts';
import { startRecordStore, statement } from './record-store.ts';
import { agentOf, base, clientOf, keyWith, refusalOf, type Client } from './requests.ts';

/* How much somebody may attach to statements. */

const store = startBeforeAll(startRecordStore);
const mia = makeBeforeAll(() => store.platform.identityProvider.signIn('mia'));

const miaAgent = () => JSON.parse(agentOf(store.platform, mia.subject)) as object;
const send = (client: Client, given: readonly object[], ...contents: readonly string[]) => {
  const { headers, body } = bodyWith(given, ...contents);
  return client(`${base}/statements`, { method: 'POST', headers, body });
};
const withOne = (content: string, members: object = {}) =>
  statement({ attachments: [attachmentOf(content)], ...members });

test('a person has room for 256 MiB; what a key attaches to its statements takes none of it', async () => {
  const { platform } = store;
  const person = clientOf(platform, `Bearer ${mia.token}`);
  const key = clientOf(platform, await keyWith(platform, 'all'));
  const own = (content: string) => withOne(content, { actor: miaAgent() });
  expect((await send(person, [own('first')], 'first')).status).toBe(200);
  // Compressed, unlike the product's own: what counts is the size of the content.
  await sql`alter table lars.attachments alter column content set storage extended`.execute(
    platform.database,
  );
  // A quarter of the room, less a byte: more in one statement may be cancelled on a busy machine.
  await sql`
    insert into lars.attachments (subject, sha2, content)
    values (${mia.subject}, 'before-1', decode(repeat('00', 67108863), 'hex'))
  `.execute(platform.database);
  const fill = (name: string, sentBy: string | null = null) =>
    sql`
    insert into lars.attachments (subject, sha2, content, sent_by)
    select subject, ${name}, content, ${sentBy}::text from lars.attachments where sha2 = 'before-1'
  `.execute(platform.database);
  for (const name of ['before-2', 'before-3']) await fill(name);
  await fill('of another', 'another');
  expect((await send(person, [own('second')], 'second')).status).toBe(200);
  await fill('after');
  const refused = own('third');
  expect(await refusalOf(send(person, [refused], 'third'))).toBe('413 ATTACHMENTS_TOO_LARGE');
  const found = person(`${base}/statements`, { parameters: { statementId: refused.id } });
  expect(await refusalOf(found)).toBe('404 STATEMENT_NOT_FOUND');
  // Stored bytes take no more room, and a key has its own room.
  expect((await send(key, [own('fourth')], 'fourth')).status).toBe(200);
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from lars.attachments
    where subject = ${mia.subject} and sent_by like 'lrs-%'
  `.execute(platform.database);
  expect(rows).toEqual([{ count: 1 }]);
});

test('one content for many persons counts for each, and once for one of them', async () => {
  const content = randomBytes(6 * 1024 * 1024).toString('hex');
  const actor = { mbox: 'mailto:eine@schule.example' };
  const each = Array.from({ length: 3 }, () => withOne(content));
  expect(await refusalOf(send(store.client, each, content))).toBe('413 ATTACHMENTS_TOO_LARGE');
  await expect(store.get(each[0]!.id)).rejects.toThrow('STATEMENT_NOT_FOUND');
  const many = Array.from({ length: 20 }, () => withOne(content, { actor }));
  expect((await send(store.client, many, content)).status).toBe(200);
});
