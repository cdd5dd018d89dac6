import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { startBeforeAll } from '../../platform.ts';
import { boundaryOf, readParts, writeParts } from '../../../src/learning-records/xapi/multipart.ts';
import { attachmentOf, sendAttached, type AttachedPart } from './attached.ts';
import { base, refusalOf } from './requests.ts';
import { asParameter, agent, startRecordStore, statement } from './record-store.ts';
import { rowsOf } from '../../rows.ts';

const store = startBeforeAll(startRecordStore);

const send = (statements: object, parts: readonly AttachedPart[]) =>
  sendAttached(store.client, statements, parts);

const text = Buffer.from('Das Wasser\r\n--steigt\r\n\r\n auf.\0\xff', 'latin1');

test('raw data comes back byte by byte, once, however many statements have it', async () => {
  const actor = agent('attached');
  const attachments = [attachmentOf(text)];
  const given = [statement({ actor, attachments }), statement({ actor, attachments })];
  expect((await send(given, [{ of: text }])).status).toBe(200);
  const response = await store.client(`${base}/statements`, {
    parameters: { agent: asParameter(actor), attachments: 'true' },
  });
  const boundary = boundaryOf(response.headers.get('content-type')!)!;
  const [json, ...parts] = readParts(Buffer.from(await response.arrayBuffer()), boundary)!;
  expect(JSON.parse(json!.content.toString())).toMatchObject({
    statements: [{ attachments }, { attachments }],
  });
  expect(parts).toHaveLength(1);
  expect(parts[0]!.content.equals(text)).toBe(true);
  expect(Object.fromEntries(parts[0]!.headers)).toEqual({
    'content-type': 'text/plain; charset=utf-8',
    'content-transfer-encoding': 'binary',
    'x-experience-api-hash': attachments[0]!.sha2,
  });
});

test.each<[string, number]>([
  ['sha224', 56],
  ['sha384', 96],
  ['sha512', 128],
])('also under a hash by %s', async (algorithm) => {
  const sha2 = hash(algorithm, text);
  const attachments = [attachmentOf(text, { sha2 })];
  const part = { of: text, headers: { 'X-Experience-API-Hash': sha2.toUpperCase() } };
  expect((await send(statement({ attachments }), [part])).status).toBe(200);
});

test('only where it is asked for: else there is JSON alone', async () => {
  const actor = agent('unattached');
  const attachment = attachmentOf(text);
  const given = statement({ actor, attachments: [attachment] });
  expect((await send(given, [{ of: text }])).status).toBe(200);
  const questions = [{ agent: asParameter(actor) }, { statementId: given.id }];
  for (const question of questions) {
    for (const more of [{}, { attachments: 'false' }]) {
      const parameters = { ...question, ...more };
      const response = await store.client(`${base}/statements`, { parameters });
      expect(response.headers.get('Content-Type')).toBe('application/json');
      const shown = await response.text();
      expect(shown).toContain(attachment.sha2);
      expect(shown).not.toContain('steigt');
    }
    const parameters = { ...question, attachments: 'true' };
    const response = await store.client(`${base}/statements`, { parameters });
    expect(response.headers.get('Content-Type')).toMatch(/^multipart\/mixed; boundary=/);
    expect(await response.text()).toContain('steigt');
  }
});

test('it belongs to what has its hash, in whichever order it comes', async () => {
  const contents = ['eins', 'zwei', 'drei'].map((text) => Buffer.from(text));
  const given = contents.map((content) => statement({ attachments: [attachmentOf(content)] }));
  const parts = contents.toReversed().map((of) => ({ of }));
  expect((await send(given, parts)).status).toBe(200);
  for (const [place, { id }] of given.entries()) {
    const parameters = { statementId: id, attachments: 'true' };
    const response = await store.client(`${base}/statements`, { parameters });
    const boundary = boundaryOf(response.headers.get('content-type')!)!;
    const parts = readParts(Buffer.from(await response.arrayBuffer()), boundary)!;
    expect(parts[0]!.headers.get('content-type')).toBe('application/json');
    expect(parts.slice(1).map(({ content }) => String(content))).toEqual([String(contents[place])]);
  }
});

test('a body of parts may have no raw data, where none is needed', async () => {
  const elsewhere = attachmentOf(text, { fileUrl: 'https://files.example/essay' });
  const given = [statement(), statement({ attachments: [elsewhere] })];
  expect((await send(given, [])).status).toBe(200);
  for (const { id } of given) expect(await store.get(id)).toMatchObject({ id });
});

describe('row 117: a statement gives what came with it', () => {
  const fileUrl = 'https://files.example/essay';
  const secret = Buffer.from('Ein geheimer Aufsatz');
  const bodyOf = async (parameters: Record<string, string>) =>
    (
      await store.client(`${base}/statements`, {
        parameters: { ...parameters, attachments: 'true' },
      })
    ).text();

  test.each<[string, object]>([
    ['names its hash', { attachments: [attachmentOf(secret, { fileUrl })] }],
    [
      'names its hash in capitals',
      {
        attachments: [
          attachmentOf(secret, { fileUrl, sha2: hash('sha256', secret).toUpperCase() }),
        ],
      },
    ],
    [
      'names its hash in a statement within',
      {
        object: {
          ...(({ id: _, ...inner }) => inner)(
            statement({ attachments: [attachmentOf(secret, { fileUrl })] }),
          ),
          objectType: 'SubStatement',
        },
      },
    ],
  ])('and not what came with another one of its person, where it %s', async (_what, members) => {
    const actor = agent(`anhang-${hash('sha256', _what)}`);
    const own = statement({ actor, attachments: [attachmentOf(secret)] });
    expect((await send(own, [{ of: secret }])).status).toBe(200);
    const naming = statement({ actor, ...members });
    await store.post(naming);
    expect(await bodyOf({ statementId: naming.id })).not.toContain(String(secret));
    expect(await bodyOf({ statementId: own.id })).toContain(String(secret));
    const voiding = statement({
      actor,
      verb: { id: 'http://adlnet.gov/expapi/verbs/voided' },
      object: { objectType: 'StatementRef', id: naming.id },
    });
    await store.post(voiding);
    expect(await bodyOf({ voidedStatementId: naming.id })).not.toContain(String(secret));
  });

  test('also beside another one that brings other contents', async () => {
    const actor = agent('daneben');
    const other = Buffer.from('Anderes');
    await send(statement({ actor, attachments: [attachmentOf(secret)] }), [{ of: secret }]);
    const both = statement({
      actor,
      attachments: [attachmentOf(secret, { fileUrl }), attachmentOf(other)],
    });
    expect((await send(both, [{ of: other }])).status).toBe(200);
    const body = await bodyOf({ statementId: both.id });
    expect([body.includes(String(secret)), body.includes(String(other))]).toEqual([false, true]);
  });
});

test('a PUT has raw data, too', async () => {
  const attachments = [attachmentOf(text)];
  const given = statement({ attachments });
  expect((await sendAttached(store.client, given, [{ of: text }], given.id)).status).toBe(204);
  expect(await store.get(given.id)).toMatchObject({ attachments });
});

test('also of a statement within', async () => {
  const { id: _, ...inner } = statement({ attachments: [attachmentOf(text)] });
  const given = statement({ object: { ...inner, objectType: 'SubStatement' } });
  expect((await send(given, [{ of: text }])).status).toBe(200);
});

test('an attachment that is elsewhere needs no raw data, but may have it', async () => {
  const attachments = [attachmentOf(text, { fileUrl: 'https://files.example/essay' })];
  expect(await store.post(statement({ attachments }))).toHaveLength(1);
  expect((await send(statement({ attachments }), [{ of: text }])).status).toBe(200);
});

const moreHeaders = (count: number) => Array.from({ length: count }, (_, i) => [`h${i}`, '']);

test('a part may have headers that nobody reads', async () => {
  const given = statement({ attachments: [attachmentOf(text)] });
  const headers = Object.fromEntries(moreHeaders(13));
  expect((await send(given, [{ of: text, headers }])).status).toBe(200);
});

test('a header of a part may go on in further lines', async () => {
  const given = statement({ attachments: [attachmentOf(text)] });
  const headers = {
    'X-Experience-API-Hash': `\r\n ${hash('sha256', text)}`,
    'Content-Transfer-Encoding': '\r\n\tbinary\r\n ',
  };
  expect((await send(given, [{ of: text, headers }])).status).toBe(200);
});

describe('refused, and nothing is stored', () => {
  const given = () => statement({ attachments: [attachmentOf(text)] });
  test.each<[string, object | undefined, readonly AttachedPart[]]>([
    ['raw data that is missing', undefined, []],
    ['raw data of nothing', { attachments: undefined }, [{ of: text }]],
    ['another hash', undefined, [{ of: text, content: Buffer.from('other') }]],
    ['no hash', undefined, [{ of: text, headers: { 'X-Experience-API-Hash': undefined } }]],
    ['no encoding', undefined, [{ of: text, headers: { 'Content-Transfer-Encoding': undefined } }]],
    [
      'another encoding',
      undefined,
      [{ of: text, headers: { 'Content-Transfer-Encoding': 'base64' } }],
    ],
    [
      'seventeen headers of a part',
      undefined,
      [{ of: text, headers: Object.fromEntries(moreHeaders(14)) }],
    ],
  ])('%s', async (_name, members, parts) => {
    const posted = { ...given(), ...members };
    expect(await refusalOf(send(posted, parts))).toBe('400 BODY_INVALID');
    await expect(store.get(posted.id)).rejects.toThrow('STATEMENT_NOT_FOUND');
  });

  test('as JSON alone, where raw data belongs to it', async () => {
    await expect(store.post(given())).rejects.toThrow('raw data is missing');
  });

  test.each<[string, string]>([
    ['no boundary', 'multipart/mixed'],
    ['another boundary', 'multipart/mixed; boundary=other'],
  ])('%s', async (_name, type) => {
    const body = '--x\r\nContent-Type: application/json\r\n\r\n{}\r\n--x--';
    const refused = store.client(`${base}/statements`, {
      method: 'POST',
      headers: { 'Content-Type': type },
      body,
    });
    expect(await refusalOf(refused)).toBe('400 BODY_INVALID');
  });

  test.each<[string, readonly string[]]>([
    ['a first part that is no JSON', ['text/plain']],
    ['a first part that does not say what it is', ['']],
    ['statements in two parts', ['application/json', 'application/json']],
  ])('%s', async (_name, types) => {
    const sent = types.map(() => statement());
    const { contentType, body } = writeParts(
      types.map((type, place) => ({
        headers: new Map(type ? [['Content-Type', type]] : []),
        content: Buffer.from(JSON.stringify(sent[place])),
      })),
    );
    const refused = store.client(`${base}/statements`, {
      method: 'POST',
      headers: { 'Content-Type': contentType },
      body: new Uint8Array(body),
    });
    expect(await refusalOf(refused)).toBe('400 BODY_INVALID');
    for (const { id } of sent) await expect(store.get(id)).rejects.toThrow('STATEMENT_NOT_FOUND');
  });

  test('with a conflict, raw data is not kept either', async () => {
    const posted = given();
    const other = Buffer.from('another');
    await send(posted, [{ of: text }]);
    const changed = { ...posted, verb: { id: 'urn:other' }, attachments: [attachmentOf(other)] };
    expect(await refusalOf(send(changed, [{ of: other }]))).toBe('409 STATEMENT_CONFLICT');
    const kept = await rowsOf(store.platform.database, 'lars.attachments', {
      sha2: hash('sha256', other),
    }).get('sha2');
    expect(kept).toEqual([]);
  });
});
