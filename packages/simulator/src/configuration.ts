import { baseConfiguration } from '@lectern/env';
import type { Scenario } from './scenarios.ts';

/**
 * The configuration document of a scenario's shell: that of the demo platform, without its courses and
 * environment file. The identity provider is known by the shell's own address, where the simulator answers
 * for it.
 *
 * @param content Address of the author's first page.
 * @param origin Of the scenario.
 */
export function configurationOf(
  { title, locale }: Pick<Scenario, 'title' | 'locale'>,
  content: URL,
  origin: string,
): string {
  const addresses = { shell: origin, identityProvider: origin, content: content.origin };
  const base = baseConfiguration(addresses, 'simulator');
  const project = { ...base.project, title: `${title} · Lectern`, location: content.href };
  return JSON.stringify({ ...base, project, locale });
}
