import type { License } from '@lectern/contracts';
import type { Api } from '../api.ts';
import type { ProjectConfiguration } from '../configuration.ts';
import { log } from '../logging/log.ts';
import { loadLicenses } from './load-licenses.ts';

/** How long somebody without a licence waits for a shop that may know of one. */
const shopLimitInSeconds = 6;

/**
 * Licences of a user of whom none opens the publication, once more: what was bought a moment ago the shop
 * may not have told yet. So the order systems of the user's identity providers are asked first; which
 * those are the order service knows by the table of section 9.
 *
 * @throws {CallFailed} when the licences could not be loaded. That an order system does not answer is
 *   logged: then what the licence service knows decides.
 */
export async function loadBoughtLicenses(
  api: Pick<Api, 'lima' | 'osc'>,
  project: ProjectConfiguration,
  subject: string,
): Promise<readonly License[]> {
  await api.osc
    .orderSyncForUser({
      xIaSubject: subject,
      body: { subject },
      signal: AbortSignal.timeout(shopLimitInSeconds * 1000),
    })
    .catch((error: unknown) => log('warning', "Could not ask for the user's orders.", error));
  return loadLicenses(api, project, subject);
}
