import { CallFailed } from '@lectern/contracts/client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestPlatform, type TestPlatform } from './platform.ts';

type Session = Awaited<ReturnType<TestPlatform['identityProvider']['signIn']>>;

let platform: TestPlatform;
let mia: Session;
let ben: Session;

beforeAll(async () => {
  platform = await startTestPlatform();
  [mia, ben] = await Promise.all([
    platform.identityProvider.signIn('mia'),
    platform.identityProvider.signIn('ben'),
  ]);
});
afterAll(() => platform.close());

async function codeOf(promise: Promise<unknown>): Promise<string | undefined> {
  try {
    await promise;
    return undefined;
  } catch (error) {
    if (error instanceof CallFailed) return error.code ?? error.kind;
    throw error;
  }
}

describe('users', () => {
  test('a subject is unknown until its user information is taken over', async () => {
    const lea = await platform.identityProvider.signIn('lea');
    const users = platform.as('aua', lea);
    expect(await codeOf(users.userGet({ body: { subject: lea.subject } }))).toBe('USER_NOT_FOUND');
    expect(await codeOf(users.userGetIdentities({ body: { subject: lea.subject } }))).toBe(
      'USER_NOT_FOUND',
    );

    const { user } = await users.userUpdateUserInfo();
    expect(user).toMatchObject({ subject: lea.subject, given_name: 'Lea', family_name: 'Wyss' });
    await expect(users.userGet({ body: { subject: lea.subject } })).resolves.toMatchObject({
      user,
    });
    const { identities } = await users.userGetIdentities({ body: { subject: lea.subject } });
    expect(identities).toEqual([
      {
        identity_provider_identifier: 'SCHUL_VERLAG_1',
        external_id: lea.subject,
        groups: ['aua_group_sv_pandalogin'],
      },
    ]);
    await expect(
      users.userGetProperties({ body: { subject: lea.subject } }),
    ).resolves.toMatchObject({
      properties: [],
    });
  });

  test('a provider that gives no more user information takes nothing away', async () => {
    const thomas = await platform.identityProvider.signIn('thomas');
    const users = platform.as('aua', thomas);
    const { user } = await users.userUpdateUserInfo();
    expect(user).toMatchObject({ given_name: 'Thomas' });
    const { identities } = await users.userGetIdentities({ body: { subject: thomas.subject } });
    // The services remember the token for a moment; the provider already refuses it.
    await platform.identityProvider.revoke(thomas);
    await expect(users.userUpdateUserInfo()).resolves.toMatchObject({ user });
    await expect(
      users.userGetIdentities({ body: { subject: thomas.subject } }),
    ).resolves.toMatchObject({ identities });
  });

  test('many first sights at once make one user', async () => {
    const users = platform.as('aua', mia);
    await Promise.all(Array.from({ length: 20 }, () => users.userUpdateUserInfo()));
    const rows = await platform.database
      .selectFrom('aua.users')
      .select('subject')
      .where('subject', '=', mia.subject)
      .execute();
    expect(rows).toHaveLength(1);
  });
});

describe('groups', () => {
  test('only who leads a group is given it', async () => {
    const { database } = platform;
    await database
      .insertInto('gres.groups')
      .values({ group_id: 'g1', provider_id: 'BEOOK_1', name: '5b' })
      .execute();
    await database
      .insertInto('gres.members')
      .values([
        { group_id: 'g1', subject: ben.subject, group_role: 'leader' },
        { group_id: 'g1', subject: mia.subject, group_role: 'member' },
      ])
      .execute();

    const get = (who: Session, provider_id?: string) =>
      platform
        .as('gms', who)
        .gmsGroupsGet({ body: { subject: who.subject, ...(provider_id && { provider_id }) } })
        .then(({ groups }) => groups.map(({ group_id }) => group_id));
    expect(await get(ben)).toEqual(['g1']);
    expect(await get(ben, 'BEOOK_1')).toEqual(['g1']);
    expect(await get(ben, 'OTHER')).toEqual([]);
    expect(await get(mia)).toEqual([]);
  });
});

describe('devices', () => {
  test('a device is registered once and keeps its date of registration', async () => {
    const devices = platform.as('lima', mia);
    const body = (os_name: string) => ({
      body: {
        subject: mia.subject,
        device: { device_identifier: 'd1', os_name, touch_device: true },
      },
    });
    const first = await devices.deviceUpdateForUser(body('Linux'));
    const second = await devices.deviceUpdateForUser(body('Android'));
    expect(second.device).toEqual({ ...first.device, os_name: 'Android' });
    expect(second.device.device_registration_date).toBeDefined();
  });

  test('of a subject with many devices the newest hundred are kept, also in parallel', async () => {
    const devices = platform.as('lima', ben);
    const register = (device_identifier: string) =>
      devices.deviceUpdateForUser({
        body: { subject: ben.subject, device: { device_identifier } },
      });
    await Promise.all(Array.from({ length: 130 }, (_, index) => register(`d${index}`)));
    await register('newest');
    const kept = await platform.database
      .selectFrom('lima.devices')
      .select('device_identifier')
      .where('subject', '=', ben.subject)
      .execute();
    expect(kept).toHaveLength(100);
    expect(kept).toContainEqual({ device_identifier: 'newest' });
  });
});

describe('licences', () => {
  const day = 86_400_000;
  const at = (days: number) => new Date(Date.now() + days * day);
  const product = {
    mandant_identifier: 'M',
    product_reference: 'P',
    license_strategy: 'LICENSE_STRATEGY_USER',
  };

  test('the state follows from block and dates; consolidating keeps the best', async () => {
    await platform.database
      .insertInto('lima.licenses')
      .values([
        { ...product, subject: mia.subject, license_code: 'blocked', blocked: true },
        { ...product, subject: mia.subject, license_code: 'future', valid_from: at(1) },
        { ...product, subject: mia.subject, license_code: 'past', valid_until: at(-1) },
        { ...product, subject: mia.subject, license_code: 'short', valid_until: at(1) },
        { ...product, subject: mia.subject, license_code: 'long', valid_until: at(30) },
        { ...product, subject: mia.subject, license_code: 'elsewhere', product_reference: 'Q' },
      ])
      .execute();
    const licenses = platform.as('lima', mia);
    const body = { subject: mia.subject, mandant_identifier: 'M' };
    const states = (await licenses.licenseGetForUser({ body })).licenses.map((license) => [
      license.license_code,
      license.license_state,
    ]);
    expect(Object.fromEntries(states)).toEqual({
      blocked: 'LICENSE_STATE_BLOCKED',
      future: 'LICENSE_STATE_EXPIRED',
      past: 'LICENSE_STATE_EXPIRED',
      short: 'LICENSE_STATE_VALID',
      long: 'LICENSE_STATE_VALID',
      elsewhere: 'LICENSE_STATE_VALID',
    });
    const best = await licenses.licenseGetForUser({ body, query: { consolidate: true } });
    expect(best.licenses.map(({ license_code }) => license_code).toSorted()).toEqual([
      'elsewhere',
      'long',
    ]);
  });
});

describe('local store', () => {
  const scope = {
    course_id_dto: { course_id: 'c' },
    issue_id_dto: { issue_id: 'i' },
    exercise_dto: { exercise_id: 'e' },
  };
  const item = (key: string, value: string) => ({ segment: 's', key, value });

  test('items come back, versions count changes, a repeat changes nothing', async () => {
    const store = platform.as('clag', mia);
    const set = (...local_store_items: ReturnType<typeof item>[]) =>
      store.localStoreItemSetForModel({ body: { ...scope, local_store_items } });

    const first = await set(item('b', '1'), item('a', 'Grüße 🌊'));
    expect(first.result_state).toBe('OK');
    expect(first.local_store_items).toMatchObject([
      { key: 'a', value: 'Grüße 🌊', version: 1 },
      { key: 'b', value: '1', version: 1 },
    ]);
    expect((await set(item('b', '1'))).result_state).toBe('IA_OK');
    expect(await set(item('b', '2'), item('a', 'Grüße 🌊'))).toMatchObject({
      result_state: 'OK',
      local_store_items: [
        { key: 'a', version: 1 },
        { key: 'b', version: 2 },
      ],
    });
    const { local_store_items } = await store.localStoreItemGetForModel({ body: scope });
    expect(local_store_items.map(({ key, value }) => [key, value])).toEqual([
      ['a', 'Grüße 🌊'],
      ['b', '2'],
    ]);
  });

  test('a topic and an exercise of one id are two models', async () => {
    const store = platform.as('clag', mia);
    const { exercise_dto: _, ...issue } = scope;
    const topic = { ...issue, topic_dto: { topic_id: 'e' } };
    expect((await store.localStoreItemGetForModel({ body: topic })).local_store_items).toEqual([]);
  });

  test('nobody else sees them', async () => {
    const { local_store_items } = await platform
      .as('clag', ben)
      .localStoreItemGetForModel({ body: scope });
    expect(local_store_items).toEqual([]);
  });

  test.each([
    ['neither topic nor exercise', { exercise_dto: undefined }],
    ['both', { topic_dto: { topic_id: 't' } }],
    ['an empty id', { exercise_dto: { exercise_id: '' } }],
    ['an unknown field', { surprise: 1 }],
  ])('%s is refused', async (_name, change) => {
    const body = { ...scope, ...change };
    expect(await codeOf(platform.as('clag', mia).localStoreItemGetForModel({ body }))).toBe(
      'REQUEST_INVALID',
    );
  });

  test('the same item twice in one request is refused and nothing is stored', async () => {
    const body = { ...scope, local_store_items: [item('x', '1'), item('x', '2')] };
    const store = platform.as('clag', mia);
    expect(await codeOf(store.localStoreItemSetForModel({ body }))).toBe(
      'LOCAL_STORE_ITEM_REPEATED',
    );
    const { local_store_items } = await store.localStoreItemGetForModel({ body: scope });
    expect(local_store_items.map(({ key }) => key)).not.toContain('x');
  });

  test('parallel writers of the same items neither fail nor lose a version', async () => {
    const store = platform.as('clag', ben);
    const keys = ['k1', 'k2', 'k3', 'k4'];
    const writers = 16;
    await Promise.all(
      Array.from({ length: writers }, (_, writer) => {
        const ordered = writer % 2 ? keys : keys.toReversed();
        const local_store_items = ordered.map((key) => item(key, `${writer}`));
        return store.localStoreItemSetForModel({ body: { ...scope, local_store_items } });
      }),
    );
    const { local_store_items } = await store.localStoreItemGetForModel({ body: scope });
    expect(local_store_items.map(({ version }) => version)).toEqual(keys.map(() => writers));
    // All of one request or none: whichever came last, its four values stand together.
    expect(new Set(local_store_items.map(({ value }) => value)).size).toBe(1);
  });

  test('every one of many equal writers is told the newest state of every item', async () => {
    const store = platform.as('clag', mia);
    const model = { ...scope, exercise_dto: { exercise_id: 'equal' } };
    const keys = Array.from({ length: 20 }, (_, index) => `k${index}`);
    const write = (value: string) =>
      store.localStoreItemSetForModel({
        body: { ...model, local_store_items: keys.map((key) => item(key, value)) },
      });
    for (const value of ['one', 'two']) {
      const answers = await Promise.all(Array.from({ length: 8 }, () => write(value)));
      for (const { local_store_items } of answers) {
        expect(local_store_items.map((stored) => stored.value)).toEqual(keys.map(() => value));
      }
      expect(answers.filter(({ result_state }) => result_state === 'OK')).toHaveLength(1);
    }
  });

  describe('a change that names the version it was made on', () => {
    let exercise = 0;
    const model = () => ({ ...scope, exercise_dto: { exercise_id: `versioned-${exercise}` } });
    const set = (...local_store_items: (ReturnType<typeof item> & { version?: number })[]) =>
      platform
        .as('clag', mia)
        .localStoreItemSetForModel({ body: { ...model(), local_store_items } });
    const stored = async () =>
      (await platform.as('clag', mia).localStoreItemGetForModel({ body: model() }))
        .local_store_items;
    beforeEach(() => {
      exercise++;
    });

    test('is stored on that version', async () => {
      await set({ ...item('a', '1'), version: 0 });
      await set({ ...item('a', '2'), version: 1 });
      expect(await stored()).toMatchObject([{ value: '2', version: 2 }]);
    });

    test.each([
      ['an older one', 1],
      ['none', 0],
      ['one that never was', 7],
    ])(
      'conflicts with another one, made on %s, and nothing of it is stored',
      async (_name, version) => {
        await set({ ...item('a', '1'), version: 0 });
        await set({ ...item('a', 'newer'), version: 1 });
        const late = set(item('b', 'beside it'), { ...item('a', 'late'), version });
        expect(await codeOf(late)).toBe('LOCAL_STORE_ITEM_CONFLICT');
        expect(await stored()).toMatchObject([{ key: 'a', value: 'newer', version: 2 }]);
      },
    );

    test('is done already when its value is stored, whatever the version', async () => {
      await set({ ...item('a', '1'), version: 0 });
      expect((await set({ ...item('a', '1'), version: 0 })).result_state).toBe('IA_OK');
    });

    test('that brings back the value of before still outdates what is on its way', async () => {
      await set({ ...item('a', 'first'), version: 0 });
      const back = await set({ ...item('a', 'first'), version: 1 });
      expect(back.local_store_items).toMatchObject([{ version: 2 }]);
      // Made on the same version, and late.
      expect(await codeOf(set({ ...item('a', 'late'), version: 1 }))).toBe(
        'LOCAL_STORE_ITEM_CONFLICT',
      );
      expect(await stored()).toMatchObject([{ value: 'first' }]);
    });

    test('of an item that is gone conflicts, and does not bring it back', async () => {
      expect(await codeOf(set({ ...item('a', 'late'), version: 3 }))).toBe(
        'LOCAL_STORE_ITEM_CONFLICT',
      );
      expect(await stored()).toEqual([]);
    });

    test('of fifty made on one version in parallel, one is stored', async () => {
      await set({ ...item('a', 'first'), version: 0 });
      const codes = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          codeOf(set({ ...item('a', `w${index}`), version: 1 })),
        ),
      );
      expect(codes.filter((code) => code === undefined)).toHaveLength(1);
      expect(codes.filter((code) => code === 'LOCAL_STORE_ITEM_CONFLICT')).toHaveLength(49);
      expect(await stored()).toMatchObject([{ version: 2 }]);
    });
  });

  test.each([
    ['bytes', 17, () => 'ä'.repeat(130_000)],
    ['items', 6, () => 'x'],
  ])(
    'what one exercise holds is limited in %s, and what is over is not stored',
    async (what, requests, value) => {
      const store = platform.as('clag', mia);
      const model = { ...scope, exercise_dto: { exercise_id: `full-${what}` } };
      const perRequest = what === 'items' ? 200 : 1;
      const codes: unknown[] = [];
      for (let request = 0; request < requests; request++) {
        const items = Array.from({ length: perRequest }, (_, index) =>
          item(`${request}-${index}`, value()),
        );
        codes.push(
          await codeOf(
            store.localStoreItemSetForModel({ body: { ...model, local_store_items: items } }),
          ),
        );
      }
      expect(codes.slice(0, -1).every((code) => code === undefined)).toBe(true);
      expect(codes.at(-1)).toBe('LOCAL_STORE_FULL');
      const { local_store_items } = await store.localStoreItemGetForModel({ body: model });
      expect(local_store_items).toHaveLength((requests - 1) * perRequest);
    },
  );

  test('identifiers of the greatest length in any script are stored, longer ones refused', async () => {
    const store = platform.as('clag', mia);
    const set = (id: string) =>
      codeOf(
        store.localStoreItemSetForModel({
          body: {
            course_id_dto: { course_id: id },
            issue_id_dto: { issue_id: id },
            exercise_dto: { exercise_id: id },
            local_store_items: [{ segment: id, key: id, value: 'x' }],
          },
        }),
      );
    // Random, so that the database cannot compress them.
    const randomText = (length: number) =>
      Array.from({ length }, () =>
        String.fromCodePoint(0x4e_00 + Math.floor(Math.random() * 20_000)),
      ).join('');
    expect(await set(randomText(85))).toBeUndefined();
    expect(await set(randomText(86))).toBe('REQUEST_INVALID');
  });

  test('a value of the longest length is stored, a longer one refused', async () => {
    const store = platform.as('clag', mia);
    const set = (length: number) =>
      codeOf(
        store.localStoreItemSetForModel({
          body: { ...scope, local_store_items: [item('long', 'ä'.repeat(length))] },
        }),
      );
    expect(await set(262_144)).toBeUndefined();
    expect(await set(262_145)).toBe('REQUEST_INVALID');
  });
});

describe('learning records', () => {
  const verb = { id: 'http://adlnet.gov/expapi/verbs/answered', display: { de: 'beantwortete' } };
  const object = { id: 'https://lectern.example/exercise/1' };
  const put = (who: Session, statement: object, dto_id = 'exercise-1') =>
    platform.as('lars', who).dataPut({
      body: {
        subject: who.subject,
        put_dto: { dto_id, statement: { verb, object, ...statement } },
      },
    });

  test('actor and authority come from the token, whatever the statement says', async () => {
    const { statement_id } = await put(mia, { actor: { mbox: 'mailto:ben@schule.example' } });
    const { statements } = await platform
      .as('lars', mia)
      .dataGet({ body: { subject: mia.subject } });
    const stored = statements.find(({ id }) => id === statement_id);
    expect(stored).toMatchObject({
      verb,
      object,
      actor: {
        account: { homePage: platform.identityProvider.servicesClient.issuer, name: mia.subject },
      },
      authority: { account: { name: 'lectern-shell' } },
    });
    expect(stored?.actor).not.toHaveProperty('mbox');
  });

  test('the same statement again is IA_OK, another one under its id a conflict', async () => {
    const id = 'f3b0b3d2-4f8c-4f64-9a3e-0a4a7a1f0c11';
    expect((await put(mia, { id })).result_state).toBe('OK');
    expect((await put(mia, { id })).result_state).toBe('IA_OK');
    expect((await put(mia, { id: id.toUpperCase() })).result_state).toBe('IA_OK');
    expect(await codeOf(put(mia, { id, result: { success: true } }))).toBe('STATEMENT_CONFLICT');
    expect(await codeOf(put(mia, { id }, 'exercise-2'))).toBe('STATEMENT_CONFLICT');
    const timed = { id: 'f3b0b3d2-4f8c-4f64-9a3e-0a4a7a1f0c12', timestamp: '2026-01-01T00:00:00Z' };
    await put(mia, timed);
    expect((await put(mia, timed)).result_state).toBe('IA_OK');
    expect(await codeOf(put(mia, { ...timed, timestamp: '2026-01-02T00:00:00Z' }))).toBe(
      'STATEMENT_CONFLICT',
    );
  });

  test('fifty parallel puts of one statement store it once', async () => {
    const id = 'f3b0b3d2-4f8c-4f64-9a3e-0a4a7a1f0c13';
    const states = await Promise.all(Array.from({ length: 50 }, () => put(mia, { id })));
    expect(states.filter(({ result_state }) => result_state === 'OK')).toHaveLength(1);
  });

  test('pages follow each other without gap or repeat', async () => {
    for (let index = 0; index < 7; index++)
      await put(ben, { result: { score: { raw: index } } }, 'paged');
    const records = platform.as('lars', ben);
    const scores: unknown[] = [];
    let cursor: string | undefined;
    do {
      const page = await records.dataGet({
        body: { subject: ben.subject, dto_id: 'paged', limit: 3, ...(cursor && { cursor }) },
      });
      expect(page.statements.length).toBeLessThanOrEqual(3);
      scores.push(
        ...page.statements.map(
          (statement) => (statement['result'] as { score: { raw: number } }).score.raw,
        ),
      );
      cursor = page.next_cursor;
    } while (cursor);
    expect(scores).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  test.each([
    ['no verb', { verb: undefined }],
    ['a verb that is no IRI', { verb: { id: 'answered' } }],
    ['an activity without id', { object: {} }],
    ['an id that is no UUID', { id: '1' }],
    ['a time without offset', { timestamp: '2026-01-01T00:00:00' }],
    ['a time that is long', { timestamp: `2026-01-01T00:00:00.${'0'.repeat(100)}Z` }],
    ['a time after the year 9999', { timestamp: '9999-12-31T23:59:59-23:59' }],
  ])('%s is refused', async (_name, change) => {
    expect(await codeOf(put(mia, change))).toBe('REQUEST_INVALID');
  });
});
