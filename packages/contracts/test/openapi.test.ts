import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { contract, services, type Call, type ServiceCode } from '../src/index.ts';
import { openApiDocument } from '../src/openapi.ts';

const document = JSON.parse(JSON.stringify(openApiDocument('https://lectern.example')));

const bodyOf = (path: string) => document.paths[path].post.requestBody.content['application/json'];

test('the document is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate(document);
  expect(result.errors).toBeUndefined();
  expect(result.valid).toBe(true);
});

test('it has an operation for each call, at its address, and no other', () => {
  const operations = Object.entries(
    document.paths as Record<string, Record<string, { operationId: string }>>,
  ).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`,
    ),
  );
  const calls = Object.entries(contract).flatMap(([service, byName]) =>
    Object.entries(byName as Readonly<Record<string, Call>>).map(
      ([name, { method, path }]) =>
        `${service}.${name} ${method} ${services[service as ServiceCode].base}${path}`,
    ),
  );
  expect(operations.toSorted()).toEqual(calls.toSorted());
});

test('real answers fit their schemas', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, 'api');
  const answers: readonly [path: string, answer: object][] = [
    ['/aua/v1/user/get', { result_state: 'OK', user: { subject: 'mia', given_name: 'Mia' } }],
    ['/aua/v1/ping', { result_state: 'OK' }],
    ['/lima/license/getForUser', { result_state: 'IA_OK', licenses: [] }],
  ];
  const pointer = (path: string) =>
    `api#/paths/${path.replaceAll('/', '~1')}/${path.endsWith('ping') ? 'get' : 'post'}/responses/200/content/application~1json/schema`;
  for (const [path, answer] of answers) {
    const validate = ajv.compile({ $ref: pointer(path) });
    expect(validate(answer), path).toBe(true);
    expect(validate({ ...answer, result_state: 'FINE' }), path).toBe(false);
  }
});

test('a language fits in letters of any case, as the service takes it', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const { schema, example } = bodyOf('/lars/v1/data/put');
  const validate = ajv.compile(schema);
  const statement = { ...example.put_dto.statement };
  for (const language of ['de', 'de-CH', 'EN']) {
    statement.verb = { ...statement.verb, display: { [language]: '…' } };
    const body = { ...example, put_dto: { ...example.put_dto, statement } };
    expect(validate(body), ajv.errorsText(validate.errors)).toBe(true);
  }
});

test('no expression has categories of Unicode, which those of Python lack', () => {
  expect(JSON.stringify(document)).not.toContain(String.raw`\\p{`);
  const { pattern } = bodyOf('/clag/v1/publishing/addFiles').schema.properties.files.items
    .properties.path;
  const names = ['img/Übung 1 👍.svg', 'a\u0007', 'a\u009f', '\ud83d', '.hidden', 'a/../b'];
  expect(names.map((name) => new RegExp(pattern, 'u').test(name))).toEqual([
    true,
    ...Array.from({ length: 5 }, () => false),
  ]);
});

test('integers beyond 32 bits and the values of maps have their types, for generated clients', () => {
  const { properties } = bodyOf('/atma/v2/fileConfig/save').schema;
  const { size_in_bytes } = properties.file_config_dtos.items.properties;
  expect(size_in_bytes).toMatchObject({ type: 'integer', format: 'int64' });
  const [, answer] =
    document.paths['/aua/v1/user/delete'].post.responses[200].content['application/json'].schema
      .allOf;
  const { erased } = answer.properties.erasure.properties.steps.items.properties;
  expect(erased.additionalProperties).toMatchObject({ type: 'integer' });
});

test('a call lists its own error codes beside the general ones', () => {
  const { responses } = document.paths['/aua/v1/user/get'].post;
  expect(JSON.stringify(responses['404'])).toContain('USER_NOT_FOUND');
  expect(JSON.stringify(responses['403'])).toContain('PERMISSION_MISSING');
});
