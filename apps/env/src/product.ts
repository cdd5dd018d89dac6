import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { acceptedClientIds, demoAccounts, demoProduct, servicesClientId } from './accounts.ts';
import { localHost, type Addresses, type Ports } from './addresses.ts';
import {
  contentBundle,
  demoContentFolder,
  outputOf,
  shellBundle,
  type Bundle,
} from './builds/bundle.ts';
import { checkout } from './checkout.ts';
import type { DataFolder } from './data-folder/data-folder.ts';
import type { Secrets } from './data-folder/secrets.ts';
import { trustOf, type Network } from './network.ts';
import type { ServerDescription } from './processes/server-process.ts';
import { publishDemo } from './publishing/publish-demo.ts';

/** The servers of the platform, in the order in which they start: each may need those before it. */
export const serverNames = ['identityProvider', 'services', 'content'] as const;
export type ServerName = (typeof serverNames)[number];

/** Sources of a server's environment. */
export interface ServerContext {
  readonly addresses: Addresses;
  readonly ports: Ports;
  readonly databaseUrl: string;
  readonly dataFolder: DataFolder;
  readonly secrets: Secrets;
  /** Absent: this machine alone reaches the platform. */
  readonly network?: Network | undefined;
}

/** Variables that all servers share: where they listen, and their certificate. */
export function environmentOf(network: Network | undefined): Record<string, string> {
  if (!network) return { LECTERN_HOST: localHost };
  return {
    LECTERN_HOST: network.listensOn,
    LECTERN_TLS_CERT: network.certFile,
    LECTERN_TLS_KEY: network.keyFile,
    ...trustOf(network),
  };
}

/** Servers that the starter starts. A test of the starter puts small stand-ins in their place. */
export interface Parts {
  readonly bundles: readonly Bundle[];
  servers(context: ServerContext): Readonly<Record<ServerName, ServerDescription>>;
  /**
   * Brings the demo data into a database that the services have prepared. Safe to repeat.
   *
   * @param classIssuer Identity provider of the demo accounts, where there shall be a class with its work, too.
   */
  seed(databaseUrl: string, classIssuer?: string): Promise<void>;
  /**
   * Brings the demo publication in, once the services answer. Safe to repeat.
   *
   * @throws {StartProblem} for what the product runs without
   */
  publish(context: ServerContext, life: AbortSignal): Promise<void>;
  /** Folders that it reads. */
  readonly published: readonly string[];
}

/** The demo platform's public files: its environment file. */
const publicFilesFolder = fileURLToPath(new URL('../public-files', import.meta.url));

/** The key by which the shell asks for them; its name is the specification's (section 9). */
function basicFileKeys({ basicFiles }: Secrets): string {
  const { mandant_identifier: mandantIdentifier } = demoProduct;
  return JSON.stringify([{ name: 'BASIC_BEOOK_WEB', secret: basicFiles, mandantIdentifier }]);
}

/** Lectern itself. */
export const product: Parts = {
  bundles: [shellBundle, contentBundle],
  // It loads the services, which nobody needs who only asks for help, or has servers of another kind.
  seed: async (databaseUrl, classIssuer) => {
    const { seed } = await import('./seed/seed.ts');
    // One class: the table of classes opens with the first one, which must not be empty.
    await seed(databaseUrl, demoAccounts, classIssuer === undefined ? 'demo-klasse-5b' : undefined);
    if (classIssuer !== undefined)
      await (await import('./seed/class-6a/seed-class.ts')).seedClass6a(databaseUrl, classIssuer);
  },
  publish: publishDemo,
  published: [demoContentFolder],
  servers: ({ addresses, ports, databaseUrl, dataFolder, secrets, network }) => ({
    identityProvider: {
      title: 'identity provider',
      entry: fileURLToPath(new URL('identity-provider/main.ts', import.meta.url)),
      sources: [fileURLToPath(new URL('identity-provider', import.meta.url))],
      readyUrl: `${addresses.identityProvider}/.well-known/openid-configuration`,
      logFile: join(dataFolder.logs, 'identity-provider.log'),
      environment: {
        ...environmentOf(network),
        DATABASE_URL: databaseUrl,
        LECTERN_ISSUER: addresses.identityProvider,
        LECTERN_ORDER_SYSTEM_CLIENT_SECRET: secrets.orderSystem,
        LECTERN_PORT: String(ports.identityProvider),
        LECTERN_PUBLISHER_CLIENT_SECRET: secrets.publisher,
        LECTERN_SERVICES_CLIENT_SECRET: secrets.services,
        LECTERN_SHELL_ORIGIN: addresses.shell,
      },
    },
    services: {
      title: 'services',
      entry: createRequire(import.meta.url).resolve('@lectern/services/main'),
      sources: [
        join(checkout, 'apps', 'services', 'src'),
        join(checkout, 'packages', 'contracts', 'src'),
      ],
      readyUrl: `${addresses.shell}/aua/v1/ping`,
      logFile: join(dataFolder.logs, 'services.log'),
      environment: {
        ...environmentOf(network),
        DATABASE_URL: databaseUrl,
        LECTERN_BASIC_FILE_KEYS: basicFileKeys(secrets),
        LECTERN_CLIENT_IDS: acceptedClientIds.join(','),
        LECTERN_CONFIGURATION: dataFolder.configuration,
        LECTERN_FILE_ADDRESS_SECRET: secrets.fileAddress,
        LECTERN_FILES_FOLDER: dataFolder.files,
        LECTERN_FILES_PORT: String(ports.files),
        LECTERN_FILES_URL: addresses.files,
        // Its name has other ports, too: the page with the authority, which is plain http, and servers of others.
        ...(network?.own && { LECTERN_HSTS_MAX_AGE_IN_SECONDS: '0' }),
        LECTERN_ISSUER: addresses.identityProvider,
        // An order system that somebody tries out runs on this machine, too.
        LECTERN_ORDER_SYSTEM_NETWORKS: '127.0.0.0/8,::1',
        LECTERN_PORT: String(ports.shell),
        LECTERN_PUBLIC_FILES: publicFilesFolder,
        LECTERN_PUBLIC_URL: addresses.shell,
        LECTERN_SERVICES_CLIENT_ID: servicesClientId,
        LECTERN_SERVICES_CLIENT_SECRET: secrets.services,
        LECTERN_SHELL_DIRECTORY: outputOf(shellBundle),
        LECTERN_UPLOAD_TOKEN_SECRET: secrets.uploadToken,
      },
    },
    content: {
      title: 'demo content',
      entry: fileURLToPath(new URL('content-server/main.ts', import.meta.url)),
      sources: [fileURLToPath(new URL('content-server', import.meta.url))],
      readyUrl: `${addresses.content}/index.html`,
      logFile: join(dataFolder.logs, 'content.log'),
      environment: {
        ...environmentOf(network),
        LECTERN_CONTENT_FOLDER: demoContentFolder,
        LECTERN_FILES_ORIGIN: addresses.files,
        LECTERN_PORT: String(ports.content),
        LECTERN_SHELL_ORIGIN: addresses.shell,
      },
    },
  }),
};
