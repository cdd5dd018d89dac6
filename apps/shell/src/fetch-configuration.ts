import { readConfiguration, type Configuration } from './configuration.ts';
import { log } from './logging/log.ts';
import { ConfigurationUnreachable } from './start-up-failure.ts';

/** Where the configuration document stands when the page does not name it. */
const configurationAddress = '/assets/config/config.json';

/**
 * Loads the configuration document from where the page preloads it: the host names its version there,
 * so that page, content policy and configuration always fit together.
 *
 * @throws {ConfigurationUnreachable}
 * @throws {ConfigurationError}
 */
export async function fetchConfiguration(): Promise<Configuration> {
  const preload = document.querySelector('link[rel=preload][as=fetch]');
  let json: unknown;
  try {
    const response = await fetch(preload?.getAttribute('href') ?? configurationAddress);
    if (!response.ok) throw new ConfigurationUnreachable(`HTTP ${response.status}`);
    json = await response.json();
  } catch (cause) {
    log('error', 'error fetching configuration app', cause);
    throw new ConfigurationUnreachable('config.json', { cause });
  }
  return readConfiguration(json, location.origin);
}
