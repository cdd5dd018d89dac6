import { createTestDatabase, startTestIdentityProvider } from '@lectern/env/testing';
import { inject } from 'vitest';
import { createPlatform, openDatabase, type PlatformOptions } from '../../src/index.ts';
import { examplePublicFiles } from '../files/example-files.ts';
import { startJwtIssuer, type JwtIssuer } from '../issuer.ts';
import { startScimServer } from '../users/scim-server.ts';
import { watchChanges } from './changes.ts';

/** What the services talk to. It does not change, so all inputs share it. */
export interface Neighbours {
  /** Address of a database with the tables of the services, watched; each world begins as a copy of it. */
  readonly templateUrl: string;
  readonly options: Pick<
    PlatformOptions,
    'identityProvider' | 'furtherIdentityProviders' | 'directories' | 'files'
  >;
  /** Who signs the tokens of those who call: as many as are wanted, which are quick to verify. */
  readonly issuer: JwtIssuer;
  close(): Promise<void>;
}

export async function startNeighbours(): Promise<Neighbours> {
  const issuer = await startJwtIssuer();
  // The services' own tokens, by which they ask the directory, come from here.
  const databaseUrl = await createTestDatabase(inject('databaseUrl'));
  const identityProvider = await startTestIdentityProvider(databaseUrl);
  const directory = await startScimServer();
  directory.users.push({ id: 'demo-lea', name: { givenName: 'Lea', familyName: 'Wyss' } });
  const options: Neighbours['options'] = {
    identityProvider: identityProvider.servicesClient,
    furtherIdentityProviders: [issuer.options],
    directories: [{ identityProviderIdentifier: 'SCHUL_VERLAG_1', address: directory.address }],
    files: examplePublicFiles(),
  };
  return {
    templateUrl: await makeTemplate(options),
    issuer,
    options,
    async close() {
      directory.close();
      issuer.close();
      await identityProvider.close();
    },
  };
}

/** Making the tables takes longer than most of what is sent to a world. */
async function makeTemplate(options: Neighbours['options']): Promise<string> {
  const databaseUrl = await createTestDatabase(inject('databaseUrl'));
  const server = await createPlatform({ databaseUrl, publicUrl: 'http://localhost', ...options });
  await server.close();
  await using database = openDatabase(databaseUrl);
  await watchChanges(database);
  return databaseUrl;
}
