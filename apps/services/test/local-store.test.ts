import { beforeEach, describe, expect, test } from 'vitest';
import { codeOf, makeBeforeAll, startBeforeAll, startTestPlatform } from './platform.ts';
import { someModel } from './some-model.ts';

const platform = startBeforeAll(startTestPlatform);

const mia = makeBeforeAll(() => platform.identityProvider.signIn('mia'));
const ben = makeBeforeAll(() => platform.identityProvider.signIn('ben'));

describe('local store', () => {
  const item = (key: string, value: string) => ({ segment: 's', key, value });

  test('items come back, versions count changes, a repeat changes nothing', async () => {
    const store = platform.as('clag', mia);
    const set = (...local_store_items: ReturnType<typeof item>[]) =>
      store.localStoreItemSetForModel({ body: { ...someModel, local_store_items } });

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
    const { local_store_items } = await store.localStoreItemGetForModel({ body: someModel });
    expect(local_store_items.map(({ key, value }) => [key, value])).toEqual([
      ['a', 'Grüße 🌊'],
      ['b', '2'],
    ]);
  });

  test('a topic and an exercise of one id are two models', async () => {
    const store = platform.as('clag', mia);
    const { exercise_dto: _, ...issue } = someModel;
    const topic = { ...issue, topic_dto: { topic_id: 'e' } };
    expect((await store.localStoreItemGetForModel({ body: topic })).local_store_items).toEqual([]);
  });

  test('nobody else sees them', async () => {
    const { local_store_items } = await platform
      .as('clag', ben)
      .localStoreItemGetForModel({ body: someModel });
    expect(local_store_items).toEqual([]);
  });

  test.each([
    ['neither topic nor exercise', { exercise_dto: undefined }],
    ['both', { topic_dto: { topic_id: 't' } }],
    ['an empty id', { exercise_dto: { exercise_id: '' } }],
    ['an unknown field', { surprise: 1 }],
  ])('%s is refused', async (_name, change) => {
    const body = { ...someModel, ...change };
    expect(await codeOf(platform.as('clag', mia).localStoreItemGetForModel({ body }))).toBe(
      'REQUEST_INVALID',
    );
  });

  test('the same item twice in one request is refused and nothing is stored', async () => {
    const body = { ...someModel, local_store_items: [item('x', '1'), item('x', '2')] };
    const store = platform.as('clag', mia);
    expect(await codeOf(store.localStoreItemSetForModel({ body }))).toBe(
      'LOCAL_STORE_ITEM_REPEATED',
    );
    const { local_store_items } = await store.localStoreItemGetForModel({ body: someModel });
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
        return store.localStoreItemSetForModel({ body: { ...someModel, local_store_items } });
      }),
    );
    const { local_store_items } = await store.localStoreItemGetForModel({ body: someModel });
    expect(local_store_items.map(({ version }) => version)).toEqual(keys.map(() => writers));
    // All of one request or none: whichever came last, its four values stand together.
    expect(new Set(local_store_items.map(({ value }) => value)).size).toBe(1);
  });

  test('every one of many equal writers is told the newest state of every item', async () => {
    const store = platform.as('clag', mia);
    const model = { ...someModel, exercise_dto: { exercise_id: 'equal' } };
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
    const model = () => ({ ...someModel, exercise_dto: { exercise_id: `versioned-${exercise}` } });
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
      const model = { ...someModel, exercise_dto: { exercise_id: `full-${what}` } };
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

  test('a value of the longest length is stored, a longer one refused by its name and the limit', async () => {
    const store = platform.as('clag', mia);
    const set = (length: number) =>
      store.localStoreItemSetForModel({
        body: {
          ...someModel,
          local_store_items: [item('short', 'x'), item('long', 'ä'.repeat(length))],
        },
      });
    expect(await codeOf(set(262_144))).toBeUndefined();
    await expect(set(262_145)).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
      messages: [
        {
          code: 'REQUEST_INVALID',
          text: '✖ Too big: expected string to have <=262144 characters\n  → at local_store_items[1].value',
        },
      ],
    });
  });
});
