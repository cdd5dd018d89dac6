import { beforeEach, describe, expect, it, vi } from 'vitest';
import { watchHandshake, type Handshake } from '../src/testing-overlay/handshake.ts';

const expected = 'https://content.example';
const window = {} as Window;

let handshake: Handshake;
let say: (state: 'none' | 'silent' | 'unreachable') => void;

beforeEach(() => {
  let state: 'none' | 'silent' | 'unreachable' = 'none';
  let follow = () => {};
  say = (next) => {
    state = next;
    follow();
  };
  handshake = watchHandshake({ window }, expected, {
    get state() {
      return state;
    },
    subscribe(listener) {
      follow = listener;
      return () => {};
    },
  });
});

const answerHello = (outcome: object) =>
  handshake.take({
    direction: 'to content',
    message: { origin: 'container', action: 'hello', id: 1, ...outcome },
    time: 0,
    moment: 0,
  });
const version = { error: { code: 'UNSUPPORTED_VERSION', message: 'x' } };
const kind = () => handshake.fault?.kind;

describe('a message', () => {
  it('of another origin in the frame is a fault that names both', () => {
    handshake.hear({ source: window, origin: 'http://content.example' });
    expect(handshake.fault).toEqual({
      kind: 'other origin',
      origin: 'http://content.example',
      expected,
    });
  });

  it('without an origin is one', () => {
    handshake.hear({ source: window, origin: 'null' });
    expect(kind()).toBe('no origin');
  });

  it.each([
    ['of the content', { source: window, origin: expected }],
    ['of another window', { source: {} as Window, origin: 'https://other.example' }],
    ['of no window', { source: null, origin: 'https://other.example' }],
  ])('%s is none', (_of, sender) => {
    handshake.hear(sender);
    expect(handshake.fault).toBeUndefined();
  });
});

describe('a greeting', () => {
  it('in another version is a fault, until one succeeds', () => {
    answerHello(version);
    expect(kind()).toBe('version');
    answerHello({ result: {} });
    expect(handshake.fault).toBeUndefined();
  });

  it('is not what the content asks afterwards', () => {
    answerHello(version);
    const message = { origin: 'container', action: 'getUser', id: 2, result: {} };
    handshake.take({ direction: 'to content', message, time: 0, moment: 0 });
    handshake.take({ direction: 'to shell', message: null, time: 0, moment: 0 });
    expect(kind()).toBe('version');
  });
});

describe('silence', () => {
  it('is a fault as long as it lasts', () => {
    say('silent');
    expect(kind()).toBe('silent');
    say('unreachable');
    expect(kind()).toBe('unreachable');
    say('none');
    expect(handshake.fault).toBeUndefined();
  });

  it('is not what keeps content silent that has spoken in vain', () => {
    handshake.hear({ source: window, origin: 'null' });
    say('silent');
    expect(kind()).toBe('no origin');
    say('none');
    expect(kind()).toBe('no origin');
  });
});

it('is told of once, however often it is repeated', () => {
  const listener = vi.fn<() => void>();
  const stop = handshake.subscribe(listener);
  for (let sent = 0; sent < 3; sent++) handshake.hear({ source: window, origin: 'null' });
  expect(listener).toHaveBeenCalledTimes(1);
  stop();
  answerHello(version);
  expect(listener).toHaveBeenCalledTimes(1);
});
