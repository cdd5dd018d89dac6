import { randomUUID } from 'node:crypto';
import { builtInRoles } from '@lectern/contracts';
import { languages } from '@lectern/languages';
import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { givenRolesOf, giveRoles } from '../../users/held-roles.ts';
import { lockRoles } from '../../users/role-store.ts';
import { readWords, type Command, type Terminal } from '../command.ts';
import { databaseFlags, databaseHelp, withDatabase } from '../connection.ts';
import {
  embeddedAccountsSchema,
  hashPassword,
  maximumLength,
  passwordMinimumLength,
  usernameRule,
  usernameText,
  type EmbeddedAccount,
} from '../embedded-accounts.ts';
import { exitCodeOfLeftOut, readSettings } from '../import-users/command.ts';
import { openRosterSource } from '../import-users/files.ts';
import { importRoster } from '../import-users/import.ts';
import { reportOf } from '../import-users/report.ts';
import { CommandProblem, UsageProblem } from '../problem.ts';
import { endSessions, recordChange } from './changes.ts';
import { ClassAccounts } from './class-accounts.ts';
import { makeFirstPassword } from './first-password.ts';
import { SlipFile } from './slips.ts';

const flags = {
  ...databaseFlags,
  'given-name': { type: 'string' },
  'family-name': { type: 'string' },
  role: { type: 'string' },
  password: { type: 'boolean' },
  slips: { type: 'string' },
  address: { type: 'string' },
  language: { type: 'string' },
  source: { type: 'string' },
  'allow-roles': { type: 'string' },
  'dry-run': { type: 'boolean' },
} as const;

const help = `Makes, lists, changes and removes accounts of the embedded identity provider.

  npx lectern accounts import [flags] --slips FILE --address URL <class list>
  npx lectern accounts reset [flags] --slips FILE --address URL <user name>
  npx lectern accounts add [flags] --given-name NAME --family-name NAME <user name>
  npx lectern accounts list [flags]
  npx lectern accounts change [flags] <user name>
  npx lectern accounts remove [flags] <user name>

  --slips FILE         import, reset: HTML to print, a slip for each new password
  --address URL        the address on the slips, that of the shell             LECTERN_PUBLIC_URL
  --language CODE      of the slips: ${languages.join(', ')} (${languages[0]})
  --source NAME        import: whose classes these are, the same every time
  --allow-roles A,B    import: roles that the list may give besides student and teacher
  --dry-run            import: say what would be done, and do nothing
  --given-name NAME    add, change: of the person
  --family-name NAME   add, change: of the person
  --role ROLE          add: ${Object.keys(builtInRoles).join(', ')} (student)
  --password           change: the password
${databaseHelp(21)}
import reads the list as import-users does (see its --help), with its users, roles and classes, and makes an account for
each person who has none. A CSV needs given_name and family_name then, and can have a column username; otherwise user names
are made of the names, such as mia.keller. The subject decides who a person is: accounts that are there stay as they are.

A first password is on its slip alone, as only a hash is kept, and is replaced by one of the person's choice at the
first sign-in. reset gives a new one. Delete the file with the slips when it is printed.

With add and change the password is asked for, or read from the standard input where that is no terminal. A user name
counts without case. Changing or resetting the password ends what the account was signed in to; so does removing the
account, which leaves what the person has written: erase a user with user/delete. Other roles later: import-users, or
user/changeRoles. All changes are written to the audit log.

Exit codes: 0; 1 for a wrong list, a name that is taken or unknown, or a database that does not answer; 2 for wrong flags; 3
as for import-users.
`;

export const accounts: Command = {
  summary: 'accounts of the embedded identity provider: for a class, or one by one',
  help,
  run: async (args, terminal) => {
    const { values, words } = readWords(args, flags);
    const [action = '', name, ...more] = words;
    const act = Object.hasOwn(actions, action) ? actions[action as Action] : undefined;
    if (!act) throw new UsageProblem(`Give one of ${actionNames()}. See --help.`);
    if (more.length > 0 || (action === 'list') !== (name === undefined)) {
      throw new UsageProblem(countProblems[action as Action] ?? 'Give one user name. See --help.');
    }
    const foreign = Object.keys(values).find((flag) => !flagsOf[action as Action].includes(flag));
    if (foreign) throw new UsageProblem(`--${foreign} is not for ${action}. See --help.`);
    const work = await act(name ?? '', values, terminal);
    return withDatabase(values.data, terminal, async (database) => {
      const { text, code = 0 } = await work(database);
      await terminal.write(text);
      return code;
    });
  },
};

type Action = keyof typeof actions;

const countProblems: { readonly [Name in Action]?: string } = {
  list: 'Give no user name. See --help.',
  import: 'Give one class list. See --help.',
};

const ofSlips = ['slips', 'address', 'language'];
const flagsOf: Readonly<Record<Action, readonly string[]>> = {
  import: ['data', ...ofSlips, 'source', 'allow-roles', 'dry-run'],
  reset: ['data', ...ofSlips],
  add: ['data', 'given-name', 'family-name', 'role'],
  list: ['data'],
  change: ['data', 'given-name', 'family-name', 'password'],
  remove: ['data'],
};

type Values = ReturnType<typeof readWords<typeof flags>>['values'];
interface Outcome {
  readonly text: string;
  readonly code?: number;
}
type Work = (database: Database) => Promise<Outcome>;

/** @param work Gives what to tell. */
function inTransaction(work: (transaction: Database) => Promise<string>): Work {
  return (database) =>
    database.transaction().execute(async (transaction) => {
      for (const statement of embeddedAccountsSchema) await sql.raw(statement).execute(transaction);
      return { text: await work(transaction) };
    });
}

/** Each action reads, asks and refuses before it changes anything. */
const actions = {
  async import(path, values, terminal): Promise<Work> {
    const isDryRun = values['dry-run'] ?? false;
    const settings = readSettings(values, terminal);
    const slips = isDryRun ? undefined : slipFile(values, terminal);
    const source = await openRosterSource(path);
    return async (database) => {
      const companion = new ClassAccounts(slips);
      const options = { correlationId: randomUUID(), isDryRun, companion };
      const work = () => importRoster(database, source, settings, options);
      try {
        const summary = await (slips ? slips.during(work) : work());
        const code = summary.leftOut.count > 0 ? exitCodeOfLeftOut : 0;
        const { made, kept } = companion;
        const count = `accounts    ${made.length} created, ${kept} unchanged\n`;
        const end = isDryRun
          ? 'Nothing was written: this was a dry run.\n'
          : made.length > 0
            ? `The slips are in ${values.slips}. Print them, and delete the file: it holds the passwords.\n`
            : 'Everybody has an account: there are no slips.\n';
        return { text: `${count}${reportOf(summary)}\n${end}`, code };
      } finally {
        if (source.format === 'oneroster') source.set.close();
      }
    };
  },

  async reset(name, values, terminal): Promise<Work> {
    const username = readUsername(name);
    const slips = slipFile(values, terminal);
    const password = makeFirstPassword();
    const password_hash = await hashPassword(password);
    const work = inTransaction(async (transaction) => {
      const account = await accountOf(
        username,
        sql<EmbeddedAccount>`
          update identity_provider.account
          set password_hash = ${password_hash}, must_change_password = true
          where username = ${username} returning *
        `.execute(transaction),
      );
      await endSessions(transaction, account.subject);
      await recordChange(transaction, account.subject, { changed: username, what: ['password'] });
      await slips.write([{ ...account, class_name: '', password }]);
      return `${username} has a new first password, which is in ${values.slips}. Print it, and delete the file.\n`;
    });
    return (database) => slips.during(() => work(database));
  },

  async add(name, values, terminal): Promise<Work> {
    const username = readUsername(name);
    const { role = 'student' } = values;
    if (!Object.hasOwn(builtInRoles, role)) {
      throw new UsageProblem(
        `--role: "${role}" is not one of ${Object.keys(builtInRoles).join(', ')}.`,
      );
    }
    const given_name = readName('--given-name', values['given-name']);
    const family_name = readName('--family-name', values['family-name']);
    const password_hash = await hashPassword(await readPassword(terminal));
    const subject: string = randomUUID();
    return inTransaction(async (transaction) => {
      await lockRoles(transaction, 'shared');
      const { rows } = await sql`
        insert into identity_provider.account (username, subject, given_name, family_name, password_hash)
        values (${username}, ${subject}, ${given_name}, ${family_name}, ${password_hash})
        on conflict do nothing returning subject
      `.execute(transaction);
      if (rows.length === 0) {
        throw new CommandProblem(`There is an account ${username} already. Change that one.`);
      }
      await giveRoles(transaction, subject, [role]);
      await recordChange(transaction, subject, { added: username, role });
      return `${username} is added, with the role ${role} and the subject ${subject}.\n`;
    });
  },

  async list(): Promise<Work> {
    return inTransaction(async (transaction) => {
      const { rows } = await sql<EmbeddedAccount>`
        select username, subject, given_name, family_name, must_change_password
        from identity_provider.account order by username collate "C"
      `.execute(transaction);
      const rolesOf = await givenRolesOf(
        transaction,
        rows.map(({ subject }) => subject),
      );
      let lines = '';
      for (const { username, subject, given_name, family_name, must_change_password } of rows) {
        const roles = rolesOf.get(subject)?.join(',') ?? '';
        const state = must_change_password ? ['(first password)'] : [];
        const name = `${given_name} ${family_name}`;
        lines += `${[username, subject, roles, name, ...state].join('  ')}\n`;
      }
      return lines === '' ? 'There are no accounts.\n' : lines;
    });
  },

  async change(name, values, terminal): Promise<Work> {
    const username = readUsername(name);
    const given = values['given-name'];
    const family = values['family-name'];
    const given_name = given === undefined ? null : readName('--given-name', given);
    const family_name = family === undefined ? null : readName('--family-name', family);
    if (given_name === null && family_name === null && !values.password) {
      throw new UsageProblem('Say what to change: --given-name, --family-name or --password.');
    }
    const password_hash = values.password ? await hashPassword(await readPassword(terminal)) : null;
    return inTransaction(async (transaction) => {
      const { subject } = await accountOf(
        username,
        sql<EmbeddedAccount>`
          update identity_provider.account set
            given_name = coalesce(${given_name}, given_name),
            family_name = coalesce(${family_name}, family_name),
            password_hash = coalesce(${password_hash}, password_hash),
            must_change_password = must_change_password and ${password_hash === null}
          where username = ${username} returning *
        `.execute(transaction),
      );
      if (password_hash !== null) await endSessions(transaction, subject);
      await recordChange(transaction, subject, {
        changed: username,
        what: Object.keys(values).filter((flag) => flag !== 'data'),
      });
      return `${username} is changed.\n`;
    });
  },

  async remove(name): Promise<Work> {
    const username = readUsername(name);
    return inTransaction(async (transaction) => {
      const { subject } = await accountOf(
        username,
        sql<EmbeddedAccount>`
          delete from identity_provider.account where username = ${username} returning *
        `.execute(transaction),
      );
      await endSessions(transaction, subject);
      await recordChange(transaction, subject, { removed: username });
      return `${username} is removed. What the person has written stays with the subject ${subject}.\n`;
    });
  },
} as const satisfies Readonly<
  Record<string, (name: string, values: Values, terminal: Terminal) => Promise<Work>>
>;

function readUsername(text: string): string {
  const { success, data } = usernameText.safeParse(text.trim());
  if (success) return data;
  throw new UsageProblem(`A user name has ${usernameRule}.`);
}

function readName(flag: string, text = ''): string {
  const name = text.trim();
  if (/^[^\p{C}]+$/u.test(name) && name.length <= maximumLength) return name;
  throw new UsageProblem(`${flag} must be a text of 1 to ${maximumLength} characters on one line.`);
}

async function readPassword({ ask }: Terminal): Promise<string> {
  const password = await ask('Password: ');
  if (password.length < passwordMinimumLength || password.length > maximumLength) {
    throw new UsageProblem(
      `The password must have ${passwordMinimumLength} to ${maximumLength} characters.`,
    );
  }
  return password;
}

async function accountOf(
  username: string,
  done: Promise<{ readonly rows: readonly EmbeddedAccount[] }>,
): Promise<EmbeddedAccount> {
  const [account] = (await done).rows;
  if (account) return account;
  throw new CommandProblem(`There is no account ${username}. See npx lectern accounts list.`);
}

/** @throws {UsageProblem} where file or address is missing */
function slipFile({ slips, address, language }: Values, { environment }: Terminal): SlipFile {
  if (!slips) throw new UsageProblem('Say with --slips which file the slips go to. See --help.');
  const given = address ?? environment['LECTERN_PUBLIC_URL'];
  const url = given ? URL.parse(given) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new UsageProblem(
      'Say with --address what people open in their browsers, such as https://192.168.1.20:8080.',
    );
  }
  const chosen = languages.find((code) => code === (language ?? languages[0]));
  if (!chosen) throw new UsageProblem(`--language must be one of ${languages.join(', ')}.`);
  return new SlipFile(slips, url.pathname === '/' ? url.origin : url.href, chosen);
}

function actionNames(): string {
  const names = Object.keys(actions);
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
