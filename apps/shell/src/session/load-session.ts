import type { License } from '@lectern/contracts';
import type { Api } from '../api.ts';
import type { ProjectConfiguration } from '../configuration.ts';
import { log } from '../logging/log.ts';
import type { RedeemedCoupon } from './coupon-confirmation.ts';
import { loadBoughtLicenses } from './bought-licenses.ts';
import { describeDevice } from './device.ts';
import { grantsAccess } from './license-rule.ts';
import { loadLicenses } from './load-licenses.ts';
import { redeemKeptCoupon, type CouponProblem, type CouponRedeemed } from './redeem-coupon.ts';
import { takeOutboxKey } from '../outbox/outbox-key.ts';
import { loading } from './service-error.ts';
import type { UserSession } from './user-session.ts';

/** A loaded session, and whether one of its licences opens the publication. */
export interface LoadedSession {
  readonly session: UserSession;
  readonly isLicensed: boolean;
  /** What was wrong with the coupon that was to be redeemed. */
  readonly coupon?: CouponProblem | undefined;
  /** The coupon that has just been redeemed, where a licence opens the publication. */
  readonly redeemed?: RedeemedCoupon | undefined;
}

/**
 * Loads the session of a user who has just signed in: first the user service takes the user's names
 * and groups from the identity provider and, at first sight, creates the user (section 4).
 *
 * @param subject The token's subject. A linked user is another one from here on.
 * @throws {ServiceError}
 */
export async function loadNewSession(
  api: Api,
  project: ProjectConfiguration,
  subject: string,
): Promise<LoadedSession> {
  const updated = await loading('user', api.aua.userUpdateUserInfo({ xIaSubject: subject }));
  return loadSession(api, project, updated.user.subject);
}

/**
 * Loads the session of a user whom the platform knows. A coupon that was kept is redeemed
 * once the user is known, so that its licence is among those that are loaded.
 *
 * @param wasTeacher What holds while the groups cannot be loaded: that they are away for a moment
 *   does not make a pupil of a teacher. A new session begins without (section 8: an empty list).
 * @throws {ServiceError} when the user, its properties, identities or licences could not be loaded:
 *   without licences nobody could tell a user without one from a service that is down.
 */
export async function loadSession(
  api: Api,
  project: ProjectConfiguration,
  subject: string,
  wasTeacher = false,
): Promise<LoadedSession> {
  const { user } = await loading(
    'user',
    api.aua.userGet({ body: { subject }, xIaSubject: subject }),
  );
  const caller = { xIaSubject: user.subject };
  const ofUser = { ...caller, body: { subject: user.subject } };
  const device = await describeDevice(project.version);
  const outcome = await redeemKeptCoupon(api, project, user.subject);

  const [{ properties }, { identities }, isTeacher, known] = await Promise.all([
    loading('property', api.aua.userGetProperties(ofUser)),
    loading('identity', api.aua.userGetIdentities(ofUser)),
    api.gms
      .gmsGroupsGet(ofUser)
      .then(({ groups }) => groups.length > 0)
      .catch((error: unknown) => {
        log('error', 'Could not load groups correctly.', error);
        return wasTeacher;
      }),
    loading('license', loadLicenses(api, project, user.subject)),
    // A device that could not be registered costs nobody the session.
    api.lima
      .deviceUpdateForUser({ ...caller, body: { subject: user.subject, device } })
      .catch((error: unknown) => log('error', 'Could not register the device.', error)),
  ]);

  const { given_name, family_name } = user;
  const opens = (license: License) => grantsAccess(license, project);
  const licences = known.some(opens) ? known : await loadBoughtLicenses(api, project, user.subject);
  const opening = licences.filter(opens);
  const { key: outboxKey, others } = takeOutboxKey(properties);
  return {
    session: {
      deviceID: device.device_identifier,
      user: { subject: user.subject, given_name, family_name },
      licences,
      properties: others,
      identities,
      isTeacher,
      outboxKey,
    },
    isLicensed: opening.length > 0,
    ...(outcome?.kind === 'redeemed'
      ? { redeemed: describeRedeemed(outcome, opening) }
      : { coupon: outcome }),
  };
}

/**
 * Says until when the coupon's licence holds, of those that open the publication now: none did before
 * the coupon was redeemed.
 */
function describeRedeemed(
  { licenseCode }: CouponRedeemed,
  opening: readonly License[],
): RedeemedCoupon | undefined {
  const license = opening.find(
    ({ license_code }) => licenseCode === undefined || license_code === licenseCode,
  );
  return license && { validUntil: license.valid_until };
}
