import { log } from '../logging/log.ts';
import { onWake } from '../on-wake.ts';
import { passedTimeInMs } from '../passed-time.ts';
import {
  accessTokenExpiringNoticeInSeconds,
  renewalMinimumIntervalInSeconds,
  renewalRetryPausesInSeconds,
} from './sign-in-defaults.ts';
import { isTemporary } from './sign-in-error.ts';
import { remainingSeconds, type UserRecord } from './user-record.ts';

/** Holds the user's tokens in memory and renews them before they expire. */
export interface TokenKeeper {
  /**
   * The tokens to send; nothing while nobody is signed in. Only when they have expired it renews them
   * first, or waits for the renewal under way: a provider that hangs keeps no valid token from use.
   */
  current(): Promise<UserRecord | undefined>;
  /** The tokens as they are, expired or not. */
  readonly held: UserRecord | undefined;
  /** Their renewal has failed for good: `onLost` has been told, and the session ends. */
  readonly isLost: boolean;
  /** Takes tokens of a sign-in that is not complete: they are renewed only where they have expired. */
  take(record: UserRecord): void;
  /** Takes tokens and keeps them fresh from now on. */
  hold(record: UserRecord): void;
  /** Renews now, unless that has just been done. Never rejects: failures go to `onLost`. */
  renew(): Promise<void>;
  /**
   * Asks the provider whether the user is still signed in there, and takes the tokens of its answer. Never
   * rejects: refusals go to `onLost`. Without an answer the tokens stay.
   *
   * @returns false where nobody has answered, and it is to be asked again.
   */
  confirm(): Promise<boolean>;
  /** Forgets the tokens and stops renewing. Gives what was held. */
  release(): UserRecord | undefined;
  /** Drops the refresh token of a copied tab; the hidden frame renews from then on. */
  dropRefreshToken(): void;
}

/**
 * Gets new tokens for the same user.
 *
 * @param isLastAttempt True where a failure is not followed by another attempt.
 */
type RenewTokens = (record: UserRecord, isLastAttempt: boolean) => Promise<UserRecord>;

export interface TokenKeeperOptions {
  /** Nothing is renewed before: until then it is not known whether this tab is a copy. */
  readonly tabClaimed: () => Promise<void>;
  readonly renewTokens: RenewTokens;
  /** Gets tokens only where the user is still signed in at the provider. */
  readonly confirmTokens: RenewTokens;
  /** Told of every change of the tokens after the first. */
  readonly onChange: (record: UserRecord) => void;
  /** A renewal has failed that is tried again: unless that helps, the session ends in this time. */
  readonly onExpiring: (inMs: number) => void;
  /** The renewal has succeeded after all. */
  readonly onResumed: () => void;
  /** `expired`: the provider did not answer in time; `refused`: it, or a check, said no. */
  readonly onLost: (why: 'expired' | 'refused', error: unknown) => void;
}

/** Longest delay that a timer takes, in milliseconds. */
const longestDelayInMs = 2 ** 31 - 1;

export function createTokenKeeper(options: TokenKeeperOptions): TokenKeeper {
  let record: UserRecord | undefined;
  let isLost = false;
  /** Resolves as {@link TokenKeeper.confirm} does. */
  let underWay: Promise<boolean> | undefined;
  let renewedAt = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isKeptFresh = false;

  function take(next: UserRecord): void {
    record = next;
    isLost = false;
  }

  function hold(next: UserRecord): void {
    take(next);
    isKeptFresh = true;
    const remaining = remainingSeconds(next);
    // Short-lived tokens are renewed at half their time rather than again and again.
    const due = Math.max(remaining - accessTokenExpiringNoticeInSeconds, remaining / 2, 0);
    clearTimeout(timer);
    renewIn(Math.min(due * 1000, longestDelayInMs));
  }

  function renewIn(delayInMs: number): void {
    timer = setTimeout(() => {
      timer = undefined;
      void renew();
    }, delayInMs);
  }

  async function renew(): Promise<void> {
    const restInMs = renewalMinimumIntervalInSeconds * 1000 - (passedTimeInMs() - renewedAt);
    if (!underWay && restInMs > 0) {
      // It was the timer that asked: nobody else may ask again.
      if (record && !isLost && timer === undefined) renewIn(restInMs);
      return;
    }
    underWay ??= begin(options.renewTokens);
    await underWay;
  }

  async function confirm(): Promise<boolean> {
    await underWay;
    underWay ??= begin(options.confirmTokens);
    return underWay;
  }

  function begin(getTokens: RenewTokens): Promise<boolean> {
    return tryUntilItSucceeds(getTokens).finally(() => (underWay = undefined));
  }

  async function tryUntilItSucceeds(getTokens: RenewTokens): Promise<boolean> {
    await options.tabClaimed();
    if (!record) return true;
    // A tab that wakes with an expired token gets as long as any other.
    const seconds = Math.max(remainingSeconds(record), accessTokenExpiringNoticeInSeconds);
    // The clock stops during sleep, so a tab that sleeps meanwhile gets its attempts, too.
    const deadline = performance.now() + seconds * 1000;
    for (let attempt = 0; ; attempt++) {
      if (!record) return true;
      const isLastAttempt = performance.now() >= deadline;
      try {
        const renewed = await getTokens(record, isLastAttempt);
        // Signed out meanwhile: tokens that come too late are not taken.
        if (!record) return true;
        renewedAt = passedTimeInMs();
        if (isKeptFresh) hold(renewed);
        else take(renewed);
        options.onChange(renewed);
        if (attempt > 0) options.onResumed();
        return true;
      } catch (error) {
        if (!record) return true;
        if (!isTemporary(error)) return lose('refused', error);
        if (getTokens === options.confirmTokens) {
          log('warning', 'The identity provider did not say who is signed in.', error);
          // The timer of a renewal may have gone off meanwhile, and waited for this alone.
          hold(record);
          return false;
        }
        if (isLastAttempt) return lose('expired', error);
        const leftInMs = deadline - performance.now();
        if (attempt === 0) options.onExpiring(Math.floor(leftInMs));
        const pauseInMs =
          (renewalRetryPausesInSeconds[attempt] ?? renewalRetryPausesInSeconds.at(-1) ?? 0) * 1000;
        // The last attempt is made when the token ends.
        await pauseOrOnline(Math.min(pauseInMs, Math.ceil(leftInMs)));
      }
    }
  }

  function lose(why: 'expired' | 'refused', error: unknown): true {
    isLost = true;
    options.onLost(why, error);
    return true;
  }

  onWake(() => {
    if (!record || !isKeptFresh) return;
    if (remainingSeconds(record) <= accessTokenExpiringNoticeInSeconds) void renew();
  });

  return {
    async current() {
      if (record && remainingSeconds(record) <= 0) await renew();
      return record;
    },
    get held() {
      return record;
    },
    get isLost() {
      return isLost;
    },
    take,
    hold,
    renew,
    confirm,
    release() {
      const held = record;
      record = undefined;
      isKeptFresh = false;
      clearTimeout(timer);
      timer = undefined;
      return held;
    },
    dropRefreshToken() {
      if (!record) return;
      const { refresh_token: _, ...rest } = record;
      record = rest;
      options.onChange(rest);
    },
  };
}

/** The pause of a retry; the network's return ends it early. */
function pauseOrOnline(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    addEventListener(
      'online',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
