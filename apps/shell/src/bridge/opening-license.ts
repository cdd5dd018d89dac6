import { readHeldSeat } from '../session/held-seat.ts';
import { validState } from '../session/license-rule.ts';
import type { UserSession } from '../session/user-session.ts';
import { BridgeFailure } from './bridge-failure.ts';

/** An issue's publisher and products: a licence for one of them opens it. */
export interface Opened {
  readonly mandant_identifier: string;
  readonly product_references: readonly string[];
}

/** @throws {BridgeFailure} where they could not be loaded yet. */
export function knownLicences({
  areLicencesMissing,
  licences,
}: UserSession): UserSession['licences'] {
  if (!areLicencesMissing) return licences;
  throw new BridgeFailure('UNAVAILABLE', 'The licences could not be loaded yet.');
}

/** The valid licence by which a user asks for what is of an issue: the one whose seat is held, where it fits. */
export function openingLicense(
  { licences }: Pick<UserSession, 'licences'>,
  { mandant_identifier, product_references }: Opened,
): { readonly license_code: string; readonly product_reference: string } | undefined {
  const seat = readHeldSeat();
  const fitting = licences.filter(
    (license) =>
      license.license_state === validState &&
      license.mandant_identifier === mandant_identifier &&
      product_references.includes(license.product_reference),
  );
  const license =
    fitting.find(({ license_code }) => license_code === seat?.license_code) ?? fitting[0];
  return (
    license && { license_code: license.license_code, product_reference: license.product_reference }
  );
}
