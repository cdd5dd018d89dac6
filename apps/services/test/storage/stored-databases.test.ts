import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SignedIn } from '@lectern/env/testing';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openDatabase } from '../../src/index.ts';
import { schema } from '../../src/storage/schema.ts';
import { readSqlFiles } from '../../src/storage/sql-files.ts';
import { startTestPlatform, type TestPlatform } from '../platform.ts';
import { catalogueOf } from './catalogue.ts';
import { databaseOf, startedDatabase } from './databases.ts';
import { dumpOf, emptyTablesOf } from './dump.ts';
import { makeEveryKind, miasWord, place } from './every-kind.ts';
import { released } from './released.ts';

/*
 * Obligations of a release: migrations that never change, and databases that the newest version starts on. With
 * LECTERN_STORE_DATABASE=<version> a run first stores a database as this version makes it.
 */

const versions = Object.keys(released);
const fileOf = (version: string) => new URL(`stored/${version}.sql`, import.meta.url);
const product = { mandant_identifier: 'LECTERN', product_reference: 'wasser-entdecken' };
const storing = process.env['LECTERN_STORE_DATABASE'];

test.runIf(storing)('a database with rows in every table is stored', async () => {
  expect(storing).toBe(schema.version);
  const platform = await startTestPlatform();
  try {
    await makeEveryKind(platform);
    expect(await emptyTablesOf(platform.database)).toEqual([]);
    const snapshot = platform.database.transaction().setIsolationLevel('repeatable read');
    const head = `-- Rows of Lectern ${storing}: stored-databases.test.ts wrote and reads them.\n\n`;
    await writeFile(fileOf(storing!), head + (await snapshot.execute(dumpOf)));
  } finally {
    await platform.close();
  }
});

test('every version of the change log has its migrations and its stored database', () => {
  const log = readFileSync(new URL('../../../../CHANGELOG.md', import.meta.url), 'utf8');
  const headed = [...log.matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(([, version]) => version);
  expect(headed.toReversed()).toEqual(versions);
  expect(schema.version).toBe(versions.at(-1));
});

test('a stored database is never changed', () => {
  const stored = readSqlFiles(new URL('stored/', import.meta.url));
  expect(
    Object.fromEntries([...stored].map(([version, text]) => [version, hash('sha256', text)])),
  ).toEqual(
    Object.fromEntries(versions.map((version) => [version, released[version]!.storedDatabase])),
  );
});

test('a released migration is never changed, and others come after it', () => {
  const hashes = versions.flatMap((version) => Object.entries(released[version]!.migrations));
  const now = [...schema.migrations].map(([name, text]) => [name, hash('sha256', text)]);
  expect(now.slice(0, hashes.length)).toEqual(hashes);
});

test('migrations have a number each', () => {
  const numbers = [...schema.migrations.keys()].map(
    (name) => /^(\d{4})-[a-z0-9-]+$/.exec(name)?.[1],
  );
  expect(numbers).toEqual(numbers.map((_, index) => String(index + 1).padStart(4, '0')));
});

test('SQL is the same where a checkout ends lines with CRLF', async () => {
  const folder = await mkdtemp(join(inject('filesFolder'), 'sql-'));
  await writeFile(join(folder, '0001-a.sql'), 'select 1;\r\n\r\nselect 2;\r\n');
  await writeFile(join(folder, '0001-a.sql.orig'), 'select 3;');
  expect(readSqlFiles(pathToFileURL(`${folder}/`))).toEqual(
    new Map([['0001-a', 'select 1;\n\nselect 2;\n']]),
  );
});

describe.each(versions)('the newest version on the stored database of %s', (version) => {
  let platform: TestPlatform;
  let mia: SignedIn;
  let sofia: SignedIn;

  beforeAll(async () => {
    platform = await startTestPlatform({ databaseUrl: await storedDatabase(version) });
    mia = await platform.identityProvider.signIn('mia');
    sofia = await platform.identityProvider.signIn('sofia');
  });
  afterAll(() => platform.close());

  test('has the tables and functions of a fresh one', async () => {
    const fresh = openDatabase(await startedDatabase());
    const expected = await catalogueOf(fresh);
    await fresh.destroy();
    expect(await catalogueOf(platform.database)).toEqual(expected);
  });

  test('tells all that was stored', async () => {
    const as: TestPlatform['as'] = (service, who) => platform.as(service, who);
    const ofMia = { body: { subject: mia.subject } };
    const inPlace = { body: { subject: mia.subject, ...place } };
    const { topic_dto: _, ...issue } = inPlace.body;
    const search = (query: string) => as('clag', mia).searchCourse({ body: { ...issue, query } });
    const { licenses } = await as('lima', mia).licenseGetForUser(ofMia);
    const { license_code, group_id = '' } = licenses.find((license) => license.group_id)!;
    const device_identifier = `device-${miasWord}`;
    // The seat that was taken then has lapsed.
    await as('lima', mia).licenseObtainLicenseUsage({
      body: {
        ...ofMia.body,
        ...product,
        license_code,
        device_identifier,
        license_usage_consistency_type: 'LICENSE_USAGE_CONSISTENCY_TYPE_VOLATILE',
      },
    });
    const poster = {
      ...ofMia.body,
      dto_id: 'poster',
      version: 0,
      group_id,
      file_reference: 'poster',
      asset_stage: 'ASSET_STAGE_PROD',
      asset_type: 'ASSET_TYPE_ASSET_EXCHANGE',
    } as const;
    const answers: Readonly<Record<string, () => Promise<unknown>>> = {
      Keller: () => as('aua', sofia).userGet(ofMia),
      teacher: () => as('aua', sofia).userGetRoles(ofMia),
      [`"theme","value":"${miasWord}"`]: () => as('aua', mia).userGetProperties(ofMia),
      'Klasse 5b': () => as('gres', mia).groupsInspect({ body: { ...ofMia.body, group_id } }),
      [device_identifier]: () => as('lima', mia).deviceGetForUser(ofMia),
      'coupon:': () => as('lima', mia).licenseOrderGetForUser(ofMia),
      ACTIVE: () => as('osc', sofia).couponSearch({ body: {} }),
      [`${miasWord}.bin`]: () =>
        as('atma', mia).fileExchangeAccessV2({
          body: { file_exchange_access_dtos: [poster] },
        }),
      [`${miasWord} note`]: () => as('clag', mia).annotationsGetForTopic(inPlace),
      [`"key":"k","value":"${miasWord}"`]: () =>
        as('clag', mia).localStoreItemGetForModel({ body: place }),
      [`${miasWord} answer`]: () => search(miasWord),
      'Stand 2': () => search('Schilf'),
      'verbs/completed': () => as('lars', mia).dataGet(ofMia),
    };
    for (const [text, answer] of Object.entries(answers)) {
      expect(JSON.stringify(await answer())).toContain(text);
    }
  });

  test('goes on storing', async () => {
    const { subject } = mia;
    const item = { segment: 's', key: 'k', value: 'new', version: 1 };
    const { local_store_items } = await platform
      .as('clag', mia)
      .localStoreItemSetForModel({ body: { ...place, local_store_items: [item] } });
    expect(local_store_items).toMatchObject([{ value: 'new', version: 2 }]);
    const statement = { verb: { id: 'http://v.example/new' }, object: { id: 'http://o.example' } };
    const lars = platform.as('lars', mia);
    await lars.dataPut({ body: { subject, put_dto: { dto_id: 'new', statement } } });
    const { statements } = await lars.dataGet({ body: { subject, dto_id: 'new' } });
    expect(statements).toMatchObject([statement]);
    await expect(sql`delete from aua.audit_log`.execute(platform.database)).rejects.toThrow(
      'append-only',
    );
  });
});

/** A database as that version has left it. @returns its address */
function storedDatabase(version: string): Promise<string> {
  const until = versions.slice(0, versions.indexOf(version) + 1);
  const names = until.flatMap((version) => Object.keys(released[version]!.migrations));
  return databaseOf(names, readFileSync(fileOf(version), 'utf8'));
}
