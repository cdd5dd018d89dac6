import { describe, expect, test } from 'vitest';
import { answersWithFile, sheetContract, type ServiceCode } from '../src/index.ts';
import { createClient } from '../src/client.ts';
import { calls, queryParameters, requiredHeaderParameters, rows } from './sheet.ts';
import { identityHeaders, requiredHeaders } from '../src/headers.ts';

const onSheet = rows.map((row) => `${row.service}.${row.client_method}`).toSorted();

test('the sheet has 137 calls, each once', () => {
  expect(rows).toHaveLength(137);
  expect(new Set(onSheet).size).toBe(137);
});

test('the contract has the calls of the sheet, and no others', () => {
  expect(calls.map(({ service, name }) => `${service}.${name}`).toSorted()).toEqual(onSheet);
});

test('the clients have a method for each, and no others', () => {
  const methods = (Object.keys(sheetContract) as ServiceCode[]).flatMap((service) =>
    Object.keys(createClient(sheetContract[service], { service, base: '' })).map(
      (name) => `${service}.${name}`,
    ),
  );
  expect(methods.toSorted()).toEqual(onSheet);
});

describe('a call is what its row says', () => {
  test.each(calls)('$service.$name', ({ service, name, call }) => {
    const row = rows.find((row) => row.service === service && row.client_method === name)!;
    const body = call.bodyFormat ?? (call.bodyUnchecked ? 'unchecked' : 'required');
    expect({
      method: call.method,
      path: call.path,
      headers: requiredHeaders[call.headers].map((header) => identityHeaders[header].parameter),
      body: call.body ? body : 'none',
      query: Object.keys(call.query?.def.shape ?? {}),
      answer: answersWithFile(call) ? 'binary' : 'json',
    }).toEqual({
      method: row.method,
      path: row.path,
      headers: requiredHeaderParameters(row),
      body: row.body,
      query: queryParameters(row).all,
      answer: row.answer,
    });
  });
});
