import type { Contract } from '@lectern/contracts';
import type pg from 'pg';
import type { Handlers } from '../http/routes.ts';
import type { IdentityProvider } from '../authorization/identity-provider.ts';
import type { Database } from '../storage/database.ts';
import type { ProviderDirectories } from './provider-directory.ts';
import type { ClaimField } from '../authorization/claim-mapping.ts';
import type { UploadTokens } from './upload-tokens.ts';
import { cloudMigrationHandlers } from './user/cloud-migration.ts';
import { groupHandlers } from './group.ts';
import { ownAccountHandlers } from './user/own-account.ts';
import { permissionHandlers } from './permission.ts';
import { propertyHandlers } from './property.ts';
import { providerHandlers } from './provider.ts';
import { rolePermissionHandlers } from './role/permissions.ts';
import { roleHandlers } from './role/roles.ts';
import type { SubjectDirectory } from '../authorization/subject-directory.ts';
import type { VerifiedTokens } from '../authorization/verified-tokens.ts';
import type { SubjectDataByService, SubjectJobs } from './subject-jobs.ts';
import { uploadTokenHandlers } from './user/upload-token.ts';
import { userAccountHandlers } from './user/account.ts';
import { userAdministrationHandlers } from './user/administration.ts';
import { userRefreshHandlers } from './user/refresh.ts';
import { userRolesHandlers } from './user/roles.ts';
import { userSearchHandlers } from './user/search.ts';
import { userHandlers } from './user/profile.ts';
import { userLifecycleHandlers } from './user/lifecycle.ts';

export interface UsersDependencies {
  readonly database: Database;
  /** The same connections, for statements that are prepared once. */
  readonly pool: pg.Pool;
  readonly directory: SubjectDirectory;
  readonly verify: VerifiedTokens['verify'];
  readonly subjectJobs: SubjectJobs;
  /** Each service's functions for the data of a subject. */
  readonly subjectData: SubjectDataByService;
  /** The providers whose tokens are accepted; the first is the primary one. */
  readonly identityProviders: readonly [IdentityProvider, ...IdentityProvider[]];
  /** Told of claims of a provider that have a form that cannot be used. */
  readonly onUnusableClaims: (issuer: string, fields: readonly ClaimField[]) => void;
  /** Names for people, by the connector id of the identity provider. */
  readonly identityProviderTitles: ReadonlyMap<string, string>;
  readonly directories: ProviderDirectories;
  /** Absent: nobody issues them. */
  readonly uploadTokens: UploadTokens | undefined;
}

export function usersHandlers(
  dependencies: UsersDependencies,
): Handlers<Omit<Contract['aua'], 'ping'>> {
  const { database } = dependencies;
  return {
    ...userHandlers(dependencies),
    ...userAccountHandlers(database),
    ...userAdministrationHandlers(database),
    ...userRolesHandlers(database),
    ...roleHandlers(database),
    ...rolePermissionHandlers(database),
    ...permissionHandlers(database),
    ...propertyHandlers(database),
    ...providerHandlers(dependencies),
    ...groupHandlers(database),
    ...userSearchHandlers(dependencies),
    ...userRefreshHandlers(dependencies),
    ...uploadTokenHandlers(dependencies),
    ...userLifecycleHandlers(dependencies),
    ...ownAccountHandlers(dependencies),
    ...cloudMigrationHandlers(database),
  };
}
