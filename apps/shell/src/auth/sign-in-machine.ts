import type { ClockFault } from './clock-fault.ts';
import type { SeatRefusal } from '../session/obtain-seat.ts';
import type { CouponProblem } from '../session/redeem-coupon.ts';
import type { UserSession } from '../session/user-session.ts';

/** Why a user is signed out (specification, section 4). */
export interface SignOutReason {
  readonly kind:
    | 'called logout page'
    /** No licence opens the publication: never did, does no longer, or not yet. */
    | 'rejected'
    | 'token expired'
    | 'silent renew error'
    | 'callback error'
    /** The same person has signed out in another tab of this browser. */
    | 'signed out in another tab'
    /** For what takes a fresh sign-in the password is asked for once more. */
    | 'sign-in asked anew';
  /** The failure; shown to the user, so it holds no token. */
  readonly detail?: string;
  /** Where a check of a time failed since this device's clock is wrong. */
  readonly clock?: ClockFault;
  /** With 'callback error': the user has cancelled the sign-in, or the provider has refused this account. */
  readonly isCancelled?: true;
  /** The services erase all that they keep of the person, and have not ended yet. */
  readonly isBeingErased?: true;
  /** With 'sign-in asked anew': the dialog of the own data opens afterwards. */
  readonly opensMyData?: boolean;
  /** With 'rejected': what was wrong with the user's coupon. */
  readonly coupon?: CouponProblem;
  /**
   * With 'rejected': the user is in a class, which has no licence; absent where nobody can say, or it does not matter.
   * Its name is nobody else's at a shared computer.
   */
  readonly isInClass?: boolean;
  /** With 'rejected': a licence had opened the publication, and does no longer. */
  readonly hasEnded?: true;
  /** With `hasEnded`: the licence was a class's. */
  readonly isOfClass?: true;
  /** With `isOfClass`: the user is a teacher, and asks none. */
  readonly isTeacher?: true;
}

/**
 * Obstacle that the user can remove: a licence has no seat on this device, or there is none yet, but an
 * invitation, a class's code, or a coupon for the class that a teacher is still to make, which may bring one.
 */
export type SeatObstacle =
  | Exclude<SeatRefusal, 'license ended'>
  | 'invited'
  | 'joining'
  | 'class needed';

/** Content on the page before a seat was refused: none, or one that had saved all of its work or not. */
export type ContentBefore = 'none' | 'saved' | 'unsaved';

/**
 * Where sign-in stands; `docs/sign-in.md` draws it.
 *
 * A page begins as `signed-in` with a stored session, as `restoring` when that session's access
 * token has expired and must be renewed first, and as `signed-out` otherwise. `seatless` is a user
 * with a licence that gives this device no seat, or none any more: a device must be freed, another one
 * given up, or a seat become free.
 */
export type SignInState =
  | { readonly name: 'signed-out'; readonly problem?: SignInProblem }
  /** The page leaves for the identity provider. */
  | { readonly name: 'redirecting' }
  /** The identity provider is open in a window of its own. */
  | { readonly name: 'in-popup' }
  | { readonly name: 'completing' }
  | {
      readonly name: 'seatless';
      readonly session: UserSession;
      readonly obstacle: SeatObstacle;
      readonly contentBefore: ContentBefore;
    }
  | { readonly name: 'restoring'; readonly session: UserSession }
  | { readonly name: 'signed-in'; readonly session: UserSession }
  | { readonly name: 'signing-out'; readonly reason: SignOutReason };

/** Message of the login page. */
export type SignInProblem =
  | SignOutReason
  | { readonly kind: StartProblem; readonly detail?: string | undefined };

/** Why signing in did not get as far as an answer of the provider. */
export type StartProblem = (typeof startProblems)[number];

const startProblems = [
  'provider unreachable',
  /** Its metadata do not fit the configuration, or leave something out. */
  'provider misconfigured',
  /** The shell's own address is neither https nor this machine: browsers do not encrypt there. */
  'shell insecure',
  'popup blocked',
  'popup closed',
] as const;

/** True where nobody was signed in yet: the provider may know somebody all the same, but nothing was theirs. */
export function isStartProblem({ kind }: SignInProblem): boolean {
  return startProblems.some((problem) => problem === kind);
}

export type SignInEvent =
  | { readonly type: 'requested' }
  | { readonly type: 'popup requested' }
  | {
      readonly type: 'could not start';
      readonly problem: StartProblem;
      readonly detail?: string | undefined;
    }
  | { readonly type: 'callback opened' }
  /** Opened with an answer that belongs to no sign-in of this tab. */
  | { readonly type: 'answer unmatched'; readonly detail: string }
  | {
      readonly type: 'seat refused';
      readonly session: UserSession;
      readonly obstacle: SeatObstacle;
      /** Absent where nothing was shown since the state before. */
      readonly contentBefore?: ContentBefore;
    }
  | { readonly type: 'session started'; readonly session: UserSession }
  | { readonly type: 'session refreshed'; readonly session: UserSession }
  | { readonly type: 'login page entered' }
  | { readonly type: 'sign-out requested'; readonly reason: SignOutReason }
  | { readonly type: 'signed out' };

/**
 * The state after an event, or nothing where the event does not fit the state: a second sign-out, or
 * an answer that comes after the user has left.
 */
export function transition(state: SignInState, event: SignInEvent): SignInState | undefined {
  switch (event.type) {
    case 'requested':
      return state.name === 'signed-out' ? { name: 'redirecting' } : undefined;
    case 'popup requested':
      return state.name === 'signed-out' ? { name: 'in-popup' } : undefined;
    case 'could not start':
      return state.name === 'redirecting' || state.name === 'in-popup'
        ? { name: 'signed-out', problem: { kind: event.problem, detail: event.detail } }
        : undefined;
    case 'callback opened':
      return state.name === 'signed-out' || state.name === 'in-popup'
        ? { name: 'completing' }
        : undefined;
    case 'answer unmatched':
      return state.name === 'signed-out'
        ? { name: 'signed-out', problem: { kind: 'callback error', detail: event.detail } }
        : undefined;
    case 'seat refused':
      return state.name === 'completing' || state.name === 'seatless' || state.name === 'signed-in'
        ? {
            name: 'seatless',
            session: event.session,
            obstacle: event.obstacle,
            contentBefore:
              event.contentBefore ?? (state.name === 'seatless' ? state.contentBefore : 'none'),
          }
        : undefined;
    case 'session started':
      return state.name === 'completing' || state.name === 'seatless' || state.name === 'restoring'
        ? { name: 'signed-in', session: event.session }
        : undefined;
    case 'session refreshed':
      return state.name === 'signed-in' ? { name: 'signed-in', session: event.session } : undefined;
    case 'login page entered':
      return state.name === 'signed-in' || state.name === 'restoring'
        ? { name: 'signed-out' }
        : undefined;
    case 'sign-out requested':
      return signsOutFrom.has(state.name)
        ? { name: 'signing-out', reason: event.reason }
        : undefined;
    case 'signed out':
      return state.name === 'signing-out' ? signedOut(state.reason) : undefined;
  }
}

const signsOutFrom: ReadonlySet<SignInState['name']> = new Set([
  'completing',
  'seatless',
  'restoring',
  'signed-in',
]);

/** The login page does not explain what the user asked for. */
function signedOut(reason: SignOutReason): SignInState {
  return reason.kind === 'called logout page'
    ? { name: 'signed-out' }
    : { name: 'signed-out', problem: reason };
}
