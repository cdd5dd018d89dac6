import type { License } from '@lectern/contracts';
import { CallFailed } from '@lectern/contracts/client';
import type { Api } from '../api.ts';
import type { ProjectConfiguration } from '../configuration.ts';
import { describeDevice } from './device.ts';
import { grantsAccess } from './license-rule.ts';

/** Why no licence gives this device a seat. */
export type SeatRefusal =
  | 'device limit'
  /** The subject itself holds its seat on another device. */
  | 'used elsewhere'
  | 'seats taken'
  | 'license ended';

/** Refusals of a seat, by the contract's code. */
const refusals: Readonly<Record<string, SeatRefusal>> = {
  DEVICE_LIMIT_REACHED: 'device limit',
  LICENSE_USED_ELSEWHERE: 'used elsewhere',
  LICENSE_SEATS_TAKEN: 'seats taken',
  LICENSE_NOT_VALID: 'license ended',
  LICENSE_NOT_FOUND: 'license ended',
};

/** Of several refusals the first of these counts: what the user can do most about. */
const refusalsByHelp: readonly SeatRefusal[] = ['used elsewhere', 'seats taken'];

export type LicenseUsage = Awaited<
  ReturnType<Api['lima']['licenseObtainLicenseUsage']>
>['license_usage'];

export interface SeatRequest {
  readonly subject: string;
  readonly deviceID: string;
  readonly licences: readonly License[];
  readonly signal?: AbortSignal;
  /** The subject's own seats on other devices end with the seat that is obtained. */
  readonly insteadOfOthers?: boolean;
}

/**
 * Obtains a seat of the first licence that opens the publication and has one. Licences without a
 * number of seats come first: they take a seat from nobody.
 *
 * @throws {CallFailed} when the service is away, or refuses for a reason that has nothing to do with
 *   seats.
 */
export async function obtainSeat(
  api: Pick<Api, 'lima'>,
  project: ProjectConfiguration,
  { licences, ...request }: SeatRequest,
): Promise<LicenseUsage | SeatRefusal> {
  const fitting = licences
    .filter((license) => grantsAccess(license, project))
    .toSorted((a, b) => Number(a.seats !== undefined) - Number(b.seats !== undefined));
  const refused = new Set<SeatRefusal>();
  for (const license of fitting) {
    try {
      return await obtainOf(license, api, project, request);
    } catch (error) {
      const refusal = error instanceof CallFailed ? refusals[error.code ?? ''] : undefined;
      if (!refusal) throw error;
      // The limit is the product's: no other licence helps.
      if (refusal === 'device limit') return refusal;
      refused.add(refusal);
    }
  }
  return refusalsByHelp.find((refusal) => refused.has(refusal)) ?? 'license ended';
}

async function obtainOf(
  { license_code, mandant_identifier, product_reference }: License,
  api: Pick<Api, 'lima'>,
  project: ProjectConfiguration,
  { subject, deviceID, signal, insteadOfOthers = false }: Omit<SeatRequest, 'licences'>,
): Promise<LicenseUsage> {
  const caller = { xIaSubject: subject, ...(signal ? { signal } : {}) };
  const obtain = () =>
    api.lima.licenseObtainLicenseUsage({
      ...caller,
      // A repeat that arrives late would end a seat that was obtained in between.
      ...(insteadOfOthers ? { repeat: false } : {}),
      body: {
        subject,
        license_code,
        mandant_identifier,
        product_reference,
        device_identifier: deviceID,
        license_usage_consistency_type: 'LICENSE_USAGE_CONSISTENCY_TYPE_VOLATILE',
        ...(insteadOfOthers ? { instead_of_others: true } : {}),
      },
    });
  try {
    return (await obtain()).license_usage;
  } catch (error) {
    // It could not be registered at sign-in, or was forgotten since for newer ones.
    if (!(error instanceof CallFailed) || error.code !== 'DEVICE_NOT_FOUND') throw error;
    const device = await describeDevice(project.version);
    await api.lima.deviceUpdateForUser({ ...caller, body: { subject, device } });
    return (await obtain()).license_usage;
  }
}
