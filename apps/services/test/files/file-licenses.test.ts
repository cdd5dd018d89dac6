import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeBeforeAll, startBeforeAll } from '../platform.ts';
import {
  product,
  publish,
  sha256,
  startFileWorld,
  type NamedLicense,
  type Person,
  type PublicationFile,
} from './file-world.ts';
import { licensed, obtain, register } from './licensed.ts';

/* Row 43 of the security cases: which licences open the files of their product, and where. */

const world = startBeforeAll(startFileWorld);
let paid: PublicationFile;
const content = 'only for those who have a licence';

const publisher = makeBeforeAll(() => world.newPerson('administrator'));
beforeAll(async () => {
  await world.database
    .insertInto('lima.products')
    .values({ ...product, title: 'Wasser', article_numbers: [], device_maximum: null })
    .execute();
  paid = await publish(publisher, content, { file_name: 'Blatt.txt', media_type: 'text/plain' });
});

const { access, refusalOf } = licensed(() => paid);

const group = 'LICENSE_STRATEGY_GROUP';

/** A licence of a class in which somebody is, on a device of theirs. */
async function licenseOfClass(who: Person, change: { seats?: number } = {}) {
  const teacher = await world.newPerson('teacher');
  const group_id = await world.newGroup(teacher, who);
  const license = await world.license(teacher, { license_strategy: group, group_id, ...change });
  await register(who, license.device_identifier);
  return { license, group_id };
}

/** Makes a membership another than an accepted one with licences. */
async function member(
  { subject }: Person,
  group_id: string,
  change: { membership_types?: string[]; membership_state?: 'requested' },
) {
  for (const table of ['gres.members', 'gres.subject_groups'] as const) {
    await world.database
      .updateTable(table)
      .set(change)
      .where('group_id', '=', group_id)
      .where('subject', '=', subject)
      .execute();
  }
}

async function override(
  { subject }: Person,
  { license_code }: NamedLicense,
  license_override_kind: 'LICENSE_OVERRIDE_KIND_BLOCK' | 'LICENSE_OVERRIDE_KIND_EXTEND',
) {
  const license_override = {
    license_override_id: randomUUID(),
    license_override_kind,
    reason: 'why',
    ends_at: '2999-01-01T00:00:00.000Z',
  };
  await publisher.as('lima').licenseOverrideSave({
    body: { subject, license_code, license_override },
  });
}

describe('row 43: a licence', () => {
  test('opens the files of its product', async () => {
    const pupil = await world.newPerson();
    const file = await access(pupil, await world.license(pupil));
    expect(file).toMatchObject({
      version: 1,
      file_name: 'Blatt.txt',
      media_type: 'text/plain',
      size_in_bytes: content.length,
      content_hash: sha256(content),
      distribution_channel: 'UNDEFINED',
    });
    expect(Date.parse(file.expires_at)).toBeLessThanOrEqual(Date.now() + 300_000);
    expect(await (await fetch(file.address)).text()).toBe(content);
  });

  type Change = Parameters<typeof world.license>[1];
  const owned = (change: Change) => (who: Person) => world.license(who, change);
  /** A request that names another licence than there is. */
  const named = (change: object) => async (who: Person) => ({
    ...(await world.license(who)),
    ...change,
  });
  const ofClassAs = (change: Parameters<typeof member>[2]) => async (who: Person) => {
    const { license, group_id } = await licenseOfClass(who);
    await member(who, group_id, change);
    return license;
  };
  const otherProduct = { product_reference: 'feuer-entdecken' };
  const secondsFromNow = (seconds: number) => new Date(Date.now() + seconds * 1000);

  test.each<[string, (who: Person) => Promise<object>, string]>([
    ['none', async () => ({}), 'LICENSE_REQUIRED'],
    ['an unknown one', named({ license_code: 'unknown' }), 'LICENSE_NOT_FOUND'],
    [
      'one of somebody else',
      async (who) => {
        await world.license(who);
        return world.license(publisher);
      },
      'LICENSE_NOT_FOUND',
    ],
    ['one that has expired', owned({ valid_until: secondsFromNow(-1) }), 'LICENSE_NOT_VALID'],
    ['one for another product', owned(otherProduct), 'LICENSE_NOT_VALID'],
    ['one of another publisher', owned({ mandant_identifier: 'ANOTHER' }), 'LICENSE_NOT_VALID'],
    ['one named for a product that it is not for', named(otherProduct), 'LICENSE_NOT_VALID'],
    ['one on an unknown device', named({ device_identifier: 'device-2' }), 'DEVICE_NOT_FOUND'],
    [
      'one on a device of somebody else',
      async (who) => {
        const license = await world.license(who);
        const [other, device_identifier] = [await world.newPerson(), 'device-3'];
        await register(other, device_identifier);
        return { ...license, device_identifier };
      },
      'DEVICE_NOT_FOUND',
    ],
    ['one that begins later', owned({ valid_from: secondsFromNow(3600) }), 'LICENSE_NOT_VALID'],
    [
      'one that support has blocked',
      async (who) => {
        const license = await world.license(who);
        await override(who, license, 'LICENSE_OVERRIDE_KIND_BLOCK');
        return license;
      },
      'LICENSE_NOT_VALID',
    ],
    ['one with seats and none taken', owned({ seats: 1 }), 'LICENSE_USAGE_REQUIRED'],
    [
      'one of a class whose membership has no licences',
      ofClassAs({ membership_types: ['MaySupport'] }),
      'LICENSE_NOT_FOUND',
    ],
    [
      'one of a class that somebody only asked to be in',
      ofClassAs({ membership_state: 'requested' }),
      'LICENSE_NOT_FOUND',
    ],
    [
      'one of another class',
      async (who) => {
        await licenseOfClass(who);
        return (await licenseOfClass(await world.newPerson())).license;
      },
      'LICENSE_NOT_FOUND',
    ],
  ])('%s opens nothing', async (_what, license, code) => {
    const who = await world.newPerson();
    expect(await refusalOf(who, await license(who))).toBe(code);
  });

  test('that has expired opens files as long as support extends it', async () => {
    const who = await world.newPerson();
    const license = await world.license(who, { valid_until: new Date(Date.now() - 1000) });
    await override(who, license, 'LICENSE_OVERRIDE_KIND_EXTEND');
    expect((await access(who, license)).version).toBe(1);
    await override(who, license, 'LICENSE_OVERRIDE_KIND_BLOCK');
    expect(await refusalOf(who, license)).toBe('LICENSE_NOT_VALID');
  });

  test.each([
    ['of the class', async (who: Person) => (await licenseOfClass(who)).license],
    [
      'of every class of its teacher',
      async (who: Person) => {
        const teacher = await world.newPerson('teacher');
        await world.newGroup(teacher, who);
        const license = await world.license(teacher, { license_strategy: group });
        await register(who, license.device_identifier);
        return license;
      },
    ],
    [
      'of the class, with a seat taken',
      async (who: Person) => {
        const { license } = await licenseOfClass(who, { seats: 2 });
        expect(await refusalOf(who, license)).toBe('LICENSE_USAGE_REQUIRED');
        await obtain(who, license);
        return license;
      },
    ],
    ['for a device', owned({ license_strategy: 'LICENSE_STRATEGY_DEVICE' })],
    [
      'for some at a time, with a seat taken',
      async (who: Person) => {
        const concurrent = { license_strategy: 'LICENSE_STRATEGY_CONCURRENT', seats: 1 };
        const license = await world.license(who, concurrent);
        expect(await refusalOf(who, license)).toBe('LICENSE_USAGE_REQUIRED');
        await obtain(who, license);
        return license;
      },
    ],
  ])('%s opens files', async (_what, licenseFor) => {
    const who = await world.newPerson();
    expect((await access(who, await licenseFor(who))).version).toBe(1);
  });

  test('of a class opens nothing any more for whoever has left it', async () => {
    const who = await world.newPerson();
    const { license, group_id } = await licenseOfClass(who);
    expect((await access(who, license)).version).toBe(1);
    await who.as('gres').groupsRevokeMemberships({
      body: { group_id, memberships: [{ subject: who.subject }] },
    });
    expect(await refusalOf(who, license)).toBe('LICENSE_NOT_FOUND');
  });
});
