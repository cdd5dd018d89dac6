import { services } from '@lectern/contracts';
import { demoProduct, shellClientId } from '@lectern/env';
import type { Scenario } from './scenarios.ts';

/**
 * The configuration document of a scenario's shell (specification, section 7). The identity provider is
 * known by the shell's own address, where the simulator answers for it.
 *
 * @param content Address of the author's first page.
 * @param origin Of the scenario.
 */
export function configurationOf(
  { title, locale }: Pick<Scenario, 'title' | 'locale'>,
  content: URL,
  origin: string,
): string {
  const { aua, atma, lima, osc, clag, gres, lars } = services;
  return JSON.stringify({
    project: {
      title: `${title} · Lectern`,
      favicon: 'assets/favicon.svg',
      version: 'simulator',
      location: content.href,
      contentOrigin: content.origin,
      mandantIdentifier: demoProduct.mandant_identifier,
      productReference: demoProduct.product_reference,
    },
    signIn: {
      authority: origin,
      clientId: shellClientId,
      scope: 'openid profile email offline_access',
      postLoginRoute: '/',
      autoLogin: false,
    },
    services: {
      clusterBase: origin,
      suffixes: {
        aua: aua.base,
        atma: atma.base,
        lima: lima.base,
        osc: osc.base,
        clag: clag.base,
        gres: gres.base,
        lars: lars.base,
      },
    },
    locale,
    currency: 'CHF',
    licenseDenied: { teacherArticle: 'LECTERN-LP', studentArticle: 'LECTERN-SUS' },
  });
}
