import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { openCalls } from './open-calls.ts';
import { contract, requiredHeaders, type Call, type ServiceCode } from '../src/index.ts';

/** The sheet of all calls: what the platform will offer when it is complete. */
const [header, ...lines] = readFileSync(new URL('../calls.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n');
const columns = header!.split('\t');
const rows = lines.map((line) => {
  const cells = line.split('\t');
  return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']));
});

const calls = Object.entries(contract).flatMap(([service, byName]) =>
  Object.entries(byName as Record<string, Call>).map(([name, call]) => ({ service, name, call })),
);

const headerWords: Record<string, string> = {
  correlationId: 'correlation-id',
  subject: 'subject',
  roles: 'roles',
};

describe('every call of the contract is on the sheet', () => {
  test.each(calls)('$service.$name', ({ service, name, call }) => {
    const row = rows.find(
      (candidate) => candidate['service'] === service && candidate['client_method'] === name,
    );
    expect(row).toMatchObject({
      method: call.method,
      path: call.path,
      headers: requiredHeaders[call.headers].map((word) => headerWords[word]).join(' '),
      body: call.body ? 'required' : 'none',
      // Every answer of the contract so far is JSON.
      answer: 'json',
    });
    const queryOnSheet = (row?.['query'] ?? '').replace(/[?]| \(required\)/g, '');
    expect(Object.keys(call.query?.def.shape ?? {}).join(' ')).toBe(queryOnSheet);
  });
});

test('the calls of the sheet that the contract lacks are the ones listed as open', () => {
  const inContract = new Set(calls.map(({ service, name }) => `${service}.${name}`));
  const missing = rows
    .map((row) => `${row['service']}.${row['client_method']}`)
    .filter((name) => !inContract.has(name));
  console.log(`${missing.length} of ${rows.length} calls are open.`);
  expect(missing.toSorted()).toEqual(openCalls.toSorted());
});

test('the sheet names each service of the contract and no other', () => {
  expect(new Set(rows.map((row) => row['service'] as ServiceCode))).toEqual(
    new Set(Object.keys(contract)),
  );
});
