import { itemsExamples } from '@lectern/contracts/calls/annotations/items.examples';
import { learningRecordsExamples } from '@lectern/contracts/calls/learning-records/learning-records.examples';
import { describe, expect, it } from 'vitest';
import { otherMembers, shapeOf } from '../src/testing-overlay/message-shape.ts';
import { exportTrace } from '../src/testing-overlay/trace-export.ts';
import { createTrace } from '../src/testing-overlay/trace.ts';

/** Personal data that must never leave the browser, as careless content would send it. */
const personal = {
  name: 'Mia Keller',
  mail: 'mia.keller@schule.example',
  subject: 'demo-mia',
  uuid: '7f0c3c1e-5a55-4d0e-9d55-0d8a2f0d6e11',
  token: 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJtaWEifQ.c2lnbmF0dXJl',
  answer: 'Das Wasser verdunstet',
  license: 'WTRD-7K3M-Q9XP-4HTC',
  telephone: 41791234567,
  birthday: 20140523,
  address: 'https://content.example/aufgabe?user=mia',
};
const values = Object.values(personal);

interface ExportedMessage {
  readonly name: string;
  readonly id?: string | number;
}

/** The export of what was carried, as text and parsed. */
function exported(...carried: (readonly ['to shell' | 'to content', unknown])[]) {
  const trace = createTrace();
  const start = Date.parse('2026-11-21T08:00:00Z');
  carried.forEach(([direction, message], index) =>
    trace.take({ direction, message, time: start + index, moment: index * 1.26 }),
  );
  const text = exportTrace(trace.exchanges, start);
  return { text, ...(JSON.parse(text) as { messages: readonly ExportedMessage[] }) };
}

const request = (action: string, id: unknown, payload?: unknown) =>
  ['to shell', { origin: 'iframe', action, id, payload }] as const;
const answer = (action: string, id: unknown, outcome: object) =>
  ['to content', { origin: 'container', action, id, ...outcome }] as const;

/** Parts of it in a text. */
function personalParts(text: string): unknown[] {
  const whole = values.filter((value) => text.toLowerCase().includes(`${value}`.toLowerCase()));
  return [...whole, ...(text.match(/mia|keller|schule|eyJ|verdunstet/gi) ?? [])];
}

describe('nothing personal is in the export, wherever it was', () => {
  it.each(values)('%s', (value) => {
    const everywhere = { value, [value]: value, text: value, list: [value, { key: value }] };
    const id = value;
    const { text, messages } = exported(
      request('setLocalStoreItems', id, everywhere),
      answer('setLocalStoreItems', id, { result: [everywhere] }),
      request(String(value), 1, value),
      answer(String(value), 1, {
        error: { code: 'UNKNOWN_ACTION', message: `There is no action ${value}.` },
      }),
      request('getUser', 2),
      answer('getUser', 2, { error: { code: String(value), message: String(value) } }),
      ['to shell', value],
      ['to shell', { origin: value, [value]: value }],
      ['to content', { origin: 'container', event: 'session-lost', payload: { reason: value } }],
      ['to content', { origin: 'container', event: String(value), payload: value }],
    );
    expect(messages).toHaveLength(10);
    expect(personalParts(text)).toEqual([]);
  });

  it('in a message that is too large to be kept', () => {
    const filler = 'x'.repeat(100_000);
    const { text } = exported(
      request('setLocalStoreItems', 1, { ...personal, [personal.mail]: filler, value: filler }),
    );
    expect(personalParts(text)).toEqual([]);
  });

  it('in what the shell answers about a user', () => {
    const { text } = exported(
      request('getUser', 1),
      answer('getUser', 1, {
        result: { subject: personal.subject, given_name: 'Mia', family_name: 'Keller' },
      }),
      request('getLicenses', 2),
      answer('getLicenses', 2, { result: [{ license_code: personal.license }] }),
    );
    expect(personalParts(text)).toEqual([]);
    expect(text).toContain('"given_name": "string"');
  });
});

describe('the export says', () => {
  it('of each message what helps to understand it, oldest first', () => {
    const asked = request('encodeChallenge', 7, { text: 'Wasser' });
    const error = { code: 'BAD_PAYLOAD', message: 'Wasser' };
    const failed = answer('encodeChallenge', 7, { error });
    const { text } = exported(asked, failed);
    expect(JSON.parse(text)).toEqual({
      format: 'lectern-bridge-trace',
      protocolVersion: 1,
      exportedAt: '2026-11-21T08:00:00.000Z',
      messages: [
        {
          direction: 'to shell',
          isIgnored: false,
          time: '2026-11-21T08:00:00.000Z',
          name: 'encodeChallenge',
          id: 7,
          sizeInCharacters: JSON.stringify(asked[1]).length,
          shape: { text: 'string' },
        },
        {
          direction: 'to content',
          outcome: 'failed',
          errorCode: 'BAD_PAYLOAD',
          durationInMs: 1.3,
          time: '2026-11-21T08:00:00.001Z',
          name: 'encodeChallenge',
          id: 7,
          sizeInCharacters: JSON.stringify(failed[1]).length,
          shape: { code: 'string', message: 'string' },
        },
      ],
    });
  });

  it('which messages belong together whose ids it hides', () => {
    const { messages } = exported(
      request('getUser', personal.mail),
      answer('getUser', personal.mail, { result: true }),
      request('getUser', personal.uuid),
    );
    expect(messages.map(({ id }) => id)).toEqual(['id 1', 'id 1', 'id 2']);
  });
});

describe('a shape', () => {
  it.each([
    [null, 'null'],
    [undefined, 'undefined'],
    ['Mia', 'string'],
    [[1, 2, 'x'], { list: 3, of: ['number', 'string'] }],
    [[], { list: 0, of: [] }],
    [
      { value: 1, mia: 2, keller: 3 },
      { value: 'number', [otherMembers]: 2 },
    ],
    [{ ['__proto__']: 1, constructor: 2 }, { [otherMembers]: 2 }],
  ])('of %j', (value, shape) => {
    expect(shapeOf(value)).toEqual(shape);
  });

  it('ends where few values make endless paths', () => {
    let value: object = { value: 'x' };
    for (let level = 0; level < 7; level++)
      value = Object.fromEntries(
        ['result', 'payload', 'context', 'statement', 'object', 'text', 'key', 'value'].map(
          (name) => [name, Array.from({ length: 50 }, () => value)],
        ),
      );
    expect(JSON.stringify(shapeOf(value)).length).toBeLessThan(100_000);
  });

  it.each([
    ['local store items', itemsExamples.localStoreItemSetForModel.body],
    ['stored local store items', itemsExamples.localStoreItemGetForModel.answer],
    ['a learning statement', learningRecordsExamples.dataPut.body.put_dto],
  ])('names every field of %s', (_what, payload) => {
    // Only the tags of languages are counted instead of named.
    const shown = JSON.stringify(shapeOf(payload));
    const withoutLanguages = shown.replaceAll(
      /"(display|name|description)":\{"\(others\)":\d\}/g,
      '',
    );
    expect(withoutLanguages).not.toContain(otherMembers);
  });
});
