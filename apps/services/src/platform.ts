import { contract, services } from '@lectern/contracts';
import { openApiDocument } from '@lectern/contracts/openapi';
import type { FastifyInstance } from 'fastify';
import { localStoreItemHandlers } from './annotations/localStoreItem.ts';
import { createAuthorize } from './authorization/authorize.ts';
import {
  createIdentityProvider,
  type IdentityProviderOptions,
} from './authorization/identity-provider.ts';
import { groupsHandlers } from './group-management/groups.ts';
import { generalError } from './http/errors.ts';
import { registerCalls, type Handlers } from './http/routes.ts';
import { createServer } from './http/server.ts';
import { dataHandlers } from './learning-records/data.ts';
import { deviceHandlers } from './licenses/device.ts';
import { licenseHandlers } from './licenses/license.ts';
import { isShellRoute, registerShellHost, type ShellHostOptions } from './shell-host/shell-host.ts';
import { openDatabase } from './storage/database.ts';
import { migrate } from './storage/migrate.ts';
import { createRoleDirectory } from './users/role-directory.ts';
import { standardClaims, type ClaimMapping } from './users/user-info.ts';
import { userHandlers } from './users/user.ts';

export interface PlatformOptions {
  readonly databaseUrl: string;
  readonly identityProvider: IdentityProviderOptions;
  /** Address under which browsers reach this server. */
  readonly publicUrl: string;
  /** Which claims carry what; default: the standard ones. */
  readonly claimMapping?: ClaimMapping;
  /** Absent: only the services are served. */
  readonly shell?: ShellHostOptions;
  readonly logger?: boolean;
}

/**
 * All services on one server, with the shell beside them. Not yet listening.
 *
 * Stateless but for a cache of verified tokens: any number of these can run on one database.
 */
export async function createPlatform(options: PlatformOptions): Promise<FastifyInstance> {
  const database = openDatabase(options.databaseUrl);
  const server = createServer({ logger: options.logger ?? false });
  server.addHook('onClose', () => database.destroy());
  try {
    await migrate(options.databaseUrl);
    const identityProvider = createIdentityProvider(options.identityProvider);
    const authorize = createAuthorize(identityProvider, createRoleDirectory(database));
    const ping = async () => ({});

    const handlers: { [Service in keyof typeof contract]: Handlers<(typeof contract)[Service]> } = {
      atma: { ping },
      aua: {
        ...userHandlers(database, identityProvider, options.claimMapping ?? standardClaims),
        ping,
      },
      clag: { ...localStoreItemHandlers(database), ping },
      gms: { ...groupsHandlers(database), ping },
      gp: {},
      gres: {},
      lars: { ...dataHandlers(database, identityProvider.issuer), ping },
      lima: { ...deviceHandlers(database), ...licenseHandlers(database), ping },
      osc: { ping },
      stats: { statsPing: ping },
    };
    for (const service of Object.keys(contract) as (keyof typeof contract)[]) {
      registerCalls(
        server,
        services[service].base,
        contract[service],
        handlers[service] as never,
        authorize,
      );
    }

    const openApi = openApiDocument(options.publicUrl);
    server.get('/docs/openapi.json', () => openApi);
    const sendPage = options.shell && (await registerShellHost(server, options.shell));
    server.setNotFoundHandler((request, reply) => {
      if (sendPage && isShellRoute(request.method, request.url, request.headers.accept)) {
        return sendPage(reply);
      }
      throw generalError('CALL_UNKNOWN');
    });
    return server;
  } catch (error) {
    await server.close();
    throw error;
  }
}
