import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { anyTextOf } from '../../any-text.ts';
import { startBeforeAll } from '../../platform.ts';
import { roundsOf } from '../../../../../test/rounds.ts';
import { writeBoundCursor, writePageCursor } from '../../../src/http/page-cursor.ts';
import { agent, asParameter, startRecordStore, statement } from './record-store.ts';
import { base, refusalOf } from './requests.ts';

/* Any text of a parameter is answered, or refused with the reason. */

const store = startBeforeAll(startRecordStore);
beforeAll(async () => {
  await store.post(statement({ actor: agent('mia') }));
});

const impossible = [
  '0000-01-01T00:00:00Z',
  '0000-12-31T23:59:59-01:00',
  '0001-01-01T00:00:00+01:00',
  '9999-12-31T23:59:59-01:00',
  '2026-01-01T00:00:00+23:00',
  '2026-01-01T00:00:00-16:00',
  '2026-01-01T00:00:00-00:00',
  '2026-01-01T00:00:00+24:00',
  '2026-01-01T24:00:00Z',
  '2026-02-30T00:00:00Z',
  '2026-01-01T00:00:00 0',
  '2026-01-01T00:00:00 -01:00',
  '2026-01-01',
  '+012026-01-01T00:00:00Z',
  'infinity',
  'now',
  '',
];
const paths = {
  '/statements': {},
  '/activities/state': { activityId: 'urn:a', agent: asParameter(agent('mia')) },
  '/agents/profile': { agent: asParameter(agent('mia')) },
  '/activities/profile': { activityId: 'urn:a' },
};

describe.each(Object.entries(paths))('%s', (path, named) => {
  test.each(impossible)('since %j is none', async (since) => {
    const asked = store.client(base + path, { parameters: { ...named, since } });
    expect(await refusalOf(asked)).toBe('400 PARAMETER_INVALID');
  });

  test.each([
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '2026-01-01T00:00:00.123456789Z',
    '2026-01-01T00:00:00+14:00',
    '2026-01-01T00:00:00-15:59',
    '2026-06-30T23:59:60z',
    '2026-01-01T00:00:00',
    '2026-01-01T00:00:00+0100',
  ])('since %j is one', async (since) => {
    const asked = await store.client(base + path, { parameters: { ...named, since } });
    expect(asked.status).toBe(200);
  });

  test.each(['+02:00', '+0200', '+02'])('the plus of since …%s may be unencoded', async (zone) => {
    const query = new URLSearchParams(named).toString();
    const asked = await store.client(`${base}${path}?${query}&since=2026-01-01T00:00:00${zone}`);
    expect(asked.status).toBe(200);
  });
});

test('a time without a zone, or with a plus that became a blank, is the moment that it says', async () => {
  const verb = { id: `urn:v:${randomUUID()}` };
  await store.post(statement({ verb }));
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const foundSince = async (since: string) => {
    const asked = await store.client(`${base}/statements?verb=${verb.id}&since=${since}`);
    return ((await asked.json()) as { statements: unknown[] }).statements.length;
  };
  const plain = (time: string) => time.replace('Z', '');
  expect(await foundSince(plain(ago(1)))).toBe(1);
  expect(await foundSince(plain(ago(-1)))).toBe(0);
  // Two hours east of UTC it is later on the clock.
  expect(await foundSince(`${plain(ago(-1))}+02:00`)).toBe(1);
  expect(await foundSince(`${plain(ago(-3))}+02:00`)).toBe(0);
});

test('version 2.0 has no time without its zone', async () => {
  const headers = { 'X-Experience-API-Version': '2.0.0' };
  const parameters = { since: '2026-01-01T00:00:00' };
  const asked = store.client(`${base}/statements`, { headers, parameters });
  expect(await refusalOf(asked)).toBe('400 PARAMETER_INVALID');
});

test.each(impossible)('until %j is none', async (until) => {
  const asked = store.client(`${base}/statements`, { parameters: { until } });
  expect(await refusalOf(asked)).toBe('400 PARAMETER_INVALID');
});

test.each([
  ['0000-01-01T00:00:00.000000Z', '1'],
  ['2026-99-99T99:99:99.000000Z', '1'],
  ['2026-01-01T00:00:00.000000Z', '9'.repeat(19)],
  ['2026-01-01T00:00:00.000000Z', '-1'],
])('a cursor that somebody has made up is none: %s, %s', async (stored, sequence) => {
  const bound = writeBoundCursor({ limit: '1' }, [stored, sequence]);
  const asked = store.client(`${base}/statements`, { parameters: { limit: '1', cursor: bound } });
  expect(await refusalOf(asked)).toBe('400 PARAMETER_INVALID');
  const cursor = writePageCursor([stored, sequence]);
  const refused = store.client(`${base}/lectern/refused-statements`, { parameters: { cursor } });
  expect(await refusalOf(refused)).toBe('400 PARAMETER_INVALID');
  const mia = await store.platform.identityProvider.signIn('mia');
  const put = store.platform.as('lars', mia).dataGet({ body: { subject: mia.subject, cursor } });
  await expect(put).rejects.toMatchObject({ code: 'CURSOR_INVALID' });
});

const two = fc.integer({ min: 0, max: 99 }).map((number) => String(number).padStart(2, '0'));
const moments = fc
  .tuple(
    fc.constantFrom('0000', '0001', '1969', '2026', '9999'),
    ...Array.from({ length: 5 }, () => two),
    fc.constantFrom('', '.1', '.999999999'),
    fc.oneof(
      fc.constant('Z'),
      fc
        .tuple(fc.constantFrom('+', '-'), two, two)
        .map(([sign, hour, minute]) => `${sign}${hour}:${minute}`),
    ),
  )
  .map(([y, mo, d, h, mi, s, part, zone]) => `${y}-${mo}-${d}T${h}:${mi}:${s}${part}${zone}`);
const anything = fc.oneof(
  anyTextOf({ maxLength: 40 }),
  moments,
  fc.json({ maxDepth: 2 }),
  fc.constantFrom(
    'true',
    'false',
    '0',
    '-1',
    '1e9',
    'urn:a',
    'mailto:a@b.example',
    asParameter(agent('mia')),
  ),
  fc.uuid(),
);
const names = [
  'statementId',
  'voidedStatementId',
  'agent',
  'verb',
  'activity',
  'registration',
  'related_activities',
  'related_agents',
  'since',
  'until',
  'limit',
  'format',
  'attachments',
  'ascending',
  'cursor',
  'activityId',
  'stateId',
  'profileId',
  'refusedId',
];
const parameters = fc.dictionary(fc.constantFrom(...names), anything, { maxKeys: 4 });

test('no parameters make the store fail', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.entries(paths), ['/lectern/refused-statements', {}] as const),
      parameters,
      async ([path, named], asked) => {
        const given = Object.fromEntries(
          Object.entries(asked).map(([name, value]) => [name, value.toWellFormed()]),
        );
        const answer = await store.client(base + path, { parameters: { ...named, ...given } });
        expect(answer.status).toBeLessThan(500);
        await answer.arrayBuffer();
      },
    ),
    { numRuns: roundsOf(400) },
  );
});
