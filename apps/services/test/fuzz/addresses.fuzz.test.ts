import { services } from '@lectern/contracts';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { startBeforeAll, startTestPlatform } from '../platform.ts';
import { servedCalls } from '../served-calls.ts';
import { expectKnownError, expectNoLeak } from './answers.ts';
import { hostileText } from './hostile.ts';
import { inputsMaximum, seedOf } from './runs.ts';
import { send } from './send.ts';

const platform = startBeforeAll(startTestPlatform);
let port: number;

beforeAll(async () => {
  port = Number(new URL(platform.url).port);
});

/** Longest part of an address, so that it fits the limit of the headers (16 KiB). */
const partMaximumLength = 1_000;
const encoded = hostileText.map((text) =>
  encodeURIComponent(text.slice(0, partMaximumLength).toWellFormed()),
);
const raw = fc.constantFrom(
  '..',
  '.',
  '%2e%2e',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '..%5c..%5c',
  '%00',
  '%',
  '%zz',
  '%c0%af',
  '%ed%a0%80',
  '*',
  ';a=b',
  '//evil.example',
  '@evil.example',
);
const base = fc.constantFrom(...new Set(Object.values(services).map(({ base }) => base)), '');
const address = fc
  .tuple(base, fc.array(fc.oneof(encoded, raw), { minLength: 1, maxLength: 4 }))
  .map(([base, parts]) => `${base}/${parts.join('/')}`);
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];

test('what is no call is refused in the form of the contract', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...methods), address, async (method, path) => {
      const answer = await send(port, { method, path, headers: [], body: '' });
      expectNoLeak(answer);
      expectKnownError({}, answer);
      expect(answer.status).toBeOneOf([400, 404]);
    }),
    { seed: seedOf('addresses'), numRuns: inputsMaximum },
  );
});

test('a call is there for its own method only', async () => {
  for (const { path, call } of servedCalls) {
    for (const method of methods.filter((method) => method !== call.method)) {
      const answer = await send(port, { method, path, headers: [], body: '' });
      expect([method, path, answer.status]).toEqual([method, path, 404]);
      expectKnownError({}, answer);
    }
  }
});
