import { writeFile } from 'node:fs/promises';
import { X509Certificate } from 'node:crypto';
import { createServer as createTlsServer } from 'node:https';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Surroundings } from '@lectern/services/data-folder';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startBeforeAll } from '../../testing/later.ts';
import { demoAccounts, orderSystemClientId, shellClientId } from '../../src/accounts.ts';
import { certify, createAuthority } from '../../src/certificates/authority.ts';
import { entriesOf } from '../../src/data-folder/data-folder.ts';
import { StartProblem, UsageProblem } from '../../src/problem.ts';
import { shellConfiguration } from '../../src/shell-configuration.ts';
import { headersOf } from '../../src/sign-in/headers.ts';
import { readOptions } from '../../src/sign-in/options.ts';
import * as party from '../identity-provider/relying-party.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const provider = startBeforeAll(() => party.start());

/** A data folder as the starter leaves it. */
async function dataFolder(
  issuer = provider.issuer,
  orderSystem = party.secrets.orderSystemClientSecret,
): Promise<string> {
  const folder = await temporaryFolder();
  const { configuration, secrets } = entriesOf(folder);
  const addresses = { shell: party.shellOrigin, identityProvider: issuer, content: '', files: '' };
  await writeFile(
    configuration,
    JSON.stringify(shellConfiguration(addresses, '1', { basicFiles: '' })),
  );
  await writeFile(secrets, JSON.stringify({ orderSystem }));
  return folder;
}

const adrian = demoAccounts.find(({ username }) => username === 'adrian')!;

describe('it signs in', () => {
  test.for([
    { account: adrian, sub: adrian.subject, client_id: shellClientId },
    { account: undefined, sub: orderSystemClientId, client_id: orderSystemClientId },
  ])('$sub, and gives the headers of a call', async ({ account, sub, client_id }) => {
    const lines = await headersOf({
      dataFolder: await dataFolder(),
      ...(account && { account }),
    });
    expect(lines).toMatch(
      new RegExp(
        `^Authorization: Bearer \\S+\nX-Ia-Subject: ${sub}\nX-Ia-Roles;\n` +
          'X-Ia-Correlation-Id: [0-9a-f-]{36}\nContent-Type: application/json\n$',
      ),
    );
    const [, token = ''] = /Bearer (\S+)/.exec(lines) ?? [];
    expect(await party.introspect(provider.issuer, token)).toMatchObject({
      active: true,
      sub,
      client_id,
    });
  });
});

describe('it says what to do', () => {
  const failureOf = async (folder: string, account?: typeof adrian) =>
    headersOf({ dataFolder: folder, ...(account && { account }) }).catch((error: unknown) => error);

  test('where the folder is no data folder', async () => {
    const folder = join(await temporaryFolder(), 'none');
    const failure = await failureOf(folder, adrian);
    expect(failure).toBeInstanceOf(StartProblem);
    expect(failure).toHaveProperty(
      'message',
      expect.stringContaining('is not a Lectern data folder'),
    );
  });

  test('where nothing answers', async () => {
    const server = createServer().listen(0, 'localhost');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    server.close();
    await once(server, 'close');
    const folder = await dataFolder(`http://localhost:${port}`);
    const failure = await failureOf(folder, adrian);
    expect(failure).toBeInstanceOf(StartProblem);
    expect(failure).toHaveProperty('message', expect.stringContaining('No identity provider'));
  });

  test('where Node does not trust what certifies the provider', async () => {
    const authority = createAuthority('127.0.0.1', new Date());
    const certificate = new X509Certificate(authority.certificate);
    const certified = certify('127.0.0.1', { ...authority, certificate }, new Date());
    const server = createTlsServer({ cert: certified.certificate, key: certified.key });
    onTestFinished(() => void server.close());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as { port: number };
    const folder = await dataFolder(`https://127.0.0.1:${port}`);
    const failure = await failureOf(folder, adrian);
    expect(failure).toBeInstanceOf(StartProblem);
    const file = join(folder, 'tls', '127.0.0.1', 'authority.crt');
    expect((failure as Error).message).toContain(`NODE_EXTRA_CA_CERTS=${file}`);
  });

  test('where nothing answers at a host of its own, which is asked without a proxy', async () => {
    await failureOf(await dataFolder('https://laptop.invalid:1'), adrian);
    expect(process.env['no_proxy'] ?? process.env['NO_PROXY']).toMatch(/(^|,)laptop\.invalid(,|$)/);
  });

  test('where another Lectern answers, without telling the secret', async () => {
    const folder = await dataFolder(provider.issuer, 'secret-of-another');
    const failure = await failureOf(folder);
    expect(failure).toBeInstanceOf(StartProblem);
    expect(failure).toHaveProperty('message', expect.stringContaining('another Lectern'));
    expect(failure).not.toHaveProperty('message', expect.stringContaining('secret-of-another'));
  });
});

describe('its arguments', () => {
  const person: Surroundings = {
    environment: { LECTERN_DATA: '/srv/lectern' },
    platform: 'linux',
    isRoot: false,
    home: '/home/mia',
  };

  test('name who signs in; the flag wins over the environment, and that over the default', () => {
    expect(readOptions(['adrian', '--data', 'here'], person)).toEqual({
      account: adrian,
      dataFolder: 'here',
    });
    expect(readOptions([orderSystemClientId], person)).toEqual({ dataFolder: '/srv/lectern' });
    expect(readOptions(['adrian'], { ...person, environment: {} })).toHaveProperty(
      'dataFolder',
      '/home/mia/.local/share/lectern',
    );
  });

  test('ask for help', () => {
    expect(readOptions(['--help'], person)).toBeUndefined();
  });

  test.for([[[]], [['nobody']], [['adrian', 'mia']], [['lectern-services']], [['--bad', 'mia']]])(
    '%j are refused',
    ([args]) => {
      expect(() => readOptions(args!, person)).toThrow(UsageProblem);
    },
  );
});
