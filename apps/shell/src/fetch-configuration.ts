/** Where the configuration document stands, too, and alone when the page does not hold it. */
export const configurationAddress = '/assets/config/config.json';

/** The configuration document could not be loaded, or is no JSON; the message says what came instead. */
export class ConfigurationUnreachable extends Error {
  declare name: 'ConfigurationUnreachable';
}
// As a field it would be lowered for Safari 15, with more code than the class has.
ConfigurationUnreachable.prototype.name = 'ConfigurationUnreachable';

/**
 * The configuration document: from the page, where its host has put it in, so that page, content policy
 * and configuration always fit together; else from its address.
 *
 * @returns what the host served, parsed and not checked
 * @throws {ConfigurationUnreachable}
 */
export async function fetchConfiguration(): Promise<unknown> {
  const delivered = document.querySelector<HTMLMetaElement>('meta[name=configuration]')?.content;
  if (delivered) return parse(delivered);
  return parse(await download());
}

async function download(): Promise<string> {
  const response = await fetch(configurationAddress).catch(refuse);
  if (!response.ok) throw new ConfigurationUnreachable(`HTTP ${response.status}`);
  return response.text().catch(refuse);
}

function refuse(cause: unknown): never {
  throw new ConfigurationUnreachable('no answer', { cause });
}

function parse(document: string): unknown {
  try {
    return JSON.parse(document);
  } catch (cause) {
    throw new ConfigurationUnreachable('no JSON', { cause });
  }
}
