import { navigate } from 'wouter/use-browser-location';
import type { CreateClient } from '../api.ts';
import type { AskAnew } from '../auth/ask-anew.ts';
import { clockFault } from '../auth/clock-fault.ts';
import { isFramed } from '../auth/framed.ts';
import type { Provider } from '../auth/provider.ts';
import { askedGraceInMs } from '../auth/sign-in-defaults.ts';
import { isDenied, signInErrorText } from '../auth/sign-in-error.ts';
import type { SignOutReason } from '../auth/sign-in-machine.ts';
import {
  endSessionAddress,
  licenseDeniedAddress,
  rejectedAt,
  revokeTokens,
} from '../auth/sign-out.ts';
import type { TokenKeeper } from '../auth/token-keeper.ts';
import type { UserRecord } from '../auth/user-record.ts';
import type { Configuration } from '../configuration.ts';
import type { ContentFrame } from '../content-frame/content-frame.ts';
import { notedPlace } from '../content-frame/deep-link.ts';
import { inTime } from '../in-time.ts';
import { log } from '../logging/log.ts';
import { storage } from '../storage/storage.ts';
import type { ContentRemoval } from './content-removal.ts';
import type { CouponConfirmation } from './coupon-confirmation.ts';
import { currentIntent, keepIntent, loginAddress, type SignInIntent } from './sign-in-intent.ts';
import { keptUnclearCoupon, unclearCoupon } from './kept-coupon.ts';
import { keepLeftPlace } from './left-place.ts';
import type { OtherTabs } from './other-tabs.ts';
import type { CouponProblem } from './redeem-coupon.ts';
import type { SeatKeeper } from './seat-keeper.ts';
import { ServiceError } from './service-error.ts';
import type { SessionOutbox } from './session-outbox.ts';
import type { SessionStore } from './session-store.ts';

/** How a session ends. */
export interface SessionEnd {
  signOut(reason: SignOutReason): Promise<void>;
  /** Signs out since sign-in or renewal has failed, and finds out whether this device's clock is to blame. */
  signOutAfter(kind: FailureKind, error: unknown): Promise<void>;
  /** Has the user sign in once more, with the password, and go on where it was. */
  signInAnew(opensMyData?: boolean): Promise<void>;
}

type FailureKind = Extract<
  SignOutReason['kind'],
  'callback error' | 'token expired' | 'silent renew error'
>;

interface Dependencies {
  readonly configuration: Configuration;
  readonly clientOf: CreateClient;
  readonly store: SessionStore;
  readonly provider: Provider;
  readonly tokens: TokenKeeper;
  readonly seats: SeatKeeper;
  readonly frame: ContentFrame;
  readonly outbox: Pick<SessionOutbox, 'delivered' | 'end'>;
  readonly removal: ContentRemoval;
  readonly otherTabs: OtherTabs;
  /** Message about a coupon of this user. */
  readonly confirmation: Pick<CouponConfirmation, 'dismiss'>;
  readonly askAnew: AskAnew;
  /** Decides the article that a rejected user is offered; nothing where it was not loaded on this page. */
  readonly isTeacher: () => boolean | undefined;
}

/** Signing out goes on after this. */
const endUnitsTimeoutInMs = 3_000;

/** Ends by a failure: the tokens may hold no longer. */
const failures: ReadonlySet<SignOutReason['kind']> = new Set<FailureKind>([
  'callback error',
  'token expired',
  'silent renew error',
]);

const noIntent: SignInIntent = {
  link: undefined,
  coupon: undefined,
  opensMyData: false,
  joinCode: undefined,
};

/** Where the browser goes: to a page of the shell, or to one that has to be loaded. */
type Next = { readonly route: URL } | { readonly address: URL };

/**
 * The wish that is kept for a sign-in after an end that the user has not wished for. A coupon has been looked at
 * where no licence was found.
 */
function intentAfter({ kind, opensMyData = false, coupon }: SignOutReason): SignInIntent {
  if (failures.has(kind)) return currentIntent(location.search);
  if (kind === 'sign-in asked anew') return { ...noIntent, opensMyData };
  if (kind !== 'rejected') return noIntent;
  const { link, joinCode } = currentIntent(location.search);
  // A class's code beside a refused coupon was not looked at yet.
  return { ...noIntent, link, joinCode: coupon && joinCode };
}

/**
 * True where the tokens are this tab's alone. A copied tab has its original's access token, without the refresh
 * token; revoking it would end the original's sign-in. Where a renewal fails it is at its end.
 */
function isOwn({ refresh_token }: UserRecord, { kind }: SignOutReason): boolean {
  return refresh_token !== undefined || (kind !== 'silent renew error' && kind !== 'token expired');
}

/** True where a service has refused because it erases the person's data. */
function isErasing(error: unknown): boolean {
  return error instanceof ServiceError && error.result.code === 'SUBJECT_ERASING';
}

export function createSessionEnd(dependencies: Dependencies): SessionEnd {
  const {
    configuration,
    clientOf,
    store,
    provider,
    tokens,
    seats,
    frame,
    outbox,
    removal,
    otherTabs,
    confirmation,
    askAnew,
    isTeacher,
  } = dependencies;

  async function signOut(reason: SignOutReason): Promise<void> {
    const { state } = store;
    const isAsked = reason.kind === 'called logout page';
    const isRejected = reason.kind === 'rejected';
    const isAnew = reason.kind === 'sign-in asked anew';
    // Before anything slow: a tab closed now leaves the provider's session to the next person.
    // And where nobody is signed in: a sign-in that has failed leaves it, too.
    const isWished = isAsked || isAnew;
    if (isWished) askAnew.demand();
    if (!store.dispatch({ type: 'sign-out requested', reason })) return;
    log('info', `Signing out: ${reason.kind}`);
    confirmation.dismiss();
    // Only while the tokens hold. A rejected user may have a seat that others wait for.
    const givenBack =
      (isWished || isRejected) && 'session' in state
        ? seats.giveBack(state.session.user.subject)
        : seats.release();
    const isFailure = failures.has(reason.kind);
    const unclear = isAsked ? undefined : (unclearCoupon(location.search) ?? keptUnclearCoupon());
    const wasTeacher = isTeacher() ?? ('session' in state && state.session.isTeacher);
    const wished = intentAfter(reason);
    // A user without a seat was asked about its codes: at a shared computer they are not the next one's.
    const intent =
      state.name === 'seatless' ? { ...wished, coupon: undefined, joinCode: undefined } : wished;
    // Else they go on where they were.
    const place = (isFailure || isRejected || isAnew) && !intent.link ? notedPlace() : undefined;
    storage('session').clear();
    // The login page of a popup's sign-in is not entered again.
    keepIntent(intent);
    const contentGone = removeContent(reason.kind, isWished);
    const unitsEnded =
      isWished && 'session' in state
        ? contentGone.then(() => endUnits(state.session.user.subject))
        : undefined;
    const person = await otherTabs.person();
    if (person !== undefined && place) keepLeftPlace(person, place);
    const othersSaved = isAsked && person !== undefined && otherTabs.tellSignedOut(person);
    await givenBack;
    await othersSaved;
    await contentGone;
    // While the tokens hold; what stays undelivered waits for the next sign-in of the same user.
    if (!isFailure) await outbox.delivered();
    await unitsEnded;
    outbox.end();
    const record = tokens.release();
    const revoked = record && isOwn(record, reason) && revokeTokens(provider, record);
    await revoked;
    const next = await addressAfter(reason, { ...intent, unclear }, record, wasTeacher);
    if ('address' in next) return location.assign(next.address);
    navigate(next.route.pathname + next.route.search, { replace: true });
    store.dispatch({ type: 'signed out' });
  }

  /** Credentials that content has of its own end with the sign-in, also where its provider tells nobody. */
  async function endUnits(subject: string): Promise<void> {
    const end = async () => {
      const { cmi5Calls } = await import('@lectern/contracts/calls/learning-records/cmi5');
      const { cmi5SignOut } = cmi5Calls;
      await clientOf('lars', { cmi5SignOut }).cmi5SignOut({
        xIaSubject: subject,
        body: { subject },
      });
    };
    await inTime(end(), endUnitsTimeoutInMs, 'Ending the units').catch((error: unknown) =>
      log('warning', 'Could not end the units.', error),
    );
  }

  /** Takes the content away without waiting for the provider, once it has put away what it holds. */
  async function removeContent(reason: SignOutReason['kind'], isAsked: boolean): Promise<void> {
    const graceInMs = isAsked ? askedGraceInMs : undefined;
    const isSaved = await removal.takeLeave(reason, !isAsked, graceInMs);
    if (!isSaved) log('warning', 'The content did not save in time.');
    frame.close();
  }

  async function addressAfter(
    reason: SignOutReason,
    intent: SignInIntent & { readonly unclear: string | undefined },
    record: UserRecord | undefined,
    wasTeacher: boolean,
  ): Promise<Next> {
    const { unclear } = intent;
    const route = loginAddress({ ...intent, coupon: unclear ?? intent.coupon });
    if (reason.kind === 'rejected') {
      // Its teacher has the remedy, not the shop.
      if (reason.isInClass) return { route: rejectedAt(route) };
      return afterRejection(rejectedAt(route), wasTeacher, reason.coupon ?? unclear);
    }
    if (reason.kind !== 'called logout page' || !record) return { route };
    // A provider shows no page of its own in another site's frame.
    const address = isFramed()
      ? undefined
      : await endSessionAddress(provider, record, configuration.locale);
    return address ? { address } : { route };
  }

  /**
   * @param route The login page.
   * @param coupon What the user came with: as a code that was refused, or that cannot be one.
   */
  function afterRejection(
    route: URL,
    wasTeacher: boolean,
    coupon: CouponProblem | string | undefined,
  ): Next {
    // A user with a coupon reads its fault on the login page, and is sent nowhere else.
    if (coupon !== undefined) return { route };
    const address = licenseDeniedAddress(configuration.licenseDenied, wasTeacher, route);
    return address ? { address } : { route };
  }

  return {
    signOut,
    async signOutAfter(kind, error) {
      const clock = await clockFault(error);
      await signOut({
        kind,
        detail: signInErrorText(error),
        ...(clock ? { clock } : {}),
        ...(isDenied(error) ? { isCancelled: true } : {}),
        ...(isErasing(error) ? { isBeingErased: true } : {}),
      });
    },
    signInAnew: (opensMyData = false) => signOut({ kind: 'sign-in asked anew', opensMyData }),
  };
}
