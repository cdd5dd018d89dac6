import { CallFailed } from '@lectern/contracts/client';
import type { Api } from '../api.ts';
import type { ProjectConfiguration } from '../configuration.ts';
import { inTime } from '../in-time.ts';
import { log } from '../logging/log.ts';
import { onWake } from '../on-wake.ts';
import { forgetHeldSeat, readHeldSeat, writeHeldSeat, type HeldSeat } from './held-seat.ts';
import { loadLicenses } from './load-licenses.ts';
import { obtainSeat, type LicenseUsage, type SeatRefusal } from './obtain-seat.ts';
import type { UserSession } from './user-session.ts';

/** Holds the seat of the signed-in user on this device, as long as the page lives. */
export interface SeatKeeper {
  /**
   * Obtains a seat and keeps it from now on. Where the service is away the session goes on without,
   * and the keeper tries again. Never rejects.
   *
   * @returns why there is none; nothing where it is held, or nobody could say.
   */
  obtain(session: UserSession): Promise<SeatRefusal | undefined>;
  /**
   * Obtains a seat in place of the user's own on other devices, which hear of it with their next
   * heartbeat, and keeps it from now on. Asked once: nobody loses a seat later than by the user's word.
   *
   * @returns why there is none; nothing where it is held.
   * @throws {CallFailed} when nobody could say; nothing is kept then.
   */
  obtainInsteadOfOthers(session: UserSession): Promise<SeatRefusal | undefined>;
  /** Goes on with the seat from before a reload, or obtains one. A seat that is held stays. */
  resume(session: UserSession): void;
  /** Gives the seat back, as far as that can be done within a moment. Never rejects. */
  giveBack(subject: string): Promise<void>;
  /** Stops keeping. The service frees the seat when no heartbeat comes any more. */
  release(): void;
}

interface SeatKeeperOptions {
  readonly api: Pick<Api, 'lima'>;
  readonly project: ProjectConfiguration;
  /** The seat is gone, and there is no other. */
  readonly onLost: (why: SeatRefusal) => void;
}

/** A kept seat: one for each time that keeping begins, so that late answers to another are seen. */
interface Holding {
  readonly session: UserSession;
  readonly ended: AbortController;
  seat: HeldSeat | undefined;
  isBusy: boolean;
  isFailing: boolean;
  timer?: ReturnType<typeof setTimeout>;
}

/** When to try again while no seat could be obtained, in seconds. */
const retryIntervalInSeconds = 60;
/** Signing out goes on after this, whether the seat was given back or not. */
const giveBackTimeoutInMs = 3_000;

/** A heartbeat that is refused so will be refused again: another seat is needed. */
const endings = new Set(['LICENSE_USAGE_ENDED', 'LICENSE_USAGE_NOT_FOUND', 'LICENSE_NOT_VALID']);

export function createSeatKeeper({ api, project, onLost }: SeatKeeperOptions): SeatKeeper {
  let current: Holding | undefined;

  function begin(session: UserSession, seat?: HeldSeat): Holding {
    stop();
    const ended = new AbortController();
    current = { session, ended, seat, isBusy: false, isFailing: false };
    return current;
  }

  function stop(): void {
    if (!current) return;
    clearTimeout(current.timer);
    current.ended.abort();
    current = undefined;
  }

  function take(holding: Holding, usage: LicenseUsage): void {
    if (holding !== current) return;
    const { license_code, license_usage_id, heartbeat_interval_in_seconds } = usage;
    const keptAt = Date.now();
    const seat = { license_code, license_usage_id, heartbeat_interval_in_seconds, keptAt };
    holding.seat = seat;
    holding.isFailing = false;
    writeHeldSeat(seat);
    beatIn(holding, heartbeat_interval_in_seconds);
  }

  function beatIn(holding: Holding, seconds: number): void {
    clearTimeout(holding.timer);
    holding.timer = setTimeout(() => void beat(holding), seconds * 1000);
  }

  /** Obtains the first seat, by the licences of the session, and says why there is none. */
  async function first(
    holding: Holding,
    insteadOfOthers: boolean,
  ): Promise<SeatRefusal | undefined> {
    const { subject } = holding.session.user;
    const { deviceID, licences } = holding.session;
    const { signal } = holding.ended;
    const request = { subject, deviceID, licences, signal, insteadOfOthers };
    holding.isBusy = true;
    try {
      const usage = await obtainSeat(api, project, request);
      if (typeof usage === 'object') take(holding, usage);
      else {
        if (holding === current) stop();
        return usage;
      }
    } finally {
      holding.isBusy = false;
    }
    return undefined;
  }

  /** Keeps the seat, or replaces one that has ended. */
  async function beat(holding: Holding): Promise<void> {
    if (holding !== current || holding.isBusy) return;
    holding.isBusy = true;
    try {
      const usage = (await keep(holding)) ?? (await replace(holding));
      if (typeof usage === 'object') take(holding, usage);
      else if (holding === current) {
        stop();
        forgetHeldSeat();
        onLost(usage);
      }
    } catch (error) {
      if (holding === current) tryAgain(holding, error);
    } finally {
      holding.isBusy = false;
    }
  }

  function tryAgain(holding: Holding, error: unknown): void {
    // Once for a service that is away: the log has room for little.
    if (!holding.isFailing) log('warning', 'Could not keep the seat.', error);
    holding.isFailing = true;
    beatIn(holding, holding.seat?.heartbeat_interval_in_seconds ?? retryIntervalInSeconds);
  }

  /** Gives off a heartbeat; nothing where there is no seat, or none any more. */
  async function keep({ session, seat, ended }: Holding): Promise<LicenseUsage | undefined> {
    if (!seat) return undefined;
    const { subject } = session.user;
    const { license_code, license_usage_id } = seat;
    try {
      const { license_usage } = await api.lima.licenseUsageGiveOffHeartbeat({
        xIaSubject: subject,
        body: { subject, license_code, license_usage_id },
        signal: ended.signal,
      });
      return license_usage;
    } catch (error) {
      if (error instanceof CallFailed && endings.has(error.code ?? '')) return undefined;
      throw error;
    }
  }

  /** By the licences as they are now: those of the session may be why the seat is gone. */
  async function replace(holding: Holding): Promise<LicenseUsage | SeatRefusal> {
    const { subject } = holding.session.user;
    const licences = await loadLicenses(api, project, subject);
    const { deviceID } = holding.session;
    const { signal } = holding.ended;
    return obtainSeat(api, project, { subject, deviceID, licences, signal });
  }

  /** Beats now if this part of the interval has passed since the last time. */
  function beatEarly(part: number): void {
    if (!current) return;
    const { keptAt = 0, heartbeat_interval_in_seconds = 0 } = current.seat ?? {};
    const isDue = Date.now() - keptAt >= heartbeat_interval_in_seconds * 1000 * part;
    if (isDue) void beat(current);
  }
  onWake(() => beatEarly(1));
  // Browsers slow the timers of tabs in the background: those begin with as much time as they can get.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') beatEarly(0.5);
  });

  return {
    async obtain(session) {
      const holding = begin(session);
      try {
        return await first(holding, false);
      } catch (error) {
        if (holding === current) tryAgain(holding, error);
        return undefined;
      }
    },
    async obtainInsteadOfOthers(session) {
      const holding = begin(session);
      try {
        return await first(holding, true);
      } catch (error) {
        if (holding === current) stop();
        throw error;
      }
    },
    resume(session) {
      if (current) return;
      const seat = readHeldSeat();
      const holding = begin(session, seat);
      if (!seat) return void beat(holding);
      const { keptAt, heartbeat_interval_in_seconds } = seat;
      // A clock that was set back must not make the pause longer.
      const sinceInSeconds = Math.max((Date.now() - keptAt) / 1000, 0);
      beatIn(holding, Math.max(heartbeat_interval_in_seconds - sinceInSeconds, 0));
    },
    async giveBack(subject) {
      const seat = current?.seat ?? readHeldSeat();
      stop();
      if (!seat) return;
      const { license_code, license_usage_id } = seat;
      const givenBack = api.lima.licensePruneLicenseUsage({
        xIaSubject: subject,
        body: { subject, license_code, license_usage_id },
        outlivesPage: true,
      });
      await inTime(givenBack, giveBackTimeoutInMs, 'Giving the seat back').catch((error: unknown) =>
        log('warning', 'Could not give the seat back.', error),
      );
    },
    release: stop,
  };
}
