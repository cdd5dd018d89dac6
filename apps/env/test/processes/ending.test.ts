import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Client } from 'pg';
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { addressesOf } from '../../src/addresses.ts';
import { openDataFolder } from '../../src/data-folder/data-folder.ts';
import { findFreePorts } from '../../src/ports.ts';
import { writeSettings } from '../../src/prepare.ts';
import { product, serverNames, type ServerName } from '../../src/product.ts';
import { createTestDatabase } from '../../testing/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** Tells the starter that the process runs, before anything of the server is loaded. */
const tellThatItLoads = ['--import', 'data:text/javascript,process.send("loading")'];

/**
 * Starts a server of the product as the starter does: with a channel that closes when the starter
 * ends. Nothing has to be built for it: the services serve no shell, the content is an empty page.
 */
async function startServer(
  name: ServerName,
  databaseUrl = inject('databaseUrl'),
  execArgv: string[] = [],
) {
  const content = await temporaryFolder();
  await writeFile(join(content, 'index.html'), '');
  const ports = await findFreePorts();
  const addresses = addressesOf(ports);
  const dataFolder = await openDataFolder(await temporaryFolder(), {
    version: { product: 'Lectern', format: 1, postgresql: 18 },
    address: addresses.shell,
    acceptOtherVersion: false,
  });
  onTestFinished(() => dataFolder.release());
  const secrets = await writeSettings(dataFolder, addresses);
  const server = product.servers({ addresses, ports, databaseUrl, dataFolder, secrets })[name];
  const child = fork(server.entry, {
    execPath: process.execPath,
    execArgv,
    env: {
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...server.environment,
      LECTERN_CONTENT_FOLDER: content,
      LECTERN_SHELL_DIRECTORY: '',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, readyUrl: server.readyUrl };
}

describe.each(serverNames)('%s: the starter is gone, so the server ends', (name) => {
  test('before it runs', async () => {
    const { child } = await startServer(name);
    child.disconnect();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test('while its modules load', async () => {
    const { child } = await startServer(name, undefined, tellThatItLoads);
    await once(child, 'message');
    child.disconnect();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});

// All at once: they wait for the time that they give such a client.
test('the starter is gone, so servers end while clients have not finished their requests', async () => {
  const end = async (name: ServerName) => {
    const databaseUrl = await createTestDatabase(
      inject('databaseUrl'),
      inject('startedDatabaseUrl'),
    );
    const { child, readyUrl } = await startServer(name, databaseUrl);
    const answers = () =>
      fetch(readyUrl).then(
        ({ ok }) => ok,
        () => false,
      );
    await vi.waitUntil(answers);
    const exited = once(child, 'exit');
    const client = connect(Number(new URL(readyUrl).port), 'localhost').on('error', () => {});
    onTestFinished(() => void client.destroy());
    await once(client, 'connect');
    client.write('GET / HTTP/1.1\r\nHost: local');
    child.disconnect();
    return [name, await exited];
  };
  expect(await Promise.all(serverNames.map(end))).toEqual(
    serverNames.map((name) => [name, [0, null]]),
  );
}, 90_000);

const withDatabase = ['identityProvider', 'services'] as const;

test.each(withDatabase)('%s: the starter is gone in the middle of a start', async (name) => {
  const databaseUrl = await createTestDatabase(inject('databaseUrl'), inject('startedDatabaseUrl'));
  const observer = new Client(inject('databaseUrl'));
  await observer.connect();
  onTestFinished(() => observer.end());
  const isConnected = async () => {
    const { rowCount } = await observer.query('select from pg_stat_activity where datname = $1', [
      new URL(databaseUrl).pathname.slice(1),
    ]);
    return rowCount! > 0;
  };
  const { child } = await startServer(name, databaseUrl);
  const exited = once(child, 'exit');
  await vi.waitUntil(isConnected, { interval: 5 });
  child.disconnect();
  expect(await exited).toEqual([0, null]);
});

describe.each(withDatabase)('%s, waiting for its database', (name) => {
  test.each<[string, (child: ChildProcess) => void]>([
    ['the end of the starter', (child) => child.disconnect()],
    ['SIGTERM', (child) => child.kill('SIGTERM')],
    ['SIGINT', (child) => child.kill('SIGINT')],
  ])('ends at %s', async (_what, ask) => {
    const database = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void database.close());
    await once(database, 'listening');
    const { port } = database.address() as AddressInfo;
    const { child } = await startServer(name, `postgresql://lectern@127.0.0.1:${port}/silent`);
    const exited = once(child, 'exit');
    await once(database, 'connection');
    ask(child);
    expect(await exited).toEqual([0, null]);
  });
});
