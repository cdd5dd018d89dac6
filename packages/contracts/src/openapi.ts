import * as z from 'zod/mini';
import type { Call } from './define.ts';
import { generalErrors, type CallErrors } from './errors.ts';
import { identityHeaders, requiredHeaders } from './headers.ts';
import { contract } from './contract.ts';
import { permissions } from './permissions.ts';
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
      title: 'Lectern',
      version: '1',
      description: 'Every call of the services behind the Lectern shell.',
    },
    servers: [{ url: serverUrl }],
    tags: Object.entries(services).map(([name, { title }]) => ({ name, description: title })),
    paths: Object.fromEntries(
      Object.entries(contract).flatMap(([service, calls]) =>
        Object.entries(calls as Readonly<Record<string, Call>>).map(([name, call]) => [
          services[service as ServiceCode].base + call.path,
          { [call.method.toLowerCase()]: operation(service, name, call) },
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

function operation(service: string, name: string, call: Call): Json {
  return {
    operationId: `${service}.${name}`,
    tags: [service],
    summary: call.summary,
    ...(call.permission === 'public'
      ? { security: [] }
      : {
          security: [{ bearer: [] }],
          'x-permission': call.permission,
          description: `Needs the permission \`${call.permission}\`: ${permissions[call.permission]}`,
        }),
    ...(call.permissionForOthers ? { 'x-permission-for-others': call.permissionForOthers } : {}),
    ...(call.ownTokenOnly ? { 'x-own-token-only': true } : {}),
    'x-repeat-safe': call.repeatSafe,
    parameters: [...headerParameters(call), ...queryParameters(call)],
    ...(call.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schema(call.body, 'input') } },
          },
        }
      : {}),
    responses: {
      200: {
        description: 'Done; IA_OK: nothing had to change.',
        content: {
          'application/json': {
            schema: { allOf: [{ $ref: '#/components/schemas/Result' }, schema(call.answer)] },
          },
        },
      },
      ...errorResponses({ ...(call.permission === 'public' ? {} : generalErrors), ...call.errors }),
    },
  };
}

function headerParameters(call: Call): Json[] {
  return requiredHeaders[call.headers].map((header) => ({
    name: identityHeaders[header].name,
    in: 'header',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameters(call: Call): Json[] {
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
          },
        },
      },
    ]),
  );
}

function schema(type: z.ZodMiniType, io: 'input' | 'output' = 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(type, {
    io,
    unrepresentable: 'any',
    // An answer is its payload and the result state together: neither may forbid the other's fields.
    override: ({ jsonSchema }) => {
      if (io === 'output') delete jsonSchema.additionalProperties;
    },
  });
  return rest;
}
