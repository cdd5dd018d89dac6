import type { Contract } from '@lectern/contracts';
import { sql } from 'kysely';
import type { Handlers } from '../../http/routes.ts';
import type { Database } from '../../storage/database.ts';
import { seesMandant, sightOf } from '../../orders/public.ts';
import { rolesOfUser } from '../held-roles.ts';
import { nameSome } from '../names.ts';
import { changeProperties, propertiesOf, refusedKeys } from '../property-store.ts';
import { permissionsOfRoles } from '../role-store.ts';
import { lockUser } from '../user-store.ts';

type UserAccountCalls = Pick<
  Contract['aua'],
  'userGetRoles' | 'userGetMandantGroups' | 'userCheckGroupMembership' | 'userSetProperties'
>;

export function userAccountHandlers(database: Database): Handlers<UserAccountCalls> {
  return {
    async userGetRoles({ body: { subject }, refusal }) {
      const [user, role_names] = await Promise.all([
        findMandantGroups(database, subject),
        rolesOfUser(database, subject),
      ]);
      if (!user) throw refusal('USER_NOT_FOUND');
      return { role_names, permission_names: await permissionsOfRoles(database, role_names) };
    },

    async userGetMandantGroups({ body: { subject }, caller, refusal }) {
      const user = await findMandantGroups(database, subject);
      if (!user) throw refusal('USER_NOT_FOUND');
      const sight = await sightOf(database, caller, subject);
      return { mandant_groups: user.mandant_groups.filter((group) => seesMandant(sight, group)) };
    },

    async userCheckGroupMembership({ body, refusal }) {
      const { subject, group, identity_provider_identifier } = body;
      const [user, identity] = await Promise.all([
        findMandantGroups(database, subject),
        database
          .selectFrom('aua.identities')
          .select('subject')
          .where('subject', '=', subject)
          .where(sql<boolean>`${group} = any(groups)`)
          .$if(identity_provider_identifier !== undefined, (query) =>
            query.where('identity_provider_identifier', '=', identity_provider_identifier!),
          )
          .limit(1)
          .executeTakeFirst(),
      ]);
      if (!user) throw refusal('USER_NOT_FOUND');
      return { is_member: identity !== undefined };
    },

    userSetProperties: ({ body, caller, refusal, record }) =>
      database.transaction().execute(async (transaction) => {
        const { subject } = body;
        if (!(await lockUser(transaction, subject))) throw refusal('USER_NOT_FOUND');
        const refused = await refusedKeys(transaction, body.properties);
        if (refused.length > 0) {
          const keys = nameSome(refused);
          throw refusal(
            'PROPERTY_NOT_ALLOWED',
            `Keys without an enabled template: ${keys}. Nothing was changed.`,
          );
        }
        const { set, removed } = await changeProperties(transaction, subject, body.properties);
        const properties = await propertiesOf(transaction, subject);
        if (set.length + removed.length === 0) return { properties, result_state: 'IA_OK' };
        // The values are the user's own.
        if (subject !== caller.subject) await record(transaction, { subject, set, removed });
        return { properties };
      }),
  };
}

async function findMandantGroups(database: Database, subject: string) {
  return database
    .selectFrom('aua.users')
    .select('mandant_groups')
    .where('subject', '=', subject)
    .executeTakeFirst();
}
