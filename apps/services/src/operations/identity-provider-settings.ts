import { isSameIssuer } from '@lectern/contracts/calls/issuer';
import * as z from 'zod/mini';
import { claimMapping, type ClaimMapping } from '../authorization/claim-mapping.ts';
import type { PlatformOptions } from '../platform.ts';
import {
  jsonSetting,
  readAll,
  requiredSetting,
  SettingProblem,
  type Environment,
} from './settings.ts';

const furtherProviders = z.array(
  z.strictObject({
    issuer: z.url(),
    clientId: z.string().check(z.minLength(1)),
    clientSecret: z.string().check(z.minLength(1)),
    acceptedClients: z.array(z.string()).check(z.minLength(1)),
    audience: z.optional(z.string().check(z.minLength(1))),
    connectorIds: z.optional(z.array(z.string().check(z.minLength(1)))),
    claims: z.optional(claimMapping),
  }),
);
const titles = z.record(z.string(), z.string());

/**
 * Accepted issuers and clients, the first administrator, and titles of providers.
 *
 * @throws {SettingProblem} in `settings.ts`
 */
export function readIdentityProviderSettings(
  environment: Environment,
): Pick<
  PlatformOptions,
  'identityProvider' | 'furtherIdentityProviders' | 'firstAdministrator' | 'identityProviderTitles'
> {
  const audience = environment['LECTERN_AUDIENCE'];
  const further = jsonSetting(
    environment,
    'LECTERN_FURTHER_IDENTITY_PROVIDERS',
    furtherProviders,
  )?.map(({ audience, connectorIds, claims, ...provider }) => ({
    ...provider,
    ...(audience && { audience }),
    ...(connectorIds && { connectorIds }),
    ...(claims && { claims: claims as Partial<ClaimMapping> }),
  }));
  const required = (name: string) => () => requiredSetting(environment, name);
  const { issuer, clientId, clientSecret, clientIds } = readAll({
    issuer: required('LECTERN_ISSUER'),
    clientId: required('LECTERN_SERVICES_CLIENT_ID'),
    clientSecret: required('LECTERN_SERVICES_CLIENT_SECRET'),
    clientIds: required('LECTERN_CLIENT_IDS'),
  });
  const issuers = [issuer, ...(further ?? []).map((provider) => provider.issuer)];
  const twice = issuers.find((one, place) =>
    issuers.slice(0, place).some((earlier) => isSameIssuer(earlier, one)),
  );
  if (twice !== undefined) {
    throw new SettingProblem(`LECTERN_FURTHER_IDENTITY_PROVIDERS names ${twice} once more.`);
  }
  const claims = jsonSetting(environment, 'LECTERN_CLAIMS', claimMapping);
  const firstAdministrator = environment['LECTERN_FIRST_ADMINISTRATOR'];
  const identityProviderTitles = jsonSetting(
    environment,
    'LECTERN_IDENTITY_PROVIDER_TITLES',
    titles,
  );
  return {
    identityProvider: {
      issuer,
      clientId,
      clientSecret,
      acceptedClients: clientIds.split(',').map((id) => id.trim()),
      ...(audience && { audience }),
      ...(claims && { claims: claims as Partial<ClaimMapping> }),
    },
    ...(further && { furtherIdentityProviders: further }),
    ...(firstAdministrator && { firstAdministrator }),
    ...(identityProviderTitles && { identityProviderTitles }),
  };
}
