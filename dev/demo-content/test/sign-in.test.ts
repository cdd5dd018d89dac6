import { BridgeError, type BridgeErrorCode, type Container } from '@lectern/sdk';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { isRejected, startLogin } from '../src/sign-in.ts';

const ask = vi.fn<Container['startLogin']>();
const container = Promise.resolve({ startLogin: ask });

beforeEach(() => void ask.mockReset().mockResolvedValue(null));

describe('signing in', () => {
  it('asks the container, and says nothing more', async () => {
    expect(await startLogin(container)).toBeUndefined();
    expect(ask).toHaveBeenCalledExactlyOnceWith({});
  });

  it('hands a coupon over as it was typed', async () => {
    expect(await startLogin(container, ' wtrd 7k3m ')).toBeUndefined();
    expect(ask).toHaveBeenCalledExactlyOnceWith({ coupon: ' wtrd 7k3m ' });
  });

  it('asks about a typing error, and takes the code when it is said to be right', async () => {
    ask.mockRejectedValueOnce(new BridgeError('MISTYPED', 'startLogin', ''));
    const coupon = 'WTRD-7K3M-Q9XP-4HTD';
    expect(await startLogin(container, coupon, { refusesTypos: true })).toContain('Tippfehler');
    expect(await startLogin(container, coupon, { refusesTypos: false })).toBeUndefined();
    expect(ask.mock.calls).toEqual([
      [{ coupon, refusesTypos: true }],
      [{ coupon, refusesTypos: false }],
    ]);
  });

  it('does not start with an empty field', async () => {
    expect(await startLogin(container, ' ')).toContain('Schreibe zuerst');
    expect(ask).not.toHaveBeenCalled();
  });

  it.each<[BridgeErrorCode, string]>([
    ['BAD_PAYLOAD', 'So sieht kein Code aus'],
    ['UNAVAILABLE', 'noch einmal'],
    ['TIMEOUT', 'noch einmal'],
    ['NO_CONTAINER', 'ohne Lernplattform'],
  ])('that fails with %s says «%s»', async (code, text) => {
    ask.mockRejectedValue(new BridgeError(code, 'startLogin', ''));
    expect(await startLogin(container, 'ABCD')).toContain(text);
  });

  it('without a container says so', async () => {
    const none = Promise.reject(new BridgeError('NO_CONTAINER', 'hello', ''));
    expect(await startLogin(none)).toContain('ohne Lernplattform');
  });
});

it.each([
  ['?rejected=true&v=1', true],
  ['?v=1', false],
  ['?rejected=false', false],
])('opened with %s somebody was rejected: %s', (search, expected) => {
  expect(isRejected(search)).toBe(expected);
});
