import { parseArgs } from 'node:util';
import { defaultDataFolder, type Surroundings } from '@lectern/services/data-folder';
import { DatabaseUrlProblem, readDatabaseUrl } from '@lectern/services/database-url';
import { hostInUrl } from '@lectern/services/network';
import { localHost, type Ports } from './addresses.ts';
import { isLinkLocal, portsToListenOn, type NetworkOptions } from './network.ts';
import { StartProblem, UsageProblem } from './problem.ts';

/** Options from the command line. */
export interface StartOptions {
  readonly ports: Ports;
  /** How other devices reach it; absent: they do not. */
  readonly network?: NetworkOptions;
  readonly dataFolder: string;
  /** A PostgreSQL of one's own; without it the embedded one runs. */
  readonly databaseUrl?: string;
  readonly reset: boolean;
  /** A backup to restore first. */
  readonly restore?: string;
  /** Go on with the embedded database after it was moved. */
  readonly moveBack?: boolean;
  readonly watch: boolean;
}

const flags = {
  port: { type: 'string' },
  'identity-provider-port': { type: 'string' },
  'content-port': { type: 'string' },
  'files-port': { type: 'string' },
  host: { type: 'string' },
  'tls-cert': { type: 'string' },
  'tls-key': { type: 'string' },
  'authority-port': { type: 'string' },
  data: { type: 'string' },
  reset: { type: 'boolean' },
  restore: { type: 'string' },
  'move-back': { type: 'boolean' },
  watch: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

export const help = `Starts Lectern: database, identity provider, services, shell and demo content.

  npm start -- [flags]

  --port NUMBER                    shell and services      LECTERN_PORT (8080)
  --identity-provider-port NUMBER  identity provider       LECTERN_IDENTITY_PROVIDER_PORT (8081)
  --content-port NUMBER            demo content            LECTERN_CONTENT_PORT (8082)
  --files-port NUMBER              uploaded files          LECTERN_FILES_PORT (8083)
  --host HOST                      for other devices, too  LECTERN_HOST (this machine alone)
  --tls-cert FILE --tls-key FILE   with this certificate   LECTERN_TLS_CERT, LECTERN_TLS_KEY (its own)
  --authority-port NUMBER          where they get its own  LECTERN_AUTHORITY_PORT (8084)
  --data FOLDER                    everything that is kept LECTERN_DATA (see below)
  --reset                          empty the data folder first
  --restore FILE                   restore a backup first, into a new data folder
  --move-back                      go on with the embedded database after lectern move-to
  --watch                          rebuild and restart on changes of the sources
  --help                           show this

The data folder is /var/lib/lectern for root, else ~/.local/share/lectern (on macOS
~/Library/Application Support/Lectern). DATABASE_URL names a PostgreSQL 15 or newer to use instead
of the embedded one. A flag wins over its environment variable.
`;

/**
 * Reads flags and environment. A flag wins; an empty variable counts as unset.
 *
 * @returns `undefined` when help was asked for
 * @throws {UsageProblem} for an unknown flag, a bad or doubled port, a `DATABASE_URL` that is none
 */
export function readOptions(
  args: readonly string[],
  surroundings: Surroundings,
): StartOptions | undefined {
  const values = parseFlags(args);
  if (values.help) return undefined;
  const { environment } = surroundings;

  const port = (flag: PortFlag, variable: string, standard: number): number =>
    readPort(`--${flag}`, values[flag]) ?? readPort(variable, environment[variable]) ?? standard;
  const ports: Ports = {
    shell: port('port', 'LECTERN_PORT', 8080),
    identityProvider: port('identity-provider-port', 'LECTERN_IDENTITY_PROVIDER_PORT', 8081),
    content: port('content-port', 'LECTERN_CONTENT_PORT', 8082),
    files: port('files-port', 'LECTERN_FILES_PORT', 8083),
  };
  const text = (flag: 'host' | 'tls-cert' | 'tls-key', variable: string) =>
    values[flag] || environment[variable] || undefined;
  const authorityPort = port('authority-port', 'LECTERN_AUTHORITY_PORT', 8084);
  const host = hostOf(text('host', 'LECTERN_HOST'));
  const certFile = text('tls-cert', 'LECTERN_TLS_CERT');
  const keyFile = text('tls-key', 'LECTERN_TLS_KEY');
  if (Boolean(certFile) !== Boolean(keyFile)) {
    throw new UsageProblem('--tls-cert and --tls-key need each other.');
  }
  if (certFile && !host) throw new UsageProblem('--tls-cert needs --host beside it.');
  const certificate = certFile && keyFile ? { certFile, keyFile } : undefined;
  const network: NetworkOptions | undefined =
    host === undefined ? undefined : { host, authorityPort, ...(certificate && { certificate }) };
  requireDistinct(portsToListenOn(ports, network));

  const databaseUrl = databaseUrlOf(environment['DATABASE_URL']);
  const reset = values.reset ?? false;
  if (reset && databaseUrl) {
    throw new UsageProblem(
      '--reset empties the data folder, not the database that DATABASE_URL names. Empty that one yourself, and start without --reset.',
    );
  }
  if (values['move-back'] && databaseUrl) {
    throw new UsageProblem(
      '--move-back goes on with the embedded database, and DATABASE_URL names another one. Take DATABASE_URL away.',
    );
  }
  return {
    ports,
    ...(network && { network }),
    dataFolder: values.data || environment['LECTERN_DATA'] || requireDataFolder(surroundings),
    ...(databaseUrl && { databaseUrl }),
    reset,
    ...(values.restore && { restore: values.restore }),
    ...(values['move-back'] && { moveBack: true }),
    watch: values.watch ?? false,
  };
}

type PortFlag =
  | 'port'
  | 'identity-provider-port'
  | 'content-port'
  | 'files-port'
  | 'authority-port';

/**
 * @returns `undefined` for this machine alone
 * @throws {UsageProblem} for what no browser opens
 */
function hostOf(text: string | undefined): string | undefined {
  const bare = text?.replace(/^\[(.*)\]$/, '$1');
  if (!bare) return undefined;
  // As browsers write it: in small letters, and without what is no host.
  const url = URL.parse(`https://${hostInUrl(bare)}/`);
  const isHostAlone = url?.href === `https://${url?.hostname}/`;
  // Certificates name hosts without the final dot of DNS, which leads to the same place.
  const host = url?.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
  if (host === localHost && isHostAlone) return undefined;
  const isOfOneMachine = host !== '0.0.0.0' && host !== '::' && !host?.endsWith('.');
  if (host && isHostAlone && isOfOneMachine && !isLinkLocal(host)) return host;
  throw new UsageProblem(
    `--host must be a name or an address under which other devices reach this machine, such as 192.168.1.20, not "${text}".`,
  );
}

function parseFlags(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: flags }).values;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // Node's message goes on with advice about positional arguments, of which there are none here.
    const [sentence = ''] = error.message.split(/\. |\n/, 1);
    throw new UsageProblem(`${sentence}. See npm start -- --help.`);
  }
}

function readPort(name: string, text: string | undefined): number | undefined {
  if (!text) return undefined;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535) {
    throw new UsageProblem(`${name} must be a port number from 1 to 65535, not "${text}".`);
  }
  return port;
}

function requireDistinct(ports: ReturnType<typeof portsToListenOn>): void {
  if (new Set(Object.values(ports)).size === Object.keys(ports).length) return;
  throw new UsageProblem(
    `The ports must be different; they are ${Object.values(ports).join(', ')}. ` +
      'Change --port, --identity-provider-port, --content-port, --files-port or --authority-port.',
  );
}

function databaseUrlOf(text: string | undefined): string | undefined {
  if (!text) return undefined;
  try {
    return readDatabaseUrl(text);
  } catch (error) {
    if (!(error instanceof DatabaseUrlProblem)) throw error;
    throw new UsageProblem(`DATABASE_URL ${error.message}.`);
  }
}

function requireDataFolder(surroundings: Surroundings): string {
  const folder = defaultDataFolder(surroundings);
  if (folder) return folder;
  throw new StartProblem('There is no home folder to keep data in. Choose one with --data.');
}
