import { readdirSync, readFileSync } from 'node:fs';
import type { ServiceCode } from '@lectern/contracts';
import { expect, test } from 'vitest';
import { servedCalls } from './served-calls.ts';
import { schema } from '../src/storage/schema.ts';

const source = new URL('../src/', import.meta.url);
const folders: Readonly<Record<ServiceCode, string>> = {
  atma: 'files',
  aua: 'users',
  clag: 'annotations',
  gms: 'group-management',
  gp: 'group-products',
  gres: 'groups',
  lars: 'learning-records',
  lima: 'licenses',
  osc: 'orders',
  stats: 'reading-statistics',
};

/** Answered for each service alike, by a line where the services are put together. */
const isAlike = /\/(ping|cache\/flush)$/;

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => path.replaceAll('\\', '/'));
const textOf = (path: string) => readFileSync(new URL(path, source), 'utf8');

/** `/clag/v1/localStoreItem/setForModel`: `annotations/local-store-item` */
function addressOf(service: ServiceCode, path: string): string {
  const family = path.split('/').find((part) => part !== '' && !/^(v\d|gms|gp)$/.test(part))!;
  return `${folders[service]}/${family.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

test.each(servedCalls.filter(({ call }) => !isAlike.test(call.path)))(
  '$title has its handler in the file of its name',
  ({ service, name, call }) => {
    const address = addressOf(service, call.path);
    const atAddress = files.filter(
      (path) => path === `${address}.ts` || path.startsWith(`${address}/`),
    );
    const handler = new RegExp(`^ +(async )?${name}[(:]`, 'm');
    expect(atAddress.filter((path) => handler.test(textOf(path)))).toHaveLength(1);
  },
);

test('names of files are lower case, with hyphens', () => {
  expect(files.filter((path) => /[^a-z0-9./-]/.test(path))).toEqual([]);
});

/** The schema of each service, and the folders that name its tables. Every request goes through `authorization`. */
const owners: Readonly<Record<string, readonly string[]>> = {
  atma: ['files'],
  aua: ['users', 'authorization'],
  clag: ['annotations'],
  gres: ['groups', 'group-management', 'group-products'],
  lars: ['learning-records'],
  lima: ['licenses'],
  osc: ['orders'],
};

/** The schema as a whole. */
const knowsAll = /^storage\/(tables\/.*|distribution-keys|development-database)\.ts$/;

/** `lars.store_statements.sql`, whose schema is in its name. */
const functionFiles = readdirSync(new URL('storage/functions/', source));
const names = new Set([
  ...[...schema.migrations.values()].flatMap((text) =>
    [...text.matchAll(/^create table ((?!platform)[a-z_.0-9]+)/gm)].map(([, table]) => table!),
  ),
  ...functionFiles.map((file) => file.replace(/\.sql$/, '')),
]);

/** The schemas of tables and functions that a code names, or puts the names of together. */
function namedSchemas(code: string): readonly string[] {
  const withoutComments = code.replaceAll(/^\s*\/\*[^]*?\*\/|^\s*(\/\/|--).*$/gm, '');
  const named = [...withoutComments.matchAll(/(?<![\w.])([a-z]+)\.([a-z_0-9]+|\$\{)/g)]
    .filter(([name, schema, rest]) => (rest === '${' ? owners[schema!] : names.has(name)))
    .map(([, schema]) => schema!);
  return [...new Set(named)].toSorted();
}

test.each([
  ['sql`select from aua.users`', ['aua']],
  ["selectFrom('lima.licenses as license')", ['lima']],
  ['sql.table(`clag.${table}`)', ['clag']],
  ['sql`select lars.store_statements(${rows})`', ['lars']],
  ["accept('image/*', '*/*'); from('aua.users')", ['aua']],
  ["accept('image/*'); from('aua.users'); accept('*/*')", ['aua']],
  ['/** Rows of aua.users. */\n  // and of gres.groups\n-- and osc.orders', []],
  ['answer.aua.users; orders.${name}', []],
])('%s names tables or functions of %j', (code, schemas) => {
  expect(namedSchemas(code)).toEqual(schemas);
});

test('a service alone names its tables and functions', () => {
  const foreign = files
    .filter((path) => !knowsAll.test(path))
    .map((path) => {
      const [folder] = path.split('/');
      const schemas = namedSchemas(textOf(path));
      return [path, schemas.filter((schema) => !owners[schema]!.includes(folder!))] as const;
    })
    .filter(([, schemas]) => schemas.length > 0);
  expect(Object.fromEntries(foreign)).toEqual({});
});

test.each(functionFiles)('%s names tables and functions of its own schema', (file) => {
  const [schema] = file.split('.');
  const named = namedSchemas(textOf(`storage/functions/${file}`));
  expect(named.filter((name) => name !== schema)).toEqual([]);
});
