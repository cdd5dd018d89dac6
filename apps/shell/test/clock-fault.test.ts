import { ClientError } from 'openid-client';
import { describe, expect, it, vi } from 'vitest';
import { clockFault } from '../src/auth/clock-fault.ts';
import { issuedInFuture, SignInError } from '../src/auth/sign-in-error.ts';
import { fakeBrowserForEachTest } from './fake-browser.ts';

fakeBrowserForEachTest();

const minuteInMs = 60_000;
const ahead = new SignInError(issuedInFuture);
const expired = Object.assign(new ClientError('JWT timestamp claim value failed validation'), {
  code: 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
});

/** A host whose clock shows another time than this device, in milliseconds. */
function hostAt(differenceInMs: number) {
  const request = vi.fn<typeof fetch>(async () => {
    const date = new Date(Date.now() + differenceInMs).toUTCString();
    return new Response(null, { headers: { Date: date } });
  });
  vi.stubGlobal('fetch', request);
  return request;
}

describe('a check of a time that failed', () => {
  it.each([
    ['a device that is behind', ahead, 10 * minuteInMs],
    ['a device that is ahead', expired, -11 * minuteInMs],
  ])('is the fault of %s', async (_, error, difference) => {
    hostAt(difference);
    const fault = await clockFault(error);
    expect((fault!.actual - fault!.shown) / minuteInMs).toBeCloseTo(difference / minuteInMs, 1);
  });

  it('is not, where the host has the same time', async () => {
    const request = hostAt(minuteInMs);
    expect(await clockFault(expired)).toBeUndefined();
    // From no cache, which would have the time of its own storing.
    expect(request.mock.lastCall?.[1]).toMatchObject({ cache: 'no-store' });
  });

  it.each([
    ['Date is when it was stored', -20],
    ['Date is now', 0],
  ])('is not, where the answer comes out of a cache on the way and its %s', async (_, minutes) => {
    const date = new Date(Date.now() + minutes * minuteInMs).toUTCString();
    vi.stubGlobal(
      'fetch',
      async () => new Response(null, { headers: { Date: date, Age: '1200' } }),
    );
    expect(await clockFault(expired)).toBeUndefined();
  });

  it.each([
    ['is away', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['does not say the time', async () => new Response(null)],
    ['says no time', async () => new Response(null, { headers: { Date: 'soon' } })],
  ])('is nobody’s where the host %s', async (_, answer) => {
    vi.stubGlobal('fetch', answer);
    expect(await clockFault(ahead)).toBeUndefined();
  });
});

it.each([new SignInError('No matching state found in storage'), new TypeError('x'), undefined])(
  'nothing is asked after %s',
  async (error) => {
    const request = hostAt(10 * minuteInMs);
    expect(await clockFault(error)).toBeUndefined();
    expect(request).not.toHaveBeenCalled();
  },
);
