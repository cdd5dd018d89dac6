import { hash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { startBeforeAll } from '../../platform.ts';
import { boundaryOf, readParts, writeParts } from '../../../src/learning-records/xapi/multipart.ts';
import {
  agent,
  asParameter,
  startRecordStore,
  statement,
  type StatementResult,
} from './record-store.ts';
import { present } from '../../../src/learning-records/xapi/statement-answers.ts';
import { base } from './requests.ts';

/* A page is no larger than a request, however much is attached to its statements. */

const store = startBeforeAll(startRecordStore);

const large = 17 * 1024 * 1024;
const naming = (content: Buffer, members: object = {}) => ({
  usageType: 'http://u.example/video',
  display: { de: 'Film' },
  contentType: 'video/webm',
  length: content.length,
  sha2: hash('sha256', content),
  ...members,
});

async function send(given: object, content: Buffer) {
  const { contentType, body } = writeParts([
    {
      headers: new Map([['Content-Type', 'application/json']]),
      content: Buffer.from(JSON.stringify(given)),
    },
    {
      headers: new Map([
        ['Content-Type', 'video/webm'],
        ['Content-Transfer-Encoding', 'binary'],
        ['X-Experience-API-Hash', hash('sha256', content)],
      ]),
      content,
    },
  ]);
  const headers = { 'Content-Type': contentType };
  const sent = { method: 'POST', headers, body: new Uint8Array(body) };
  expect((await store.client(`${base}/statements`, sent)).status).toBe(200);
}

async function read(path: string, parameters: Record<string, string> = {}) {
  const response = await store.client(path, { parameters });
  expect(response.status).toBe(200);
  const boundary = boundaryOf(response.headers.get('content-type')!)!;
  const [json, ...parts] = readParts(Buffer.from(await response.arrayBuffer()), boundary)!;
  return {
    result: JSON.parse(json!.content.toString()) as StatementResult & { id: string },
    hashes: parts.map(({ content }) => hash('sha256', content)),
  };
}

test('a page ends where the next statement with what is attached would be too large', async () => {
  const actor = agent('filmt');
  const contents = [randomBytes(large), randomBytes(large)];
  const plain = statement({ actor });
  await store.post(plain);
  const given = contents.map((content) => statement({ actor, attachments: [naming(content)] }));
  for (const [place, one] of given.entries()) await send(one, contents[place]!);

  const first = await read(`${base}/statements`, {
    agent: asParameter(actor),
    attachments: 'true',
    ascending: 'true',
  });
  expect(first.result.statements.map(({ id }) => id)).toEqual([plain.id, given[0]!.id]);
  expect(first.hashes).toEqual([hash('sha256', contents[0]!)]);
  const second = await read(first.result.more);
  expect(second.result.statements.map(({ id }) => id)).toEqual([given[1]!.id]);
  expect(second.hashes).toEqual([hash('sha256', contents[1]!)]);
  expect(second.result.more).toBe('');

  // Without what is attached they are on one page, and one content of two statements counts once.
  expect(await store.find({ agent: asParameter(actor), limit: '3' })).toHaveLength(3);
  const again = statement({ actor, attachments: [naming(contents[1]!)] });
  await send(again, contents[1]!);
  const both = await read(`${base}/statements`, {
    agent: asParameter(actor),
    attachments: 'true',
    limit: '2',
  });
  expect(both.result.statements).toHaveLength(2);
  expect(both.hashes).toHaveLength(1);
});

test('of a page in another format some 2 MiB are parsed at a time', async () => {
  const found = Array.from({ length: 100 }, (_, place) => ({
    id: '',
    subject: '',
    sequence: '',
    stored: '2026-11-21T09:30:00.250000Z',
    saidWithin: null,
    attached: null,
    json: JSON.stringify(
      statement({ object: { id: `urn:a:${place}` }, result: { response: 'x'.repeat(60_000) } }),
    ),
  }));
  const asked: string[] = [];
  const sizes: number[] = [];
  const presented = await present(
    found,
    { format: 'canonical', languages: [] },
    async (ids) => {
      asked.push(...ids);
      sizes.push(ids.length);
      return new Map();
    },
    Infinity,
  );
  expect(presented).toHaveLength(100);
  expect(asked).toEqual(found.map((_, place) => `urn:a:${place}`));
  expect(Math.max(...sizes)).toBeLessThan(40);
});

test('a page of canonical statements ends before what is known of their activities is too much', async () => {
  const actor = agent('kanonisch');
  const ids = Array.from({ length: 200 }, (_, place) => `https://lectern.example/gross/${place}`);
  const described = ids.map((id) => ({
    id,
    definition: { description: { de: 'x'.repeat(15_000) } },
  }));
  for (let place = 0; place < 200; place += 4) {
    const other = described.slice(place, place + 4);
    await store.post(statement({ context: { contextActivities: { other } } }));
  }
  const other = ids.map((id) => ({ id }));
  const given = Array.from({ length: 20 }, () =>
    statement({ actor, context: { contextActivities: { other } } }),
  );
  await store.post(given);
  const found: string[] = [];
  let path = `${base}/statements`;
  let parameters: Record<string, string> = {
    agent: asParameter(actor),
    format: 'canonical',
    ascending: 'true',
  };
  let pages = 0;
  for (; path !== ''; pages++) {
    const text = await (await store.client(path, { parameters })).text();
    expect(text.length).toBeLessThan(33 * 1024 * 1024);
    const result = JSON.parse(text) as StatementResult;
    found.push(...result.statements.map(({ id }) => id));
    [path, parameters] = [result.more, {}];
  }
  expect(found).toEqual(given.map(({ id }) => id));
  expect(pages).toBeGreaterThan(1);
});

test('of an activity no more is kept than a canonical statement can bear', async () => {
  const definition = { description: { de: 'x'.repeat(17_000) } };
  const object = { id: 'https://lectern.example/zu-gross', definition };
  const posted = statement({ object });
  await store.post(posted);
  const known = await store.client(`${base}/activities`, { parameters: { activityId: object.id } });
  expect(await known.json()).toEqual({ objectType: 'Activity', id: object.id });
  // The statement itself stays as it is.
  const got = await store.client(`${base}/statements`, { parameters: { statementId: posted.id } });
  expect(await got.json()).toMatchObject({ object });
});
