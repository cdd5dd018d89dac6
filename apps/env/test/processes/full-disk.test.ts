import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, inject, onTestFinished, test } from 'vitest';
import { findFreePorts } from '../../src/ports.ts';
import { startServerProcess } from '../../src/processes/server-process.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { startTestIdentityProvider } from '../../testing/identity-provider.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** A device on which everything fails that is written (Linux). */
const fullDisk = '/dev/full';

const services = () => createRequire(import.meta.url).resolve('@lectern/services/main');
const ownMain = (folder: string) =>
  fileURLToPath(new URL(`../../src/${folder}/main.ts`, import.meta.url));

/** Each server of the product: its program, what it is asked, and what it needs. */
const servers = {
  'content server': async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'index.html'), 'A page.');
    return {
      entry: ownMain('content-server'),
      path: '/index.html',
      environment: {
        LECTERN_CONTENT_FOLDER: folder,
        LECTERN_FILES_ORIGIN: 'http://localhost:2',
        LECTERN_SHELL_ORIGIN: 'http://localhost:1',
      },
    };
  },
  'identity provider': async (port: number) => ({
    entry: ownMain('identity-provider'),
    path: '/.well-known/openid-configuration',
    environment: {
      DATABASE_URL: await createTestDatabase(inject('databaseUrl')),
      LECTERN_ISSUER: `http://localhost:${port}`,
      LECTERN_ORDER_SYSTEM_CLIENT_SECRET: 'order system',
      LECTERN_SERVICES_CLIENT_SECRET: 'services',
      LECTERN_SHELL_ORIGIN: 'http://localhost:1',
    },
  }),
  services: async () => {
    const databaseUrl = await createTestDatabase(inject('databaseUrl'));
    const provider = await startTestIdentityProvider(databaseUrl);
    onTestFinished(() => provider.close());
    const { issuer, clientId, clientSecret } = provider.servicesClient;
    return {
      entry: services(),
      path: '/aua/v1/ping',
      environment: {
        DATABASE_URL: databaseUrl,
        LECTERN_CLIENT_IDS: clientId,
        LECTERN_ISSUER: issuer,
        LECTERN_SERVICES_CLIENT_ID: clientId,
        LECTERN_SERVICES_CLIENT_SECRET: clientSecret,
      },
    };
  },
};

test.skipIf(!existsSync(fullDisk)).each(Object.entries(servers))(
  'the %s answers while its log cannot be written',
  async (title, describeServer) => {
    const { shell: port } = await findFreePorts();
    const { entry, path, environment } = await describeServer(port);
    const address = `http://localhost:${port}`;
    const server = await startServerProcess(
      {
        title,
        entry,
        environment: { LECTERN_HOST: 'localhost', LECTERN_PORT: String(port), ...environment },
        readyUrl: address + path,
        logFile: fullDisk,
      },
      new AbortController().signal,
    );
    onTestFinished(() => server.stop());
    // Refusals have lines of their own.
    for (const asked of ['/%', '/nowhere', path, path]) await fetch(address + asked);
    expect((await fetch(address + path)).status).toBe(200);
    expect(server.howEnded()).toBeUndefined();
  },
);
