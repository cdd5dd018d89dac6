import type { License } from '@lectern/contracts';
import type { Api } from '../api.ts';
import type { ProjectConfiguration } from '../configuration.ts';
import { log } from '../logging/log.ts';
import type { RedeemedCoupon } from './coupon-confirmation.ts';
import { loadBoughtLicenses } from './bought-licenses.ts';
import { describeDevice } from './device.ts';
import { grantsAccess } from './license-rule.ts';
import { loadGroups } from './load-groups.ts';
import { loadLicenses } from './load-licenses.ts';
import { redeemKeptCoupon, type CouponProblem, type CouponRedeemed } from './redeem-coupon.ts';
import { takeOutboxKey } from '../outbox/send/outbox-key.ts';
import { loading } from './service-error.ts';
import type { UserSession } from './user-session.ts';

/** A loaded session, and whether one of its licences opens the publication. */
export interface LoadedSession {
  readonly session: UserSession;
  /** Absent: the licences could not be loaded, and nobody can say. */
  readonly isLicensed?: boolean | undefined;
  /** Fault of the coupon that was to be redeemed. */
  readonly coupon?: CouponProblem | undefined;
  /** The coupon that has just been redeemed, where a licence opens the publication. */
  readonly redeemed?: RedeemedCoupon | undefined;
}

/**
 * Loads the session of a user who has just signed in: first the user service takes the user's names
 * and groups from the identity provider and, at first sight, creates the user (section 4).
 *
 * @param subject The platform's name of the token's subject. A linked user is another one from here on.
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

/** How long a session waits for what it can do without. */
const spareableLimitInSeconds = 8;

/** Facts that hold while they cannot be loaded anew: a service that is away for a moment takes them from nobody. */
type EarlierSession = Pick<
  UserSession,
  'areLicencesMissing' | 'isTeacher' | 'licences' | 'mayLead'
>;

/** Of a new session: section 8 wants an empty list where groups cannot be loaded. */
const nothingKnown: EarlierSession = { isTeacher: false, licences: [], areLicencesMissing: true };

/**
 * Loads the session of a user whom the platform knows. A coupon that was kept is redeemed
 * once the user is known, so that its licence is among those that are loaded.
 *
 * @throws {ServiceError} when the user, its properties or identities could not be loaded.
 */
export async function loadSession(
  api: Api,
  project: ProjectConfiguration,
  subject: string,
  earlier: EarlierSession = nothingKnown,
): Promise<LoadedSession> {
  const { user } = await loading(
    'user',
    api.aua.userGet({ body: { subject }, xIaSubject: subject }),
  );
  const caller = { xIaSubject: user.subject };
  const ofUser = { ...caller, body: { subject: user.subject } };
  const device = await describeDevice(project.version);
  const outcome = await redeemKeptCoupon(api, project, user.subject);
  const opens = (license: License) => grantsAccess(license, project);

  // A service that does not answer is as good as one that fails.
  const signal = AbortSignal.timeout(spareableLimitInSeconds * 1000);
  const [{ properties }, { identities, links }, roles, groups, licences] = await Promise.all([
    loading('property', api.aua.userGetProperties(ofUser)),
    loading('identity', api.aua.userGetIdentities(ofUser)),
    // Without roles the services go by all that the user has.
    api.aua
      .userGetRoles({ ...ofUser, signal })
      .catch((error: unknown) => log('warning', 'Could not load the roles.', error)),
    loadGroups(api, user.subject, signal),
    loadOpeningLicenses(api, project, user.subject, opens, signal),
    // A device that could not be registered costs nobody the session.
    api.lima
      .deviceUpdateForUser({ ...caller, signal, body: { subject: user.subject, device } })
      .catch((error: unknown) => log('error', 'Could not register the device.', error)),
  ]);

  const { given_name, family_name } = user;
  const opening = licences?.filter(opens);
  const { key: outboxKey, others } = takeOutboxKey(properties);
  return {
    session: {
      deviceID: device.device_identifier,
      user: { subject: user.subject, given_name, family_name },
      ...(licences
        ? { licences }
        : { licences: earlier.licences, areLicencesMissing: earlier.areLicencesMissing }),
      properties: others,
      identities,
      links,
      isTeacher: groups ? groups.length > 0 : earlier.isTeacher,
      mayLead: roles ? roles.permission_names.includes('group.lead') : earlier.mayLead,
      outboxKey,
      roles: roles?.role_names ?? [],
    },
    isLicensed: opening && opening.length > 0,
    ...(outcome?.kind === 'redeemed'
      ? { redeemed: describeRedeemed(outcome, opening ?? []) }
      : { coupon: outcome }),
  };
}

/** The user's licences; nothing where they could not be loaded, which is logged (section 8). */
async function loadOpeningLicenses(
  api: Api,
  project: ProjectConfiguration,
  subject: string,
  opens: (license: License) => boolean,
  signal: AbortSignal,
): Promise<readonly License[] | undefined> {
  try {
    const licenses = await loadLicenses(api, project, subject, signal);
    return licenses.some(opens) ? licenses : await loadBoughtLicenses(api, project, subject);
  } catch (error) {
    log('error', 'Could not load the licences.', error);
    return undefined;
  }
}

/** Says until when the coupon's licence holds, of those that open the publication now. */
function describeRedeemed(
  { licenseCode }: CouponRedeemed,
  opening: readonly License[],
): RedeemedCoupon {
  const license = opening.find(
    ({ license_code }) => licenseCode === undefined || license_code === licenseCode,
  );
  return { kind: 'redeemed', validUntil: license?.valid_until };
}
