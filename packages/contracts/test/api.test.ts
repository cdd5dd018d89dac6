import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { registerApi } from '../src/api.ts';
import { contract } from '../src/index.ts';

const registration = Symbol.for('@lectern/contracts/api');

beforeEach(() => {
  Reflect.deleteProperty(globalThis, registration);
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, registration);
});

/** The addresses that the pings of these services go to. */
async function addressesOf(options: Parameters<typeof registerApi>[1]): Promise<string[]> {
  const asked: string[] = [];
  const { aua, atma, lima, osc, gms } = contract;
  const api = registerApi(
    { aua, atma, lima, osc, gms },
    {
      ...options,
      fetch: async (input) => {
        asked.push(input as string);
        return Response.json({ result_state: 'OK' });
      },
    },
  );
  for (const client of Object.values(api)) await client.ping();
  return asked;
}

test('without configuration the bases are those of section 9', async () => {
  expect(await addressesOf({ host: 'https://host.example' })).toEqual([
    'https://host.example/aua/v1/ping',
    'https://host.example/atma/v1/ping',
    '/ping',
    '/ping',
    'https://host.example/gres/v1/ping',
  ]);
});

test('every base can be overridden', async () => {
  const bases = { lima: 'https://l.example/lima', aua: '/here' };
  expect(await addressesOf({ bases })).toEqual([
    '/here/ping',
    '/atma/v1/ping',
    'https://l.example/lima/ping',
    '/ping',
    '/gres/v1/ping',
  ]);
});

describe('registering throws', () => {
  test('when it is done twice, and says so', () => {
    registerApi({ aua: contract.aua });
    expect(() => registerApi({ lima: contract.lima })).toThrow('registered already');
  });

  test('where no fetch implementation exists, and says so', () => {
    vi.stubGlobal('fetch', undefined);
    expect(() => registerApi({ aua: contract.aua })).toThrow('No fetch implementation exists');
    expect(() => registerApi({})).toThrow('No fetch implementation exists');
    // It was not registered, so it can be once there is one.
    vi.unstubAllGlobals();
    expect(() => registerApi({ aua: contract.aua })).not.toThrow();
  });
});
