import { actions, capabilities, eventNames, requests } from '@lectern/sdk/protocol';
import { describe, expect, it, vi } from 'vitest';
import { greet } from '../src/bridge/greeting.ts';
import { loadPatienceInMs, watchMenu } from '../src/content-menu/menu-watch.ts';
import { bridgeForEachTest, idle, question } from './bridge-scene.ts';

const { scene, start, deliver, sayHello } = bridgeForEachTest();

const greeting = { version: 1, locale: 'de-CH', actions, events: eventNames, capabilities };
const hello = { origin: 'iframe', action: 'hello', id: 1 };

describe('a greeting', () => {
  it('HELLO-4: is answered with all that the container can, before the rest of the shell has arrived', async () => {
    start(new Promise(() => {}));
    const message = { origin: 'container', action: 'hello', id: 1, result: greeting };
    expect(await deliver(hello)).toEqual([message]);
    expect(await deliver(question), 'other requests wait').toEqual([message]);
  });

  it('has the shape of the protocol', () => {
    const { outcome } = greet({ version: 1 }, 'fr-CH');
    expect(requests.hello.result.faultIn(outcome.result)).toBeUndefined();
  });

  it.each([
    ['absent', undefined, 1],
    ['left empty', null, 1],
    ['1', 1, 1],
    ['2', 2, 1],
    ['99', 99, 1],
  ])('HELLO-2: with the version %s names the one that both speak', (_, version, agreed) => {
    expect(greet({ version }, 'de-CH').outcome).toEqual({
      result: { ...greeting, version: agreed },
    });
  });

  it.each([undefined, null, 'hello', 7, [], {}])(
    'HELLO-2: with the payload %o is that of version 1',
    (payload) => {
      expect(greet(payload, 'de-CH').outcome).toEqual({ result: greeting });
    },
  );

  it('HELLO-2: takes an inherited version for none', () => {
    expect(greet(Object.create({ version: 0 }), 'de-CH').outcome).toEqual({ result: greeting });
  });

  it.each([
    ['0', 0],
    ['-1', -1],
    ['1.5', 1.5],
    ['text', '1'],
    ['no number', Number.NaN],
    ['infinite', Infinity],
    ['a list', [1]],
    ['a big integer', 1n],
    ['an object that has no text', { toString: null }],
    ['a list of great depth', deepList(100_000)],
  ])('HELLO-3: with the version %s is refused', (_, version) => {
    const { outcome, able } = greet({ version, capabilities: ['port'] }, 'de-CH');
    expect(outcome.error).toMatchObject({ code: 'UNSUPPORTED_VERSION' });
    expect(outcome.error?.message.length).toBeLessThan(200);
    expect(able('port'), 'and gets no port').toBe(false);
  });

  it.each([
    ['text', 'port'],
    ['an object', { port: true, 0: 'port', length: 1 }],
    ['a list of others', ['Port', 1, null, ['port']]],
    ['a list of great length', Object.assign([], { length: 2 ** 32 - 1 })],
    ['inherited', Object.create({ capabilities: ['port'] })],
  ])('with %s for capabilities has none', (_, named) => {
    const { outcome, able } = greet({ version: 1, capabilities: named }, 'de-CH');
    expect(outcome).toEqual({ result: greeting });
    expect(able('port')).toBe(false);
  });

  it('HELLO-4: of the content says what it can; what is unknown of it is no fault', () => {
    const { able } = greet({ version: 7, capabilities: ['telepathy', 'save-sign'] }, 'de-CH');
    expect([able('save-sign'), able('port')]).toEqual([true, false]);
  });
});

describe('SAVE-8: that the content shows the save state by itself', () => {
  it('is known until the content is gone', async () => {
    const bridge = start();
    expect(bridge.able?.('save-sign') ?? false).toBe(false);
    await deliver({ ...hello, payload: { capabilities: ['save-sign'] } });
    expect(bridge.able?.('save-sign')).toBe(true);
    scene.frame.close();
    expect(bridge.able?.('save-sign') ?? false).toBe(false);
  });

  it('is taken back by a page that says hello without', async () => {
    const bridge = start();
    await deliver({ ...hello, payload: { capabilities: ['save-sign'] } });
    await deliver(hello);
    expect(bridge.able?.('save-sign') ?? false).toBe(false);
  });
});

describe('MENU-1: whether the page in the frame lacks a menu', () => {
  const load = () => scene.show(scene.frame.window!);
  const withMenu = { ...hello, payload: { capabilities: ['own-menu'] } };

  it('is known once it says hello, or has loaded without', async () => {
    const bridge = start();
    await deliver(withMenu);
    const menu = watchMenu({ frame: scene.frame, bridge });
    const heard = vi.fn<() => void>();
    menu.subscribe(heard);
    expect(menu.isLacking).toBe(false);
    // WebKit tells of a fragment in the same way.
    load();
    load();
    expect(menu.isLacking).toBe(false);
    menu.leavePage();
    load();
    expect([menu.isLacking, heard.mock.calls.length]).toEqual([true, 1]);
    const content = scene.frame.window!;
    scene.frame.close();
    expect(menu.isLacking).toBe(false);
    scene.show(content);
    expect(menu.isLacking).toBe(true);
  });

  it('is so from the beginning where nothing has been said by then', () => {
    const menu = watchMenu({ frame: scene.frame, bridge: start() });
    expect(menu.isLacking).toBe(true);
  });

  it('is what the newest page says, before it has loaded', async () => {
    const menu = watchMenu({ frame: scene.frame, bridge: start() });
    await deliver(withMenu);
    load();
    expect(menu.isLacking).toBe(false);
    await deliver(hello);
    load();
    expect(menu.isLacking).toBe(true);
    await deliver(withMenu);
    await deliver({ action: 'logout' });
    load();
    expect(menu.isLacking).toBe(false);
  });

  it('is told again by a page that speaks only after it has loaded', async () => {
    const menu = watchMenu({ frame: scene.frame, bridge: start() });
    load();
    expect(menu.isLacking).toBe(true);
    await deliver(withMenu);
    expect(menu.isLacking).toBe(false);
  });

  it('is what a page says last, over its port, too', async () => {
    const menu = watchMenu({ frame: scene.frame, bridge: start() });
    const { port } = sayHello();
    expect(menu.isLacking).toBe(true);
    port.postMessage(withMenu);
    await idle();
    expect(menu.isLacking).toBe(false);
  });

  it('is not what the page says over its port that is being left', async () => {
    const menu = watchMenu({ frame: scene.frame, bridge: start() });
    const { port } = sayHello();
    menu.leavePage();
    port.postMessage(withMenu);
    await idle();
    load();
    expect(menu.isLacking).toBe(true);
  });

  describe('of a page that never loads', () => {
    const loading = () => ({ ...scene.frame, isLoaded: false, isOpen: true });

    it('is taken for so after a while', () => {
      vi.useFakeTimers();
      const menu = watchMenu({ frame: loading(), bridge: start() });
      vi.advanceTimersByTime(loadPatienceInMs - 1);
      expect(menu.isLacking).toBe(false);
      vi.advanceTimersByTime(1);
      expect(menu.isLacking).toBe(true);
    });

    it('is taken for so after a while where the shell leads to it', async () => {
      const menu = watchMenu({ frame: scene.frame, bridge: start() });
      await deliver(withMenu);
      vi.useFakeTimers();
      menu.leavePage();
      vi.advanceTimersByTime(loadPatienceInMs);
      expect(menu.isLacking).toBe(true);
    });

    it('is known where it has spoken', async () => {
      vi.useFakeTimers();
      const menu = watchMenu({ frame: loading(), bridge: start() });
      await deliver(withMenu);
      vi.advanceTimersByTime(loadPatienceInMs);
      expect(menu.isLacking).toBe(false);
    });

    it('is not asked any more once the frame is closed', () => {
      vi.useFakeTimers();
      const menu = watchMenu({ frame: scene.frame, bridge: start() });
      menu.leavePage();
      scene.frame.close();
      vi.advanceTimersByTime(loadPatienceInMs);
      expect(menu.isLacking).toBe(false);
    });
  });

  it('holds for a page that the shell leads to, which says nothing, such as a unit of cmi5', async () => {
    const menu = watchMenu({ frame: scene.frame, bridge: start() });
    await deliver(withMenu);
    expect(menu.isLacking).toBe(false);
    menu.leavePage();
    load();
    expect(menu.isLacking).toBe(true);
  });
});

it('HELLO-8: content that says nothing is told apart from content that speaks', async () => {
  const bridge = start();
  await deliver({ action: 'isLoggedIn' });
  expect(bridge.hasSpoken, 'what is ignored counts for nothing').toBe(false);
  await deliver(question);
  expect(bridge.hasSpoken).toBe(true);
  scene.frame.close();
  expect(bridge.hasSpoken).toBe(false);
});

/** Lists in each other, this many. */
function deepList(depth: number): unknown {
  let list: unknown = 1;
  for (let level = 0; level < depth; level++) list = [list];
  return list;
}
