import { readFileSync } from 'node:fs';

/** An address that cannot be meant; the message follows its name in a sentence, and holds no password. */
export class DatabaseUrlProblem extends Error {
  override readonly name = 'DatabaseUrlProblem';
}

/** Modes of libpq that the driver has, too; it cannot go on without TLS where the server has none. */
const sslModes = ['disable', 'require', 'verify-ca', 'verify-full'];
const fileParameters = ['sslrootcert', 'sslcert', 'sslkey'];

/**
 * Reads the address of a database so that the driver takes it for what libpq would, where the driver
 * alone would take it for something else.
 *
 * @returns the address for the driver
 * @throws {DatabaseUrlProblem}
 */
export function readDatabaseUrl(given: string): string {
  // The driver takes a percent sign for itself where no code follows it.
  const text = given.replaceAll(/%(?![\da-f]{2})/gi, '%25');
  const form = 'must have the form postgresql://user:password@host:5432/database';
  if (!/^postgres(ql)?:\/\//.test(text)) throw new DatabaseUrlProblem(form);
  const [authority = ''] = text.replace(/^\w+:\/\//, '').split(/[/?#]/, 1);
  const query = text.includes('?') ? text.slice(text.indexOf('?')) : '';
  const parameters = new URLSearchParams(query);
  requireEncoded(text.slice(0, text.length - query.length), authority, parameters);
  const host = parameters.get('host') ?? authority.slice(authority.lastIndexOf('@') + 1);
  if (host.includes(',') || parameters.get('port')?.includes(',')) {
    throw new DatabaseUrlProblem(
      'names several hosts; name one, such as that of a balancer that leads to the server that takes changes',
    );
  }
  // The driver takes an address without a host, such as that of a socket, where the URL standard does not.
  if (!URL.canParse(text) && !URL.canParse(text.replace('@/', '@host/'))) {
    throw new DatabaseUrlProblem(form);
  }
  // As libpq, the driver takes from the environment what the address leaves open.
  const isSocket = /^(\/|%2F)/i.test(host || process.env['PGHOST'] || '');
  const inherited = process.env['PGSSLMODE'] || null;
  const mode = parameters.get('sslmode') ?? (inherited && isSocket ? 'disable' : inherited);
  if (mode !== null && !sslModes.includes(mode)) {
    throw new DatabaseUrlProblem(
      `has the sslmode ${mode}${parameters.has('sslmode') ? '' : ' by PGSSLMODE'}; it must be one of ${sslModes.join(', ')}`,
    );
  }
  const rootCertificates = parameters.get('sslrootcert');
  if (mode === null && fileParameters.some((name) => parameters.has(name))) {
    throw new DatabaseUrlProblem('names certificates without an sslmode; add sslmode=verify-full');
  }
  if (rootCertificates === 'system' && mode !== 'verify-full') {
    throw new DatabaseUrlProblem('has sslrootcert=system, which needs sslmode=verify-full');
  }
  if (mode === 'verify-ca' && rootCertificates === null) {
    throw new DatabaseUrlProblem(
      'has sslmode=verify-ca, which needs an sslrootcert; without one, use verify-full',
    );
  }
  if (mode === null) return text;
  if (rootCertificates === 'system') parameters.delete('sslrootcert');
  for (const name of fileParameters) {
    const file = parameters.get(name);
    if (file !== null) requireReadable(name, file);
  }
  // The driver would ask for TLS on a socket, too; servers have none there.
  parameters.set('sslmode', isSocket ? 'disable' : mode);
  parameters.set('uselibpqcompat', 'true');
  return `${text.slice(0, text.length - query.length)}?${parameters.toString()}`;
}

/** Passwords are often pasted as they are; the driver would take a part of one for host or database, and name it. */
function requireEncoded(beforeQuery: string, authority: string, parameters: URLSearchParams): void {
  const path = beforeQuery.slice(beforeQuery.indexOf(authority) + authority.length);
  const [firstParameter = ''] = parameters.keys();
  // The database itself may have the sign in its name.
  const isCut =
    /^[^@]*:[^@]*$/.test(authority) && (path.includes('@') || firstParameter.includes('@'));
  if (!isCut && isDecodable(beforeQuery)) return;
  throw new DatabaseUrlProblem(
    'has a character that must be encoded in a user or password: % as %25, / as %2F, # as %23, ? as %3F',
  );
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function requireReadable(name: string, file: string): void {
  try {
    readFileSync(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    throw new DatabaseUrlProblem(`names the ${name} ${file}, which cannot be read (${code})`);
  }
}

/** Host and database of an address, without user and password. */
export function databaseNameOf(text: string): string {
  const url = URL.parse(text) ?? URL.parse(text.replace('@/', '@localhost/'));
  if (!url) return '';
  return (url.searchParams.get('host') ?? url.host) + url.pathname;
}
