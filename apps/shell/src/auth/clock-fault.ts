import * as oidc from 'openid-client';
import { configurationAddress } from '../fetch-configuration.ts';
import { clockFaultInSeconds, providerTimeoutInSeconds } from './sign-in-defaults.ts';
import { issuedInFuture, SignInError } from './sign-in-error.ts';

/** A clock that is wrong; both times in milliseconds since 1970. */
export interface ClockFault {
  /** Time by this device. */
  readonly shown: number;
  /** Time by the shell's host. */
  readonly actual: number;
}

/**
 * Returns both times where sign-in or renewal was refused since this device's clock is wrong. Asks the shell's own
 * host for the time, and only after a check of a time has failed.
 */
export async function clockFault(error: unknown): Promise<ClockFault | undefined> {
  if (!isTimeCheck(error)) return undefined;
  const actual = await timeOfHost();
  const shown = Date.now();
  if (actual === undefined) return undefined;
  return Math.abs(shown - actual) > clockFaultInSeconds * 1000 ? { shown, actual } : undefined;
}

/** Expiry and not-before are the library's checks, issued-at is ours. */
function isTimeCheck(error: unknown): boolean {
  if (error instanceof SignInError) return error.message === issuedInFuture;
  return error instanceof oidc.ClientError && error.code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED';
}

/**
 * The `Date` of an answer (RFC 9110, section 6.6.1). An answer with an `Age` (RFC 9111, section 5.1) says no time,
 * because it comes from a cache: some caches keep the host's `Date`, others write their own.
 */
async function timeOfHost(): Promise<number | undefined> {
  try {
    const { headers } = await fetch(configurationAddress, {
      cache: 'no-store',
      signal: AbortSignal.timeout(providerTimeoutInSeconds * 1000),
    });
    if (Number(headers.get('Age')) !== 0) return undefined;
    const date = Date.parse(headers.get('Date') ?? '');
    return Number.isNaN(date) ? undefined : date;
  } catch {
    return undefined;
  }
}
