import { randomUUID } from 'node:crypto';
import { services } from '@lectern/contracts';
import type { BodyInput, BuiltInRole, Contract } from '@lectern/contracts';
import type { Client } from '@lectern/contracts/client';
import type { SignedIn } from '@lectern/env/testing';
import type { PlatformOptions, Tables } from '../../src/index.ts';
import { sql, type Insertable } from 'kysely';
import { startPeopledPlatform } from '../peopled-platform.ts';
import { insertRows, rowsOf } from '../rows.ts';

/** Somebody with a token, and the licence service in the name of that person. */
export interface Person extends SignedIn {
  readonly licenses: Client<Contract['lima']>;
}

/** When usages ended that are not so old that they are cleared away. */
export const justPast = sql<Date>`now() - interval '1 minute'`;

export const product = { mandant_identifier: 'M', product_reference: 'P' };

type Licensing = Awaited<ReturnType<typeof startLicensing>>;

/** The services with what tests of licences ask again and again. */
export async function startLicensing(change: Partial<PlatformOptions> = {}) {
  const world = await startPeopledPlatform(change);
  const { platform, close } = world;
  const { database } = platform;

  const newPerson = async (role?: BuiltInRole): Promise<Person> => {
    const who = await world.newPerson(role);
    return { ...who, licenses: platform.as('lima', who) };
  };
  const registerDevice = async ({ subject, licenses }: Person, device_identifier: string) => {
    await licenses.deviceUpdateForUser({ body: { subject, device: { device_identifier } } });
  };
  const addMember = async (
    group_id: string,
    { subject }: Person,
    group_role: 'leader' | 'member',
    membership_types: string[],
  ) => {
    const membership = { group_id, subject, group_role, membership_types };
    const membership_state = 'accepted' as const;
    await database.insertInto('gres.members').values(membership).execute();
    await insertRows(database, 'gres.subject_groups', { ...membership, membership_state });
  };

  return {
    platform,
    newPerson,
    /** A pupil with a device `d1`. */
    async newPupil() {
      const pupil = await newPerson();
      await registerDevice(pupil, 'd1');
      return pupil;
    },
    registerDevice,
    /** Gives an own licence for {@link product}; its code. */
    async give({ subject }: Person, license: Partial<Insertable<Tables['lima.licenses']>> = {}) {
      const license_code = randomUUID();
      const { group_id = null } = license;
      await insertRows(database, 'lima.licenses', {
        subject,
        license_code,
        license_strategy: 'LICENSE_STRATEGY_USER',
        ...product,
        ...license,
      });
      const code = license.license_code ?? license_code;
      if (group_id !== null) {
        await database
          .insertInto('lima.group_licenses')
          .values({ group_id, license_code: code, subject })
          .execute();
      }
      return code;
    },
    /** Makes a group that the person leads; its id. */
    async newGroup(leader: Person) {
      const group_id = randomUUID();
      await insertRows(database, 'gres.groups', { group_id, provider_id: 'BEOOK_1', name: '5b' });
      await addMember(group_id, leader, 'leader', ['HasLicenses', 'MaySupport']);
      return group_id;
    },
    join: (group_id: string, person: Person, types: string[] = ['HasLicenses']) =>
      addMember(group_id, person, 'member', types),
    async leave(group_id: string, { subject }: Person) {
      for (const table of ['gres.members', 'gres.subject_groups'] as const) {
        await database
          .deleteFrom(table)
          .where('group_id', '=', group_id)
          .where('subject', '=', subject)
          .execute();
      }
    },
    /** Gives a licence other seats, as its order may. */
    async setSeats(license_code: string, seats: number) {
      await rowsOf(database, 'lima.licenses', { license_code }).set({ seats });
    },
    /** Lets the usages of a licence be as old as if their heartbeats had stopped. */
    async expire(license_code: string) {
      await database
        .updateTable('lima.license_usages')
        .set({ expires_at: justPast, due_at: justPast })
        .where('license_code', '=', license_code)
        .execute();
    },
    changesBy: (path: string) =>
      database
        .selectFrom('aua.audit_log')
        .select(['subject', 'change'])
        .where('kind', '=', 'change')
        .where('call', '=', services.lima.base + path)
        .orderBy('at')
        .execute(),
    close,
  };
}

/** Gives a licence of a class to a teacher who leads the people, and nobody else, in it; its code. */
export async function giveClass(
  world: Licensing,
  owner: Person,
  people: readonly Person[],
  license: Partial<Insertable<Tables['lima.licenses']>>,
): Promise<string> {
  const group_id = await world.newGroup(owner);
  for (const person of people) await world.join(group_id, person);
  return world.give(owner, { license_strategy: 'LICENSE_STRATEGY_GROUP', group_id, ...license });
}

/** A pupil's seat on a device. */
export function obtain(
  { subject, licenses }: Person,
  license_code: string,
  device_identifier = 'd1',
  change: Partial<BodyInput<Contract['lima']['licenseObtainLicenseUsage']>> = {},
) {
  return licenses.licenseObtainLicenseUsage({
    body: {
      subject,
      license_code,
      ...product,
      device_identifier,
      license_usage_consistency_type: 'LICENSE_USAGE_CONSISTENCY_TYPE_VOLATILE',
      ...change,
    },
  });
}
