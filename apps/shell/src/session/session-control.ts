import { navigate } from 'wouter/use-browser-location';
import type { Api, CreateClient } from '../api.ts';
import { createAskAnew } from '../auth/ask-anew.ts';
import { isPopupClosed, openPopup, type Popup } from '../auth/popup.ts';
import { platformSubject } from '../auth/platform-subject.ts';
import { acceptAnswer, askInPopup, redirectToProvider } from '../auth/sign-in.ts';
import { isAwaitedAnswer, pendingSignIn } from '../auth/pending-sign-in.ts';
import {
  isTemporary,
  noMatchingState,
  SignInError,
  signInErrorText,
} from '../auth/sign-in-error.ts';
import type { SeatObstacle, StartProblem } from '../auth/sign-in-machine.ts';
import { rejection, withoutSignedOutState } from '../auth/sign-out.ts';
import type { Provider } from '../auth/provider.ts';
import { keepTabName } from '../auth/tab-lock.ts';
import type { TokenKeeper } from '../auth/token-keeper.ts';
import { writeUserRecord, type UserRecord } from '../auth/user-record.ts';
import type { Bridge } from '../bridge/bridge.ts';
import type { Configuration } from '../configuration.ts';
import type { ContentFrame } from '../content-frame/content-frame.ts';
import { forgetDeepLink, saveDeepLink, storedDeepLink } from '../content-frame/deep-link.ts';
import type { UnsavedWork } from '../content-frame/unsaved-work.ts';
import { inTime } from '../in-time.ts';
import type { InvitationSource, Standing } from '../invitations/invitation-source.ts';
import { log } from '../logging/log.ts';
import { Backoff } from '../outbox/send/backoff.ts';
import { signInKeyPrefix } from '../storage-keys.ts';
import { storage } from '../storage/storage.ts';
import { createContentRemoval } from './content-removal.ts';
import type { CouponConfirmation, RedeemedCoupon } from './coupon-confirmation.ts';
import {
  currentIntent,
  intentOf,
  isMyDataAwaited,
  keepIntent,
  loginAddress,
  takeOpensMyData,
} from './sign-in-intent.ts';
import {
  forgetCoupon,
  forgetUnclearCoupon,
  keepCoupon,
  keepUnclearCoupon,
  keptCoupon,
  unclearCoupon,
} from './kept-coupon.ts';
import {
  forgetJoinCode,
  isLikeJoinCode,
  keepJoinCode,
  keptJoinCode,
  readJoinCode,
} from './kept-join-code.ts';
import { forgetOldPlaces, takeLeftPlace } from './left-place.ts';
import { loadLicenses } from './load-licenses.ts';
import { loadNewSession, loadSession, type LoadedSession } from './load-session.ts';
import type { SeatRefusal } from './obtain-seat.ts';
import type { CouponProblem } from './redeem-coupon.ts';
import type { OtherTabs } from './other-tabs.ts';
import type { SeatKeeper } from './seat-keeper.ts';
import type { SessionOutbox } from './session-outbox.ts';
import { createSessionEnd, type SessionEnd } from './session-end.ts';
import type { SessionStore } from './session-store.ts';
import { writeUserSession, type UserSession } from './user-session.ts';

/** Actions of signing in and out; each follows the machine of `sign-in-machine.ts`. */
export interface SessionControl extends SessionEnd {
  /**
   * Enters the login page (section 2): forgets everything of a sign-in before, and only then keeps the deep link
   * and the coupon code of the page's query.
   */
  enterLoginPage(search: string): void;
  /**
   * Leaves for the identity provider, or opens the popup. Never rejects: says what has come of it.
   *
   * @param coupon Code to redeem for the user who signs in then; absent: one that was kept before, if any.
   */
  startSignIn(coupon?: string): Promise<SignInStart>;
  /**
   * The same where nobody has pressed anything. A popup that the browser does not let open then is no problem to
   * tell of: it opens with a press.
   */
  startSignInUnasked(): Promise<SignInStart>;
  /**
   * The same for another user than the last one here: the provider asks for the password, and nothing of what
   * the last one came for is done.
   */
  startSignInAsOther(coupon?: string): Promise<SignInStart>;
  /** Brings the popup before other windows. */
  showPopup(): void;
  /**
   * Finishes the sign-in on the callback page, opened with this address. An answer that belongs to no sign-in of
   * this tab changes nothing of one that it has left for; the login page says so.
   */
  finishSignIn(answer: URL): Promise<void>;
  /**
   * Asks again for the seat that was refused, or for the licence that an invitation may have brought; the content
   * shows once there is one.
   *
   * @throws {ServiceError}
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

/**
 * `left`: the page goes to the identity provider, or the popup has gone there; `not accepted`: somebody is
 * signed in, or is about to be signed in or out, and nothing was done; all else the login page says, too.
 */
export type SignInStart = 'left' | 'not accepted' | StartProblem;

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

/** After this a user without a licence is told so, whatever invitations there may be. */
const invitationsLimitInMs = 8_000;

/** When licences that could not be loaded are asked for again, in milliseconds: later each time. */
const licencesPauses = { firstInMs: 30_000, longestInMs: 300_000 };

function startProblemOf(error: unknown): StartProblem {
  if (isPopupClosed(error)) return 'popup closed';
  // There is no cryptography then, which every sign-in needs.
  if (!isSecureContext) return 'shell insecure';
  return isTemporary(error) ? 'provider unreachable' : 'provider misconfigured';
}

/** Obstacles of users who have no licence yet. */
const awaitsLicence: ReadonlySet<SeatObstacle> = new Set(['invited', 'joining', 'class needed']);

/**
 * Keeps a code of a sign-in that no coupon has, and a class may have, as a class's: people do not know which one they
 * have. The dialog of the classes asks for a class itself.
 */
function withJoinCode(loaded: LoadedSession): LoadedSession {
  const { coupon } = loaded;
  if (coupon?.kind !== 'unknown' || !isLikeJoinCode(coupon.code)) return loaded;
  // The class's own counts for more.
  if (keptJoinCode() !== undefined) return loaded;
  keepJoinCode(readJoinCode(coupon.code));
  return { ...loaded, coupon: undefined };
}

/** True for a page that its user has loaded anew. */
function isReloaded(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return (navigation as PerformanceNavigationTiming | undefined)?.type === 'reload';
}

/** Keeps a code as a coupon's; where it may be a class's, it counts in place of one that came earlier. */
function keepTypedCode(code: string | undefined): void {
  if (code !== undefined && isLikeJoinCode(code)) forgetJoinCode();
  keepCoupon(code);
}

export function createSessionControl(dependencies: Dependencies): SessionControl {
  const { configuration, store, provider, tokens, api, seats, bridge, confirmation } = dependencies;
  const { frame, unsavedWork, otherTabs, invitations } = dependencies;
  const { signIn, project, locale } = configuration;
  const removal = createContentRemoval(frame, bridge, unsavedWork, dependencies.hearingTimeInMs);

  /** Teacher or not decides the article that a rejected user is offered. */
  let lastLoaded: LoadedSession | undefined;
  const isTeacher = () => lastLoaded?.session.isTeacher;
  const askAnew = createAskAnew();
  const end = createSessionEnd({ ...dependencies, removal, askAnew, isTeacher });
  const { signOut } = end;
  let popup: Popup | undefined;
  const licencesAway = new Backoff(licencesPauses);
  let timer: ReturnType<typeof setTimeout> | undefined;
  forgetOldPlaces();

  function enterLoginPage(search: string): void {
    storage('session').clear();
    storage('local').removeAll(signInKeyPrefix);
    keepIntent(intentOf(search));
    const query = withoutSignedOutState(search);
    if (query !== search) history.replaceState(null, '', location.pathname + query);
    seats.release();
    tokens.release();
    frame.close();
    store.dispatch({ type: 'login page entered' });
  }

  async function startSignIn(coupon?: string): Promise<SignInStart> {
    if (signIn.mode === 'popup') return signInByPopup(openPopup, coupon);
    if (!store.dispatch({ type: 'requested' })) return 'not accepted';
    keepTypedCode(coupon);
    try {
      await redirectToProvider(provider, signIn.scope, locale, promptOfSignIn());
      return 'left';
    } catch (error) {
      return couldNotStart(startProblemOf(error), error);
    }
  }

  /** Goes on when the popup has been opened; what comes of it changes the state. */
  function signInByPopup(open: () => Popup | undefined, coupon?: string): SignInStart {
    if (!store.dispatch({ type: 'popup requested' })) return 'not accepted';
    keepTypedCode(coupon);
    // Before anything else is waited for: later the browser takes it for an advertisement.
    const opened = open();
    if (!opened) return couldNotStart('popup blocked');
    popup = opened;
    void askInPopup(opened, provider, signIn.scope, locale, promptOfSignIn()).then(
      complete,
      (error: unknown) => {
        opened.close();
        couldNotStart(startProblemOf(error), error);
      },
    );
    return 'left';
  }

  /** A code must not be used for the person who sat here before, nor the next one be taken for them. */
  function promptOfSignIn(): 'login' | undefined {
    const isAsked = keptCoupon() ?? keptJoinCode() ?? (askAnew.isDue || isMyDataAwaited());
    return isAsked ? 'login' : undefined;
  }

  function couldNotStart(problem: StartProblem, error?: unknown): StartProblem {
    log('error', 'Could not start signing in.', error);
    const detail = error === undefined ? undefined : signInErrorText(error);
    store.dispatch({ type: 'could not start', problem, detail });
    return problem;
  }

  async function finishSignIn(answer: URL): Promise<void> {
    // Once the answer was used, a reload keeps what the user came for.
    if (!answer.search && isReloaded()) return navigate('/', { replace: true });
    if (isAwaitedAnswer(answer.search)) return complete(() => acceptAnswer(provider, answer));
    log('error', 'Signing in failed.', new SignInError(noMatchingState));
    if (!store.dispatch({ type: 'answer unmatched', detail: noMatchingState })) return;
    // Entering the login page would end the sign-in that this tab has left for.
    if (pendingSignIn()) return;
    const { pathname, search } = loginAddress(currentIntent(location.search));
    navigate(pathname + search, { replace: true });
  }

  async function complete(accept: () => Promise<UserRecord>): Promise<void> {
    if (!store.dispatch({ type: 'callback opened' })) return;
    // A custom login page may still be open where no redirect has taken it away.
    frame.close();
    try {
      const record = await accept();
      tokens.take(record);
      const subject = await platformSubject(record.profile.sub);
      await enter(await loadNewSession(api, project, subject));
    } catch (error) {
      log('error', 'Signing in failed.', error);
      await end.signOutAfter('callback error', error);
    }
  }

  /** A user without a licence may get one by joining a class, or by accepting an invitation to one. */
  async function enter(fresh: LoadedSession): Promise<void> {
    const loaded = withJoinCode(fresh);
    lastLoaded = loaded;
    const { session, isLicensed, coupon, mayLead } = loaded;
    if (isLicensed === false) {
      if (!coupon && keptJoinCode() !== undefined) {
        store.dispatch({ type: 'seat refused', session, obstacle: 'joining' });
        return;
      }
      if (coupon?.kind === 'needs group' && mayLead) {
        // It is redeemed once there is a class.
        keepCoupon(coupon.code);
        store.dispatch({ type: 'seat refused', session, obstacle: 'class needed' });
        return;
      }
      if (coupon) return signOut(rejection(coupon));
      const { isInvited, hasAsked, isInClass } = await standing(session.user.subject);
      const { state } = store;
      // The class is joined, and its licence may still come.
      const isWaiting = state.name === 'seatless' && state.obstacle === 'joining' && isInClass;
      // Teachers are in their own classes.
      const isPupil = !session.isTeacher;
      const obstacle = isInvited
        ? 'invited'
        : isWaiting || (hasAsked && isPupil)
          ? 'joining'
          : undefined;
      if (obstacle) store.dispatch({ type: 'seat refused', session, obstacle });
      else await signOut(rejection(undefined, isInClass && isPupil));
      return;
    }
    // The class is joined, which has brought the licence.
    if (store.state.name === 'seatless') forgetJoinCode();
    tell(loaded);
    await startWithSeat(session);
  }

  /** Says over the content what has come of a coupon. */
  function tell({ coupon, redeemed }: LoadedSession): void {
    if (redeemed) confirmation.confirm(redeemed);
    else if (coupon) confirmation.report(coupon);
  }

  async function standing(subject: string): Promise<Standing> {
    try {
      return await inTime(invitations.standing(subject), invitationsLimitInMs, 'Invitations');
    } catch (error) {
      // The page that waits goes on waiting.
      if (store.state.name === 'seatless') throw error;
      log('warning', 'Could not load the invitations.', error);
      return { isInvited: false, hasAsked: false, isInClass: false };
    }
  }

  async function retrySeat(): Promise<void> {
    if (store.state.name !== 'seatless') return;
    const { session, obstacle } = store.state;
    if (!awaitsLicence.has(obstacle)) return startWithSeat(session);
    const loaded = await loadSession(api, project, session.user.subject);
    // Somebody may have signed out meanwhile.
    if (store.state.name === 'seatless') await enter(loaded);
  }

  async function continueHere(): Promise<void> {
    if (store.state.name !== 'seatless') return;
    const { session } = store.state;
    await startUnless(await seats.obtainInsteadOfOthers(session), session);
  }

  async function loseSeat(why: SeatRefusal): Promise<void> {
    if (why === 'license ended') return signOut({ kind: 'rejected', hasEnded: true });
    log('info', `The seat is lost: ${why}`);
    // Content is read and written in long before the last of its pictures has come.
    const wasShown = frame.isLoaded || bridge.hasSpoken;
    const work = (await removal.takeLeave(why, true)) ? 'saved' : 'unsaved';
    const { session } = store;
    if (!session) return;
    if (work === 'unsaved') log('warning', 'The content did not save in time.');
    const contentBefore = wasShown ? work : 'none';
    store.dispatch({ type: 'seat refused', session, obstacle: why, contentBefore });
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
    else if (refusal === 'license ended') await signOut({ kind: 'rejected' });
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
      // The services are away for a moment: the session goes on as it was.
      log('error', 'Could not refresh the session.', error);
      if (store.session && isSignedIn(subject)) goOn(store.session);
      return undefined;
    }
    // Somebody else may have come meanwhile.
    if (!isSignedIn(subject)) return undefined;
    loaded = read(loaded);
    lastLoaded = loaded;
    const { session, isLicensed, coupon } = loaded;
    if (isLicensed === false) {
      await signOut(rejection(coupon));
      return undefined;
    }
    if (isLicensed) forgetUnclearCoupon();
    if (!store.dispatch({ type: 'session refreshed', session })) return undefined;
    writeUserSession(session);
    goOn(session);
    return loaded;
  }

  async function redeem(code: string): Promise<CouponProblem | RedeemedCoupon> {
    keepCoupon(code);
    const loaded = await loadAnew();
    // A refused code stays in the field, and is not redeemed again by itself.
    forgetCoupon();
    return loaded?.redeemed ?? loaded?.coupon ?? { kind: 'unavailable', code };
  }

  function goOn(session: UserSession): void {
    if (session.areLicencesMissing) return askForLicencesLater(session.user.subject);
    licencesAway.succeed();
    seats.resume(session);
  }

  return {
    enterLoginPage,
    startSignIn,
    async startSignInUnasked() {
      const unclear = unclearCoupon(location.search);
      if (unclear !== undefined) keepUnclearCoupon(unclear);
      if (signIn.mode !== 'popup') return startSignIn();
      if (store.state.name !== 'signed-out') return 'not accepted';
      const opened = openPopup();
      return opened ? signInByPopup(() => opened) : 'popup blocked';
    },
    async startSignInAsOther(coupon) {
      if (store.state.name !== 'signed-out') return 'not accepted';
      askAnew.demand();
      forgetCoupon();
      forgetJoinCode();
      forgetDeepLink();
      takeOpensMyData();
      return startSignIn(coupon);
    },
    showPopup: () => popup?.focus(),
    finishSignIn,
    retrySeat,
    continueHere,
    loseSeat,
    restore,
    refresh,
    redeem,
    ...end,
  };
}
