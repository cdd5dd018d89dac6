import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestDatabase } from '@lectern/env/testing';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { migrate, openDatabase } from '../src/index.ts';
import { readProcessSettings } from '../src/operations/process-settings.ts';
import { settingsOf, settingWarnings } from '../src/operations/settings.ts';
import { run } from './process.ts';
import { mountSmallDisk } from './small-disk.ts';

const fullDisk = mountSmallDisk(1, 'nr_inodes=1');

const least = {
  DATABASE_URL: 'postgresql://localhost/lectern',
  LECTERN_PORT: '8080',
  LECTERN_ISSUER: 'https://login.example',
  LECTERN_SERVICES_CLIENT_ID: 'services',
  LECTERN_SERVICES_CLIENT_SECRET: 'secret',
  LECTERN_CLIENT_IDS: 'shell, orders',
};

const startedDatabase = () =>
  createTestDatabase(inject('databaseUrl'), inject('startedDatabaseUrl'));

describe('settings of a process', () => {
  test('the least that is needed runs everything, on this machine only', () => {
    const settings = readProcessSettings(least);
    expect(settings).toMatchObject({
      platform: {
        databaseUrl: 'postgresql://localhost/lectern',
        publicUrl: 'http://localhost:8080',
        identityProvider: {
          issuer: 'https://login.example',
          clientId: 'services',
          clientSecret: 'secret',
          acceptedClients: ['shell', 'orders'],
        },
        logLevel: 'info',
        trustedProxies: [],
      },
      listen: { host: 'localhost', port: 8080 },
      graceInMs: 10_000,
      shutdownDelayInMs: 0,
    });
    expect(settings).not.toHaveProperty('operations');
    expect(settings.platform).not.toHaveProperty('services');
    expect(settings.platform).not.toHaveProperty('shell');
  });

  test('an IPv6 address to listen on stands in brackets in addresses', () => {
    const { platform } = readProcessSettings({ ...least, LECTERN_HOST: '::1' });
    expect(platform.publicUrl).toBe('http://[::1]:8080');
  });

  test('everything can be said', () => {
    const settings = readProcessSettings({
      ...least,
      LECTERN_HOST: '0.0.0.0',
      LECTERN_PUBLIC_URL: 'https://lectern.example/',
      LECTERN_SERVICES: 'aua, gres',
      LECTERN_OPERATIONS_HOST: '10.0.0.1',
      LECTERN_OPERATIONS_PORT: '9090',
      LECTERN_LOG_LEVEL: 'warn',
      LECTERN_TRUSTED_PROXIES: '10.0.0.0/8,192.0.2.1',
      LECTERN_SHUTDOWN_DELAY_IN_SECONDS: '5',
      LECTERN_SHUTDOWN_GRACE_IN_SECONDS: '0',
      LECTERN_LICENSE_USAGE_IN_SECONDS: '90',
    });
    expect(settings).toMatchObject({
      platform: {
        publicUrl: 'https://lectern.example',
        services: ['aua', 'gres'],
        logLevel: 'warn',
        trustedProxies: ['10.0.0.0/8', '192.0.2.1'],
        licenseUsageLifetimeInMs: 90_000,
      },
      listen: { host: '0.0.0.0', port: 8080 },
      operations: { host: '10.0.0.1', port: 9090 },
      graceInMs: 0,
      shutdownDelayInMs: 5_000,
    });
  });

  test.each([
    [
      'LECTERN_SERVICES',
      'aua,kobold',
      'names kobold, which is not a service; the services are atma, aua, clag, gms, gp, gres, lars, lima, osc, stats.',
    ],
    ['LECTERN_CLIENT_IDS', ' ,', 'names nothing: give names, separated by commas.'],
    ['LECTERN_PORT', 'http', 'is http; it must be a whole number up to 65535.'],
    [
      'LECTERN_OPERATIONS_PORT',
      'tcp://10.0.0.1:9464',
      'is tcp://10.0.0.1:9464, which Kubernetes has made of the name of a service: set enableServiceLinks to false, or LECTERN_OPERATIONS_PORT itself.',
    ],
    ['LECTERN_OPERATIONS_PORT', '65536', 'is 65536; it must be a whole number up to 65535.'],
    ['LECTERN_SHUTDOWN_GRACE_IN_SECONDS', '1.5', 'is 1.5; it must be a whole number up to 3600.'],
    ['LECTERN_LOG_LEVEL', 'loud', 'is loud; it must be one of error, warn, info, debug.'],
    [
      'LECTERN_PUBLIC_URL',
      'https://schule.example/lernen',
      'must be an origin: scheme, host and port without a path.',
    ],
    ['LECTERN_PUBLIC_URL', 'https://schule.example/?a', 'must be an origin'],
    ['LECTERN_PUBLIC_URL', 'https://mia@schule.example', 'must be an origin'],
    ['LECTERN_PUBLIC_URL', 'schule.example', 'must be a web address.'],
    ['LECTERN_TRUSTED_PROXIES', 'proxy.example', 'names proxy.example'],
    ['LECTERN_TRUSTED_PROXIES', '10.0.0.0/33', 'names 10.0.0.0/33, which is neither'],
    ['LECTERN_TRUSTED_PROXIES', '::1/128,::1/129', 'names ::1/129, which is neither'],
    ['LECTERN_TRUSTED_PROXIES', '10.0.0.0/8/9', 'names 10.0.0.0/8/9, which is neither'],
    ['LECTERN_TRUSTED_PROXIES', '::1,0.0.0.0/00', 'names every address'],
    ['LECTERN_LICENSE_USAGE_IN_SECONDS', '2', 'is 2; it must be at least 3.'],
    ['LECTERN_ISSUER', 'login.example', 'must be a web address.'],
  ])('%s=%j is refused with a sentence', (name, value, sentence) => {
    const read = () => readProcessSettings({ ...least, [name]: value });
    expect(read).toThrow(`${name} ${sentence}`);
  });

  test.each([
    [
      {
        LECTERN_SHELL_DIRECTORY: '/shell',
        LECTERN_CONFIGURATION: fileURLToPath(new URL('../package.json', import.meta.url)),
        LECTERN_HSTS_MAX_AGE_IN_SECONDS: '-1',
      },
      'LECTERN_HSTS_MAX_AGE_IN_SECONDS is -1; it must be a whole number up to',
    ],
    [{ LECTERN_TLS_KEY: '/key' }, 'LECTERN_TLS_CERT and LECTERN_TLS_KEY need each other.'],
    [
      { LECTERN_TLS_CERT: '/nowhere/cert', LECTERN_TLS_KEY: '/nowhere/key' },
      'LECTERN_TLS_CERT names /nowhere/cert, which cannot be read (ENOENT).',
    ],
    [{ LECTERN_ISSUER: '' }, 'The environment variable LECTERN_ISSUER is missing.'],
    [{ LECTERN_SHELL_DIRECTORY: '/shell' }, 'variable LECTERN_CONFIGURATION is missing.'],
  ])('%j is refused with a sentence', (change, sentence) => {
    expect(() => readProcessSettings({ ...least, ...change })).toThrow(sentence);
  });

  test('a process that cannot be meant so says why and ends', async () => {
    const services = run({ ...least, LECTERN_SERVICES: 'kobold' });
    expect(await services.exited).toEqual([2, null]);
    expect(services.output()).toMatch(
      /^LECTERN_SERVICES names kobold, which is not a service; .*\n/,
    );
  });

  test('so does one whose database belongs to a newer version, and it leaves that alone', async () => {
    const databaseUrl = await startedDatabase();
    const database = openDatabase(databaseUrl);
    onTestFinished(() => database.destroy());
    await sql`insert into platform.kysely_migration values ('9999-of-tomorrow', '2999-01-01')`.execute(
      database,
    );
    const migrated = async () =>
      (await sql`select * from platform.kysely_migration order by name`.execute(database)).rows;
    const before = await migrated();
    const services = run({ ...least, DATABASE_URL: databaseUrl });
    expect(await services.exited).toEqual([2, null]);
    expect(services.output()).toMatch(
      /^The database belongs to a newer version, .* 9999-of-tomorrow\. .*\n$/,
    );
    expect(await migrated()).toEqual(before);
  });

  test.each([
    ['LECTERN_SERVICES_CLIENT_SECRET', 'secret\r'],
    ['LECTERN_SERVICES_CLIENT_SECRET', 'secret\n'],
    ['LECTERN_SERVICES_CLIENT_ID', '"services"'],
    ['LECTERN_ISSUER', "'https://login.example'"],
    ['LECTERN_ISSUER', 'https://login.example\n'],
    ['LECTERN_PUBLIC_URL', '"https://schule.example"'],
    ['LECTERN_PORT', ' 80'],
  ])('%s=%j is refused, with what a file of variables can add to it', (name, value) => {
    expect(() => readProcessSettings({ ...least, [name]: value })).toThrow(
      `${name} stands in quotes, or has a space or line end around it`,
    );
  });

  test('lists, addresses, secrets that sign and JSON may end with a line', () => {
    const secret = `${'x'.repeat(32)}\n`;
    const environment = {
      ...least,
      LECTERN_CLIENT_IDS: 'a, b ',
      LECTERN_SERVICES: 'aua,gres ',
      LECTERN_TRUSTED_PROXIES: '10.0.0.0/8\n',
      LECTERN_PUBLIC_URL: 'https://schule.example\n',
      LECTERN_RETENTION: '{"thinAfterYears":1}\n',
      LECTERN_UPLOAD_TOKEN_SECRET: secret,
    };
    expect(readProcessSettings(environment).platform).toMatchObject({
      identityProvider: { acceptedClients: ['a', 'b'] },
      services: ['aua', 'gres'],
      trustedProxies: ['10.0.0.0/8'],
      publicUrl: 'https://schule.example',
      retention: { thinAfterYears: 1 },
    });
    expect(settingsOf(environment)('LECTERN_UPLOAD_TOKEN_SECRET')).toBe(secret);
    expect(settingWarnings(environment)).toEqual([
      expect.stringContaining('LECTERN_UPLOAD_TOKEN_SECRET stands in quotes, or has'),
    ]);
    expect(settingWarnings(least)).toEqual([]);
  });

  test.each([
    [{ LECTERN_PUBLC_URL: 'https://schule.example' }, ['LECTERN_PUBLC_URL is no setting']],
    [
      { LECTERN_SERVICES_CLIENT_SECRET_FILE: '/run/secrets/services', LECTERN_log_level: 'debug' },
      [
        'LECTERN_SERVICES_CLIENT_SECRET_FILE is no setting',
        'LECTERN_log_level is no setting, so it changes nothing: correct its name.',
      ],
    ],
    [
      // A service of Kubernetes that is called lectern-database.
      {
        LECTERN_DATABASE_SERVICE_HOST: '10.0.0.1',
        LECTERN_DATABASE_SERVICE_PORT_POSTGRES: '5432',
        LECTERN_DATABASE_PORT: 'tcp://10.0.0.1:5432',
        LECTERN_DATABASE_PORT_5432_TCP_ADDR: '10.0.0.1',
        PATH: '/bin',
      },
      [],
    ],
  ])('%j is warned of where no setting has its name', (environment, warnings) => {
    expect(settingWarnings(environment)).toEqual(
      warnings.map((warning) => expect.stringContaining(warning)),
    );
  });

  test.each([
    'deploy/compose.yaml',
    'deploy/Containerfile',
    'deploy/lectern.service',
    'deploy/lectern.env.example',
    'docs/publish.md',
  ])('all names in %s are settings', async (file) => {
    const text = await readFile(new URL(`../../../${file}`, import.meta.url), 'utf8');
    const names = text.match(/\bLECTERN_\w+/g)!;
    expect(settingWarnings(Object.fromEntries(names.map((name) => [name, ''])))).toEqual([]);
  });

  test('so does one without a folder for temporary files, beside what else is wrong', async () => {
    const services = run({ ...least, TMPDIR: '/nowhere', LECTERN_SERVICES: 'kobold' });
    expect(await services.exited).toEqual([2, null]);
    expect(services.output()).toMatch(/^TMPDIR: \/nowhere\/\S+ cannot be used \(ENOENT\): /m);
    expect(services.output()).toMatch(/^LECTERN_SERVICES names kobold/m);
  });

  test('so does one with a folder that it cannot use', async () => {
    const databaseUrl = await startedDatabase();
    const services = run({
      ...least,
      DATABASE_URL: databaseUrl,
      LECTERN_PORT: '0',
      LECTERN_FILES_PORT: '0',
      LECTERN_FILES_FOLDER: fileURLToPath(import.meta.url),
      LECTERN_FILE_ADDRESS_SECRET: 'x'.repeat(32),
    });
    expect(await services.exited).toEqual([2, null]);
    expect(services.output()).toMatch(/objects cannot be used \(ENOTDIR\): let the settings .*\n$/);
  });

  test('one whose volume for files is not there ends for now, and leaves its place empty', async () => {
    const databaseUrl = await startedDatabase();
    await using database = openDatabase(databaseUrl);
    const content = { content_hash: 'x', object_id: randomUUID(), size_in_bytes: 1 };
    await database.insertInto('atma.contents').values(content).execute();
    const folder = await mkdtemp(join(inject('filesFolder'), 'unmounted-'));
    const services = run({
      ...least,
      DATABASE_URL: databaseUrl,
      LECTERN_PORT: '0',
      LECTERN_FILES_PORT: '0',
      LECTERN_FILES_FOLDER: folder,
      LECTERN_FILE_ADDRESS_SECRET: 'x'.repeat(32),
    });
    expect(await services.exited).toEqual([1, null]);
    expect(services.output()).toMatch(/has none of the files that the database names.*\n$/);
    expect(await readdir(folder)).toEqual([]);
  });

  test.skipIf(!fullDisk)('nor does one on a disk that is full, for now', async () => {
    const services = run({
      ...least,
      DATABASE_URL: await startedDatabase(),
      LECTERN_PORT: '0',
      LECTERN_FILES_PORT: '0',
      LECTERN_FILES_FOLDER: join(fullDisk!, 'files'),
      LECTERN_FILE_ADDRESS_SECRET: 'x'.repeat(32),
    });
    expect(await services.exited).toEqual([1, null]);
    expect(services.output()).toMatch(
      /^ENOSPC: [^\n]+ Look at the disk, or the volume, of [^\n]+\n$/,
    );
  });

  test('a database that cannot be written is told as it is', async () => {
    const databaseUrl = await createTestDatabase(inject('databaseUrl'));
    const { pathname } = new URL(databaseUrl);
    const database = openDatabase(databaseUrl);
    onTestFinished(() => database.destroy());
    await sql`alter database ${sql.id(pathname.slice(1))} set default_transaction_read_only = on`.execute(
      database,
    );
    await expect(migrate(databaseUrl)).rejects.toThrow('read-only transaction');
  });

  test('a database that is up to date is asked once', async () => {
    const databaseUrl = await startedDatabase();
    const queries = vi.spyOn(pg.Client.prototype, 'query');
    await migrate(databaseUrl);
    // A statement with a name comes as an object.
    const asked = queries.mock.calls.map(([statement]) => JSON.stringify(statement));
    expect(asked.filter((statement) => !statement.includes('set_config'))).toHaveLength(1);
  });

  test('one that cannot be reached is tried once', async () => {
    let tried = 0;
    const server = createServer((socket) => {
      tried++;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await expect(migrate(`postgresql://127.0.0.1:${port}/lectern`)).rejects.toThrow(/./);
    expect(tried).toBe(1);
  });
});
