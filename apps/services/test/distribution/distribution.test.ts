import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { distributionKeys } from '../../src/storage/distribution-keys.ts';
import { startReceiver, sendJson, type Receiver } from '../orders/receiver.ts';
import { servedCalls } from '../served-calls.ts';
import { contentSteps } from './content-steps.ts';
import { fileSteps } from './file-steps.ts';
import { closingGroupSteps, groupProductSteps, groupSteps } from './group-steps.ts';
import { closingLicenseSteps, licenseSteps } from './license-steps.ts';
import { orderSteps } from './order-steps.ts';
import { linesOf } from './touched-lines.ts';
import { schemas } from './partitioned-schema.ts';
import { recordPlans, type RecordedPlan } from './recorded-plans.ts';
import { publishingSteps } from './publishing-steps.ts';
import { startSchool, type School, type Step } from './school.ts';
import { searchSteps } from './search-steps.ts';
import { touchedBy } from './touched-partitions.ts';
import { firstSteps, userSteps } from './user-steps.ts';

/*
 * Which calls go by the keys that the tables can be spread by. Hash partitions of PostgreSQL stand for
 * the shards of Citus, which cannot be run here: both find a row's place by the same column.
 */

const page = new URL('../../../../docs/operate/distribution.md', import.meta.url);
const measured = new URL('calls.txt', import.meta.url);

/** The caller is found out once a minute, and not by each call. */
const unknownToken = 'any, once a minute for each token';
/** The sweep of files, which no call waits for. */
const sweepOfFiles = 'none: the sweep of files';

let school: School;
let orderSystem: Receiver;
const plansOf = new Map<string, (readonly RecordedPlan[])[]>();

beforeAll(async () => {
  orderSystem = await startReceiver();
  orderSystem.answer((response, { path }) => {
    if (path === '/orders') sendJson(response, { orders: [] });
    else response.writeHead(204).end();
  });
  school = await startSchool();
  const steps: readonly Step[] = [
    ...userSteps(),
    ...groupSteps(),
    ...licenseSteps(),
    ...groupProductSteps(),
    ...orderSteps(orderSystem.address),
    ...fileSteps(),
    ...publishingSteps(),
    ...contentSteps(),
    ...searchSteps(),
    ...closingLicenseSteps(),
    ...closingGroupSteps(),
  ];
  const recorder = recordPlans();
  const record = async (title: string, step: Step) => {
    const plans = await recorder.record(() => step.make(school));
    plansOf.set(title, [...(plansOf.get(title) ?? []), plans]);
  };
  try {
    plansOf.set(sweepOfFiles, [await recorder.record(() => school.sweepFiles())]);
    for (const step of firstSteps()) await record(unknownToken, step);
    for (const step of steps) await record(step.title, step);
  } finally {
    recorder.stop();
  }
});
afterAll(async () => {
  await school.close();
  orderSystem.close();
});

test('every table has a distribution key, or is on every machine', async () => {
  const client = new pg.Client({ connectionString: school.databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select relnamespace::regnamespace || '.' || relname as name from pg_class
     where relkind in ('r', 'p') and not relispartition
       and relnamespace::regnamespace::text = any($1)`,
    [schemas],
  );
  await client.end();
  expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(distributionKeys).sort());
});

test('the control: a search by the key is told from one by something else', async () => {
  const client = new pg.Client({ connectionString: school.databaseUrl });
  await client.connect();
  const recorder = recordPlans();
  const touched = async (condition: string) => {
    const text = `select from lima.license_usages usage where ${condition}`;
    return touchedBy([await recorder.record(() => client.query(text))]);
  };
  try {
    const [byKey, inEvery] = [['lima.license_usages'], new Map([['lima.license_usages', 1]])];
    expect(await touched(`license_code = 'license-1'`)).toMatchObject({
      byKey,
      inEvery: new Map(),
    });
    expect(await touched(`subject = 'other-1'`)).toMatchObject({ byKey: [], inEvery });
    // Stops as soon as it has found a row, and would have had to ask everybody.
    expect(await touched(`subject = 'other-1' limit 1`)).toMatchObject({ byKey: [], inEvery });
    expect(await touched(`mandant_identifier = 'LECTERN'`)).toMatchObject({
      inEvery,
      whole: ['lima.license_usages'],
    });
    const ofGroup = `license_code in (
      select license_code from lima.group_licenses where group_id = 'group-1')`;
    expect(await touched(ofGroup)).toMatchObject({
      byKey: ['lima.group_licenses', 'lima.license_usages'],
      joined: ['group_id', 'license_code'],
    });
  } finally {
    recorder.stop();
    await client.end();
  }
});

test('every call of licences, orders and groups is measured', () => {
  const served = servedCalls
    .filter(
      ({ service, call }) =>
        ['lima', 'osc', 'gres', 'gms', 'gp'].includes(service) && call.permission !== 'public',
    )
    .map(({ title }) => title);
  const measured = [...plansOf.keys()].filter((title) => /^(lima|osc|gres|gms|gp)\./.test(title));
  expect(measured.sort()).toEqual(served.sort());
});

test('it is known which calls touch one partition, and which ask all', async () => {
  const touched = new Map(
    [unknownToken, sweepOfFiles].map((title) => [title, touchedBy(plansOf.get(title)!)]),
  );
  for (const { title, path } of servedCalls) {
    const plans = plansOf.get(title);
    if (plans) touched.set(path, touchedBy(plans));
  }
  // `vitest run --update=all` writes it anew.
  await expect(linesOf(touched)).toMatchFileSnapshot(fileURLToPath(measured));
  const explained = (await readFile(page, 'utf8')).split('## The cost of asking every machine')[1]!;
  for (const { inEvery } of touched.values()) {
    for (const table of inEvery.keys()) expect(explained).toContain(`\`${table}\``);
  }
});
