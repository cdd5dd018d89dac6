import type { Contract, User } from '@lectern/contracts';
import type { Handlers } from '../../http/routes.ts';
import { UserInfoRefused } from '../../authorization/provider-errors.ts';
import type { Database } from '../../storage/database.ts';
import type { IdentityProvider } from '../../authorization/identity-provider.ts';
import type { ClaimField } from '../../authorization/claim-mapping.ts';
import { isUser, outboxKeyOf } from '../outbox-key.ts';
import { propertiesOf } from '../property-store.ts';
import { undoableLinks } from '../subject-links.ts';
import { saveClaimedIdentity } from '../identity-store.ts';
import { believedConnectorIds, readUserInfo } from '../user-info.ts';
import { userColumns, userOf } from '../user-row.ts';

type UserCalls = Pick<
  Contract['aua'],
  'userGet' | 'userGetProperties' | 'userGetIdentities' | 'userUpdateUserInfo'
>;

/** Calls at the start of a session: the user, and its identities. */
export function userHandlers({
  database,
  identityProviders,
  onUnusableClaims,
}: {
  readonly database: Database;
  readonly identityProviders: readonly IdentityProvider[];
  readonly onUnusableClaims: (issuer: string, fields: readonly ClaimField[]) => void;
}): Handlers<UserCalls> {
  return {
    async userGet({ body, refusal }) {
      const user = await findUser(database, body.subject);
      if (!user) throw refusal('USER_NOT_FOUND');
      return { user };
    },

    async userGetProperties({ body, caller, refusal }) {
      const { subject } = body;
      const [user, properties] = await Promise.all([
        findUser(database, subject),
        propertiesOf(database, subject),
      ]);
      if (!user) throw refusal('USER_NOT_FOUND');
      const outboxKey = isUser(caller, subject) ? await outboxKeyOf(database, subject) : undefined;
      return { properties: outboxKey ? [...properties, outboxKey] : properties };
    },

    async userGetIdentities({ body, caller, refusal }) {
      const [user, links, identities] = await Promise.all([
        findUser(database, body.subject),
        isUser(caller, body.subject) ? undoableLinks(database, body.subject) : [],
        database
          .selectFrom('aua.identities')
          .select(['identity_provider_identifier', 'external_id', 'groups'])
          .where('subject', '=', body.subject)
          .orderBy('identity_provider_identifier')
          .orderBy('external_id')
          .execute(),
      ]);
      if (!user) throw refusal('USER_NOT_FOUND');
      return links.length > 0 ? { identities, links } : { identities };
    },

    async userUpdateUserInfo({ caller, refusal }) {
      const provider = identityProviders.find(({ issuer }) => issuer === caller.issued.issuer)!;
      const userInfo = await provider
        .userInfo(caller.token, caller.issued)
        .catch((error: unknown) => {
          throw error instanceof UserInfoRefused ? refusal('USER_INFO_REFUSED') : error;
        });
      // Where the provider refuses or has no user information, its word about the token stands. That
      // may be next to nothing, so it adds to what is known and takes nothing away.
      const isComplete = userInfo !== undefined;
      const { user, identity, unusable } = readUserInfo(
        { userInfo, token: caller.issued.claims },
        caller.subject,
        provider,
        believedConnectorIds(provider, identityProviders),
      );
      onUnusableClaims(provider.issuer, unusable);
      await database.transaction().execute(async (transaction) => {
        await saveUser(transaction, user, isComplete);
        if (identity) await saveClaimedIdentity(transaction, user.subject, identity);
      });
      return { user: (await findUser(database, caller.subject)) ?? user };
    },
  };
}

async function findUser(database: Database, subject: string): Promise<User | undefined> {
  const row = await database
    .selectFrom('aua.users')
    .select(userColumns)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row && userOf(row);
}

/** @param replaces Whether what the user information leaves out is forgotten. */
async function saveUser(
  database: Database,
  { subject, ...names }: User,
  replaces: boolean,
): Promise<void> {
  const nothing = { given_name: null, family_name: null, email: null, locale: null };
  const stamp = replaces ? { user_info_at: new Date() } : {};
  const changes = { ...(replaces ? nothing : {}), ...names, ...stamp, updated_at: new Date() };
  await database
    .insertInto('aua.users')
    .values({ subject, ...nothing, ...names, ...stamp })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet(changes))
    .execute();
}
