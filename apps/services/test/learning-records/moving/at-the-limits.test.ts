import { generateKeyPairSync, hash } from 'node:crypto';
import { CompactSign } from 'jose';
import { beforeAll, expect, test } from 'vitest';
import { learningRecordsSubjectData } from '../../../src/learning-records/subject-data.ts';
import { prepareCommands, runIn } from '../../commands/commands.ts';
import { startBeforeAll, startTestPlatform } from '../../platform.ts';
import { attachmentOf, bodyWith, statementOf } from '../statement-samples.ts';
import { base, clientOf, keyWith, refusalOf, type Client, type Sent } from '../xapi/requests.ts';

/* A store takes over everything that another one has taken in. */

const platform = startBeforeAll(startTestPlatform);
let store: Client;

beforeAll(async () => {
  store = clientOf(platform, await keyWith(platform, 'all'));
});

const issuer = () => platform.identityProvider.servicesClient.issuer;

function send(sent: Partial<Sent>): Promise<Response> {
  const headers = { 'Content-Type': 'application/json', ...sent.headers };
  return store(`${base}/statements`, { method: 'POST', ...sent, headers });
}

async function accepted(sent: Partial<Sent>): Promise<void> {
  const answer = await send(sent);
  expect({ status: answer.status, text: await answer.text() }).toMatchObject({ status: 200 });
}

/** Without what a store adds by itself. */
function bare(change: object): Record<string, unknown> {
  const { id: _, timestamp: _t, ...statement } = statementOf(change);
  return statement;
}

/** Imports all that is stored into another store, and exports it from there. */
async function moved() {
  const there = await runIn({ DATABASE_URL: platform.databaseUrl }, 'export-records');
  const other = await prepareCommands();
  const env = { DATABASE_URL: other.databaseUrl, LECTERN_ISSUER: issuer() };
  const file = await other.write({ f: there.output });
  const imported = await runIn(env, 'import-records', file);
  const again = await runIn(env, 'export-records');
  return { imported, isSame: again.output === there.output };
}

const accountOf = (name: string) => ({ account: { homePage: issuer(), name } });
const kibibytes64 = 64 * 1024;

test('statements of the largest size, with the most names, and signed ones', async () => {
  // As large as can be.
  const room = kibibytes64 - JSON.stringify(bare({ result: { response: '' } })).length;
  await accepted({ body: JSON.stringify(bare({ result: { response: 'x'.repeat(room) } })) });
  const tooLarge = bare({ result: { response: 'x'.repeat(room + 1) } });
  expect(await refusalOf(send({ body: JSON.stringify(tooLarge) }))).toBe('413 BODY_TOO_LARGE');

  // The actor and its members, and the activity: 256.
  const members = (count: number) => ({
    objectType: 'Group',
    member: Array.from({ length: count }, (_, place) => ({ mbox: `mailto:m${place}@s.example` })),
  });
  await accepted({ body: JSON.stringify(bare({ actor: members(254) })) });
  const tooMany = JSON.stringify(bare({ actor: members(255) }));
  expect(await refusalOf(send({ body: tooMany }))).toBe('400 BODY_INVALID');

  // The same by the other interface, whose statements get an actor beside.
  const person = await platform.identityProvider.signIn('mia');
  const { subject } = person;
  const { actor: _, ...statement } = bare({ context: { team: members(253) } });
  const put = (given: object) =>
    platform.as('lars', person).dataPut({
      body: { subject, put_dto: { dto_id: 'kreislauf', statement: given as typeof statement } },
    } as never);
  await put(statement);
  const large = { ...statement, context: {}, result: { response: 'x'.repeat(64_900) } };
  await put(large);

  // Signed, before its actor became somebody with a longer name.
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const signed = statementOf({ actor: accountOf('alt') });
  const jws = await new CompactSign(Buffer.from(JSON.stringify(signed)))
    .setProtectedHeader({ alg: 'RS256' })
    .sign(privateKey);
  const signature = {
    ...attachmentOf(jws),
    usageType: 'http://adlnet.gov/expapi/attachments/signature',
    contentType: 'application/octet-stream',
    sha2: hash('sha256', jws),
  };
  await accepted(bodyWith([{ ...signed, attachments: [signature] }], jws));

  // As many as fit, and each is named longer later.
  const many = Array.from({ length: 253 }, () => accountOf('alt'));
  const grown = (response: string) =>
    bare({
      actor: accountOf('alt'),
      context: { team: { objectType: 'Group', member: many } },
      result: { response },
    });
  const left = kibibytes64 - JSON.stringify(grown('')).length;
  await accepted({ body: JSON.stringify(grown('x'.repeat(left))) });
  await platform.database
    .transaction()
    .execute((transaction) =>
      learningRecordsSubjectData([issuer()]).move(transaction, 'alt', `n${'e'.repeat(200)}u`),
    );

  expect(await moved()).toEqual({
    imported: { code: 0, output: '6 stored, 0 there already, 0 refused.\n', notes: '' },
    isSame: true,
  });
});

test('what another store has added counts for nothing, within bounds', async () => {
  const room = kibibytes64 - JSON.stringify(bare({ result: { response: '' } })).length;
  const kept = (name: string) => ({
    ...statementOf({ result: { response: 'x'.repeat(room) } }),
    stored: '2026-11-01T08:00:00.000Z',
    version: '1.0.0',
    authority: { name, account: { homePage: 'https://lrs.example', name: 'key' } },
  });
  await accepted({ body: JSON.stringify(kept('Werkzeug')) });
  expect(await refusalOf(send({ body: JSON.stringify(kept('x'.repeat(8 * 1024))) }))).toBe(
    '413 BODY_TOO_LARGE',
  );
});

test('what is larger as it would be stored than as it is written is refused', async () => {
  const numbers = Array.from({ length: 4_000 }, () => '1e20').join(',');
  const body = JSON.stringify(
    bare({ result: { extensions: { 'http://e.example/x': ['numbers'] } } }),
  ).replace('"numbers"', numbers);
  expect(body.length).toBeLessThan(kibibytes64);
  expect(await refusalOf(send({ body }))).toBe('413 BODY_TOO_LARGE');
});
