import { describe, expect, it, vi } from 'vitest';
import { createRecording } from '../src/testing-overlay/recording.ts';
import { createTrace, exchangesMaximum, type Exchange } from '../src/testing-overlay/trace.ts';
import { fakeBrowser } from './fake-browser.ts';

/** A trace, with what content and shell say a millisecond apart. */
function conversation() {
  const trace = createTrace();
  let moment = 0;
  const say = (direction: 'to shell' | 'to content') => (message: unknown) =>
    trace.take({ direction, message, time: 1_000_000 + ++moment, moment });
  return {
    trace,
    content: say('to shell'),
    shell: say('to content'),
    pass: (inMs: number) => void (moment += inMs),
  };
}

const request = (action: string, id?: string | number, payload?: unknown) => ({
  origin: 'iframe',
  action,
  id,
  payload,
});
const answer = (action: string, id: string | number, result: unknown = true) => ({
  origin: 'container',
  action,
  id,
  result,
});
const names = (exchanges: readonly Exchange[]) => exchanges.map(({ name }) => name);

describe('a trace', () => {
  it('puts a request and its answer together, with what each carries', () => {
    const { trace, content, shell, pass } = conversation();
    content(request('encodeChallenge', 3, { text: 'x' }));
    expect(trace.exchanges).toMatchObject([
      { name: 'encodeChallenge', id: 3, state: 'pending', answer: undefined },
    ]);
    pass(41);
    shell(answer('encodeChallenge', 3, 'abc'));
    expect(trace.exchanges).toMatchObject([
      {
        state: 'ok',
        durationInMs: 42,
        request: { time: 1_000_001, body: { value: { text: 'x' } } },
        answer: { time: 1_000_043, body: { value: 'abc' } },
      },
    ]);
    const [exchange] = trace.exchanges;
    const size = (message: unknown) => JSON.stringify(message).length;
    expect(exchange?.request?.sizeInCharacters).toBe(
      size(request('encodeChallenge', 3, { text: 'x' })),
    );
    expect(exchange?.answer?.sizeInCharacters).toBe(size(answer('encodeChallenge', 3, 'abc')));
  });

  it('shows the newest first, whatever the order of the answers', () => {
    const { trace, content, shell } = conversation();
    content(request('getUser', 1));
    content(request('isTeacher', 2));
    shell(answer('isTeacher', 2));
    expect(trace.exchanges.map(({ name, state }) => [name, state])).toEqual([
      ['isTeacher', 'ok'],
      ['getUser', 'pending'],
    ]);
  });

  it('tells failures by their code, and counts them', () => {
    const { trace, content, shell } = conversation();
    content(request('getUser', 1));
    const error = { code: 'NOT_LOGGED_IN', message: 'Nobody is signed in.' };
    shell({ origin: 'container', action: 'getUser', id: 1, error });
    expect(trace.exchanges).toMatchObject([{ state: 'failed', errorCode: 'NOT_LOGGED_IN' }]);
    expect(trace.failures).toBe(1);
    trace.clear();
    expect(trace.failures).toBe(0);
  });

  it('answers the first of two requests with one id first', () => {
    const { trace, content, shell } = conversation();
    content(request('isTeacher', 1));
    content(request('isTeacher', 1));
    shell(answer('isTeacher', 1));
    expect(trace.exchanges.map(({ state }) => state)).toEqual(['pending', 'ok']);
  });

  it('takes the id 1 and the id "1" apart', () => {
    const { trace, content, shell } = conversation();
    content(request('isTeacher', '1'));
    content(request('isTeacher', 1));
    shell(answer('isTeacher', 1));
    expect(trace.exchanges.map(({ id, state }) => [id, state])).toEqual([
      [1, 'ok'],
      ['1', 'pending'],
    ]);
  });

  it('waits no longer for what content asked that has started anew', () => {
    const { trace, content, shell } = conversation();
    content(request('hello', 1));
    shell(answer('hello', 1));
    content(request('startLogin', 2));
    content(request('hello', 1));
    shell(answer('hello', 1));
    content(request('startLogin', 2));
    shell(answer('startLogin', 2));
    expect(trace.exchanges.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'startLogin ok',
      'hello ok',
      'startLogin one-way',
      'hello ok',
    ]);
  });

  it('shows events, requests without id, and what is no request', () => {
    const { trace, content, shell } = conversation();
    content(request('ready'));
    content({ action: 'getUser', id: 1 });
    content('hello');
    shell({ origin: 'container', event: 'session-lost', payload: { reason: 'token expired' } });
    expect(trace.exchanges.map(({ name, state }) => [name, state])).toEqual([
      ['session-lost', 'event'],
      ['', 'ignored'],
      ['', 'ignored'],
      ['ready', 'one-way'],
    ]);
    expect(trace.exchanges[0]?.answer?.body).toEqual({ value: { reason: 'token expired' } });
    expect(trace.exchanges[2]?.request?.body).toEqual({ value: { action: 'getUser', id: 1 } });
  });

  it('takes nothing new while paused, and completes what is under way', () => {
    const { trace, content, shell } = conversation();
    content(request('getUser', 1));
    trace.pause(true);
    content(request('isTeacher', 2));
    shell(answer('isTeacher', 2));
    shell(answer('getUser', 1));
    shell({ origin: 'container', event: 'session-lost', payload: {} });
    expect(trace.exchanges.map(({ name, state }) => [name, state])).toEqual([['getUser', 'ok']]);
    trace.pause(false);
    content(request('isTeacher', 3));
    expect(names(trace.exchanges)).toEqual(['isTeacher', 'getUser']);
  });

  it('is empty after it was cleared, also when what was under way is answered', () => {
    const { trace, content, shell } = conversation();
    content(request('getUser', 1));
    trace.clear();
    shell(answer('getUser', 1));
    expect(trace.exchanges).toEqual([]);
  });

  it('tells its listeners of each change until they stop', () => {
    const { trace, content } = conversation();
    const listener = vi.fn<() => void>();
    const stop = trace.subscribe(listener);
    content(request('ready'));
    expect(listener).toHaveBeenCalledTimes(1);
    stop();
    content(request('ready'));
    expect(listener).toHaveBeenCalledTimes(1);
  });
});

describe('bounds', () => {
  it('keep the last 500 exchanges', () => {
    const { trace, content } = conversation();
    for (let id = 1; id <= exchangesMaximum + 20; id++) content(request('isTeacher', id));
    expect(trace.exchanges).toHaveLength(exchangesMaximum);
    expect(trace.exchanges.at(-1)?.id).toBe(21);
  });

  it('keep of a large message its size and shape alone', () => {
    const { trace, content } = conversation();
    const value = 'x'.repeat(100_000);
    content(request('setLocalStoreItems', 1, { local_store_items: [{ value }] }));
    const { request: traced } = trace.exchanges[0]!;
    expect(traced?.sizeInCharacters).toBeGreaterThan(100_000);
    expect(traced?.body).toEqual({
      shape: { local_store_items: { list: 1, of: [{ value: 'string' }] } },
    });
  });

  it('cut names and ids, which are the content’s', () => {
    const { trace, content, shell } = conversation();
    const long = 'x'.repeat(255);
    content(request(long, long));
    shell(answer(long, long));
    expect(trace.exchanges).toMatchObject([
      { name: 'x'.repeat(80), id: 'x'.repeat(80), state: 'ok' },
    ]);
  });

  it('let a cycle and endless messages end', () => {
    const { trace, content } = conversation();
    const cycle: { self?: object } = {};
    cycle.self = cycle;
    content(request('getUser', 1, cycle));
    expect(trace.exchanges[0]?.request?.sizeInCharacters).toBe(4 * 1024 * 1024 + 1);
  });
});

describe('a recording', () => {
  it('passes on what was carried before the overlay came, in order, and then everything', () => {
    fakeBrowser();
    const recording = createRecording();
    recording.listener('to shell', request('hello', 1));
    recording.listener('to content', answer('hello', 1));
    const trace = createTrace();
    recording.playInto(trace.take, () => {});
    recording.listener('to shell', request('ready', 2));
    expect(trace.exchanges.map(({ name, state }) => [name, state])).toEqual([
      ['ready', 'pending'],
      ['hello', 'ok'],
    ]);
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it('passes on who has sent anything before the overlay came, whether it was read or not', () => {
    const { fire } = fakeBrowser();
    const recording = createRecording();
    const source = {};
    const heard: object[] = [];
    fire('message', { source, origin: 'https://early.example', data: 'left unread' });
    recording.playInto(
      () => {},
      (sender) => heard.push(sender),
    );
    fire('message', { source, origin: 'https://late.example' });
    expect(heard).toEqual([
      { source, origin: 'https://early.example' },
      { source, origin: 'https://late.example' },
    ]);
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
});
