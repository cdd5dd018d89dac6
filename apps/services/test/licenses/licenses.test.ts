import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { codeOf, makeBeforeAll, startBeforeAll } from '../platform.ts';
import { obtain, product, startLicensing, type Person } from './licensing.ts';
import { rowsOf } from '../rows.ts';

const world = startBeforeAll(startLicensing);

const teacher = makeBeforeAll(() => world.newPerson('teacher'));
const support = makeBeforeAll(() => world.newPerson('support'));

const day = 86_400_000;
const at = (days: number) => new Date(Date.now() + days * day);

async function statesOf({ subject, licenses }: Person): Promise<Record<string, string>> {
  const answer = await licenses.licenseGetForUser({ body: { subject } });
  return Object.fromEntries(
    answer.licenses.map(({ license_code, license_state }) => [license_code, license_state]),
  );
}
const hasAccess = async ({ subject, licenses }: Person) =>
  (await licenses.productVerifyUserAccess({ body: { subject, ...product } })).has_access;

async function override(
  owner: Person,
  license_code: string,
  kind: 'EXTEND' | 'BLOCK',
  license_override_id = randomUUID(),
  ends_at = at(1),
) {
  return support.licenses.licenseOverrideSave({
    body: {
      subject: owner.subject,
      license_code,
      license_override: {
        license_override_id,
        license_override_kind: `LICENSE_OVERRIDE_KIND_${kind}`,
        reason: 'why',
        ends_at: ends_at.toISOString(),
      },
    },
  });
}

describe('the state', () => {
  test('follows from the dates, by the clock of the database', async () => {
    const pupil = await world.newPupil();
    const dates = {
      future: { valid_from: at(1) },
      past: { valid_from: at(-2), valid_until: at(-1) },
      now: { valid_from: at(-1), valid_until: at(1) },
      open: {},
    };
    for (const [license_code, validity] of Object.entries(dates)) {
      await world.give(pupil, { license_code, ...validity });
    }
    expect(await statesOf(pupil)).toEqual({
      future: 'LICENSE_STATE_EXPIRED',
      past: 'LICENSE_STATE_EXPIRED',
      now: 'LICENSE_STATE_VALID',
      open: 'LICENSE_STATE_VALID',
    });
  });

  test('an extension holds past the end, a block wins, and both end by themselves', async () => {
    const pupil = await world.newPupil();
    const code = await world.give(pupil, { valid_from: at(-2), valid_until: at(-1) });
    expect(await hasAccess(pupil)).toBe(false);
    const extension = randomUUID();
    await override(pupil, code, 'EXTEND', extension);
    expect(await statesOf(pupil)).toEqual({ [code]: 'LICENSE_STATE_VALID' });
    const { license_usage } = await obtain(pupil, code);
    await override(pupil, code, 'BLOCK');
    expect(await statesOf(pupil)).toEqual({ [code]: 'LICENSE_STATE_BLOCKED' });
    expect(await codeOf(obtain(pupil, code))).toBe('LICENSE_NOT_VALID');
    const { license_usage_id } = license_usage;
    const body = { subject: pupil.subject, license_code: code, license_usage_id };
    expect(await codeOf(pupil.licenses.licenseUsageGiveOffHeartbeat({ body }))).toBe(
      'LICENSE_NOT_VALID',
    );
    await rowsOf(world.platform.database, 'lima.license_overrides', {
      license_code: code,
      license_override_kind: 'LICENSE_OVERRIDE_KIND_BLOCK',
    }).set({ ends_at: at(-1) });
    expect(await statesOf(pupil)).toEqual({ [code]: 'LICENSE_STATE_VALID' });
    const ended = { subject: pupil.subject, license_code: code, license_override_id: extension };
    const end = () =>
      support.licenses.licenseOverrideDelete({ body: { ...ended, reason: 'paid' } });
    expect(await end()).toMatchObject({ result_state: 'OK' });
    expect(await end()).toMatchObject({ result_state: 'IA_OK' });
    expect(await statesOf(pupil)).toEqual({ [code]: 'LICENSE_STATE_EXPIRED' });
  });

  test('consolidated there is the best licence of each product', async () => {
    const pupil = await world.newPupil();
    await world.give(pupil, { license_code: 'c-past', valid_from: at(-9), valid_until: at(-1) });
    await world.give(pupil, { license_code: 'c-short', valid_until: at(1) });
    await world.give(pupil, { license_code: 'c-long', valid_until: at(30) });
    await world.give(pupil, { license_code: 'c-blocked' });
    await world.give(pupil, { license_code: 'c-other', product_reference: 'Q' });
    await override(pupil, 'c-blocked', 'BLOCK');
    const { licenses } = await pupil.licenses.licenseGetForUser({
      body: { subject: pupil.subject },
      query: { consolidate: true },
    });
    expect(licenses.map(({ license_code }) => license_code).toSorted()).toEqual([
      'c-long',
      'c-other',
    ]);
  });

  test('access is denied for the reason that comes nearest', async () => {
    const pupil = await world.newPupil();
    const denial = async () =>
      (
        await pupil.licenses.productVerifyUserAccess({
          body: { subject: pupil.subject, ...product },
        })
      ).access_denial;
    expect(await denial()).toBe('ACCESS_DENIAL_NO_LICENSE');
    await world.give(pupil, { product_reference: 'Q' });
    expect(await denial()).toBe('ACCESS_DENIAL_NO_LICENSE');
    await world.give(pupil, { valid_until: at(-1), valid_from: at(-2) });
    expect(await denial()).toBe('ACCESS_DENIAL_LICENSE_EXPIRED');
    const code = await world.give(pupil);
    expect(await denial()).toBeUndefined();
    await override(pupil, code, 'BLOCK');
    expect(await denial()).toBe('ACCESS_DENIAL_LICENSE_BLOCKED');
  });
});

describe('overrides', () => {
  test('are seen by those who manage them, and by nobody else', async () => {
    const pupil = await world.newPupil();
    const code = await world.give(pupil);
    await override(pupil, code, 'EXTEND');
    const asked = { body: { subject: pupil.subject } };
    const [own] = (await pupil.licenses.licenseGetForUser(asked)).licenses;
    expect(own).not.toHaveProperty('license_overrides');
    const [seen] = (await support.licenses.licenseGetForUser(asked)).licenses;
    expect(seen!.license_overrides).toMatchObject([{ reason: 'why', saved_by: support.subject }]);
  });

  test('repeated are one; another of the same id is a conflict; each is audited', async () => {
    const pupil = await world.newPupil();
    const code = await world.give(pupil);
    const [id, end] = [randomUUID(), at(1)];
    expect(await override(pupil, code, 'EXTEND', id, end)).toMatchObject({ result_state: 'OK' });
    expect(await override(pupil, code, 'EXTEND', id, end)).toMatchObject({ result_state: 'IA_OK' });
    expect(await codeOf(override(pupil, code, 'BLOCK', id, end))).toBe('LICENSE_OVERRIDE_CONFLICT');
    expect(await codeOf(override(pupil, code, 'BLOCK', randomUUID(), at(-1)))).toBe(
      'LICENSE_OVERRIDE_IN_THE_PAST',
    );
    expect(await codeOf(override(teacher, code, 'BLOCK'))).toBe('LICENSE_NOT_FOUND');
    const changes = await world.changesBy('/licenseOverride/save');
    expect(changes.filter(({ subject }) => subject === pupil.subject)).toMatchObject([
      { change: { license_code: code, license_override: { reason: 'why' } } },
    ]);
  });
});

describe('licences of groups', () => {
  const ofGroup = { license_strategy: 'LICENSE_STRATEGY_GROUP' };

  test.each([
    ['of one group', true],
    ['of every group that the owner leads', false],
  ])('%s: members are entitled at once on joining and no longer on leaving', async (_, named) => {
    const owner = await world.newPerson('teacher');
    const group = await world.newGroup(owner);
    const pupil = await world.newPupil();
    const code = await world.give(owner, { ...ofGroup, ...(named && { group_id: group }) });
    expect([await hasAccess(owner), await hasAccess(pupil)]).toEqual([true, false]);
    await world.join(group, pupil);
    expect(await statesOf(pupil)).toEqual({ [code]: 'LICENSE_STATE_VALID' });
    const { license_usage } = await obtain(pupil, code);
    await world.leave(group, pupil);
    expect(await hasAccess(pupil)).toBe(false);
    expect(await codeOf(obtain(pupil, code))).toBe('LICENSE_NOT_FOUND');
    const { license_usage_id } = license_usage;
    const body = { subject: pupil.subject, license_code: code, license_usage_id };
    expect(await codeOf(pupil.licenses.licenseUsageGiveOffHeartbeat({ body }))).toBe(
      'LICENSE_NOT_VALID',
    );
    await expect(pupil.licenses.licenseVerifyLicenseUsage({ body })).resolves.toMatchObject({
      holds: false,
    });
  });

  test('each counts once, in however many groups; other strategies entitle their owner alone', async () => {
    const owner = await world.newPerson('teacher');
    const pupil = await world.newPupil();
    for (let groups = 0; groups < 3; groups++) {
      await world.join(await world.newGroup(owner), pupil);
    }
    const code = await world.give(owner, ofGroup);
    await world.give(owner, { license_strategy: 'LICENSE_STRATEGY_CONCURRENT', seats: 9 });
    expect(Object.keys(await statesOf(pupil))).toEqual([code]);
    expect(Object.keys(await statesOf(owner))).toHaveLength(2);
  });

  test('who only asked, or has no licences there, is not entitled; nor by what members own', async () => {
    const owner = await world.newPerson('teacher');
    const group = await world.newGroup(owner);
    const [asking, supporting, member] = [
      await world.newPupil(),
      await world.newPupil(),
      await world.newPupil(),
    ];
    await world.join(group, asking);
    await rowsOf(world.platform.database, 'gres.subject_groups', { subject: asking.subject }).set({
      membership_state: 'requested',
    });
    await world.join(group, supporting, ['MaySupport']);
    await world.join(group, member);
    await world.give(owner, { ...ofGroup, group_id: group });
    await world.give(owner, ofGroup);
    await world.give(member, ofGroup);
    expect(await statesOf(asking)).toEqual({});
    expect(await statesOf(supporting)).toEqual({});
    expect(Object.keys(await statesOf(member))).toHaveLength(3);
    expect(Object.keys(await statesOf(owner))).toHaveLength(2);
  });
});

test('licences are taken with their seats and overrides; those of groups stay', async () => {
  const administrator = await world.newPerson('administrator');
  const [owner, pupil] = [await world.newPerson('teacher'), await world.newPupil()];
  const group = await world.newGroup(owner);
  await world.join(group, pupil);
  const code = await world.give(owner, {
    license_strategy: 'LICENSE_STRATEGY_GROUP',
    group_id: group,
    seats: 3,
  });
  const own = await world.give(pupil);
  await override(owner, code, 'EXTEND');
  await obtain(pupil, code);
  const take = (from: Person) =>
    administrator.licenses.licensePruneAllLicensesFromUser({
      body: { subject: from.subject, reason: 'returned' },
    });
  await expect(take(pupil)).resolves.toMatchObject({ license_codes: [own] });
  expect(Object.keys(await statesOf(pupil))).toEqual([code]);
  await expect(take(owner)).resolves.toMatchObject({ license_codes: [code] });
  await expect(take(owner)).resolves.toMatchObject({ result_state: 'IA_OK', license_codes: [] });
  expect(await statesOf(pupil)).toEqual({});
  for (const table of [
    'lima.group_licenses',
    'lima.license_overrides',
    'lima.license_usages',
    'lima.seats',
  ] as const) {
    const rows = await world.platform.database
      .selectFrom(table)
      .select('license_code')
      .where('license_code', '=', code)
      .execute();
    expect([table, rows]).toEqual([table, []]);
  }
});
