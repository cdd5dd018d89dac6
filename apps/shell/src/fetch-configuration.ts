/** Where the configuration document stands when the page does not name it. */
const configurationAddress = '/assets/config/config.json';

/** The configuration document could not be loaded, or is no JSON; the message says what came instead. */
export class ConfigurationUnreachable extends Error {
  override readonly name = 'ConfigurationUnreachable';
}

/**
 * Loads the configuration document from where the page preloads it: the host names its version there,
 * so that page, content policy and configuration always fit together.
 *
 * @returns what the host served, parsed and not checked
 * @throws {ConfigurationUnreachable}
 */
export async function fetchConfiguration(): Promise<unknown> {
  const preload = document.querySelector('link[rel=preload][as=fetch]');
  const response = await fetch(preload?.getAttribute('href') ?? configurationAddress).catch(
    (cause: unknown) => {
      throw new ConfigurationUnreachable('no answer', { cause });
    },
  );
  if (!response.ok) throw new ConfigurationUnreachable(`HTTP ${response.status}`);
  return response.json().catch((cause: unknown) => {
    throw new ConfigurationUnreachable('no JSON', { cause });
  });
}
