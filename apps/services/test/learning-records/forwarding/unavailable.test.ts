import { describe, expect, onTestFinished, test } from 'vitest';
import { startHostileStore, type HostileStore } from './hostile-store.ts';
import { ForwardingWorld } from './forwarding-world.ts';

const world = new ForwardingWorld();

describe('a store that cannot take anything now', () => {
  test.each<[string, Parameters<HostileStore['answer']>[0], string, { timeoutInMs: number }?]>([
    ['is broken', (response) => response.writeHead(500).end(), 'answered with status 500'],
    ['wants other credentials', (response) => response.writeHead(401).end(), 'with status 401'],
    ['lets its key do nothing', (response) => response.writeHead(403).end(), 'with status 403'],
    ['has moved', (response) => response.writeHead(404).end(), 'with status 404'],
    ['takes nothing at its address', (response) => response.writeHead(405).end(), 'status 405'],
    ['hangs', () => {}, 'did not answer within 1 s', { timeoutInMs: 1_000 }],
    ['resets', (response) => response.socket?.resetAndDestroy(), 'could not be reached'],
    ['is no record store', (response) => response.end('<html>'), 'but not with the ids'],
    [
      'leads elsewhere',
      (response) => response.writeHead(307, { Location: '/inside' }).end(),
      'answered with status 307',
    ],
  ])('that %s is tried again, and nothing is lost', async (_what, by, reason, options) => {
    let isWell = false;
    world.hostile.answer((response, sending) =>
      (isWell ? world.hostile.keep : by)(response, sending),
    );
    await world.forwardTo({}, options);
    const ids = await world.postMany(3);
    await expect.poll(async () => (await world.stateOf()).attempts).toBeGreaterThan(1);
    expect((await world.stateOf()).last_failure).toContain(reason);
    const { output } = await world.run('forwarding');
    expect(output).toMatch(
      new RegExp(`^${world.name}  at \\d+  3 behind  0 refused  .*${reason}`, 'm'),
    );
    isWell = true;
    await world.untilUpToDate();
    expect(world.hostile.kept).toEqual(ids);
    expect(new Set(world.hostile.requests.map(({ url }) => url))).toEqual(
      new Set(['/xapi/statements']),
    );
    expect(await world.stateOf()).toMatchObject({ attempts: 0, next_attempt_at: null });
    expect(await world.failuresOf()).toEqual([]);
  });

  test.each([400, 406, 415])(
    'that answers %i to its version is tried again, and nothing is set aside',
    async (status) => {
      let knowsVersion = false;
      world.hostile.answer((response, sending) =>
        knowsVersion
          ? world.hostile.keep(response, sending)
          : response.writeHead(status).end('unknown version'),
      );
      world.hostile.answerReading((response) => response.writeHead(status).end());
      await world.forwardTo({ version: '2.0.0' });
      const ids = await world.postMany(3);
      await expect.poll(async () => (await world.stateOf()).attempts).toBeGreaterThan(1);
      expect((await world.stateOf()).last_failure).toContain(`status ${status}`);
      expect(await world.failuresOf()).toEqual([]);
      knowsVersion = true;
      await world.untilUpToDate();
      expect(world.hostile.kept).toEqual(ids);
    },
  );

  test('is told apart from a statement that is wrong by a request without one', async () => {
    world.hostile.answer((response) => response.writeHead(400).end());
    world.hostile.answerReading((response) => response.writeHead(400).end());
    await world.forwardTo({ version: '2.0.0' });
    await world.postMany(1);
    await expect
      .poll(async () => (await world.stateOf()).last_failure)
      .toContain('it may not know version 2.0.0');
    expect(world.hostile.requests.at(1)).toEqual({
      method: 'GET',
      url: '/xapi/statements?limit=1',
    });
  });

  test('who stops does not wait for it, and counts no attempt', async () => {
    world.hostile.answer(() => {});
    const { stop } = await world.forwardTo({}, { timeoutInMs: 60_000 });
    await world.postMany(1);
    await expect.poll(() => world.hostile.sendings.length).toBe(1);
    await stop();
    expect(await world.stateOf()).toMatchObject({ attempts: 0, last_failure: null });
  });

  test('however many others hang, statements arrive, and the figures are read', async () => {
    const slow = await startHostileStore();
    onTestFinished(() => slow.close());
    slow.answer(() => {});
    const { endpoint } = slow;
    const targets = Array.from({ length: 25 }, (_, place) => ({
      name: `slow-${place}`,
      endpoint,
      key: 'k',
      secret: 's',
      from: 'now' as const,
    }));
    const { figures } = await world.forwardTo({}, { targets, timeoutInMs: 60_000 });
    const [first] = await world.postMany(1);
    await expect.poll(() => slow.sendings.length).toBe(25);
    const [late] = await world.postMany(1);
    await expect.poll(() => world.hostile.kept).toEqual([first, late]);
    expect(await figures()).toHaveLength(26);
  });

  test('it is left alone for as long as it wants, or until somebody says otherwise', async () => {
    world.hostile.answer((response) => response.writeHead(429, { 'Retry-After': '120' }).end());
    await world.forwardTo();
    const ids = await world.postMany(1);
    const pause = async () => {
      const { next_attempt_at, last_failure_at } = await world.stateOf();
      return next_attempt_at && next_attempt_at.getTime() - last_failure_at!.getTime();
    };
    await expect.poll(pause).toBeGreaterThan(119_000);
    expect(world.hostile.sendings).toHaveLength(1);
    world.hostile.answer(world.hostile.keep);
    expect(await world.run('forwarding', 'retry', world.name)).toMatchObject({ code: 0 });
    await expect.poll(() => world.hostile.kept).toEqual(ids);
  });

  test.each(['http://127.0.0.1:1/xapi', 'http://localhost:1/xapi', 'http://[::1]:1/xapi'])(
    'an address in a closed network is never asked: %s',
    async (endpoint) => {
      await world.forwardTo({ endpoint }, { networks: [] });
      await world.postMany(1);
      await expect
        .poll(async () => (await world.stateOf()).last_failure)
        .toContain('in a network that may not be asked');
    },
  );
});
