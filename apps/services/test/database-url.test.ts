import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { databaseNameOf, readDatabaseUrl } from '../src/storage/database-url.ts';

const base = 'postgresql://user:geheim@db.example';
const here = import.meta.filename;

afterEach(() => void vi.unstubAllEnvs());

/** Settings that the driver reads out of an address. */
const driven = (text: string) => {
  const { host, port, database, ssl } = new pg.Client(readDatabaseUrl(text)) as pg.Client & {
    ssl: unknown;
  };
  return { host, port, database, ssl };
};

test.each([
  [`${base}:6000/data`, { host: 'db.example', port: 6000, ssl: false }],
  [
    'postgres://user@/data?host=/run/postgresql',
    { host: '/run/postgresql', database: 'data', ssl: false },
  ],
  [
    'postgresql://%2Frun%2Fpostgresql/data',
    { host: '/run/postgresql', database: 'data', ssl: false },
  ],
  ['postgresql://user@[::1]/data', { host: '::1', database: 'data', ssl: false }],
  [`${base}/data?sslmode=disable`, { ssl: false }],
  // As libpq: TLS without a look at the certificate, with one at its issuer, with one at the name, too.
  [`${base}/data?sslmode=require`, { ssl: { rejectUnauthorized: false } }],
  [`${base}/data?sslmode=verify-full`, { ssl: {} }],
  [`${base}/data?sslmode=verify-full&sslrootcert=system`, { ssl: {} }],
  [
    `${base}/data?sslmode=verify-ca&sslrootcert=${here}`,
    { ssl: { ca: expect.any(String), checkServerIdentity: expect.any(Function) } },
  ],
  [
    `${base}/data?sslmode=require&sslrootcert=${here}`,
    { ssl: { ca: expect.any(String), checkServerIdentity: expect.any(Function) } },
  ],
  [`${base}/data?sslmode=verify-full&sslrootcert=${here}`, { ssl: { ca: expect.any(String) } }],
  // Sockets have no TLS.
  ['postgres://user@/data?host=/run/postgresql&sslmode=require', { ssl: false }],
  ['postgresql://%2Frun/data?sslmode=verify-full&sslrootcert=system', { ssl: false }],
])('%s is taken as libpq takes it', (text, expected) => {
  const client = driven(text);
  expect(client).toMatchObject(expected);
  expect(client.ssl).toEqual(expected.ssl);
  // The result can be read again: the starter passes it on.
  expect(readDatabaseUrl(readDatabaseUrl(text))).toBe(readDatabaseUrl(text));
});

test.each([
  ['require', '', `${base}/data`, { rejectUnauthorized: false }],
  ['verify-full', '', `${base}/data`, {}],
  ['disable', '', `${base}/data`, false],
  ['require', '', `${base}/data?sslmode=disable`, false],
  ['require', '', 'postgres://user@/data?host=/run/postgresql', false],
  ['require', '', 'postgresql://%2Frun%2Fpostgresql/data', false],
  ['require', '/run/postgresql', 'postgresql://user@/data', false],
  ['require', '/run/postgresql', `${base}/data`, { rejectUnauthorized: false }],
  ['require', 'db.example', 'postgresql:///data', { rejectUnauthorized: false }],
])('as libpq PGSSLMODE=%s with PGHOST=%s holds for %s', (mode, host, text, ssl) => {
  vi.stubEnv('PGSSLMODE', mode);
  vi.stubEnv('PGHOST', host);
  expect(driven(text).ssl).toEqual(ssl);
  expect(readDatabaseUrl(readDatabaseUrl(text))).toBe(readDatabaseUrl(text));
});

test('a PGSSLMODE that the driver does not have is refused as such', () => {
  vi.stubEnv('PGSSLMODE', 'prefer');
  expect(() => readDatabaseUrl(`${base}/data`)).toThrow(/sslmode prefer by PGSSLMODE/);
});

test.each([
  ['postgresql://user:geheim@a.example,b.example/data', /several hosts/],
  ['postgresql://user:geheim@a.example:5432,b.example:5433/data', /several hosts/],
  ['postgresql://user:geheim@/data?host=a.example,b.example', /several hosts/],
  ['postgresql://user:geheim@/data?host=a.example&port=5432,5433', /several hosts/],
  ['host=a.example,b.example dbname=data password=geheim', /must have the form/],
  ['host=a.example dbname=data password=geheim', /must have the form/],
  ['mysql://user:geheim@a.example/data', /must have the form/],
  ['postgresql://user:geheim@a.example:port/data', /must have the form/],
  ['a.example', /must have the form/],
  ['postgresql://user:geheim#1@db.example/data', /must be encoded .* # as %23/],
  ['postgresql://user:1/geheim@db.example/data', /must be encoded/],
  ['postgresql://user:123?geheim@db.example/data', /must be encoded .* \? as %3F/],
  ['postgresql://user:geheim%ff@db.example/data', /must be encoded/],
  [`${base}/data?sslmode=prefer`, /has the sslmode prefer; it must be one of/],
  [`${base}/data?sslmode=allow`, /has the sslmode allow; it must be one of/],
  [`${base}/data?sslmode=verify_full`, /has the sslmode verify_full; it must be one of/],
  [`${base}/data?sslmode=no-verify`, /has the sslmode no-verify/],
  [`${base}/data?sslmode=verify-ca`, /verify-ca, which needs an sslrootcert/],
  [`${base}/data?sslrootcert=/root.crt`, /without an sslmode/],
  [`${base}/data?sslmode=require&sslrootcert=system`, /system, which needs sslmode=verify-full/],
  [
    `${base}/data?sslmode=verify-full&sslrootcert=/none.crt`,
    /sslrootcert \/none\.crt, which cannot be read \(ENOENT\)/,
  ],
  [
    `${base}/data?sslmode=require&sslcert=${here}&sslkey=/none.key`,
    /sslkey \/none\.key, which cannot be read/,
  ],
])('%s is refused with a sentence, without the password', (text, sentence) => {
  const refused = () => readDatabaseUrl(text);
  expect(refused).toThrow(sentence);
  expect(refused).not.toThrow(/geheim/);
});

test.each([
  ['100%sicher', '100%sicher'],
  ['geheim%', 'geheim%'],
  ['%2F%zz', '/%zz'],
])('the password %s is taken as it stands', (written, password) => {
  const address = readDatabaseUrl(`postgresql://user:${written}@db.example/data`);
  expect(new pg.Client(address)).toMatchObject({ password, host: 'db.example', database: 'data' });
});

test('a database may have an @ in its name', () => {
  expect(driven(`${base}/my@db`)).toMatchObject({ host: 'db.example', database: 'my@db' });
  expect(driven('postgresql://db.example/my@db')).toMatchObject({ database: 'my@db' });
});

test('the name of a database holds no password', () => {
  expect(databaseNameOf(`${base}:6000/data`)).toBe('db.example:6000/data');
  expect(databaseNameOf('postgres://user:geheim@/data?host=/run')).toBe('/run/data');
});
