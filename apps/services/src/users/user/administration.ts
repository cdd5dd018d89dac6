import type { Contract } from '@lectern/contracts';
import type { Handlers } from '../../http/routes.ts';
import { namesOf } from '../../authorization/person-names.ts';
import type { Database } from '../../storage/database.ts';
import { requireOwnMandants } from '../granting.ts';
import { changedIdentities, saveIdentities, takenIdentities } from '../identity-store.ts';
import { areSameNames, namesOnce } from '../names.ts';
import { userOf } from '../user-row.ts';
import {
  lockOrCreateUser,
  lockUser,
  takeOtherMandants,
  updateUser,
  type StoredUser,
} from '../user-store.ts';

type UserAdministrationCalls = Pick<
  Contract['aua'],
  'userSet' | 'userSetEmail' | 'userSetMandantGroups' | 'userDeleteIdentity'
>;

/*
 * The audit log says which fields were changed and not what names and addresses were before and after:
 * its entries stay when the user is erased.
 */

/** Calls of administrators about users, but for their roles. */
export function userAdministrationHandlers(database: Database): Handlers<UserAdministrationCalls> {
  return {
    userSet: ({ body, caller, refusal, record }) =>
      database.transaction().execute(async (transaction) => {
        const { subject, identities = [], mandant_groups, ...names } = body;
        const [taken] = await takenIdentities(transaction, subject, identities);
        if (taken) {
          const { external_id, identity_provider_identifier } = taken;
          throw refusal(
            'IDENTITY_TAKEN',
            `Another user is ${external_id} at ${identity_provider_identifier}. Nothing was changed.`,
          );
        }
        const { user, created } = await lockOrCreateUser(transaction, subject);
        if (mandant_groups) {
          const groups = { before: user.mandant_groups, after: mandant_groups };
          await requireOwnMandants(transaction, caller, subject, groups, refusal);
        }
        const changes = differing(user, {
          ...names,
          ...(mandant_groups && { mandant_groups: namesOnce(mandant_groups) }),
        });
        const saved = await changedIdentities(transaction, subject, identities);
        const isTaken =
          mandant_groups !== undefined &&
          (await takeOtherMandants(transaction, subject, mandant_groups));
        const fields = [
          ...new Set([...Object.keys(changes), ...(isTaken ? ['mandant_groups'] : [])]),
        ];
        if (Object.keys(changes).length > 0) await updateUser(transaction, subject, changes);
        await saveIdentities(transaction, subject, saved);
        const answer = { user: userOf({ ...user, ...changes }), created };
        if (!created && fields.length === 0 && saved.length === 0) {
          return { ...answer, result_state: 'IA_OK' };
        }
        await record(transaction, {
          subject,
          created,
          fields,
          identity_providers: saved.map((identity) => identity.identity_provider_identifier),
        });
        return answer;
      }),

    userSetEmail: ({ body: { subject, email }, refusal, record }) =>
      database.transaction().execute(async (transaction) => {
        const user = await lockUser(transaction, subject);
        if (!user) throw refusal('USER_NOT_FOUND');
        const answer = { user: userOf({ ...user, email }) };
        if (user.email === email) return { ...answer, result_state: 'IA_OK' };
        await updateUser(transaction, subject, { email });
        await record(transaction, { subject, fields: ['email'] });
        return answer;
      }),

    userSetMandantGroups: ({ body, caller, refusal, record }) =>
      database.transaction().execute(async (transaction) => {
        const { subject } = body;
        const user = await lockUser(transaction, subject);
        if (!user) throw refusal('USER_NOT_FOUND');
        const before = user.mandant_groups;
        const mandant_groups = namesOnce(body.mandant_groups);
        const isTaken = await takeOtherMandants(transaction, subject, mandant_groups);
        if (areSameNames(before, mandant_groups) && !isTaken) {
          return { mandant_groups, result_state: 'IA_OK' };
        }
        const groups = { before, after: mandant_groups };
        await requireOwnMandants(transaction, caller, subject, groups, refusal);
        await updateUser(transaction, subject, { mandant_groups });
        await record(transaction, { subject, before, after: mandant_groups });
        return { mandant_groups };
      }),

    userDeleteIdentity: ({ body, refusal, record }) =>
      database.transaction().execute(async (transaction) => {
        const { subject, identity_provider_identifier, external_id } = body;
        if (!(await lockUser(transaction, subject))) throw refusal('USER_NOT_FOUND');
        const { numDeletedRows } = await transaction
          .deleteFrom('aua.identities')
          .where('subject', 'in', await namesOf(transaction, subject))
          .where('identity_provider_identifier', '=', identity_provider_identifier)
          .where('external_id', '=', external_id)
          .executeTakeFirst();
        if (numDeletedRows === 0n) return { result_state: 'IA_OK' };
        await record(transaction, { subject, identity_provider_identifier });
        return {};
      }),
  };
}

type Fields = Omit<StoredUser, 'subject'>;

/** Given fields that are not stored so; absent ones stay. */
function differing(
  stored: Fields,
  wanted: { readonly [Field in keyof Fields]?: Fields[Field] | undefined },
): Partial<Fields> {
  return Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => {
      const before = stored[field as keyof Fields];
      if (value === undefined) return false;
      return Array.isArray(before) && Array.isArray(value)
        ? !areSameNames(before, value)
        : before !== value;
    }),
  );
}
