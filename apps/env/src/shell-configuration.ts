import { services } from '@lectern/contracts';
import { demoProduct, shellClientId } from './accounts.ts';
import type { Addresses } from './addresses.ts';
import type { Secrets } from './data-folder/secrets.ts';

/**
 * Configuration document of the demo platform, which the shell loads first, from
 * `assets/config/config.json` (specification, section 7: 'Startup').
 *
 * @param version version of the content, which ends up in the frame's location
 */
export function shellConfiguration(
  addresses: Omit<Addresses, 'files'>,
  version: string,
  { basicFiles }: Pick<Secrets, 'basicFiles'>,
) {
  return {
    ...baseConfiguration(addresses, version),
    courses: ['wasser'],
    environment: { basicSecret: basicFiles },
  };
}

/** What every platform of this machine has in its configuration: no courses, and no environment file. */
export function baseConfiguration(addresses: Omit<Addresses, 'files'>, version: string) {
  return {
    project: {
      title: 'Wasser entdecken',
      favicon: 'assets/favicon.svg',
      version,
      location: `${addresses.content}/index.html`,
      contentOrigin: addresses.content,
      mandantIdentifier: demoProduct.mandant_identifier,
      productReference: demoProduct.product_reference,
    },
    signIn: {
      authority: addresses.identityProvider,
      clientId: shellClientId,
      // offline_access: the refresh token, with which the shell renews silently.
      scope: 'openid profile email offline_access',
      postLoginRoute: '/',
      autoLogin: false,
    },
    services: {
      clusterBase: addresses.shell,
      // Seven suffixes: gms, gp and stats lie under the group service's.
      suffixes: {
        aua: services.aua.base,
        atma: services.atma.base,
        lima: services.lima.base,
        osc: services.osc.base,
        clag: services.clag.base,
        gres: services.gres.base,
        lars: services.lars.base,
      },
    },
    locale: 'de-CH',
    currency: 'CHF',
    licenseDenied: { teacherArticle: 'LECTERN-LP', studentArticle: 'LECTERN-SUS' },
  };
}
