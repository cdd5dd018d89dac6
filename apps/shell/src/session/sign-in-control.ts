import { navigate } from 'wouter/use-browser-location';
import type { Api } from '../api.ts';
import type { AskAnew } from '../auth/ask-anew.ts';
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
import type { StartProblem } from '../auth/sign-in-machine.ts';
import { withoutSignedOutState } from '../auth/sign-out.ts';
import type { Provider } from '../auth/provider.ts';
import type { TokenKeeper } from '../auth/token-keeper.ts';
import type { UserRecord } from '../auth/user-record.ts';
import type { Configuration } from '../configuration.ts';
import type { ContentFrame } from '../content-frame/content-frame.ts';
import { forgetDeepLink } from '../content-frame/deep-link.ts';
import { log } from '../logging/log.ts';
import { signInKeyPrefix } from '../storage-keys.ts';
import { storage } from '../storage/storage.ts';
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
  keepCoupon,
  keepUnclearCoupon,
  keptCoupon,
  unclearCoupon,
} from './kept-coupon.ts';
import { forgetJoinCode, isLikeJoinCode, keptJoinCode } from './kept-join-code.ts';
import { loadNewSession, type LoadedSession } from './load-session.ts';
import type { SeatKeeper } from './seat-keeper.ts';
import type { SessionEnd } from './session-end.ts';
import type { SessionStore } from './session-store.ts';

/** The way to the identity provider and back, up to the session that is loaded then. */
export interface SignInControl {
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
  readonly seats: Pick<SeatKeeper, 'release'>;
  readonly frame: Pick<ContentFrame, 'close'>;
  readonly askAnew: AskAnew;
  /** Goes on with the session of a user who has just signed in. */
  readonly enter: (loaded: LoadedSession) => Promise<void>;
  readonly signOutAfter: SessionEnd['signOutAfter'];
}

function startProblemOf(error: unknown): StartProblem {
  if (isPopupClosed(error)) return 'popup closed';
  // There is no cryptography then, which every sign-in needs.
  if (!isSecureContext) return 'shell insecure';
  return isTemporary(error) ? 'provider unreachable' : 'provider misconfigured';
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

export function createSignInControl(dependencies: Dependencies): SignInControl {
  const { configuration, store, provider, tokens, api, seats, frame, askAnew } = dependencies;
  const { enter, signOutAfter } = dependencies;
  const { signIn, project, locale } = configuration;
  let popup: Popup | undefined;

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
      await signOutAfter('callback error', error);
    }
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
  };
}
