import { generateKeyPairSync, hash } from 'node:crypto';
import { CompactSign } from 'jose';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { boundaryOf, readParts, writeParts } from '../../../src/learning-records/xapi/multipart.ts';
import { base, refusalOf } from './requests.ts';
import {
  asParameter,
  agent,
  startRecordStore,
  statement,
  type RecordStore,
} from './record-store.ts';

let store: RecordStore;
beforeAll(async () => {
  store = await startRecordStore();
});
afterAll(() => store.close());

interface Change {
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly content?: Buffer;
}

const attachmentOf = (content: Buffer, members: object = {}) => ({
  usageType: 'http://adlnet.gov/expapi/attachments/essay',
  display: { de: 'Aufsatz' },
  contentType: 'text/plain; charset=utf-8',
  length: content.length,
  sha2: hash('sha256', content),
  ...members,
});

/** Sends statements and raw data, each part with the headers that the standard wants. */
function send(statements: object, parts: readonly (Change & { readonly of: Buffer })[]) {
  const { contentType, body } = writeParts([
    {
      headers: new Map([['Content-Type', 'application/json']]),
      content: Buffer.from(JSON.stringify(statements)),
    },
    ...parts.map(({ of, headers = {}, content = of }) => ({
      headers: new Map(
        Object.entries({
          'Content-Type': 'text/plain',
          'Content-Transfer-Encoding': 'binary',
          'X-Experience-API-Hash': hash('sha256', of),
          ...headers,
        }).filter((entry): entry is [string, string] => entry[1] !== undefined),
      ),
      content,
    })),
  ]);
  return store.client(`${base}/statements`, {
    method: 'POST',
    headers: { 'Content-Type': contentType },
    body: new Uint8Array(body),
  });
}

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

describe('refused, and nothing is stored', () => {
  const given = () => statement({ attachments: [attachmentOf(text)] });
  test.each<[string, object | undefined, readonly (Change & { readonly of: Buffer })[]]>([
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
  ])('%s', async (_name, members, parts) => {
    const one = { ...given(), ...members };
    expect(await refusalOf(send(one, parts))).toBe('400 BODY_INVALID');
    await expect(store.get(one.id)).rejects.toThrow('STATEMENT_NOT_FOUND');
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

  test('with a conflict, raw data is not kept either', async () => {
    const one = given();
    const other = Buffer.from('another');
    await send(one, [{ of: text }]);
    const changed = { ...one, verb: { id: 'urn:other' }, attachments: [attachmentOf(other)] };
    expect(await refusalOf(send(changed, [{ of: other }]))).toBe('409 STATEMENT_CONFLICT');
    const kept = await store.platform.database
      .selectFrom('lars.attachments')
      .select('sha2')
      .where('sha2', '=', hash('sha256', other))
      .execute();
    expect(kept).toEqual([]);
  });
});

describe('signed (Data 2.6)', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const signed = async (alg: string, one: object, over: object = one) => {
    const payload = Buffer.from(JSON.stringify(over));
    const key = alg.startsWith('RS') ? privateKey : Buffer.alloc(64, 1);
    const jws = await new CompactSign(payload).setProtectedHeader({ alg }).sign(key);
    return send1(one, Buffer.from(jws));
  };
  const signatureOf = (signature: Buffer, members: object = {}) =>
    attachmentOf(signature, {
      usageType: 'http://adlnet.gov/expapi/attachments/signature',
      contentType: 'application/octet-stream',
      ...members,
    });
  const send1 = (one: object, signature: Buffer, members: object = {}) =>
    send({ ...one, attachments: [signatureOf(signature, members)] }, [{ of: signature }]);
  const signatureOver = async (payload: string, kid = 'school') =>
    Buffer.from(
      await new CompactSign(Buffer.from(payload))
        .setProtectedHeader({ alg: 'RS256', kid })
        .sign(privateKey),
    );

  test.each(['RS256', 'RS384', 'RS512'])('with %s', async (alg) => {
    expect((await signed(alg, statement())).status).toBe(200);
  });

  test('not with another algorithm', async () => {
    expect(await refusalOf(signed('HS256', statement()))).toBe('400 BODY_INVALID');
  });

  test('not over another statement', async () => {
    const refused = signed('RS256', statement(), statement());
    expect(await refusalOf(refused)).toBe('400 BODY_INVALID');
  });

  test.each(['', 'a.b.c', 'ey.ey', '[]'])('not by %j', async (signature) => {
    expect(await refusalOf(send1(statement(), Buffer.from(signature)))).toBe('400 BODY_INVALID');
  });

  test('not over what is nested without end', async () => {
    const signature = await signatureOver(`${'['.repeat(190_000)}${']'.repeat(190_000)}`);
    expect(await refusalOf(send1(statement(), signature))).toBe('400 BODY_INVALID');
  });

  test('not as another media type', async () => {
    const refused = send1(statement(), Buffer.from('a'), { contentType: 'text/plain' });
    expect(await refusalOf(refused)).toBe('400 BODY_INVALID');
  });

  test('not with a certificate that it does not hold for', async () => {
    const one = statement();
    const jws = await new CompactSign(Buffer.from(JSON.stringify(one)))
      .setProtectedHeader({ alg: 'RS256', x5c: ['AAAA'] })
      .sign(privateKey);
    expect(await refusalOf(send1(one, Buffer.from(jws)))).toBe('400 BODY_INVALID');
  });

  test('by several, but not by more than four', async () => {
    const one = statement();
    const kids = ['teacher', 'school', 'publisher', 'town', 'country'];
    const five = await Promise.all(kids.map((kid) => signatureOver(JSON.stringify(one), kid)));
    const by = (signatures: readonly Buffer[]) =>
      send(
        { ...one, attachments: signatures.map((signature) => signatureOf(signature)) },
        [...new Set(signatures)].map((of) => ({ of })),
      );
    expect(await refusalOf(by(five))).toBe('400 BODY_INVALID');
    // Nor by one that stands there again and again.
    expect(await refusalOf(by(Array.from({ length: 5 }, () => five[0]!)))).toBe('400 BODY_INVALID');
    expect((await by(five.slice(1))).status).toBe(200);
  });

  test('with room for spaces, but not for half a mebibyte', async () => {
    const one = statement({ result: { response: 'x'.repeat(60_000) } });
    const spaced = JSON.stringify(one, null, '\t');
    const padded = (size: number) => signatureOver(spaced.padEnd(size));
    expect(await refusalOf(send1(one, await padded(400_000)))).toBe('400 BODY_INVALID');
    expect((await send1(one, await padded(380_000))).status).toBe(200);
  });

  test('with one that many statements have, which is read once', async () => {
    const { id: _, ...one } = statement();
    const payload = JSON.stringify(one);
    const signature = await signatureOver(payload);
    const given = { ...one, attachments: [signatureOf(signature)] };
    const parse = vi.spyOn(JSON, 'parse');
    onTestFinished(() => parse.mockRestore());
    const many = Array.from({ length: 20 }, () => given);
    expect((await send(many, [{ of: signature }])).status).toBe(200);
    expect(parse.mock.calls.filter(([text]) => text === payload)).toHaveLength(1);
    // Each is compared with it all the same.
    const other = { ...given, verb: { id: 'urn:other' } };
    expect(await refusalOf(send([given, other], [{ of: signature }]))).toBe('400 BODY_INVALID');
  });
});
