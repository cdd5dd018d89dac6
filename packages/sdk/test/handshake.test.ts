import { describe, expect, it, vi } from 'vitest';
import { connect, type Container } from '../src/client.ts';
import { connectTimeoutInMs } from '../src/protocol/limits.ts';
import { requests } from '../src/protocol/requests.ts';
import { containerForEachTest, containerOrigin, idle } from './fake-container.ts';

const container = containerForEachTest();

/** The failure of connecting; nothing: it has connected. */
const failure = (connecting: Promise<Container>): Promise<unknown> =>
  connecting.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('HELLO-1: content begins with hello', () => {
  it('with the version that it speaks and what it can do, to any origin', async () => {
    const connecting = connect();
    expect(container.asked).toEqual([
      {
        message: {
          origin: 'iframe',
          action: 'hello',
          id: expect.any(String),
          payload: { version: 1, capabilities: ['port'] },
        },
        origin: '*',
      },
    ]);
    expect(requests.hello.payload.faultIn(container.asked[0]?.message.payload)).toBeUndefined();
    container.greet();
    expect((await connecting).locale).toBe('de-CH');
  });

  it('with save-sign where it shows by itself how far its work is saved', () => {
    void connect({ showsSaveState: true }).catch(() => {});
    expect(container.asked[0]?.message.payload).toMatchObject({
      capabilities: ['port', 'save-sign'],
    });
  });

  it('with own-menu where it has a menu of its own', () => {
    void connect({ showsMenu: true }).catch(() => {});
    expect(container.asked[0]?.message.payload).toMatchObject({
      capabilities: ['port', 'own-menu'],
    });
  });

  it('to the origins that its author has named alone', () => {
    const containerOrigins = [containerOrigin, 'https://other.example'];
    void connect({ containerOrigins }).catch(() => {});
    expect(container.asked.map(({ origin }) => origin)).toEqual(containerOrigins);
  });

  it('each time with an id of its own', () => {
    for (let time = 0; time < 2; time++) void connect().catch(() => {});
    const [first, second] = container.asked.map(({ message }) => message.id);
    expect(first).not.toBe(second);
  });
});

describe('HELLO-2: the version', () => {
  it('of a container that is newer is the content’s', async () => {
    const connecting = connect();
    container.greet({ result: { version: 1, locale: 'fr-CH', more: 'unknown' } });
    expect((await connecting).locale).toBe('fr-CH');
  });

  it('of a container that is too old fails with UNSUPPORTED_VERSION', async () => {
    const failed = failure(connect());
    container.greet({ result: { version: 0, locale: 'de-CH' } });
    expect(await failed).toMatchObject({ code: 'UNSUPPORTED_VERSION', mayRetry: false });
  });

  it('that the container refuses fails with the container’s words', async () => {
    const failed = failure(connect());
    const error = { code: 'UNSUPPORTED_VERSION', message: 'Too old.' } as const;
    container.greet({ result: undefined, error });
    expect(await failed).toMatchObject({ ...error, action: 'hello' });
  });
});

describe('TIME-2: without a container', () => {
  it('a page that is not framed fails at once', async () => {
    const alone: { parent?: unknown } = {};
    alone.parent = alone;
    vi.stubGlobal('window', alone);
    expect(await failure(connect())).toMatchObject({ code: 'NO_CONTAINER', mayRetry: false });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('that answers, connecting fails after the connect time-out', async () => {
    const failed = vi.fn<(error: unknown) => void>();
    void connect().catch(failed);
    await vi.advanceTimersByTimeAsync(connectTimeoutInMs - 1);
    expect(failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(failed).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ code: 'NO_CONTAINER', action: 'hello' }),
    );
  });
});

describe('ORIGIN-3: no answer to hello', () => {
  it.each([
    ['is one from another window', { source: {} }, {}],
    ['is one from an origin that the author has not named', { origin: 'https://evil.example' }, {}],
    ['is one with another id', {}, { id: 'hello 1' }],
    ['is one without the container’s marker', {}, { origin: 'iframe' }],
  ])('%s', async (_, from, member) => {
    const failed = failure(connect({ containerOrigins: [containerOrigin] }));
    const { id } = container.asked[0]!.message;
    const message = { origin: 'container', action: 'hello', id, result: { version: 1 }, ...member };
    container.send(message, from);
    for (const data of [null, undefined, 'x', 7, []]) container.send(data);
    await vi.advanceTimersByTimeAsync(connectTimeoutInMs);
    expect(await failed).toMatchObject({ code: 'NO_CONTAINER' });
  });
});

describe('nothing is left behind', () => {
  it('once the container has answered with a port', async () => {
    const connecting = connect();
    container.greet();
    const { disconnect } = await connecting;
    expect([vi.getTimerCount(), container.listenerCount]).toEqual([0, 0]);
    disconnect();
  });

  it('once connecting has failed', async () => {
    const failed = failure(connect());
    await vi.advanceTimersByTimeAsync(connectTimeoutInMs);
    await failed;
    expect([vi.getTimerCount(), container.listenerCount]).toEqual([0, 0]);
  });

  it('where an author’s origin is none', async () => {
    expect(await failure(connect({ containerOrigins: ['no origin'] }))).toBeInstanceOf(Error);
    expect([vi.getTimerCount(), container.listenerCount]).toEqual([0, 0]);
    await idle();
  });
});
