import { randomUUID } from 'node:crypto';
import type { SignedIn } from '@lectern/env/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { ensureGroup } from '../../src/index.ts';
import { codeOf, makeBeforeEach, startBeforeAll } from '../platform.ts';
import { startCouponWorld } from './coupons.ts';

/* A coupon of strategy group is for a class: whoever leads none would have it for itself alone. */

const world = startBeforeAll(startCouponWorld);
/** Not activated by anybody. */
let code: string;

// People of their own for each test: requests with codes are counted.
const teacher = makeBeforeEach(() => world.person(randomUUID(), 'teacher'));
const pupil = makeBeforeEach(() => world.person(randomUUID()));
beforeEach(async () => {
  [code = ''] = await world.makeCoupons(randomUUID(), {
    license_strategy: 'LICENSE_STRATEGY_GROUP',
    seats: 25,
  });
});

/** Makes a group with these leaders and members. @returns its id. */
async function newGroup(leaders: readonly SignedIn[], members: readonly SignedIn[] = []) {
  const group_id = randomUUID();
  await ensureGroup(world.platform.database, {
    group_id,
    provider_id: 'BEOOK_1',
    name: 'Klasse 5b',
    members: [
      ...leaders.map(({ subject }) => ({ subject, group_role: 'leader' as const })),
      ...members.map(({ subject }) => ({ subject, group_role: 'member' as const })),
    ],
  });
  return group_id;
}
const groups = (who: SignedIn) => world.platform.as('gres', who);
const activate = (who: SignedIn, coupon_code = code) =>
  world.orders(who).couponActivate({ body: { subject: who.subject, coupon_code } });
const isLicensed = async ({ subject }: SignedIn) =>
  (await world.licenses()).some((license) => license.subject === subject);

describe('a class coupon', () => {
  test('makes a licence for whoever leads a group', async () => {
    await newGroup([teacher], [pupil]);
    expect(await activate(teacher)).toMatchObject({ result_state: 'OK', license_made: true });
    const { licenses } = await world.platform
      .as('lima', pupil)
      .licenseGetForUser({ body: { subject: pupil.subject } });
    expect(licenses).toMatchObject([{ license_strategy: 'LICENSE_STRATEGY_GROUP', seats: 25 }]);
  });

  test('stays as it was where a pupil activates it, and is still good for a teacher', async () => {
    await newGroup([teacher], [pupil]);
    expect(await codeOf(activate(pupil))).toBe('COUPON_NEEDS_GROUP');
    expect(await world.statesOf(code)).toEqual(['VALID']);
    expect(await isLicensed(pupil)).toBe(false);
    expect(await world.orders(pupil).couponLookUp({ body: { coupon_code: code } })).toMatchObject({
      coupon: { coupon_state: 'VALID' },
      redeemable: true,
    });
    expect(await activate(teacher)).toMatchObject({ license_made: true });
  });

  test('stays reserved for a subject that leads none yet, and is good once it does', async () => {
    const { subject: assigned_subject } = teacher;
    await world.changeState({ coupon_code: code, coupon_state: 'ASSIGNED', assigned_subject });
    expect(await codeOf(activate(teacher))).toBe('COUPON_NEEDS_GROUP');
    expect(await world.statesOf(code)).toEqual(['VALID', 'ASSIGNED']);
    await newGroup([teacher]);
    expect(await activate(teacher)).toMatchObject({ license_made: true });
  });

  test('is refused to a leader who became a member', async () => {
    const colleague = await world.person(randomUUID(), 'teacher');
    const group_id = await newGroup([teacher, colleague]);
    const { subject } = teacher;
    await groups(colleague).groupsSetMemberships({
      body: {
        group_id,
        memberships: [{ subject, group_role: 'member', membership_types: ['HasLicenses'] }],
      },
    });
    expect(await codeOf(activate(teacher))).toBe('COUPON_NEEDS_GROUP');
  });

  test('is refused to a leader whose membership was revoked', async () => {
    const colleague = await world.person(randomUUID(), 'teacher');
    const group_id = await newGroup([teacher, colleague]);
    const { subject } = teacher;
    await groups(colleague).groupsRevokeMemberships({
      body: { group_id, memberships: [{ subject }] },
    });
    expect(await codeOf(activate(teacher))).toBe('COUPON_NEEDS_GROUP');
  });

  test('is refused to a leader whose only group was deleted', async () => {
    const group_id = await newGroup([teacher]);
    await groups(teacher).groupsDelete({ body: { group_id } });
    expect(await codeOf(activate(teacher))).toBe('COUPON_NEEDS_GROUP');
  });

  test('that was activated stays so for a leader who leads none any more', async () => {
    const group_id = await newGroup([teacher]);
    const first = await activate(teacher);
    await groups(teacher).groupsDelete({ body: { group_id } });
    expect(await activate(teacher)).toEqual({ ...first, result_state: 'IA_OK' });
  });

  test('that nobody can activate any more says that, whoever asks', async () => {
    const [expired] = await world.makeCoupons(randomUUID(), {
      license_strategy: 'LICENSE_STRATEGY_GROUP',
      redeemable_until: '2026-01-01T00:00:00Z',
    });
    expect(await codeOf(activate(pupil, expired))).toBe('COUPON_EXPIRED');
    await world.changeState({ coupon_code: code, coupon_state: 'WITHDRAWN' });
    expect(await codeOf(activate(pupil))).toBe('COUPON_WITHDRAWN');
  });

  test('is activated by an administrator for whoever leads a group', async () => {
    const { subject: assigned_subject } = teacher;
    await newGroup([teacher], [pupil]);
    await world.changeState({ coupon_code: code, coupon_state: 'ASSIGNED', assigned_subject });
    const { results } = await world.changeState({ coupon_code: code, coupon_state: 'ACTIVE' });
    expect(results).toMatchObject([{ outcome: 'CHANGED', coupon: { coupon_state: 'ACTIVE' } }]);
    expect(await isLicensed(teacher)).toBe(true);
  });

  test('is refused to an administrator who activates it for a pupil, alone of the request', async () => {
    await newGroup([teacher], [pupil]);
    const [own = ''] = await world.makeCoupons(randomUUID());
    const { subject: assigned_subject } = pupil;
    for (const coupon_code of [code, own]) {
      await world.changeState({ coupon_code, coupon_state: 'ASSIGNED', assigned_subject });
    }
    const state_changes = [code, own].map((coupon_code) => ({
      coupon_code,
      coupon_state: 'ACTIVE' as const,
    }));
    const changing = world.administration.couponChangeState({ body: { state_changes } });
    await expect(changing).rejects.toMatchObject({
      messages: [{ code: 'COUPON_NEEDS_GROUP' }],
      answer: {
        results: [
          {
            outcome: 'REFUSED',
            refusal: 'COUPON_NEEDS_GROUP',
            coupon: { coupon_state: 'ASSIGNED', assigned_subject },
          },
          { outcome: 'CHANGED', coupon: { coupon_state: 'ACTIVE' } },
        ],
      },
    });
    expect(await world.statesOf(code)).toEqual(['VALID', 'ASSIGNED']);
    const licensed = (await world.licenses()).filter(({ subject }) => subject === assigned_subject);
    expect(licensed).toHaveLength(1);
  });
});

describe('at the same time', () => {
  test('many pupils and one teacher: the teacher has it, and no pupil', async () => {
    const pupils = await Promise.all(Array.from({ length: 20 }, () => world.person(randomUUID())));
    await newGroup([teacher], pupils);
    const outcomes = await Promise.all([
      ...pupils.slice(0, 10).map((who) => codeOf(activate(who))),
      codeOf(activate(teacher)),
      ...pupils.slice(10).map((who) => codeOf(activate(who))),
    ]);
    expect(outcomes.splice(10, 1)).toEqual([undefined]);
    for (const outcome of outcomes) {
      // After the teacher it is another's.
      expect(['COUPON_NEEDS_GROUP', 'COUPON_USED']).toContain(outcome);
    }
    expect(await world.statesOf(code)).toEqual(['VALID', 'ASSIGNED', 'ACTIVE']);
    const licensed = (await world.licenses()).map(({ subject }) => subject);
    expect(licensed).toContain(teacher.subject);
    for (const { subject } of pupils) expect(licensed).not.toContain(subject);
  });

  test('a leader that stops being one has it, or has spent nothing', async () => {
    const colleague = await world.person(randomUUID(), 'teacher');
    const raced = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const leader = await world.person(randomUUID(), 'teacher');
        const group_id = await newGroup([leader, colleague]);
        const [own = ''] = await world.makeCoupons(randomUUID(), {
          license_strategy: 'LICENSE_STRATEGY_GROUP',
        });
        const memberships = [{ subject: leader.subject }];
        const [outcome] = await Promise.all([
          codeOf(activate(leader, own)),
          groups(colleague).groupsRevokeMemberships({ body: { group_id, memberships } }),
        ]);
        return { outcome, states: await world.statesOf(own), isLicensed: await isLicensed(leader) };
      }),
    );
    for (const { outcome, ...left } of raced) {
      expect([undefined, 'COUPON_NEEDS_GROUP']).toContain(outcome);
      expect(left).toEqual(
        outcome === undefined
          ? { states: ['VALID', 'ASSIGNED', 'ACTIVE'], isLicensed: true }
          : { states: ['VALID'], isLicensed: false },
      );
    }
  });
});
