import { describe, expect, test } from 'vitest';
import { openApiDocument } from '../src/openapi.ts';
import { answersWithFile, services, sheetContract, type ServiceCode } from '../src/index.ts';
import { createClient } from '../src/client.ts';
import { calls, queryParameters, requiredHeaderParameters, rows } from './sheet.ts';
import { assignmentCalls } from '../src/annotations/assignment.ts';
import { assignmentReadCalls } from '../src/annotations/assignment-read.ts';
import { exerciseForGroupCalls } from '../src/annotations/exercise-for-group.ts';
import { feedbackCalls } from '../src/annotations/feedback.ts';
import { seatsCalls } from '../src/group-products/groups-seats.ts';
import { progressCalls } from '../src/learning-records/progress.ts';
import { cmi5Calls } from '../src/learning-records/cmi5.ts';
import { ownAccountCalls } from '../src/users/own-account.ts';
import { publishingCalls } from '../src/publishing/publishing.ts';
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

test('OpenAPI has an operation for each, at its address, and beyond them those of publishing, progress, cmi5, the own account, and the seats, answers, feedback and assignments of a class', () => {
  const document = openApiDocument('https://lectern.example') as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`,
    ),
  );
  const expected = rows.map(
    ({ service, client_method, method, path }) =>
      `${service}.${client_method} ${method} ${services[service as ServiceCode].base}${path}`,
  );
  const content = {
    ...publishingCalls,
    ...exerciseForGroupCalls,
    ...feedbackCalls,
    ...assignmentCalls,
    ...assignmentReadCalls,
  };
  const annotations = Object.entries(content).map(
    ([name, { method, path }]) => `clag.${name} ${method} ${services.clag.base}${path}`,
  );
  const records = Object.entries({ ...progressCalls, ...cmi5Calls }).map(
    ([name, { method, path }]) => `lars.${name} ${method} ${services.lars.base}${path}`,
  );
  const account = Object.entries(ownAccountCalls).map(
    ([name, { method, path }]) => `aua.${name} ${method} ${services.aua.base}${path}`,
  );
  const seats = Object.entries(seatsCalls).map(
    ([name, { method, path }]) => `gp.${name} ${method} ${services.gp.base}${path}`,
  );
  expect(operations.toSorted()).toEqual(
    [...expected, ...annotations, ...records, ...account, ...seats].toSorted(),
  );
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
