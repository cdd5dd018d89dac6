import { generalErrors, services } from '@lectern/contracts';
import { sql } from 'kysely';
import type { SignedIn } from '@lectern/env/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { expectNoLeak } from '../fuzz/answers.ts';
import { startJwtIssuer } from '../issuer.ts';
import { testFiles } from '../files/file-options.ts';
import { giveRole, startBeforeAll, startTestPlatform, type TestPlatform } from '../platform.ts';
import { guardedCalls, servedCalls, type ServedCall } from '../served-calls.ts';
import { headersOf } from './requests.ts';

/* Row 52: something breaks under the services, and their answers say no more than that. */

let platform: TestPlatform;
const issuer = startBeforeAll(startJwtIssuer);
let administrator: SignedIn;

/** Starts the services, with an administrator. */
async function startPlatform(): Promise<void> {
  platform = await startTestPlatform({
    furtherIdentityProviders: [issuer.options],
    files: { ...testFiles(), video: {} },
  });
  administrator = await issuer.signIn('adrian');
  await giveRole(platform.database, administrator.subject, 'administrator');
  onTestFinished(() => platform.close());
}

async function send({ path, call, example }: ServedCall) {
  const query = new URLSearchParams(example.query as Record<string, string>);
  const body: unknown = example.body ?? {};
  const isAboutSubject = typeof body === 'object' && body !== null && 'subject' in body;
  const sent = isAboutSubject ? { ...body, subject: administrator.subject } : body;
  const response = await fetch(`${platform.url}${path}?${query.toString()}`, {
    method: call.method,
    headers: headersOf(administrator),
    ...(call.method === 'GET' ? {} : { body: JSON.stringify(sent) }),
  });
  const headers = Object.fromEntries(response.headers);
  return { status: response.status, headers, body: await response.text() };
}

async function sendAll(calls: readonly ServedCall[]) {
  const answers: Record<string, Awaited<ReturnType<typeof send>>> = {};
  for (const served of calls) answers[served.title] = await send(served);
  return answers;
}

function expectOnly(code: 'INTERNAL' | 'UNAVAILABLE', answer: Awaited<ReturnType<typeof send>>) {
  const { status, text } = generalErrors[code];
  expect(answer.status).toBe(status);
  expect(JSON.parse(answer.body)).toEqual({
    result_state: 'ERROR',
    result_messages: [{ code, text }],
  });
  expect(answer.headers['x-ia-correlation-id']).toBe('test-1');
  expect(answer.headers).not.toHaveProperty('server');
  expectNoLeak(answer);
}

describe('the controls', () => {
  test('while nothing is broken, no call fails', async () => {
    await startPlatform();
    const answers = await sendAll(servedCalls);
    // 502: this issuer gives no user information, which is no failure of the services.
    const failed = Object.entries(answers).filter(([, { status }]) => status >= 500);
    expect(failed.filter(([, { status }]) => status !== 502)).toEqual([]);
  });

  test('what tells too much is seen', () => {
    const headers = {};
    for (const body of [
      'Error: no\n    at handle (routes.ts:10:5)',
      'error: relation "aua.users" does not exist',
      'duplicate key value violates unique constraint "users_pkey"',
      `cannot read ${process.cwd()}/package.json`,
      'connect ECONNREFUSED 127.0.0.1:5432',
    ]) {
      expect(() => expectNoLeak({ status: 500, headers, body }), body).toThrow();
    }
  });
});

describe('row 52', () => {
  test('the tables are gone', async () => {
    await startPlatform();
    // Callers are remembered from here on, so that the handlers are what fails.
    await sendAll(guardedCalls);
    for (const schema of Object.keys(services)) {
      await sql`drop schema if exists ${sql.id(schema)} cascade`.execute(platform.database);
    }
    const answers = Object.values(await sendAll(guardedCalls));
    const failed = answers.filter(({ status }) => status >= 500);
    for (const answer of failed) expectOnly('INTERNAL', answer);
    // The others need no table: a bad example, or an answer from memory.
    expect(failed.length).toBeGreaterThan(answers.length / 2);
  });

  test('the identity provider is away', async () => {
    await startPlatform();
    issuer.hideKeys();
    for (const answer of Object.values(await sendAll(guardedCalls))) {
      expectOnly('UNAVAILABLE', answer);
      expect(answer.headers['retry-after']).toBe('1');
    }
  });
});
