import { randomUUID } from 'node:crypto';
import { isSameIssuer } from '@lectern/contracts/calls/issuer';
import { identifier } from '@lectern/contracts/calls/scalars';
import { roleName } from '@lectern/contracts/calls/users/authorization';
import { pupilRoles } from '../../users/reserved-permissions.ts';
import { isSafeAddress } from '../../outgoing/safe-address.ts';
import { readArguments, type Command, type Terminal } from '../command.ts';
import { databaseFlags, databaseHelp, withDatabase } from '../connection.ts';
import { issuersOf } from '../issuers.ts';
import { UsageProblem } from '../problem.ts';
import { openRosterSource, type RosterSource } from './files.ts';
import { importRoster } from './import.ts';
import { restBinding } from './one-roster/rest-binding.ts';
import { isChange, reportOf, type ImportSummary } from './report.ts';
import { subjectColumns, type ImportSettings } from './settings.ts';
import { userCsvColumns } from './user-csv.ts';

const flags = {
  ...databaseFlags,
  'dry-run': { type: 'boolean' },
  provider: { type: 'string' },
  source: { type: 'string' },
  subject: { type: 'string' },
  issuer: { type: 'string' },
  'allow-roles': { type: 'string' },
  'token-url': { type: 'string' },
  'client-id': { type: 'string' },
} as const;

/** Connector id of whom nothing else is said of (specification, section 9). */
const defaultProvider = 'BEOOK_1';

const help = `Imports users, their roles and their classes from a file, or from a OneRoster service.

  npx lectern import-users [flags] <file, folder or address>

  --dry-run            say what would be done, and do nothing
  --provider ID        identity provider of the users, and provider of the classes (${defaultProvider})
  --source NAME        whose classes these are, such as the number of the school; the same every time.
                       Required where a CSV names classes
  --allow-roles A,B    roles that a CSV may give besides ${pupilRoles.join(' and ')}, such as support
  --subject COLUMN     OneRoster: ${subjectColumns.join(', ')} (sourcedId)
  --issuer URL         a further identity provider that the users sign in at, not the primary one
  --token-url URL      OneRoster service: where the client gets its token (OAuth 2, client credentials)
  --client-id ID       OneRoster service: the client; its secret is asked for
${databaseHelp(21)}
A CSV has one user a row and these columns, in any order and letter case; only subject is required:
  ${userCsvColumns.slice(0, 7).join(', ')},
  ${userCsvColumns.slice(7).join(', ')}
It is separated by commas, semicolons or tabs, in UTF-8, UTF-16 or Windows-1252, which is said where it
was guessed. role and class may hold several, separated by semicolons. class_role is leader or member; default: leader for teachers.

A folder or a zip is OneRoster 1.1 or 1.2 (CSV binding), bulk or delta: users.csv, roles.csv,
classes.csv and enrollments.csv are read, as manifest.csv says, where there is one. An address is that of a
OneRoster 1.2 service (REST binding), up to and with /ims/oneroster/rostering/v1p2. Students become students, teachers and
aides teachers; people with any other role are imported only if they are already known.

The subject is what the identity provider calls the user (the claim sub): a user who is imported under
another name will not be recognized at the first sign-in.

A file is imported whole, or not at all when anything in it is wrong, or every user is skipped. Importing it again changes
nothing. What the file does not name stays: users, roles and groups are never removed, memberships only
where a row has the status tobedeleted. An empty field changes nothing. Names and e-mail addresses that
the identity provider has given win over those of the file. Every import that changes something is
written to the audit log.

Exit codes: 0; 1 when nothing was imported because of an error; 2 for wrong flags; 3 when everything was
imported but memberships of people who are in as many groups as one can be in: they are named.
`;

export const importUsers: Command = {
  summary: 'import users and classes from a CSV, a OneRoster file or a OneRoster service',
  help,
  run: async (args, terminal) => {
    const { values, given: path } = readArguments(args, flags, 'one file, folder or address');
    const settings = readSettings(values, terminal);
    const isDryRun = values['dry-run'] ?? false;
    const correlationId = randomUUID();
    const source = isAddress(path)
      ? await openService(path, values, terminal)
      : await openRosterSource(path);
    try {
      const summary = await withDatabase(values.data, terminal, (database) =>
        importRoster(database, source, settings, { correlationId, isDryRun }),
      );
      await terminal.write(`${reportOf(summary)}\n`);
      await terminal.write(conclusion(isDryRun, summary, correlationId));
      return summary.leftOut.count > 0 ? exitCodeOfLeftOut : 0;
    } finally {
      if (source.format === 'oneroster') source.set.close();
    }
  },
};

/** True for the address of a service; else it is a path on this machine. */
function isAddress(given: string): boolean {
  return /^https?:\/\//i.test(given);
}

/** @throws {UsageProblem} where the address or the client is not whole. */
async function openService(
  given: string,
  { 'token-url': tokenUrl, 'client-id': clientId }: Values,
  terminal: Terminal,
): Promise<RosterSource> {
  if (!tokenUrl || !clientId) {
    throw new UsageProblem('A OneRoster service needs --token-url and --client-id. See --help.');
  }
  const [address, tokenAddress] = [given, tokenUrl].map((text) => {
    const url = URL.parse(text);
    if (url && isSafeAddress(url)) return url;
    throw new UsageProblem(`${text} must be an https address: a secret and names go there.`);
  }) as [URL, URL];
  const clientSecret = await terminal.ask(`Secret of the client ${clientId}: `);
  const set = restBinding({ address, tokenAddress, clientId, clientSecret });
  return { format: 'oneroster', name: address.host + address.pathname, set };
}

/** Everything else was done. */
export const exitCodeOfLeftOut = 3;

function conclusion(
  isDryRun: boolean,
  { counts, totals, skipped, leftOut }: ImportSummary,
  correlationId: string,
): string {
  const rest = leftOut.count > 0 ? `, but for ${leftOut.count} memberships that are left out` : '';
  if (!isChange(counts) && totals.users === 0 && skipped.length > 0) {
    return 'Nothing was imported: everything in the file is skipped.\n';
  }
  if (!isChange(counts)) return `Nothing had to change${rest}.\n`;
  if (isDryRun) return 'Nothing was written: this was a dry run.\n';
  return `Imported${rest}. Correlation id of the audit log: ${correlationId}\n`;
}

interface Values {
  readonly provider?: string | undefined;
  readonly source?: string | undefined;
  readonly subject?: string | undefined;
  readonly issuer?: string | undefined;
  readonly 'allow-roles'?: string | undefined;
  readonly 'token-url'?: string | undefined;
  readonly 'client-id'?: string | undefined;
}

export function readSettings(values: Values, terminal: Terminal): ImportSettings {
  const { provider = defaultProvider, source, issuer, subject = 'sourcedId' } = values;
  const subjectColumn = subjectColumns.find((column) => column === subject);
  if (!subjectColumn) {
    throw new UsageProblem(`--subject must be one of ${subjectColumns.join(', ')}.`);
  }
  for (const [flag, value] of Object.entries({ provider, source })) {
    if (value === undefined || identifier('').safeParse(value).success) continue;
    throw new UsageProblem(`--${flag} must have 1 to 255 bytes.`);
  }
  if (issuer !== undefined && !URL.canParse(issuer)) {
    throw new UsageProblem('--issuer must be the address by which tokens name the provider (iss).');
  }
  const roles = values['allow-roles']?.split(',').map((role) => role.trim()) ?? [];
  const wrong = roles.find((role) => !roleName.safeParse(role).success);
  if (wrong !== undefined)
    throw new UsageProblem(`--allow-roles: "${wrong}" is not the name of a role.`);
  return {
    provider,
    source,
    issuer: issuer && furtherIssuer(issuer, terminal),
    subjectColumn,
    allowedRoles: new Set([...pupilRoles, ...roles]),
  };
}

/**
 * The issuer as the services are told of it, since subjects are made of its letters.
 *
 * @returns nothing for the primary one
 */
function furtherIssuer(issuer: string, terminal: Terminal): string | undefined {
  if (!terminal.environment['LECTERN_ISSUER']) return issuer;
  const [primary = '', ...further] = issuersOf(undefined, terminal);
  if (isSameIssuer(issuer, primary)) return undefined;
  return further.find((one) => isSameIssuer(one, issuer)) ?? issuer;
}
