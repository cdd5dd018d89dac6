import {
  createKey,
  listKeys,
  revokeKey,
  type ListedKey,
} from '../learning-records/access/api-keys.ts';
import { isKeyScope, keyScopes, type KeyScope } from '../learning-records/access/scopes.ts';
import type { Database } from '../storage/database.ts';
import { readWords, type Command, type Terminal } from './command.ts';
import { databaseFlags, databaseHelp, withDatabase } from './connection.ts';
import { recordCommand } from './operator.ts';
import { CommandProblem, UsageProblem } from './problem.ts';

const flags = { ...databaseFlags, title: { type: 'string' }, scopes: { type: 'string' } } as const;

const titleMaximumLength = 100;
/** It stands in a line of a list, and in statements. */
const titlePattern = /^[^\p{C}]+$/u;

const help = `Makes, lists and revokes keys by which other systems reach the learning records (xAPI).

  npx lectern record-keys create [flags] --title TITLE --scopes SCOPE,…
  npx lectern record-keys list [flags]
  npx lectern record-keys revoke [flags] <key>

  --title TITLE    what the key is for, such as "Moodle of the town"; it is recorded with what
                   the key stores
  --scopes SCOPES  what it may do, separated by commas:
${Object.entries(keyScopes)
  .map(([scope, what]) => `                     ${scope.padEnd(22)}${what}`)
  .join('\n')}
${databaseHelp(17)}
The secret of a key is shown when it is made, and never again: only its hash is kept. Within a minute, a
key that was revoked no longer opens anything. Making and revoking keys is written to the audit log.

Exit codes: 0; 1 for an unknown key, or a database that does not answer; 2 for wrong flags.
`;

export const recordKeys: Command = {
  summary: 'make, list and revoke keys of the learning records',
  help,
  run: async (args, terminal) => {
    const { values, words } = readWords(args, flags);
    const [action, key, ...more] = words;
    const isForeign = action !== 'create' && (values.title ?? values.scopes) !== undefined;
    if (more.length > 0 || (action !== 'revoke' && key !== undefined) || isForeign) {
      throw new UsageProblem('Too many arguments. See --help.');
    }
    const work = workOf(action, key, values);
    await withDatabase(values.data, terminal, (database) => work(database, terminal));
  },
};

type Work = (database: Database, terminal: Terminal) => Promise<void>;
type Values = ReturnType<typeof readWords<typeof flags>>['values'];

/** @throws {UsageProblem} before anything is touched. */
function workOf(action: string | undefined, key: string | undefined, values: Values): Work {
  if (action === 'list') return list;
  if (action === 'create') {
    const wanted = { title: readTitle(values.title), scopes: readScopes(values.scopes) };
    return (database, terminal) => create(database, terminal, wanted);
  }
  if (action === 'revoke' && key !== undefined) {
    return (database, terminal) => revoke(database, terminal, key);
  }
  throw new UsageProblem(
    action === 'revoke'
      ? 'Give the key to revoke. See --help.'
      : 'Give one of create, list and revoke. See --help.',
  );
}

function readTitle(title = ''): string {
  const trimmed = title.trim();
  if (titlePattern.test(trimmed) && trimmed.length <= titleMaximumLength) return trimmed;
  throw new UsageProblem(
    `--title must be a text of 1 to ${titleMaximumLength} characters on one line.`,
  );
}

function readScopes(scopes = ''): readonly KeyScope[] {
  const named = scopes.split(',').map((scope) => scope.trim());
  const unknown = named.find((scope) => !isKeyScope(scope));
  if (unknown === undefined) return [...new Set(named as KeyScope[])];
  throw new UsageProblem(
    `--scopes: "${unknown}" is not one of ${Object.keys(keyScopes).join(', ')}. See --help.`,
  );
}

async function create(
  database: Database,
  { write }: Terminal,
  wanted: { readonly title: string; readonly scopes: readonly KeyScope[] },
): Promise<void> {
  const { key, secret } = await database.transaction().execute(async (transaction) => {
    const made = await createKey(transaction, wanted);
    await record(transaction, { created: made.key, ...wanted });
    return made;
  });
  await write(`key     ${key}\nsecret  ${secret}\n`);
}

async function list(database: Database, { write }: Terminal): Promise<void> {
  const keys = await listKeys(database);
  if (keys.length === 0) return write('There are no keys.\n');
  for (const key of keys) await write(`${lineOf(key)}\n`);
}

function lineOf({ api_key, created_at, revoked_at, scopes, title }: ListedKey): string {
  return [
    api_key,
    created_at.toISOString(),
    revoked_at ? `revoked ${revoked_at.toISOString()}` : 'in force',
    scopes.join(','),
    title,
  ].join('  ');
}

async function revoke(database: Database, { write }: Terminal, key: string): Promise<void> {
  const outcome = await database.transaction().execute(async (transaction) => {
    const outcome = await revokeKey(transaction, key);
    if (outcome === 'REVOKED') await record(transaction, { revoked: key });
    return outcome;
  });
  if (outcome === 'NOT_FOUND') throw new CommandProblem(`There is no key ${key}.`);
  await write(
    outcome === 'REVOKED'
      ? `${key} is revoked.\n`
      : `${key} was already revoked. Nothing had to change.\n`,
  );
}

function record(transaction: Database, change: Readonly<Record<string, unknown>>): Promise<void> {
  return recordCommand(transaction, 'record-keys', change);
}
