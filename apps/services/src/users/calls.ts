import type { Handlers } from '../http/routes.ts';
import type { IdentityProvider } from '../authorization/identity-provider.ts';
import type { ServedCalls } from '../open-calls.ts';
import type { Database } from '../storage/database.ts';
import type { ClaimMapping } from './user-info.ts';
import { cloudMigrationHandlers } from './cloud-migration.ts';
import type { SubjectDirectory } from '../authorization/subject-directory.ts';
import type { VerifyToken } from '../authorization/token-verifier.ts';
import type { SubjectJobs } from './subject-jobs.ts';
import { userHandlers } from './user.ts';
import { userLifecycleHandlers } from './user-lifecycle.ts';

/** What the user service works with. */
export interface UsersParts {
  readonly database: Database;
  readonly directory: SubjectDirectory;
  readonly verify: VerifyToken;
  readonly subjectJobs: SubjectJobs;
  /** The providers whose tokens are accepted; the first is the primary one. */
  readonly identityProviders: readonly [IdentityProvider, ...IdentityProvider[]];
  readonly claimMapping: ClaimMapping;
}

/** Every call of the user service, by family. */
export function usersHandlers(parts: UsersParts): Handlers<Omit<ServedCalls<'aua'>, 'ping'>> {
  return {
    ...userHandlers(parts),
    ...userLifecycleHandlers(parts),
    ...cloudMigrationHandlers(parts),
  };
}
