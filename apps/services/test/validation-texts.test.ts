import { contract, services, type ServiceCalls } from '@lectern/contracts';
import { examples } from '@lectern/contracts/examples';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { headersOf } from './security/requests.ts';
import { makeBeforeAll, startBeforeAll, startTestPlatform } from './platform.ts';

const platform = startBeforeAll(startTestPlatform);

const mia = makeBeforeAll(() => platform.identityProvider.signIn('mia'));

/** Secrets that must not stand in an answer, a log or a picture of a screen. */
const secretNumber = 47_114_711;
const secret = `Geheim-${secretNumber}`;

const { dataPut, dataGet } = contract.lars;
const { licenseGetForUser } = contract.lima;
const putAddress = services.lars.base + dataPut.path;
const getAddress = services.lars.base + dataGet.path;
const licensesAddress = services.lima.base + licenseGetForUser.path;

const validPut = {
  put_dto: {
    dto_id: secret,
    statement: {
      verb: { id: 'urn:verb', display: { de: secret } },
      object: { id: 'urn:object' },
      result: { response: secret },
    },
  },
};
const validGet = {
  dto_id: secret,
  statistics: {
    datepicker_type: 'MONTHS',
    year: 2026,
    diagram_type: 'PIE',
    filter_type: 'THEMA',
    filter_id: secret,
  },
};

/** The text that a request is refused with; nothing of the answer holds the secret. */
async function refusalOf(address: string, body: object): Promise<string> {
  const response = await platform.request(
    address,
    headersOf(mia),
    JSON.stringify({ subject: mia.subject, ...body }),
  );
  const answer = (await response.json()) as { result_messages?: { code: string; text: string }[] };
  expect(answer.result_messages).toMatchObject([{ code: 'REQUEST_INVALID' }]);
  expect(response.status).toBe(400);
  expect(JSON.stringify([answer, ...response.headers])).not.toContain(String(secretNumber));
  return answer.result_messages![0]!.text;
}

/** A copy in which the field at a path, as `put_dto.statement.id`, has another value. */
function withField(body: object, path: string, value: unknown): object {
  const [key = '', ...rest] = path.split('.');
  const inner = (body as Record<string, object>)[key];
  return {
    ...body,
    [key]: rest.length > 0 ? withField(inner ?? {}, rest.join('.'), value) : value,
  };
}

test.each([
  ['put_dto.dto_id', secretNumber, 'expected string, received number'],
  ['put_dto.dto_id', secret.repeat(20), 'expected string to have <=255 characters'],
  ['put_dto.dto_id', '', 'expected string to have >=1 characters'],
  ['put_dto.statement', [secret], 'expected object, received array'],
  ['put_dto.statement.id', secret, 'not a UUID'],
  ['put_dto.statement.verb.id', secret, 'not an IRI'],
  ['put_dto.statement.verb.display', secret, 'expected record, received string'],
  ['put_dto.statement.verb.display.de', secretNumber, 'expected string, received number'],
  ['put_dto.statement.object.id', null, 'expected string, received null'],
  ['put_dto.statement.timestamp', secret, 'Expected a time with its offset'],
])('dataPut names %s: %j', async (path, value, reason) => {
  const text = await refusalOf(putAddress, withField(validPut, path, value));
  expect(text).toContain(reason);
  expect(text).toMatch(new RegExp(`at ${path.replaceAll('.', '\\.')}$`));
});

test.each([
  ['statistics.datepicker_type', secret, 'one of "WEEKS_OF_YEAR"|"MONTHS"|"YEARS"'],
  ['statistics.year', secretNumber, 'expected number to be <=9999'],
  ['statistics.year', -secretNumber, 'expected number to be >=2000'],
  ['statistics.year', secretNumber / 1000, 'expected int, received number'],
  ['statistics.time_zone', { name: secret }, 'expected string, received object'],
])('dataGet names %s: %j', async (path, value, reason) => {
  const text = await refusalOf(getAddress, withField(validGet, path, value));
  expect(text).toContain(reason);
  expect(text).toMatch(new RegExp(`at ${path.replaceAll('.', '\\.')}$`));
});

test('a rule of several fields says what it is, at what they are in', async () => {
  const score = { min: 1, max: 1 };
  expect(
    await refusalOf(putAddress, withField(validPut, 'put_dto.statement.result', { score })),
  ).toBe('✖ its min has to be less than its max\n  → at put_dto.statement.result.score');
});

test('a field that is none is named', async () => {
  expect(await refusalOf(putAddress, withField(validPut, 'put_dto.dto_name', secret))).toBe(
    '✖ Unrecognized key: "dto_name"\n  → at put_dto',
  );
});

test('every wrong field is named', async () => {
  const twice = withField(withField(validPut, 'put_dto.dto_id', 1), 'put_dto.statement.verb.id', 2);
  const text = await refusalOf(putAddress, twice);
  expect(text).toContain('at put_dto.dto_id');
  expect(text).toContain('at put_dto.statement.verb.id');
});

test('a wrong query parameter is named', async () => {
  const text = await refusalOf(`${licensesAddress}?consolidate=${secret}`, {});
  expect(text).toContain('expected one of "true"|"false"');
  expect(text).toContain('at consolidate');
});

/** Copies of a value in each of which one leaf is something else. */
function withEachLeaf(value: unknown, leaf: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [leaf];
  return Object.entries(value).flatMap(([key, inner]) =>
    withEachLeaf(inner, leaf).map((changed) =>
      Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed },
    ),
  );
}

const bodies = Object.entries(contract).flatMap(([service, calls]) =>
  Object.entries(calls as ServiceCalls).flatMap(([name, { body, bodyFormat }]) =>
    body && !bodyFormat ? [{ service: service as keyof typeof contract, name, body }] : [],
  ),
);

test.each(bodies)('no wrong value comes back from $service $name', ({ service, name, body }) => {
  const example = (examples[service] as Record<string, { body?: unknown }>)[name]?.body;
  const refused = [
    secretNumber,
    -secretNumber,
    secretNumber / 1000,
    secret,
    ` ${secret} `,
    [secret],
  ]
    .flatMap((leaf) => withEachLeaf(example, leaf))
    .map((wrong) => z.safeParse(body, wrong))
    .filter(({ success }) => !success);
  expect(refused).not.toHaveLength(0);
  for (const { error } of refused) {
    expect(z.prettifyError(error!)).not.toMatch(/47.?114.?711/);
  }
});
