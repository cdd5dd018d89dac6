import { isSameIssuer } from '@lectern/contracts/calls/issuer';
import type { ClaimMapping } from '../authorization/claim-mapping.ts';
import type { PlatformOptions } from '../platform.ts';
import { readAll, SettingProblem } from './setting-problem.ts';
import { settingsOf, type Environment } from './settings.ts';

/**
 * Accepted issuers and clients, the first administrator, and titles of providers.
 *
 * @throws {SettingProblem}
 */
export function readIdentityProviderSettings(
  environment: Environment,
): Pick<
  PlatformOptions,
  'identityProvider' | 'furtherIdentityProviders' | 'firstAdministrator' | 'identityProviderTitles'
> {
  const setting = settingsOf(environment);
  const audience = setting('LECTERN_AUDIENCE');
  const further = setting('LECTERN_FURTHER_IDENTITY_PROVIDERS')?.map(
    ({ audience, connectorIds, claims, ...provider }) => ({
      ...provider,
      ...(audience && { audience }),
      ...(connectorIds && { connectorIds }),
      ...(claims && { claims: claims as Partial<ClaimMapping> }),
    }),
  );
  const { issuer, clientId, clientSecret, acceptedClients } = readAll({
    issuer: () => setting('LECTERN_ISSUER'),
    clientId: () => setting('LECTERN_SERVICES_CLIENT_ID'),
    clientSecret: () => setting('LECTERN_SERVICES_CLIENT_SECRET'),
    acceptedClients: () => setting('LECTERN_CLIENT_IDS'),
  });
  const issuers = [issuer, ...(further ?? []).map((provider) => provider.issuer)];
  const twice = issuers.find((candidate, place) =>
    issuers.slice(0, place).some((earlier) => isSameIssuer(earlier, candidate)),
  );
  if (twice !== undefined) {
    throw new SettingProblem(`LECTERN_FURTHER_IDENTITY_PROVIDERS names ${twice} once more.`);
  }
  const claims = setting('LECTERN_CLAIMS');
  const firstAdministrator = setting('LECTERN_FIRST_ADMINISTRATOR');
  const identityProviderTitles = setting('LECTERN_IDENTITY_PROVIDER_TITLES');
  return {
    identityProvider: {
      issuer,
      clientId,
      clientSecret,
      acceptedClients,
      ...(audience && { audience }),
      ...(claims && { claims: claims as Partial<ClaimMapping> }),
    },
    ...(further && { furtherIdentityProviders: further }),
    ...(firstAdministrator && { firstAdministrator }),
    ...(identityProviderTitles && { identityProviderTitles }),
  };
}
