import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { environmentOf, type Parts, type ServerName } from '../../../src/product.ts';

/**
 * Servers that start in a moment, in place of the product's.
 *
 * @param words what a server is to say before it ends, by its name
 */
export function standIns(words: Partial<Record<ServerName, string>> = {}): Parts {
  return {
    bundles: [],
    seed: async () => {},
    publish: async () => {},
    published: [],
    servers: ({ addresses, ports, dataFolder, network }) => {
      const server = (name: ServerName) => ({
        title: name,
        entry: fileURLToPath(new URL('server.ts', import.meta.url)),
        readyUrl: name === 'services' ? addresses.shell : addresses[name],
        logFile: join(dataFolder.logs, `${name}.log`),
        sources: [],
        environment: {
          ...environmentOf(network),
          LECTERN_PORT: String(name === 'services' ? ports.shell : ports[name]),
          ...(words[name] && { STAND_IN_WORDS: words[name] }),
        },
      });
      return {
        identityProvider: server('identityProvider'),
        services: server('services'),
        content: server('content'),
      };
    },
  };
}
