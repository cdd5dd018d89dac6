import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startBeforeAll } from '../platform.ts';
import { logOutput } from '../../src/http/log-output.ts';
import { afterIdleTransactions } from '../idle-transactions.ts';
import { changed, linked, notificationKey, startOrderWorld } from './order-world.ts';
import { expectedSignature, verifiedBy, type Received } from './receiver.ts';
import { rowsOf } from '../rows.ts';
import { patienceInMs } from '../../../../test/rounds.ts';

/** Three attempts, without a pause. */
const pausesInSeconds = [0, 0];

const startWorld = (timeoutInMs: number) =>
  startOrderWorld({ deliveries: { pausesInSeconds, timeoutInMs }, logLevel: 'warn' });
/** An order system that answers may take as long as this machine does: no attempt is counted twice. */
const world = startBeforeAll(() => startWorld(patienceInMs));

beforeAll(async () => {
  await world.register();
});
afterEach(() => world.receiver.answer((response) => void response.writeHead(204).end()));

type World = Awaited<ReturnType<typeof startWorld>>;
const messagesOf = (deliveryId: string, { receiver }: World = world) =>
  receiver.received.filter(({ headers }) => headers['webhook-id'] === deliveryId);
const deliveryOf = (delivery_id: string, { platform }: World = world) =>
  rowsOf(platform.database, 'osc.deliveries', { delivery_id }).one();

/** Attempts at a notification until it is given up, and what is listed of it. */
async function giveUp(at: World) {
  const { delivery_id } = (await at.notify('thomas', [changed])).deliveries[0]!;
  await vi.waitUntil(async () => (await deliveryOf(delivery_id, at)).given_up_at);
  const info = await at.orders.orderSystemUserRelationGetInfo({ body: { subject: 'thomas' } });
  return {
    attempts: messagesOf(delivery_id, at).length,
    listed: info.undelivered?.filter((each) => each.delivery_id === delivery_id),
  };
}
const givenUp = (failure: string) => ({
  attempts: pausesInSeconds.length + 1,
  listed: [
    {
      delivery_id: expect.any(String),
      order_system_identifier: 'IAPROS1',
      change_type: 'USER_CHANGED',
      attempts: 3,
      last_failure: failure,
      created_at: expect.any(String),
      last_attempt_at: expect.any(String),
      given_up_at: expect.any(String),
    },
  ],
});

describe('a notification', () => {
  test('says what has changed, signed with the key of the order system', async () => {
    const { deliveries } = await world.notify('lea', [linked('K-1')]);
    const [{ delivery_id, delivered }] = deliveries as [(typeof deliveries)[number]];
    expect(delivered).toBe(false);
    await expect.poll(() => messagesOf(delivery_id)).toHaveLength(1);
    const [message] = messagesOf(delivery_id);
    expect(message).toMatchObject({
      path: '/notifications',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Lectern',
        'webhook-signature': expectedSignature(message!, notificationKey),
      },
    });
    expect(verifiedBy(message!, notificationKey, 'raw')).toEqual(JSON.parse(message!.body));
    expect(() => verifiedBy(message!, 'another key', 'raw')).toThrow('No matching signature');
    const age = Date.now() / 1000 - Number(message!.headers['webhook-timestamp']);
    expect(Math.abs(age)).toBeLessThan(30);
    expect(JSON.parse(message!.body)).toMatchObject({
      type: 'order_system_user_relation.changed',
      timestamp: expect.any(String),
      data: {
        subject: 'lea',
        order_system_identifier: 'IAPROS1',
        change_type: 'CUSTOMER_LINKED',
        customer_id: 'K-1',
      },
    });
    await expect
      .poll(() => deliveryOf(delivery_id))
      .toMatchObject({
        delivered_at: expect.any(Date),
        attempts: 1,
        last_failure: null,
      });
  });

  test('is signed with the bytes that stand behind whsec_', async () => {
    const secret = Buffer.alloc(32, 7);
    const credentials = {
      client_id: 'encoded',
      notification_key: `whsec_${secret.toString('base64')}`,
    };
    await world.register('ENCODED', { credentials });
    const { deliveries } = await world.notify('lea', [linked('K-1', 'ENCODED')]);
    const { delivery_id } = deliveries[0]!;
    await expect.poll(() => messagesOf(delivery_id)).toHaveLength(1);
    const [message] = messagesOf(delivery_id);
    expect(message!.headers['webhook-signature']).toBe(expectedSignature(message!, secret));
    const { notification_key } = credentials;
    expect(verifiedBy(message!, notification_key)).toEqual(JSON.parse(message!.body));
    await expect.poll(() => deliveryOf(delivery_id)).toMatchObject({ attempts: 1 });
  });

  test('is sent until it is confirmed, with the same id and the same words', async () => {
    let failures = 2;
    const hasEnded: boolean[] = [];
    world.receiver.answer((response) => {
      afterIdleTransactions(world.platform.database, (is) => {
        hasEnded.push(is);
        response.writeHead(failures-- > 0 ? 500 : 204).end();
      });
    });
    const { delivery_id } = (await world.notify('lea', [changed])).deliveries[0]!;
    await vi.waitUntil(async () => (await deliveryOf(delivery_id)).delivered_at);
    const messages = messagesOf(delivery_id);
    expect(messages).toHaveLength(3);
    expect(new Set(messages.map(({ body }) => body)).size).toBe(1);
    for (const message of messages) {
      expect(message.headers['webhook-signature']).toBe(
        expectedSignature(message, notificationKey),
      );
    }
    expect(await deliveryOf(delivery_id)).toMatchObject({ attempts: 3, given_up_at: null });
    // No transaction waits for an order system.
    expect(hasEnded).toEqual([true, true, true]);
  });

  test('to one that is gone is given up at once, and the log names the order system', async () => {
    const written = vi.spyOn(logOutput, 'write').mockImplementation(() => {});
    world.receiver.answer((response) => void response.writeHead(410).end());
    const subject = randomUUID();
    const { delivery_id } = (await world.notify(subject, [changed])).deliveries[0]!;
    await vi.waitUntil(async () => (await deliveryOf(delivery_id)).given_up_at);
    expect(await deliveryOf(delivery_id)).toMatchObject({
      attempts: 1,
      last_failure: 'answered with status 410: it takes no notifications any more',
    });
    const lines = written.mock.calls.map(([line]) => line).filter((line) => line.includes('410'));
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      {
        level: 'warn',
        order_system_identifier: 'IAPROS1',
        msg: expect.stringContaining('given up'),
      },
    ]);
    expect(lines[0]).not.toContain(subject);
  });

  test.each([
    [429, '1', 1_000, 0],
    // Also where the clock is set back meanwhile.
    [503, '1', 1_000, 3_600_000],
    // Not of the statuses that tell for how long.
    [500, '3600', 0, 0],
  ])(
    'after status %i with Retry-After %s waits for it',
    async (status, text, pauseInMs, backInMs) => {
      let failures = 1;
      const times: number[] = [];
      world.receiver.answer((response) => {
        times.push(performance.now());
        if (failures-- > 0) response.writeHead(status, { 'Retry-After': text }).end();
        else response.writeHead(204).end();
      });
      const { delivery_id } = (await world.notify('lea', [changed])).deliveries[0]!;
      await vi.waitUntil(async () => (await deliveryOf(delivery_id)).attempts > 0);
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - backInMs });
      onTestFinished(() => void vi.useRealTimers());
      // Another one for the same address waits, too, and that is no attempt.
      const other = (await world.notify('ben', [changed])).deliveries[0]!.delivery_id;
      for (const id of [delivery_id, other]) {
        await vi.waitUntil(async () => (await deliveryOf(id)).delivered_at);
      }
      expect(Math.min(...times.slice(1)) - times[0]!).toBeGreaterThanOrEqual(pauseInMs);
      expect(await deliveryOf(delivery_id)).toMatchObject({ attempts: 2 });
      expect(await deliveryOf(other)).toMatchObject({ attempts: 1 });
    },
  );

  test.each<[string, string, (response: ServerResponse) => void]>([
    ['refuses', 'answered with status 403', (response) => void response.writeHead(403).end()],
    [
      'redirects',
      'answered with status 308',
      (response) =>
        void response.writeHead(308, { Location: `${world.receiver.address}/stolen` }).end(),
    ],
    ['hangs up', 'could not be reached', (response) => void response.destroy()],
  ])(
    'to one that %s is given up after the last attempt, and listed',
    async (_, failure, answer) => {
      world.receiver.answer(answer);
      expect(await giveUp(world)).toEqual(givenUp(failure));
      expect(world.receiver.received.filter(({ path }) => path === '/stolen')).toEqual([]);
    },
  );

  test('whose address has come to lead into a closed network goes nowhere', async () => {
    await world.register('MOVED');
    await rowsOf(world.platform.database, 'osc.order_systems', {
      order_system_identifier: 'MOVED',
    }).set({ notification_address: 'https://127.0.0.2/notifications' });
    const moved = { order_system_identifier: 'MOVED', change_type: 'USER_CHANGED' } as const;
    const { deliveries } = await world.orders.orderSystemUserRelationNotifyChanges({
      body: { subject: 'ben', notification_id: randomUUID(), relation_changes: [moved] },
    });
    const { delivery_id } = deliveries[0]!;
    const failed = await vi.waitUntil(async () => {
      const delivery = await deliveryOf(delivery_id);
      return delivery.last_failure === null ? undefined : delivery;
    });
    expect(failed.last_failure).toBe(
      'has an address in a network that may not be asked, or one that is not https',
    );
  });
});

describe('an order system that does not answer', () => {
  const impatient = startBeforeAll(() => startWorld(1_000));
  beforeAll(() => impatient.register());

  test('is given up after the last attempt, and listed', async () => {
    impatient.receiver.answer(() => {});
    expect(await giveUp(impatient)).toEqual(givenUp('did not answer within 1 s'));
  });

  test('row 108: with much to be told, keeps no other one waiting', async () => {
    const { receiver } = impatient;
    // One of four shares the queue of the first one.
    const others = Array.from({ length: 12 }, (_, place) => `SHOP-${place}`);
    for (const name of others) await impatient.register(name);
    const isSlow = ({ body }: Received) => body.includes('"IAPROS1"');
    receiver.answer((response, request) => {
      if (!isSlow(request)) response.writeHead(204).end();
    });
    const before = receiver.received.length;
    const people = Array.from({ length: 12 }, () => randomUUID());
    for (const subject of people) await impatient.notify(subject, [changed]);
    await expect.poll(() => receiver.received.slice(before).some(isSlow)).toBe(true);
    const { deliveries } = await impatient.notify(
      randomUUID(),
      others.map((name) => linked(randomUUID(), name)),
    );
    const earlier = receiver.received.length;
    const waiting = async () => {
      const rows = await Promise.all(
        deliveries.map(({ delivery_id }) => deliveryOf(delivery_id, impatient)),
      );
      return rows.filter(({ delivered_at }) => delivered_at === null).length;
    };
    await expect.poll(waiting).toBe(0);
    const ids = new Set<unknown>(deliveries.map(({ delivery_id }) => delivery_id));
    const last = receiver.received.findLastIndex(({ headers }) => ids.has(headers['webhook-id']));
    // The attempt that was under way, and one that had been fetched.
    expect(receiver.received.slice(earlier, last).filter(isSlow).length).toBeLessThanOrEqual(2);
  });
});
