import { generateKeyPairSync } from 'node:crypto';
import { CompactSign } from 'jose';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startBeforeAll } from '../../platform.ts';
import { attachmentOf, sendAttached } from './attached.ts';
import { certificateOf } from './certificate.ts';
import { refusalOf } from './requests.ts';
import { startRecordStore, statement } from './record-store.ts';

/* xAPI 1.0.3, Data 2.6. */

const store = startBeforeAll(startRecordStore);

describe('a signed statement', () => {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const signatureOver = async (
    over: object | string,
    header: { alg?: string; kid?: string; x5c?: string[] } = {},
  ) => {
    const { alg = 'RS256' } = header;
    const key = alg.startsWith('RS') ? pair.privateKey : Buffer.alloc(64, 1);
    const payload = typeof over === 'string' ? over : JSON.stringify(over);
    const sign = new CompactSign(Buffer.from(payload)).setProtectedHeader({ ...header, alg });
    return Buffer.from(await sign.sign(key));
  };
  const signed = async (alg: string, posted: object, over: object = posted) =>
    send(posted, await signatureOver(over, { alg }));
  const attachedSignature = (signature: Buffer, members: object = {}) =>
    attachmentOf(signature, {
      usageType: 'http://adlnet.gov/expapi/attachments/signature',
      contentType: 'application/octet-stream',
      ...members,
    });
  const send = (posted: object, signature: Buffer, members: object = {}) => {
    const attachments = [attachedSignature(signature, members)];
    return sendAttached(store.client, { ...posted, attachments }, [{ of: signature }]);
  };

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
    expect(await refusalOf(send(statement(), Buffer.from(signature)))).toBe('400 BODY_INVALID');
  });

  test('not by one in another form', async () => {
    const posted = statement();
    const [header, payload] = (await signatureOver(posted)).toString().split('.');
    for (const end of ['.', '.!!!', '.c.d.e', '.c ']) {
      const refused = send(posted, Buffer.from(`${header}.${payload}${end}`));
      expect(await refusalOf(refused)).toBe('400 BODY_INVALID');
    }
  });

  test.each([
    ['x5c', null],
    ['x5c', false],
    ['x5c', ''],
    ['x5c', []],
    ['crit', ['b64']],
  ])('not with %s of %j', async (name, value) => {
    const posted = statement();
    const header = Buffer.from(JSON.stringify({ alg: 'RS256', [name]: value }));
    const [, payload, signature] = (await signatureOver(posted)).toString().split('.');
    const jws = `${header.toString('base64url')}.${payload}.${signature}`;
    expect(await refusalOf(send(posted, Buffer.from(jws)))).toBe('400 BODY_INVALID');
  });

  test('not over what is nested without end', async () => {
    const signature = await signatureOver(`${'['.repeat(190_000)}${']'.repeat(190_000)}`);
    expect(await refusalOf(send(statement(), signature))).toBe('400 BODY_INVALID');
  });

  test('by several, but not by more than four', async () => {
    const posted = statement();
    const kids = ['teacher', 'school', 'publisher', 'town', 'country'];
    const five = await Promise.all(kids.map((kid) => signatureOver(posted, { kid })));
    const by = (signatures: readonly Buffer[]) =>
      sendAttached(
        store.client,
        { ...posted, attachments: signatures.map((signature) => attachedSignature(signature)) },
        [...new Set(signatures)].map((of) => ({ of })),
      );
    expect(await refusalOf(by(five))).toBe('400 BODY_INVALID');
    // Nor by one that stands there again and again.
    expect(await refusalOf(by(Array.from({ length: 5 }, () => five[0]!)))).toBe('400 BODY_INVALID');
    expect((await by(five.slice(1))).status).toBe(200);
  });

  test('with room for spaces, but not for half a mebibyte', async () => {
    const posted = statement({ result: { response: 'x'.repeat(60_000) } });
    const spaced = JSON.stringify(posted, null, '\t');
    const padded = (size: number) => signatureOver(spaced.padEnd(size));
    expect(await refusalOf(send(posted, await padded(400_000)))).toBe('400 BODY_INVALID');
    expect((await send(posted, await padded(380_000))).status).toBe(200);
  });

  test('with one that many statements have, which is read once', async () => {
    const { id: _, ...posted } = statement();
    // The remembered form has no spaces.
    const payload = JSON.stringify(posted, null, ' ');
    const signature = await signatureOver(payload);
    const given = { ...posted, attachments: [attachedSignature(signature)] };
    const parse = vi.spyOn(JSON, 'parse');
    onTestFinished(() => parse.mockRestore());
    const sendAll = (all: object[]) => sendAttached(store.client, all, [{ of: signature }]);
    expect((await sendAll(Array.from({ length: 20 }, () => given))).status).toBe(200);
    expect(parse.mock.calls.filter(([text]) => text === payload)).toHaveLength(1);
    // Each is compared with it all the same.
    const other = { ...given, verb: { id: 'urn:other' } };
    expect(await refusalOf(sendAll([given, other]))).toBe('400 BODY_INVALID');
  });

  test('not as another media type', async () => {
    const refused = send(statement(), Buffer.from('a'), { contentType: 'text/plain' });
    expect(await refusalOf(refused)).toBe('400 BODY_INVALID');
  });

  test('over what is the same by the rules of comparison', async () => {
    const posted = statement({ timestamp: '2026-01-01T10:00:00.000Z' });
    const over = { ...posted, id: posted.id.toUpperCase(), timestamp: '2026-01-01T11:00:00+01:00' };
    expect((await signed('RS256', posted, over)).status).toBe(200);
  });

  test('needs its signature beside it, wherever else it may be', async () => {
    const signature = attachedSignature(await signatureOver(statement()), {
      fileUrl: 'https://files.example/signature',
    });
    const refused = sendAttached(store.client, statement({ attachments: [signature] }), []);
    expect(await refusalOf(refused)).toBe('400 BODY_INVALID');
  });

  describe('with a certificate', () => {
    const sendWith = async (certificate: string) => {
      const posted = statement();
      return send(posted, await signatureOver(posted, { x5c: [certificate] }));
    };

    test('of its own', async () => {
      expect((await sendWith(certificateOf(pair))).status).toBe(200);
    });

    test('not of another', async () => {
      const other = generateKeyPairSync('rsa', { modulusLength: 2048 });
      expect(await refusalOf(sendWith(certificateOf(other)))).toBe('400 BODY_INVALID');
    });

    test('not with one that is none', async () => {
      expect(await refusalOf(sendWith('AAAA'))).toBe('400 BODY_INVALID');
    });
  });
});
