import type { Contract, Identity, User } from '@lectern/contracts';
import type { Handlers } from '../http/routes.ts';
import { SubjectMismatch } from '../authorization/identity-provider.ts';
import type { Database } from '../storage/database.ts';
import type { UsersParts } from './calls.ts';
import { readUserInfo } from './user-info.ts';

type UserCalls = Pick<
  Contract['aua'],
  'userGet' | 'userGetProperties' | 'userGetIdentities' | 'userUpdateUserInfo'
>;

/** What a session starts with: the user, and where it comes from. */
export function userHandlers({
  database,
  identityProviders,
  claimMapping,
}: UsersParts): Handlers<UserCalls> {
  return {
    async userGet({ body, refusal }) {
      const user = await findUser(database, body.subject);
      if (!user) throw refusal('USER_NOT_FOUND');
      return { user };
    },

    async userGetProperties({ body, refusal }) {
      const [user, properties] = await Promise.all([
        findUser(database, body.subject),
        database
          .selectFrom('aua.properties')
          .select(['key', 'value'])
          .where('subject', '=', body.subject)
          .orderBy('key')
          .execute(),
      ]);
      if (!user) throw refusal('USER_NOT_FOUND');
      return { properties };
    },

    async userGetIdentities({ body, refusal }) {
      const [user, identities] = await Promise.all([
        findUser(database, body.subject),
        database
          .selectFrom('aua.identities')
          .select(['identity_provider_identifier', 'external_id', 'groups'])
          .where('subject', '=', body.subject)
          .orderBy('identity_provider_identifier')
          .orderBy('external_id')
          .execute(),
      ]);
      if (!user) throw refusal('USER_NOT_FOUND');
      return { identities };
    },

    async userUpdateUserInfo({ caller, refusal }) {
      const issuer = identityProviders.find((one) => one.issuer === caller.issued.issuer)!;
      const claims = await issuer
        .userInfo(caller.token, caller.issued.sub)
        .catch((error: unknown) => {
          throw error instanceof SubjectMismatch ? refusal('USER_INFO_REFUSED') : error;
        });
      // Where the provider refuses or has no user information, its word about the token stands. That
      // may be next to nothing, so it adds to what is known and takes nothing away.
      const isComplete = claims !== undefined;
      const { user, identity } = readUserInfo(
        claims ?? caller.issued.claims,
        caller.subject,
        claimMapping,
        isComplete,
      );
      await database.transaction().execute(async (transaction) => {
        await saveUser(transaction, user, isComplete);
        if (identity) await saveIdentity(transaction, user.subject, identity);
      });
      return { user: (await findUser(database, caller.subject)) ?? user };
    },
  };
}

async function findUser(database: Database, subject: string): Promise<User | undefined> {
  const row = await database
    .selectFrom('aua.users')
    .select(['given_name', 'family_name', 'email', 'locale'])
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row && { subject, ...withoutNulls(row) };
}

/** @param replaces Whether what the user information leaves out is forgotten. */
async function saveUser(
  database: Database,
  { subject, ...names }: User,
  replaces: boolean,
): Promise<void> {
  const nothing = { given_name: null, family_name: null, email: null, locale: null };
  const changes = { ...(replaces ? nothing : {}), ...names, updated_at: new Date() };
  await database
    .insertInto('aua.users')
    .values({ subject, ...nothing, ...names })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet(changes))
    .execute();
}

async function saveIdentity(
  database: Database,
  subject: string,
  { groups, ...key }: Identity,
): Promise<void> {
  await database
    .insertInto('aua.identities')
    .values({ subject, ...key, groups })
    .onConflict((conflict) =>
      conflict
        .columns(['subject', 'identity_provider_identifier', 'external_id'])
        .doUpdateSet({ groups, updated_at: new Date() }),
    )
    .execute();
}

/** What is not known is absent on the wire, never null. */
function withoutNulls<Row extends object>(
  row: Row,
): { [Key in keyof Row]?: NonNullable<Row[Key]> } {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as never;
}
