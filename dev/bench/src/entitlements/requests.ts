import { contract, services, type BodyInput, type Contract } from '@lectern/contracts';
import {
  deviceOf,
  licenseOf,
  mandant_identifier,
  productOf,
  subjectOf,
  tokenOf,
  usageOf,
} from './school.ts';
import { requestBytes, type Headers } from '../request-bytes.ts';

export const calls = [
  'licenseGetForUser',
  'productVerifyUserAccess',
  'licenseObtainLicenseUsage',
  'licenseUsageGiveOffHeartbeat',
] as const;
export type CallName = (typeof calls)[number];

/** Place of the licence that each user has a seat of. */
const used = 1;

type Bodies = { readonly [Name in CallName]: (user: number) => BodyInput<Contract['lima'][Name]> };

/** Body of each call for a user. */
export const bodies: Bodies = {
  licenseGetForUser: (user) => ({ subject: subjectOf(user) }),
  productVerifyUserAccess: (user) => ({
    subject: subjectOf(user),
    mandant_identifier,
    product_reference: productOf(2),
  }),
  // The seat that it has, as at every sign-in but the first.
  licenseObtainLicenseUsage: (user) => ({
    subject: subjectOf(user),
    license_code: licenseOf(user, used),
    mandant_identifier,
    product_reference: productOf(used),
    device_identifier: deviceOf(user),
    license_usage_consistency_type: 'LICENSE_USAGE_CONSISTENCY_TYPE_VOLATILE',
  }),
  licenseUsageGiveOffHeartbeat: (user) => ({
    subject: subjectOf(user),
    license_code: licenseOf(user, used),
    license_usage_id: usageOf(user),
  }),
};

export const pathOf = (call: CallName) => services.lima.base + contract.lima[call].path;

export function headersOf(user: number): Headers {
  return {
    'Content-Type': 'application/json',
    Authorization: `Bearer ${tokenOf(user)}`,
    'X-Ia-Correlation-Id': `4b1c9a52-6f0e-4d5e-9d55-${String(user).padStart(12, '0')}`,
    'X-Ia-Subject': subjectOf(user),
    'X-Ia-Roles': '',
  };
}

/** A whole request of a user, as it goes over the wire. */
export const requestOf = (call: CallName, user: number): Buffer =>
  requestBytes('POST', pathOf(call), headersOf(user), bodies[call](user));
