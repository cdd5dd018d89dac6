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

/**
 * Finds out whether a class may bring a licence to a user without one: by joining it, by accepting an invitation
 * to it, or by a coupon for it.
 *
 * @param waitsFor What the user waits for on the page already.
 * @returns what to wait for, or why there is no licence to come.
 * @throws {CallFailed} where the user waits already, and goes on waiting.
 */
export async function awaitedOfClass(
  { session, coupon, mayLead }: LoadedSession,
  waitsFor: SeatObstacle | undefined,
  invitations: Pick<InvitationSource, 'standing'>,
): Promise<ClassObstacle | SignOutReason> {
  if (!coupon && keptJoinCode() !== undefined) return 'joining';
  if (coupon?.kind === 'needs group' && mayLead) {
    // It is redeemed once there is a class.
    keepCoupon(coupon.code);
    return 'class needed';
  }
  if (coupon) return rejection(coupon);
  const asking = inTime(
    invitations.standing(session.user.subject),
    invitationsLimitInMs,
    'Invitations',
  );
  const { isInvited, hasAsked, isInClass } = await (waitsFor ? asking : asking.catch(noStanding));
  if (isInvited) return 'invited';
  // The class is joined, and its licence may still come.
  if (waitsFor === 'joining' && isInClass) return 'joining';
  // Teachers are in their own classes.
  const isPupil = !session.isTeacher;
  return hasAsked && isPupil ? 'joining' : rejection(undefined, isInClass && isPupil);
}

function noStanding(error: unknown): Standing {
  log('warning', 'Could not load the invitations.', error);
  return { isInvited: false, hasAsked: false, isInClass: false };
}
