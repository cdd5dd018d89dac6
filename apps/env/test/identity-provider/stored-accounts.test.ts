import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../testing/index.ts';
import { Browser } from './browser.ts';
import * as party from './relying-party.ts';

const lectern = fileURLToPath(
  new URL('../../../../apps/services/src/commands/main.ts', import.meta.url),
);
const anna = { username: 'anna', password: 'correct horse' };

let databaseUrl: string;
beforeAll(async () => {
  databaseUrl = await createTestDatabase(inject('databaseUrl'), inject('startedDatabaseUrl'));
});

/** Runs `lectern accounts` as an operator's script does, which brings the password by a pipe. */
async function accounts(input: string, ...args: string[]) {
  const command = execFile(process.execPath, [lectern, 'accounts', ...args], {
    env: { DATABASE_URL: databaseUrl },
  });
  command.stdin!.end(input);
  const [output, notes, [code]] = await Promise.all([
    text(command.stdout!),
    text(command.stderr!),
    once(command, 'close'),
  ]);
  return { code: code as number, output, notes };
}

/** @returns the address at which it listens. */
async function start(options: Parameters<typeof party.start>[0]): Promise<string> {
  let port: unknown;
  const provider = await party.start({
    databaseUrl,
    log: (_level, _message, details) => (port ??= details?.['port']),
    ...options,
  });
  onTestFinished(() => provider.close());
  return `http://localhost:${String(port)}`;
}

async function attempt(origin: string, account: typeof anna) {
  const browser = new Browser();
  const request = party.authorizationUrl(origin, party.pkce().challenge);
  const page = await party.openSignInPage(browser, request);
  const shown = await (await browser.get(page)).text();
  return { shown, answer: await browser.post(page, account) };
}

const beyond: readonly (readonly [host: string, issuer: string])[] = [
  ['0.0.0.0', 'https://login.example'],
  ['0.0.0.0', 'http://localhost:8081'],
  ['localhost', 'https://login.example'],
  ['127.0.0.1', 'https://localhost.example'],
  ['127.0.0.1', 'http://192.168.1.5:8081'],
];
const within: readonly (readonly [host: string, issuer: string])[] = [
  ['localhost', 'http://localhost:8081'],
  ['127.0.0.1', 'http://127.0.0.2:8081'],
  ['127.0.0.1', 'http://[::1]:8081'],
  ['localhost', 'https://login.localhost'],
];

describe('row 71: without accounts', () => {
  test.each(beyond)('on %s as %s does not start, and says what to do', async (host, issuer) => {
    await expect(party.start({ databaseUrl, host, issuer })).rejects.toThrow(
      /would be open to others .* the demo accounts cannot be used.*npx lectern accounts add/,
    );
  });

  test.each(within)('on %s as %s starts with those of the demo', async (host, issuer) => {
    const { shown, answer } = await attempt(await start({ host, issuer }), party.mia);
    expect(shown).toContain(party.mia.password);
    expect(answer.status).toBe(303);
  });
});

describe('row 71: with an account that the command has added', () => {
  let subject: string;
  beforeAll(async () => {
    const names = ['--given-name', 'Anna', '--family-name', 'Muster'];
    const added = await accounts(`${anna.password}\n`, 'add', ...names, 'Anna');
    if (added.code !== 0) throw new Error(added.notes);
    subject = /subject (\S+)\.\n$/.exec(added.output)![1]!;
  });

  test.each([beyond[0]!, beyond[1]!])('on %s as %s lets in nobody else', async (host, issuer) => {
    const origin = await start({ host, issuer });
    const { shown, answer } = await attempt(origin, anna);
    expect(answer.status).toBe(303);
    expect(shown).not.toContain(party.mia.password);
    expect(shown).not.toContain('<code>mia</code>');
    expect((await attempt(origin, party.mia)).answer.status).toBe(422);
    expect((await attempt(origin, { ...anna, password: 'wrong' })).answer.status).toBe(422);
  });

  test('on this machine lets in both; its tokens say who it is, and removing it ends them', async () => {
    const { issuer, close } = await party.start({ databaseUrl });
    onTestFinished(close);
    await party.signIn(issuer, new Browser());
    const { access_token, refresh_token } = await party.signIn(issuer, new Browser(), anna);
    expect(await (await party.userInfo(issuer, access_token)).json()).toEqual({
      sub: subject,
      name: 'Anna Muster',
      given_name: 'Anna',
      family_name: 'Muster',
      locale: 'de',
    });
    expect(await accounts('', 'remove', 'anna')).toMatchObject({ code: 0, notes: '' });
    expect(await party.introspect(issuer, access_token)).toEqual({ active: false });
    expect((await party.refresh(issuer, refresh_token)).status).toBe(400);
    expect((await attempt(issuer, anna)).answer.status).toBe(422);
  });
});
