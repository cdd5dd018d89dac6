import type { Contract, Identity } from '@lectern/contracts';
import type { identityRefreshOutcome } from '@lectern/contracts/calls/users/user-account';
import type * as z from 'zod/mini';
import type { Caller } from '../../authorization/authorize.ts';
import { UserInfoRefused } from '../../authorization/provider-errors.ts';
import type { Handlers } from '../../http/routes.ts';
import type { Database } from '../../storage/database.ts';
import type { IdentityProvider } from '../../authorization/identity-provider.ts';
import type { ClaimField } from '../../authorization/claim-mapping.ts';
import { changedIdentities, saveIdentities } from '../identity-store.ts';
import { DirectoryUnavailable, type ProviderDirectories } from '../provider-directory.ts';
import { believedConnectorIds, readUserInfo } from '../user-info.ts';
import { lockUser } from '../user-store.ts';

/** Groups of identities in the directory, or that there is no such person. */
type DirectoryGroups = ReadonlyMap<string, string[] | 'NOT_FOUND'>;

/** Brings the groups of identities up to date without a sign-in. Identities neither come nor go. */
export function userRefreshHandlers(parts: {
  readonly database: Database;
  readonly directories: ProviderDirectories;
  readonly identityProviders: readonly IdentityProvider[];
  readonly onUnusableClaims: (issuer: string, fields: readonly ClaimField[]) => void;
}): Handlers<Pick<Contract['aua'], 'userRefreshIdentities'>> {
  const { database, directories } = parts;
  return {
    async userRefreshIdentities({ body, caller, refusal, record }) {
      const { subject, identity_provider_identifier: provider } = body;
      const isOwn = subject === caller.subject;
      const hasDirectory =
        provider === undefined ? directories.size > 0 : directories.has(provider);
      if (!isOwn && !hasDirectory) throw refusal('DIRECTORY_NOT_CONFIGURED');

      // Others are asked before anything is locked: they may take seconds.
      const before = await identitiesOf(database, subject, provider);
      const directoryGroups = isOwn
        ? await hearUserInfo(parts, caller)
        : await askDirectories(directories, before).catch((error: unknown) => {
            if (!(error instanceof DirectoryUnavailable)) throw error;
            throw Object.assign(refusal('DIRECTORY_UNAVAILABLE', error.message), { cause: error });
          });
      if (!directoryGroups) throw refusal('USER_INFO_REFUSED');

      return database.transaction().execute(async (transaction) => {
        if (!(await lockUser(transaction, subject))) throw refusal('USER_NOT_FOUND');
        const stored = await identitiesOf(transaction, subject, provider);
        const refreshed = stored.flatMap((identity) => {
          const groups = directoryGroups.get(keyOf(identity));
          return groups === undefined || groups === 'NOT_FOUND' ? [] : [{ ...identity, groups }];
        });
        const changed = await changedIdentities(transaction, subject, refreshed);
        await saveIdentities(transaction, subject, changed);
        if (!isOwn && changed.length > 0) {
          const providers = changed.map((identity) => identity.identity_provider_identifier);
          await record(transaction, { subject, groups_of: providers });
        }
        return {
          identities: stored.map((identity) => withOutcome(identity, directoryGroups, changed)),
          ...(changed.length === 0 ? { result_state: 'IA_OK' } : {}),
        };
      });
    },
  };
}

async function identitiesOf(
  database: Database,
  subject: string,
  provider: string | undefined,
): Promise<Identity[]> {
  let query = database
    .selectFrom('aua.identities')
    .select(['identity_provider_identifier', 'external_id', 'groups'])
    .where('subject', '=', subject);
  if (provider !== undefined) query = query.where('identity_provider_identifier', '=', provider);
  return query.orderBy('identity_provider_identifier').orderBy('external_id').execute();
}

/**
 * The groups of the identity that the caller's token comes from.
 *
 * @returns `undefined` where the identity provider says nothing of groups, which is not to say that there
 *   are none, or speaks of an identity that it is not believed about.
 */
async function hearUserInfo(
  {
    identityProviders,
    onUnusableClaims,
  }: {
    readonly identityProviders: readonly IdentityProvider[];
    readonly onUnusableClaims: (issuer: string, fields: readonly ClaimField[]) => void;
  },
  { issued, subject, token }: Caller,
): Promise<DirectoryGroups | undefined> {
  const provider = identityProviders.find(({ issuer }) => issuer === issued.issuer)!;
  try {
    const userInfo = await provider.userInfo(token, issued);
    const believed = believedConnectorIds(provider, identityProviders);
    const sources = { userInfo, token: issued.claims };
    const { identity, unusable } = readUserInfo(sources, subject, provider, believed);
    onUnusableClaims(provider.issuer, unusable);
    return identity?.groups && new Map([[keyOf(identity), identity.groups]]);
  } catch (error) {
    if (error instanceof UserInfoRefused) return undefined;
    throw error;
  }
}

/** @throws {DirectoryUnavailable} when one of them fails: then nothing is changed. */
async function askDirectories(
  directories: ProviderDirectories,
  identities: readonly Identity[],
): Promise<DirectoryGroups> {
  const directoryGroups = new Map<string, string[] | 'NOT_FOUND'>();
  await Promise.all(
    identities.map(async (identity) => {
      const directory = directories.get(identity.identity_provider_identifier);
      if (!directory) return;
      const person = await directory.find(identity.external_id);
      directoryGroups.set(keyOf(identity), person ? [...person.groups] : 'NOT_FOUND');
    }),
  );
  return directoryGroups;
}

/** The identity as it is now, with what the refresh found out of it. */
function withOutcome(
  before: Identity,
  directoryGroups: DirectoryGroups,
  changed: readonly Identity[],
): Identity & { outcome: z.infer<typeof identityRefreshOutcome> } {
  const groups = directoryGroups.get(keyOf(before));
  if (groups === undefined) return { ...before, outcome: 'NOT_ASKED' };
  if (groups === 'NOT_FOUND') return { ...before, outcome: 'NOT_FOUND' };
  const after = changed.find((identity) => keyOf(identity) === keyOf(before));
  return after ? { ...after, outcome: 'CHANGED' } : { ...before, outcome: 'UNCHANGED' };
}

function keyOf({ identity_provider_identifier, external_id }: Omit<Identity, 'groups'>): string {
  return JSON.stringify([identity_provider_identifier, external_id]);
}
