import { describe, expect, it, vi } from 'vitest';
import { connect, type BridgeError, type ConnectOptions, type Container } from '../src/client.ts';
import { requestTimeoutInMs } from '../src/protocol/limits.ts';
import { containerForEachTest, idle } from './fake-container.ts';

const container = containerForEachTest();

/** The failure of a request; nothing: it succeeded. */
const failure = (request: Promise<unknown>): Promise<BridgeError | undefined> =>
  request.then(
    () => undefined,
    (error: BridgeError) => error,
  );

const event = { origin: 'container', event: 'session-lost', payload: { reason: 'why' } };

describe.each(['over a port', 'over window'] as const)('%s', (over) => {
  const byWindow = over === 'over window' ? over : undefined;

  async function connected(options?: ConnectOptions): Promise<Container> {
    const connecting = connect(options);
    container.greet({}, byWindow);
    return connecting;
  }

  /** The requests so far, but hello. */
  async function asked() {
    await idle();
    return byWindow
      ? container.asked.slice(1).map(({ message }) => message)
      : container.askedOverPort;
  }

  it('ORIGIN-4: requests go to the container that has answered alone', async () => {
    const { ready } = await connected();
    void failure(ready());
    expect(await asked()).toMatchObject([{ origin: 'iframe', action: 'ready' }]);
    expect(container.asked.slice(1).map(({ origin }) => origin)).toEqual(
      byWindow ? ['https://container.example'] : [],
    );
  });

  it('each request gets its own answer, in whatever order they come', async () => {
    const { encodeChallenge } = await connected();
    const texts = ['a', 'b', 'c'];
    const results = Promise.all(texts.map((text) => encodeChallenge(text)));
    for (const request of (await asked()).toReversed())
      container.answer(request, { result: (request.payload as { text: string }).text });
    expect(await results).toEqual(texts);
    expect(vi.getTimerCount()).toBeLessThanOrEqual(1);
  });

  it('what is given beside a scope goes into the payload', async () => {
    const {
      getAnnotations,
      saveAnnotations,
      search,
      autocomplete,
      getFiles,
      openMyData,
      openProgress,
      openClasses,
      getCmi5Progress,
      startLogin,
    } = await connected();
    const course = { course_id_dto: { course_id: 'c' } };
    const issue = { ...course, issue_id_dto: { issue_id: 'i' } };
    const scope = { ...issue, topic_dto: { topic_id: 't' } };
    const changes = {
      bookmarks: [{ bookmark_id: 'b', color_index: 'ANNOTATION_COLOR_1', version: 0 }],
    } as const;
    const completed = autocomplete('Wa', course);
    for (const request of [
      getAnnotations(scope),
      getAnnotations(scope, { withConflictCopies: true }),
      saveAnnotations(scope, changes),
      search('Wasser', { ...course, limit: 3 }),
      getFiles(issue, ['a.svg']),
      openMyData(),
      openProgress(),
      openClasses(),
      getCmi5Progress(issue),
      startLogin(),
      startLogin({ coupon: 'wtrd 7k3m' }),
    ])
      void failure(request);
    const requests = await asked();
    expect(requests.map(({ action, payload }) => [action, payload])).toEqual([
      ['autocomplete', { ...course, prefix: 'Wa' }],
      ['getAnnotations', { ...scope, with_conflict_copies: false }],
      ['getAnnotations', { ...scope, with_conflict_copies: true }],
      ['saveAnnotations', { ...scope, ...changes }],
      ['search', { ...course, query: 'Wasser', limit: 3 }],
      ['getFiles', { ...issue, paths: ['a.svg'] }],
      ['openMyData', undefined],
      ['openProgress', undefined],
      ['openClasses', undefined],
      ['getCmi5Progress', issue],
      ['startLogin', undefined],
      ['startLogin', { coupon: 'wtrd 7k3m' }],
    ]);
    const completions = [{ text: 'Wasser', hits_count: 2 }];
    container.answer(requests[0]!, { result: { completions } });
    expect(await completed).toEqual(completions);
  });

  it('what a method without a payload is called with stays here, such as an event', async () => {
    const { openMyData } = await connected();
    const listener: (event: Event) => unknown = openMyData;
    void failure(listener(new Event('click')) as Promise<unknown>);
    expect((await asked()).map(({ payload }) => payload)).toEqual([undefined]);
  });

  it('a unit is launched so that it leads back to this page', async () => {
    vi.stubGlobal('location', new URL('https://content.example/index.html?v=1'));
    const { launchCmi5 } = await connected();
    const issue = { course_id_dto: { course_id: 'c' }, issue_id_dto: { issue_id: 'i' } };
    void failure(launchCmi5(issue, 'urn:au'));
    void failure(launchCmi5(issue, 'urn:au', { launchMode: 'Review' }));
    const unit = { ...issue, au_id: 'urn:au', page: 'https://content.example/index.html?v=1' };
    expect((await asked()).map(({ payload }) => payload)).toEqual([
      unit,
      { ...unit, launch_mode: 'Review' },
    ]);
  });

  it('an error comes with its code, action and words', async () => {
    const { getUser } = await connected();
    const failed = failure(getUser());
    const error = { code: 'NOT_LOGGED_IN', message: 'Nobody.' } as const;
    container.answer((await asked())[0]!, { error });
    expect(await failed).toMatchObject({ ...error, action: 'getUser', name: 'BridgeError' });
  });

  it('TIME-2: each request fails with TIMEOUT at its own time', async () => {
    const { getUser, isTeacher } = await connected();
    const failed: string[] = [];
    const note = (name: string) => (error: BridgeError) => failed.push(`${name}: ${error.code}`);
    void getUser().catch(note('first'));
    await vi.advanceTimersByTimeAsync(1_000);
    void isTeacher().catch(note('second'));
    await vi.advanceTimersByTimeAsync(requestTimeoutInMs - 1_001);
    expect(failed).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(failed).toEqual(['first: TIMEOUT']);
    await vi.advanceTimersByTimeAsync(999);
    expect(failed).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(failed).toEqual(['first: TIMEOUT', 'second: TIMEOUT']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('TIME-2: the author sets the time limit', async () => {
    const { getUser } = await connected({ timeoutInMs: 50 });
    const failed = failure(getUser());
    await vi.advanceTimersByTimeAsync(50);
    expect(await failed).toMatchObject({ code: 'TIMEOUT', mayRetry: true });
  });

  it.each([Infinity, 2 ** 40])(
    'a time limit of %s is no limit, and no busy loop',
    async (limit) => {
      const { getUser } = await connected({ timeoutInMs: limit });
      const failed = vi.fn<() => void>();
      void getUser().catch(failed);
      await vi.advanceTimersByTimeAsync(1_000);
      expect(failed).not.toHaveBeenCalled();
      const before = Date.now();
      vi.advanceTimersToNextTimer();
      expect(Date.now() - before, 'until something happens by itself').toBeGreaterThan(86_400_000);
      container.answer((await asked())[0]!, { result: { subject: 'mia' } });
      await idle();
    },
  );

  it('an answer that comes too late, twice, or to nothing is dropped', async () => {
    const { getUser, isTeacher } = await connected();
    const failed = failure(getUser());
    await vi.advanceTimersByTimeAsync(requestTimeoutInMs);
    expect(await failed).toMatchObject({ code: 'TIMEOUT' });
    const late = (await asked())[0]!;
    const second = isTeacher();
    const request = (await asked())[1]!;
    container.answer(late, { result: 'late' });
    container.answer({ ...request, id: 99 }, { result: 'other' });
    container.answer({ ...request, id: String(request.id) }, { result: 'text' });
    for (const result of [true, false]) container.answer(request, { result });
    expect(await second).toBe(true);
  });

  it('TIME-2: after disconnect what is under way fails with NO_CONTAINER, and everything after', async () => {
    const { getUser, isTeacher, disconnect } = await connected();
    const failed = failure(getUser());
    disconnect();
    expect(await failed).toMatchObject({ code: 'NO_CONTAINER', action: 'getUser' });
    expect(await failure(isTeacher())).toMatchObject({ code: 'NO_CONTAINER', mayRetry: false });
    expect([vi.getTimerCount(), container.listenerCount]).toEqual([0, 0]);
    disconnect();
  });

  it('MESSAGE-6: what cannot be sent fails with BAD_PAYLOAD at once', async () => {
    const { startLogin } = await connected();
    const options = { coupon: () => 'x' } as unknown as { coupon: string };
    expect(await failure(startLogin(options))).toMatchObject({ code: 'BAD_PAYLOAD' });
    expect(await asked()).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('MESSAGE-7: unknown events and members are ignored', async () => {
    const { on } = await connected();
    const heard = vi.fn<(payload: object) => void>();
    on('session-lost', heard);
    for (const data of [
      null,
      'x',
      { ...event, event: 'telepathy' },
      { ...event, event: 'constructor' },
      { ...event, origin: 'iframe' },
      { origin: 'container' },
    ])
      container.emit(data as object);
    await idle();
    expect(heard).not.toHaveBeenCalled();
    container.emit({ ...event, more: 1, payload: { reason: 'why', more: 1 } });
    await idle();
    expect(heard).toHaveBeenCalledExactlyOnceWith({ reason: 'why', more: 1 });
  });

  it('a listener hears each event of its name until it is taken away', async () => {
    const { on } = await connected();
    const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()];
    const stop = on('session-lost', first);
    on('session-lost', second);
    container.emit(event);
    await idle();
    stop();
    container.emit(event);
    await idle();
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 2]);
  });

  it('no event is heard after disconnect', async () => {
    const { on, disconnect } = await connected();
    const heard = vi.fn<() => void>();
    on('session-lost', heard);
    disconnect();
    container.emit(event);
    await idle();
    expect(heard).not.toHaveBeenCalled();
  });
});

describe('ORIGIN-3: over window, once the container has answered', () => {
  it.each([
    ['from another window', { source: {} }],
    ['from another origin', { origin: 'https://evil.example' }],
  ])('nothing is taken %s', async (_, from) => {
    const connecting = connect();
    container.greet({}, 'over window');
    const { on, getUser } = await connecting;
    const heard = vi.fn<() => void>();
    on('session-lost', heard);
    const failed = failure(getUser());
    const { id } = container.asked.at(-1)!.message;
    container.send(event, from);
    container.send({ origin: 'container', action: 'getUser', id, result: 'stranger' }, from);
    await vi.advanceTimersByTimeAsync(requestTimeoutInMs);
    expect(await failed).toMatchObject({ code: 'TIMEOUT' });
    expect(heard).not.toHaveBeenCalled();
  });

  it('an answer to the page that stood in the frame before is not taken', async () => {
    const answerTo: (() => void)[] = [];
    const results: unknown[] = [];
    for (const page of ['before', 'now']) {
      const connecting = connect();
      container.greet({}, 'over window');
      const { getUser } = await connecting;
      void getUser().then(
        (user) => results.push(page, user),
        () => {},
      );
      const { message } = container.asked.at(-1)!;
      answerTo.push(() => container.answer(message, { result: `of the page ${page}` }));
    }
    for (const answer of answerTo) answer();
    await idle();
    expect(results).toEqual(['before', 'of the page before', 'now', 'of the page now']);
  });
});

it('TIME-2: over a port that the container closes everything fails with NO_CONTAINER', async () => {
  const connecting = connect();
  container.greet();
  const { getUser } = await connecting;
  const failed = failure(getUser());
  container.port?.close();
  expect(await failed).toMatchObject({ code: 'NO_CONTAINER' });
  expect(await failure(getUser())).toMatchObject({ code: 'NO_CONTAINER' });
  expect(vi.getTimerCount()).toBe(0);
});
