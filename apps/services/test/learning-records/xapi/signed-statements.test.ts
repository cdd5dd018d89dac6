import { generateKeyPairSync } from 'node:crypto';
import { CompactSign } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attachmentOf, sendAttached } from './attached.ts';
import { certificateOf } from './certificate.ts';
import { refusalOf } from './requests.ts';
import { startRecordStore, statement, type RecordStore } from './record-store.ts';

/* xAPI 1.0.3, Data 2.6. */

let store: RecordStore;
beforeAll(async () => {
  store = await startRecordStore();
});
afterAll(() => store.close());

describe('a signed statement', () => {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const signatureOver = async (over: object, header: { alg?: string; x5c?: string[] } = {}) => {
    const { alg = 'RS256' } = header;
    const key = alg.startsWith('RS') ? pair.privateKey : Buffer.alloc(64, 1);
    return new CompactSign(Buffer.from(JSON.stringify(over)))
      .setProtectedHeader({ ...header, alg })
      .sign(key);
  };
  const signed = async (alg: string, one: object, over: object = one) =>
    send(one, Buffer.from(await signatureOver(over, { alg })));
  const send = (one: object, signature: Buffer, members: object = {}) => {
    const attachments = [
      attachmentOf(signature, {
        usageType: 'http://adlnet.gov/expapi/attachments/signature',
        contentType: 'application/octet-stream',
        ...members,
      }),
    ];
    return sendAttached(store.client, { ...one, attachments }, [{ of: signature }]);
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

  test('not as another media type', async () => {
    const refused = send(statement(), Buffer.from('a'), { contentType: 'text/plain' });
    expect(await refusalOf(refused)).toBe('400 BODY_INVALID');
  });

  test('over what is the same by the rules of comparison', async () => {
    const one = statement({ timestamp: '2026-01-01T10:00:00.000Z' });
    const over = { ...one, id: one.id.toUpperCase(), timestamp: '2026-01-01T11:00:00+01:00' };
    expect((await signed('RS256', one, over)).status).toBe(200);
  });

  test('needs its signature beside it, wherever else it may be', async () => {
    const signature = attachmentOf(Buffer.from(await signatureOver(statement())), {
      usageType: 'http://adlnet.gov/expapi/attachments/signature',
      contentType: 'application/octet-stream',
      fileUrl: 'https://files.example/signature',
    });
    const refused = sendAttached(store.client, statement({ attachments: [signature] }), []);
    expect(await refusalOf(refused)).toBe('400 BODY_INVALID');
  });

  describe('with a certificate', () => {
    const sendWith = async (certificate: string) => {
      const one = statement();
      return send(one, Buffer.from(await signatureOver(one, { x5c: [certificate] })));
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
