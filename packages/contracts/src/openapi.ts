import * as z from 'zod/mini';
import { answersWithFile, type Call, type ServiceCalls } from './define.ts';
import { exampleOf, type AnyExample } from './examples.ts';
import { generalErrors, type CallErrors } from './errors.ts';
import { identityHeaders, requiredHeaders } from './headers.ts';
import { contract } from './contract.ts';
import { describeCall, describeHeader, introduction } from './openapi-descriptions.ts';
import { resultEnvelope } from './result.ts';
import { services, type ServiceCode } from './services.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * The contract as an OpenAPI 3.1 document.
 *
 * Operation ids are `<service>.<client method>`; a call's permissions stand in `x-permission` and
 * `x-permission-for-others`, its error codes in the enumeration of each error answer.
 *
 * @param serverUrl Address that the service bases follow, such as `https://lectern.example`.
 */
export function openApiDocument(serverUrl: string): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Lectern API',
      version: '1',
      summary: 'The services behind the Lectern shell, call by call, as this platform runs them.',
      description: introduction,
    },
    servers: [{ url: serverUrl }],
    tags: Object.entries(services).map(([code, { title, base }]) => ({
      name: title,
      description: `\`${code}\` at \`${base}\``,
    })),
    paths: Object.fromEntries(
      Object.entries(contract).flatMap(([service, calls]) =>
        Object.entries(calls as ServiceCalls).map(([name, call]) => [
          services[service as ServiceCode].base + call.path,
          {
            [call.method.toLowerCase()]: operation(service as ServiceCode, name, call),
          },
        ]),
      ),
    ),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'Access token of the identity provider.',
        },
      },
      schemas: { Result: schema(resultEnvelope) },
    },
  };
}

function operation(service: ServiceCode, name: string, call: Call): Json {
  const example = exampleOf(service, name);
  return {
    operationId: `${service}.${name}`,
    tags: [services[service].title],
    summary: call.summary,
    description: describeCall(call),
    ...(call.permission === 'public'
      ? { security: [] }
      : {
          security: [{ bearer: [] }],
          'x-permission': call.permission,
        }),
    ...(call.permissionForOthers ? { 'x-permission-for-others': call.permissionForOthers } : {}),
    ...(call.ownTokenOnly ? { 'x-own-token-only': true } : {}),
    ...(call.freshSignIn ? { 'x-fresh-sign-in': true } : {}),
    'x-repeat-safe': call.repeatSafe,
    ...(call.administrative ? { 'x-administrative': true } : {}),
    parameters: [...headerParameters(call), ...queryParameters(call, example)],
    ...(call.body
      ? {
          requestBody: {
            required: true,
            content: {
              [call.bodyFormat === 'multipart' ? 'multipart/form-data' : 'application/json']: {
                schema: schema(call.body, 'input'),
                ...(call.bodyFormat === 'multipart' ? {} : { example: example.body }),
              },
            },
          },
        }
      : {}),
    responses: {
      200: successResponse(call, example),
      ...errorResponses({ ...(isPlainPublic(call) ? {} : generalErrors), ...call.errors }),
    },
  };
}

/** A ping: there is nothing about it that could be refused. */
function isPlainPublic({ permission, body }: Call): boolean {
  return permission === 'public' && !body;
}

function successResponse(call: Call, { answer }: AnyExample): Json {
  if (answersWithFile(call)) {
    return { description: 'The file.', content: { [call.answer.mediaType]: {} } };
  }
  return {
    description: 'Done; IA_OK: nothing had to change.',
    content: {
      'application/json': {
        schema: {
          allOf: [{ $ref: '#/components/schemas/Result' }, schema(call.answer as z.ZodMiniObject)],
        },
        example: { result_state: 'OK', ...(answer as object) },
      },
    },
  };
}

function headerParameters(call: Call): Json[] {
  return requiredHeaders[call.headers].map((header) => ({
    name: identityHeaders[header].name,
    in: 'header',
    // Some proxies take a header without a value away.
    required: header !== 'roles',
    schema: { type: 'string' },
    ...describeHeader(header, call),
  }));
}

function queryParameters(call: Call, { query }: AnyExample): Json[] {
  if (!call.query) return [];
  const { properties = {}, required = [] } = schema(call.query, 'input') as {
    properties?: Json;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: property,
    ...(query && name in query
      ? { example: (query as Readonly<Record<string, unknown>>)[name] }
      : {}),
  }));
}

/** One response a status, with the codes that it can carry. */
function errorResponses(errors: CallErrors): Json {
  const byStatus = Map.groupBy(Object.entries(errors), ([, { status }]) => status);
  return Object.fromEntries(
    [...byStatus].map(([status, entries]) => [
      status,
      {
        description: entries.map(([code, { text }]) => `\`${code}\` ${text}`).join('\n\n'),
        content: {
          'application/json': {
            schema: {
              allOf: [
                { $ref: '#/components/schemas/Result' },
                {
                  properties: {
                    result_messages: {
                      items: { properties: { code: { enum: entries.map(([code]) => code) } } },
                    },
                  },
                },
              ],
            },
            example: {
              result_state: 'ERROR',
              result_messages: entries.slice(0, 1).map(([code, { text }]) => ({ code, text })),
            },
          },
        },
      },
    ]),
  );
}

const int32Maximum = 2 ** 31 - 1;

/** Categories of Unicode as ranges, because expressions of Python have none. */
const rangesOfCategories = [
  ['\\p{Cc}', '\\x00-\\x1f\\x7f-\\x9f'],
  ['\\p{Cs}', '\\ud800-\\udfff'],
] as const;

/** True for a text whose expression does not tell capitals from small letters. */
function isCaseless({ _zod: { def } }: z.core.$ZodType): boolean {
  return (def.checks ?? []).some(
    ({ _zod: { def: check } }) => (check as { readonly pattern?: RegExp }).pattern?.ignoreCase,
  );
}

function schema(type: z.ZodMiniType, io: 'input' | 'output' = 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(type, {
    io,
    unrepresentable: 'any',
    // An answer is its payload and the result state together: neither may forbid the other's fields.
    override: ({ zodSchema, jsonSchema }) => {
      if (io === 'output' && jsonSchema.additionalProperties === false) {
        delete jsonSchema.additionalProperties;
      }
      // The expression of a named format repeats it in hundreds of characters. JSON Schema has no flags: without
      // its own an expression would refuse `de-CH`.
      if (jsonSchema.format || isCaseless(zodSchema)) delete jsonSchema.pattern;
      for (const [category, ranges] of rangesOfCategories) {
        if (jsonSchema.pattern) {
          jsonSchema.pattern = jsonSchema.pattern.replaceAll(category, ranges);
        }
      }
      // Clients that are made of the document take other integers for 32 bits.
      if (jsonSchema.type === 'integer' && jsonSchema.maximum! > int32Maximum) {
        jsonSchema.format = 'int64';
      }
    },
  });
  return rest;
}
