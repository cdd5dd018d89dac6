import type { License } from '@lectern/contracts';
import type { Api } from '../api.ts';
import type { ProjectConfiguration } from '../configuration.ts';

/**
 * The user's licences for this publication, whatever their state.
 *
 * @param signal Ends the waiting; absent: the client's own limits.
 * @throws {CallFailed}
 */
export async function loadLicenses(
  api: Pick<Api, 'lima'>,
  { mandantIdentifier, productReference }: ProjectConfiguration,
  subject: string,
  signal?: AbortSignal,
): Promise<readonly License[]> {
  const { licenses } = await api.lima.licenseGetForUser({
    xIaSubject: subject,
    ...(signal && { signal }),
    body: {
      subject,
      mandant_identifier: mandantIdentifier,
      product_reference: productReference,
    },
  });
  return licenses;
}
