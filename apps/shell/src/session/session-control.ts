import type { License } from '@lectern/contracts';
import { navigate } from 'wouter/use-browser-location';
import type { Api, CreateClient } from '../api.ts';
import { createAskAnew } from '../auth/ask-anew.ts';
import type { SeatObstacle } from '../auth/sign-in-machine.ts';
import type { Provider } from '../auth/provider.ts';
import { keepTabName } from '../auth/tab-lock.ts';
import type { TokenKeeper } from '../auth/token-keeper.ts';
import { writeUserRecord } from '../auth/user-record.ts';
import type { Bridge } from '../bridge/bridge.ts';
import type { Configuration } from '../configuration.ts';
import type { ContentFrame } from '../content-frame/content-frame.ts';
import { saveDeepLink, storedDeepLink } from '../content-frame/deep-link.ts';
import type { UnsavedWork } from '../content-frame/unsaved-work.ts';
import type { InvitationSource } from '../invitations/invitation-source.ts';
import { log } from '../logging/log.ts';
import { Backoff } from '../outbox/send/backoff.ts';
import { awaitedOfClass, awaitsLicence, licenceEnd, withJoinCode } from './class-licence.ts';
import { createContentRemoval } from './content-removal.ts';
import type { CouponConfirmation, RedeemedCoupon } from './coupon-confirmation.ts';
import { forgetCoupon, forgetUnclearCoupon, keepCoupon } from './kept-coupon.ts';
import { forgetJoinCode } from './kept-join-code.ts';
import { forgetOldPlaces, takeLeftPlace } from './left-place.ts';
import { grantsAccess } from './license-rule.ts';
import { loadLicenses } from './load-licenses.ts';
import { loadSession, type LoadedSession } from './load-session.ts';
import type { SeatRefusal } from './obtain-seat.ts';
import type { CouponProblem } from './redeem-coupon.ts';
import type { OtherTabs } from './other-tabs.ts';
import type { SeatKeeper } from './seat-keeper.ts';
import type { SessionOutbox } from './session-outbox.ts';
import { createSessionEnd, type SessionEnd } from './session-end.ts';
import type { SessionStore } from './session-store.ts';
import { createSignInControl, type SignInControl } from './sign-in-control.ts';
import { forgetUserSession, writeUserSession, type UserSession } from './user-session.ts';

/** Actions of signing in and out; each follows the machine of `sign-in-machine.ts`. */
export interface SessionControl extends SignInControl, SessionEnd {
  /**
   * Asks again for the seat that was refused, or for the licence that an invitation may have brought; the content
   * shows once there is one. One look runs at a time.
   *
   * @throws where nobody can say: the user goes on waiting.
   */
  retrySeat(): Promise<void>;
  /**
   * Obtains a seat in place of the user's own on other devices.
   *
   * @throws {CallFailed} when nobody could say whether there is one.
   */
  continueHere(): Promise<void>;
  /**
   * Takes the content away that has lost its seat, once nothing in it is unsaved or the time for that is
   * over. Where something can be done about it the user stays signed in.
   */
  loseSeat(why: SeatRefusal): Promise<void>;
  /** Renews the tokens of a stored session that have expired; the content shows afterwards. */
  restore(): Promise<void>;
  /** Loads a stored session anew, beside the content that is shown already. */
  refresh(): Promise<void>;
  /** Redeems a coupon for the signed-in user, beside the content. Never rejects: says what has come of it. */
  redeem(code: string): Promise<CouponProblem | RedeemedCoupon>;
}

interface Dependencies {
  readonly configuration: Configuration;
  readonly store: SessionStore;
  readonly provider: Provider;
  readonly tokens: TokenKeeper;
  readonly api: Api;
  readonly clientOf: CreateClient;
  readonly seats: SeatKeeper;
  readonly frame: ContentFrame;
  readonly unsavedWork: Pick<UnsavedWork, 'settled'>;
  readonly outbox: Pick<SessionOutbox, 'delivered' | 'end'>;
  readonly bridge: Pick<Bridge, 'emit' | 'hasSpoken'>;
  readonly confirmation: CouponConfirmation;
  readonly otherTabs: OtherTabs;
  readonly invitations: Pick<InvitationSource, 'standing'>;
  /** How long the content has, after it was told, before it is removed; default: a quarter of a second. */
  readonly hearingTimeInMs?: number;
}

/** When licences that could not be loaded are asked for again, in milliseconds: later each time. */
const licencesPauses = { firstInMs: 30_000, longestInMs: 300_000 };

export function createSessionControl(dependencies: Dependencies): SessionControl {
  const { configuration, store, tokens, api, seats, bridge, confirmation } = dependencies;
  const { frame, unsavedWork, otherTabs, invitations } = dependencies;
  const { signIn, project } = configuration;
  const removal = createContentRemoval(frame, bridge, unsavedWork, dependencies.hearingTimeInMs);

  /** Teacher or not decides the article that a rejected user is offered. */
  let lastLoaded: LoadedSession | undefined;
  const isTeacher = () => lastLoaded?.session.isTeacher;
  const askAnew = createAskAnew();
  const end = createSessionEnd({ ...dependencies, removal, askAnew, isTeacher });
  const { signOut, signOutAfter } = end;
  const signInControl = createSignInControl({ ...dependencies, askAnew, enter, signOutAfter });
  const licencesAway = new Backoff(licencesPauses);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let looking: Promise<void> | undefined;
  let nextLook: Promise<void> | undefined;
  forgetOldPlaces();

  async function enter(fresh: LoadedSession): Promise<void> {
    const loaded = withJoinCode(fresh);
    lastLoaded = loaded;
    const { session, isLicensed } = loaded;
    if (isLicensed === false) return goWithoutLicense(loaded);
    // The class is joined, which has brought the licence.
    if (store.state.name === 'seatless') forgetJoinCode();
    tell(loaded);
    await startWithSeat(session);
  }

  /** Waits for a class that may bring a licence, where there is one; else signs out. */
  async function goWithoutLicense(
    loaded: Pick<LoadedSession, 'session' | 'coupon'>,
    opened?: readonly License[],
  ): Promise<void> {
    const { session } = loaded;
    const { state } = store;
    const awaited = await awaitedOfClass(loaded, invitations, {
      waitsFor: state.name === 'seatless' ? state.obstacle : undefined,
      isNew: state.name === 'completing',
      opened,
    });
    // Somebody else may have come meanwhile.
    if (store.state.name !== state.name) return;
    if (state.name === 'signed-in' && !isSignedIn(session.user.subject)) return;
    if (typeof awaited !== 'string') return signOut(awaited);
    // A reload would show the content until it has looked for the licence.
    forgetUserSession();
    if (state.name === 'signed-in') await takeContentAway(awaited, session);
    else store.dispatch({ type: 'seat refused', session, obstacle: awaited });
  }

  /** Licences that open the publication. */
  const opening = ({ licences }: UserSession) =>
    licences.filter((license) => grantsAccess(license, project));

  /** Says over the content what has come of a coupon. */
  function tell({ coupon, redeemed }: LoadedSession): void {
    if (redeemed) confirmation.confirm(redeemed);
    else if (coupon) confirmation.report(coupon);
  }

  /** Calls during a look share the next one: what they have done may be newer than the look. */
  function retrySeat(): Promise<void> {
    if (!looking) {
      looking = lookForSeat().finally(() => (looking = undefined));
      return looking;
    }
    nextLook ??= looking
      .catch(() => {})
      .then(() => {
        nextLook = undefined;
        return retrySeat();
      });
    return nextLook;
  }

  async function lookForSeat(): Promise<void> {
    if (store.state.name !== 'seatless') return;
    const { session, obstacle } = store.state;
    if (!awaitsLicence(obstacle)) return startWithSeat(session);
    const loaded = await loadSession(api, project, session.user.subject, session);
    // Somebody may have signed out meanwhile.
    if (store.state.name !== 'seatless') return;
    // Not the same as a licence: the user goes on waiting.
    if (loaded.isLicensed === undefined) throw new Error('The licences could not be loaded.');
    await enter(loaded);
  }

  async function continueHere(): Promise<void> {
    if (store.state.name !== 'seatless') return;
    const { session } = store.state;
    await startUnless(await seats.obtainInsteadOfOthers(session), session);
  }

  async function loseSeat(why: SeatRefusal): Promise<void> {
    if (why !== 'license ended') return takeContentAway(why);
    const { session } = store;
    if (!session) return;
    const opened = opening(session);
    try {
      await goWithoutLicense({ session }, opened);
    } catch (error) {
      log('warning', 'Could not ask for the classes.', error);
      await signOut(licenceEnd(opened, session.isTeacher));
    }
  }

  /** @param fresh As it was just loaded; default: the session in use. */
  async function takeContentAway(obstacle: SeatObstacle, fresh?: UserSession): Promise<void> {
    const isWithoutLicense = awaitsLicence(obstacle);
    log('info', `The seat is lost: ${obstacle}`);
    // Content is read and written in long before the last of its pictures has come.
    const wasShown = frame.isLoaded || bridge.hasSpoken;
    const isSaved = await removal.takeLeave(isWithoutLicense ? 'rejected' : obstacle, true);
    const session = store.session && (fresh ?? store.session);
    if (!session) return;
    if (!isSaved) log('warning', 'The content did not save in time.');
    const contentBefore = wasShown ? (isSaved ? 'saved' : 'unsaved') : 'none';
    store.dispatch({ type: 'seat refused', session, obstacle, contentBefore });
    if (isWithoutLicense) void seats.giveBack(session.user.subject);
    frame.close();
  }

  async function startWithSeat(session: UserSession): Promise<void> {
    if (!session.areLicencesMissing) return startUnless(await seats.obtain(session), session);
    // Which licence a seat would be of, nobody can say yet.
    await start(session);
    askForLicencesLater(session.user.subject);
  }

  /** Of the licence service alone, and without a word in the log, which has room for little. */
  function askForLicencesLater(subject: string): void {
    clearTimeout(timer);
    licencesAway.fail();
    timer = setTimeout(() => void askForLicences(subject), licencesAway.restInMs);
  }

  async function askForLicences(subject: string): Promise<void> {
    if (!isSignedIn(subject)) return;
    try {
      await loadLicenses(api, project, subject);
    } catch {
      return askForLicencesLater(subject);
    }
    await refresh();
  }

  const isSignedIn = (subject: string) => store.session?.user.subject === subject;

  async function startUnless(
    refusal: SeatRefusal | undefined,
    session: UserSession,
  ): Promise<void> {
    if (refusal === undefined) await start(session);
    // It ended between two calls, or while the user was choosing a device.
    else if (refusal === 'license ended') await goWithoutLicense({ session }, opening(session));
    else store.dispatch({ type: 'seat refused', session, obstacle: refusal });
  }

  /** Only from here on are user and tokens stored. */
  async function start(session: UserSession): Promise<void> {
    const person = await otherTabs.person();
    // Last: renewed ones, where all else took long; none when the user has been signed out meanwhile.
    const record = await tokens.current();
    if (!record || !store.dispatch({ type: 'session started', session })) return;
    keepTabName();
    writeUserRecord(signIn, record);
    writeUserSession(session);
    tokens.hold(record);
    if (!session.areLicencesMissing) forgetUnclearCoupon();
    askAnew.settle();
    // To where the last session was lost, unless the user has asked for another place.
    const place = person === undefined ? undefined : takeLeftPlace(person);
    if (!storedDeepLink()) saveDeepLink(place);
    navigate(signIn.postLoginRoute, { replace: true });
  }

  async function restore(): Promise<void> {
    if (store.state.name !== 'restoring') return;
    const { session } = store.state;
    await tokens.renew();
    // A renewal that failed signs out, and asks for the time before: no content shows until then.
    if (tokens.isLost) return;
    if (store.dispatch({ type: 'session started', session })) await refresh();
  }

  async function refresh(): Promise<void> {
    const loaded = await loadAnew(withJoinCode);
    if (loaded) tell(loaded);
  }

  /**
   * @param read Applied to what was found, before it is in use.
   * @returns what is in use from now on; nothing where the session could not be loaded, or has ended.
   */
  async function loadAnew(
    read: (loaded: LoadedSession) => LoadedSession = (loaded) => loaded,
  ): Promise<LoadedSession | undefined> {
    const { session: earlier } = store;
    if (!earlier) return undefined;
    const { subject } = earlier.user;
    let loaded: LoadedSession;
    try {
      loaded = await loadSession(api, project, subject, earlier);
    } catch (error) {
      stayAsBefore(subject, error);
      return undefined;
    }
    // Somebody else may have come meanwhile.
    if (!isSignedIn(subject)) return undefined;
    loaded = read(loaded);
    lastLoaded = loaded;
    const { session, isLicensed } = loaded;
    if (isLicensed === false) {
      await goWithoutLicense(loaded, opening(earlier)).catch((error: unknown) =>
        stayAsBefore(subject, error),
      );
      return undefined;
    }
    if (isLicensed) forgetUnclearCoupon();
    if (!store.dispatch({ type: 'session refreshed', session })) return undefined;
    writeUserSession(session);
    goOn(session);
    return loaded;
  }

  /** The services are away for a moment: the session goes on as it was. */
  function stayAsBefore(subject: string, error: unknown): void {
    log('error', 'Could not refresh the session.', error);
    if (store.session && isSignedIn(subject)) goOn(store.session);
  }

  async function redeem(code: string): Promise<CouponProblem | RedeemedCoupon> {
    keepCoupon(code);
    const loaded = await loadAnew();
    // A refused code stays in the field, and is not redeemed again by itself. One for a class that is to be made waits.
    if (store.session) forgetCoupon();
    return loaded?.redeemed ?? loaded?.coupon ?? { kind: 'unavailable', code };
  }

  function goOn(session: UserSession): void {
    if (session.areLicencesMissing) return askForLicencesLater(session.user.subject);
    licencesAway.succeed();
    seats.resume(session);
  }

  return {
    ...signInControl,
    retrySeat,
    continueHere,
    loseSeat,
    restore,
    refresh,
    redeem,
    ...end,
  };
}
