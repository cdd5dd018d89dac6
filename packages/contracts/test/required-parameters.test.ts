import { describe, expect, test } from 'vitest';
import { CallFailed, createClient, type HeaderValues } from '../src/client.ts';
import { contract, type ServiceCode } from '../src/index.ts';
import { exampleOf } from '../src/examples.ts';
import { queryParameters, requiredHeaderParameters, rows, type Row } from './sheet.ts';

const identity = { xIaCorrelationId: 'c-1', xIaSubject: 'demo-mia', xIaRoles: '' };

interface Request {
  readonly body?: unknown;
  readonly query?: Record<string, unknown>;
}

/** Calls a method with everything but what is left out; says what it failed with and what it sent. */
async function callWithout(row: Row, missing: string, nothing: null | undefined) {
  const sent: string[] = [];
  const service = row.service as ServiceCode;
  const client = createClient(contract[service], {
    service,
    base: 'https://services.example',
    headers: (): HeaderValues => ({ ...identity, [missing]: nothing }),
    fetch: async (input) => {
      sent.push(input as string);
      return Response.json({ result_state: 'ERROR', result_messages: [] }, { status: 400 });
    },
    retryPausesInMs: [],
  });
  const example = exampleOf(service, row.client_method);
  const request: Request = {
    body: row.body === 'multipart' ? { file: new Blob() } : example.body,
    query: { ...example.query },
  };
  const changed = missing === 'body' ? { ...request, body: nothing } : request;
  if (changed.query && missing in changed.query) changed.query[missing] = nothing;
  const error = await Reflect.get(
    client,
    row.client_method,
  )(changed).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(CallFailed);
  return { error: error as CallFailed, sent };
}

const bodyIsChecked = ({ body }: Row) => body === 'required' || body === 'multipart';

const required = rows.flatMap((row) =>
  [
    ...requiredHeaderParameters(row),
    ...(bodyIsChecked(row) ? ['body'] : []),
    ...queryParameters(row).required,
  ].map((parameter) => ({ row, parameter, name: `${row.service}.${row.client_method}` })),
);

describe('a required parameter is asked for before anything is sent', () => {
  test.each(required)('$parameter of $name', async ({ row, parameter }) => {
    for (const nothing of [null, undefined]) {
      const { error, sent } = await callWithout(row, parameter, nothing);
      expect(error).toMatchObject({
        kind: 'missing-parameter',
        message: `Required parameter ${parameter} was null or undefined when calling ${row.client_method}`,
        service: row.service,
        call: row.client_method,
      });
      expect(sent).toEqual([]);
    }
  });
});

const exceptions = rows.flatMap((row) =>
  ['xIaCorrelationId', 'xIaSubject', 'xIaRoles', 'body']
    .filter((parameter) =>
      parameter === 'body'
        ? !bodyIsChecked(row)
        : !requiredHeaderParameters(row).includes(parameter),
    )
    .map((parameter) => ({ row, parameter, name: `${row.service}.${row.client_method}` })),
);

describe('what is not required is not asked for (the exceptions of section 5)', () => {
  test.each(exceptions)('$parameter of $name', async ({ row, parameter }) => {
    const { error, sent } = await callWithout(row, parameter, undefined);
    expect(error.kind).toBe('refused');
    expect(sent).toHaveLength(1);
  });
});
