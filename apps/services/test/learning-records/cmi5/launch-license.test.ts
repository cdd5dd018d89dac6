import { randomUUID } from 'node:crypto';
import type { BodyInput, Contract } from '@lectern/contracts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codeOf, startBeforeAll } from '../../platform.ts';
import { bringIn, contentUrl, course, publishStructure, unit, type Course } from './course.ts';
import { startSchool } from './school.ts';
import { insertRows, rowsOf } from '../../rows.ts';

/* Launch data may hold keys: a unit is launched for whom a licence opens the issue, as its files are given. */

type LaunchBody = BodyInput<Contract['lars']['cmi5Launch']>;

const products = ['wetter'];
const device_identifier = 'device-1';

const school = startBeforeAll(startSchool);
let weather: Course;
let other: Course;

beforeAll(async () => {
  const { platform, publisher, mia } = school;
  weather = await bringIn(platform, publisher, [unit('wolken', { entitlement_key: 'xyz-123' })]);
  other = await bringIn(platform, publisher, [unit('wolken', { entitlement_key: 'abc-789' })]);
  await insertRows(platform.database, 'lima.devices', { subject: mia.subject, device_identifier });
});
beforeEach(async () => {
  const { database } = school.platform;
  await publishStructure(school.platform, weather, { isPublic: false, products });
  await publishStructure(school.platform, other, { isPublic: false, products });
  await database.deleteFrom('lima.licenses').execute();
  await database.deleteFrom('lars.cmi5_sessions').execute();
});

/** A licence of somebody, as launches name it. */
async function licenseOf(subject: string, change: object = {}) {
  const license = {
    license_code: `L-${randomUUID()}`,
    license_strategy: 'LICENSE_STRATEGY_USER',
    mandant_identifier: 'LECTERN',
    product_reference: 'wetter',
    subject,
    ...change,
  };
  await school.platform.database.insertInto('lima.licenses').values(license).execute();
  const { license_code, product_reference } = license;
  return { license_code, product_reference, device_identifier };
}

const launch = (of: Course, license: LaunchBody['license'], change: Partial<LaunchBody> = {}) =>
  codeOf(
    school.platform.as('lars', school.mia).cmi5Launch({
      body: {
        subject: school.mia.subject,
        ...of.key,
        structure_hash: of.hash,
        au_id: `${course}/wolken`,
        content_url: contentUrl,
        ...(license && { license }),
        ...change,
      },
    }),
  );
const countLaunches = async () =>
  (await school.platform.database.selectFrom('lars.cmi5_sessions').selectAll().execute()).length;

test('a licence for a product of the issue launches its units', async () => {
  expect(await launch(weather, await licenseOf(school.mia.subject))).toBeUndefined();
  expect(await countLaunches()).toBe(1);
});

test('a structure that is public needs none', async () => {
  await publishStructure(school.platform, weather, { products });
  expect(await launch(weather, undefined)).toBeUndefined();
});

describe('nothing is launched', () => {
  test.each<[string, string, object]>([
    ['of another product', 'LICENSE_NOT_VALID', { product_reference: 'geometrie' }],
    ['of another publisher', 'LICENSE_NOT_VALID', { mandant_identifier: 'ANDERE' }],
    ['that is expired', 'LICENSE_NOT_VALID', { valid_until: new Date(0) }],
    ['with seats, and none taken', 'LICENSE_USAGE_REQUIRED', { seats: 1 }],
  ])('by a licence %s', async (_, code, change) => {
    expect(await launch(weather, await licenseOf(school.mia.subject, change))).toBe(code);
    expect(await countLaunches()).toBe(0);
  });

  test('without a licence, or by one of somebody else', async () => {
    expect(await launch(weather, undefined)).toBe('LICENSE_REQUIRED');
    const bens = await licenseOf(school.ben.subject);
    expect(await launch(weather, bens)).toBe('LICENSE_NOT_FOUND');
    expect(await countLaunches()).toBe(0);
  });

  test('on a device that the learner does not have', async () => {
    const license = await licenseOf(school.mia.subject);
    const elsewhere = { ...license, device_identifier: 'device-2' };
    expect(await launch(weather, elsewhere)).toBe('DEVICE_NOT_FOUND');
  });

  test('of a structure that another issue has, or that readers do not see', async () => {
    const license = await licenseOf(school.mia.subject);
    const stolen = { structure_hash: other.hash };
    expect(await launch(weather, license, stolen)).toBe('STRUCTURE_NOT_FOUND');
    expect(await launch(weather, license, { issue_id: '2' })).toBe('STRUCTURE_NOT_FOUND');
    await rowsOf(school.platform.database, 'clag.issues', { course_id: weather.key.course_id }).set(
      { current_version: null },
    );
    expect(await launch(weather, license)).toBe('STRUCTURE_NOT_FOUND');
    expect(await countLaunches()).toBe(0);
  });
});
