import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { contract } from '../src/index.ts';
import { openApiDocument } from '../src/openapi.ts';

const document = JSON.parse(JSON.stringify(openApiDocument('https://lectern.example')));

test('the document is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate(document);
  expect(result.errors).toBeUndefined();
  expect(result.valid).toBe(true);
});

test('it has an operation for each call, and no other', () => {
  const operations = Object.values(
    document.paths as Record<string, Record<string, { operationId: string }>>,
  )
    .flatMap((methods) => Object.values(methods))
    .map(({ operationId }) => operationId);
  const calls = Object.entries(contract).flatMap(([service, byName]) =>
    Object.keys(byName).map((name) => `${service}.${name}`),
  );
  expect(operations.toSorted()).toEqual(calls.toSorted());
});

test('a call lists its own error codes beside the general ones', () => {
  const { responses } = document.paths['/aua/v1/user/get'].post;
  expect(JSON.stringify(responses['404'])).toContain('USER_NOT_FOUND');
  expect(JSON.stringify(responses['403'])).toContain('PERMISSION_MISSING');
});
