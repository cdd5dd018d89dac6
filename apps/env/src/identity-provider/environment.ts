import { DatabaseUrlProblem, readDatabaseUrl } from '@lectern/services/database-url';
import { serviceLinkProblem } from '@lectern/services/service-link';
import { readTls, TlsProblem, type Tls } from '@lectern/services/tls';
import { StartFailure } from './failures.ts';
import type { IdentityProviderOptions } from './start.ts';

/**
 * The options of the process, from its environment.
 *
 * @throws {StartFailure} with one sentence that names every missing variable, or the first malformed one.
 */
export function readEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): IdentityProviderOptions {
  const missing = requiredVariables.filter((name) => !environment[name]);
  if (missing.length > 0) {
    throw new StartFailure(
      `The identity provider needs these environment variables: ${missing.join(', ')}.`,
    );
  }
  const value = (name: Required): string => environment[name] ?? '';
  let databaseUrl: string;
  let tls: Tls | undefined;
  try {
    databaseUrl = readDatabaseUrl(value('DATABASE_URL'));
    tls = readTls(environment);
  } catch (error) {
    if (error instanceof TlsProblem) throw new StartFailure(error.message);
    if (!(error instanceof DatabaseUrlProblem)) throw error;
    throw new StartFailure(`DATABASE_URL ${error.message}.`);
  }
  return {
    port: port(value('LECTERN_PORT')),
    issuer: origin('LECTERN_ISSUER', value('LECTERN_ISSUER')),
    shellOrigin: origin('LECTERN_SHELL_ORIGIN', value('LECTERN_SHELL_ORIGIN')),
    databaseUrl,
    ...(tls && { tls }),
    servicesClientSecret: value('LECTERN_SERVICES_CLIENT_SECRET'),
    orderSystemClientSecret: value('LECTERN_ORDER_SYSTEM_CLIENT_SECRET'),
    ...(environment['LECTERN_PUBLISHER_CLIENT_SECRET']
      ? { publisherClientSecret: environment['LECTERN_PUBLISHER_CLIENT_SECRET'] }
      : {}),
    ...(environment['LECTERN_HOST'] ? { host: environment['LECTERN_HOST'] } : {}),
  };
}

/** Without them the process does not start. */
export const requiredVariables = [
  'LECTERN_PORT',
  'LECTERN_ISSUER',
  'LECTERN_SHELL_ORIGIN',
  'DATABASE_URL',
  'LECTERN_SERVICES_CLIENT_SECRET',
  'LECTERN_ORDER_SYSTEM_CLIENT_SECRET',
] as const;

type Required = (typeof requiredVariables)[number];

function port(text: string): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number > 65_535) {
    throw new StartFailure(
      serviceLinkProblem('LECTERN_PORT', text) ??
        `LECTERN_PORT must be a port number from 0 to 65535, not '${text}'.`,
    );
  }
  return number;
}

/**
 * Issuer and shell are origins: clients compare the issuer as text, redirect addresses are made from
 * the shell's, and a path or a trailing slash would break either without anyone seeing why.
 */
function origin(name: Required, text: string): string {
  const url = URL.parse(text);
  if (url?.origin !== text || !['http:', 'https:'].includes(url.protocol)) {
    throw new StartFailure(
      `${name} must be an http or https origin such as http://localhost:8081, not '${text}'.`,
    );
  }
  return text;
}
