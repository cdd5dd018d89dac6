import type { License } from '@lectern/contracts';
import type { SeatObstacle, SignOutReason } from '../auth/sign-in-machine.ts';
import { rejection } from '../auth/sign-out.ts';
import { inTime } from '../in-time.ts';
import type { InvitationSource, Standing } from '../invitations/invitation-source.ts';
import { log } from '../logging/log.ts';
import { keepCoupon } from './kept-coupon.ts';
import { isLikeJoinCode, keepJoinCode, keptJoinCode, readJoinCode } from './kept-join-code.ts';
import type { LoadedSession } from './load-session.ts';

/** After this a user without a licence is told so, whatever invitations there may be. */
const invitationsLimitInMs = 8_000;

/** Obstacles of users who have no licence yet. */
const classObstacles = ['invited', 'joining', 'class needed'] as const satisfies SeatObstacle[];
type ClassObstacle = (typeof classObstacles)[number];

/** True where a class may still bring the licence, rather than a device the seat. */
export function awaitsLicence(obstacle: SeatObstacle): boolean {
  return classObstacles.some((each) => each === obstacle);
}

/**
 * Keeps a code of a sign-in that no coupon has, and a class may have, as a class's: people do not know which one they
 * have. The dialog of the classes asks for a class itself.
 */
export function withJoinCode(loaded: LoadedSession): LoadedSession {
  const { coupon } = loaded;
  if (coupon?.kind !== 'unknown' || !isLikeJoinCode(coupon.code)) return loaded;
  // The class's own counts for more.
  if (keptJoinCode() !== undefined) return loaded;
  keepJoinCode(readJoinCode(coupon.code));
  return { ...loaded, coupon: undefined };
}

interface Circumstances {
  /** Obstacle of the page on which the user waits already. */
  readonly waitsFor?: SeatObstacle | undefined;
  /** The user has just signed in, and does not wait for an answer that cannot be had. */
  readonly isNew?: boolean;
  /** Licences that opened the publication until now. */
  readonly opened?: readonly License[] | undefined;
}

/**
 * Finds out whether a class may bring a licence to a user without one: by joining it, by accepting an invitation
 * to it, or by a coupon for it.
 *
 * @returns what to wait for, or why there is no licence to come.
 * @throws {CallFailed} where nobody can say and the user is not new: it stays what it is.
 */
export async function awaitedOfClass(
  { session, coupon }: Pick<LoadedSession, 'session' | 'coupon'>,
  invitations: Pick<InvitationSource, 'standing'>,
  { waitsFor, isNew = false, opened = [] }: Circumstances,
): Promise<ClassObstacle | SignOutReason> {
  if (!coupon && keptJoinCode() !== undefined) return 'joining';
  if (coupon?.kind === 'needs group' && session.mayLead) {
    // A coupon for a class is redeemed once there is one.
    keepCoupon(coupon.code);
    return 'class needed';
  }
  if (coupon) return rejection(coupon);
  const asking = inTime(
    invitations.standing(session.user.subject),
    invitationsLimitInMs,
    'Invitations',
  );
  const standing = await (isNew ? asking.catch(noStanding) : asking);
  if (standing?.isInvited) return 'invited';
  // The class is joined, and its licence may still come. Teachers are in their own.
  const hasWaited = waitsFor === 'joining' || (waitsFor === 'invited' && !session.isTeacher);
  if (hasWaited && standing?.isInClass) return 'joining';
  if (standing?.hasAsked) return 'joining';
  return without(standing, session.isTeacher, opened);
}

/** Says why a user is out, by what gave the licence before. Which class it was is told to pupils: teachers lead their own. */
function without(
  standing: Standing | undefined,
  isTeacher: boolean,
  opened: readonly License[],
): SignOutReason {
  if (opened.length === 0) return rejection(undefined, standing?.isInClass && !isTeacher);
  return {
    ...licenceEnd(opened, isTeacher),
    ...(standing && isOfClass(opened) && !isTeacher && { isInClass: standing.isInClass }),
  };
}

/** The end of a user whose licences are gone, where nobody can say of its classes. */
export function licenceEnd(opened: readonly License[], isTeacher: boolean): SignOutReason {
  return {
    kind: 'rejected',
    hasEnded: true,
    ...(isOfClass(opened) && { isOfClass: true, ...(isTeacher && { isTeacher }) }),
  };
}

/** True where classes alone have opened the publication. */
function isOfClass(opened: readonly License[]): boolean {
  return (
    opened.length > 0 &&
    opened.every(({ license_strategy }) => license_strategy === 'LICENSE_STRATEGY_GROUP')
  );
}

function noStanding(error: unknown): undefined {
  log('warning', 'Could not load the invitations.', error);
}
