import { randomUUID } from 'node:crypto';
import { builtInRoles } from '@lectern/contracts';
import { sql } from 'kysely';
import { announce } from '../authorization/announcements.ts';
import { recordAudit } from '../authorization/audit-log.ts';
import type { Database } from '../storage/database.ts';
import { givenRolesOf, giveRoles } from '../users/held-roles.ts';
import { lockRoles } from '../users/role-store.ts';
import { readWords, type Command, type Terminal } from './command.ts';
import { databaseFlags, databaseHelp, withDatabase } from './connection.ts';
import { embeddedAccountsSchema, hashPassword, type EmbeddedAccount } from './embedded-accounts.ts';
import { operatorName } from './operator.ts';
import { CommandProblem, UsageProblem } from './problem.ts';

const flags = {
  ...databaseFlags,
  'given-name': { type: 'string' },
  'family-name': { type: 'string' },
  role: { type: 'string' },
  password: { type: 'boolean' },
} as const;

const passwordMinimumLength = 8;
/** Longest text that the provider's form takes. */
const maximumLength = 200;

const help = `Adds, lists, changes and removes accounts of the embedded identity provider.

  npx lectern accounts add [flags] --given-name NAME --family-name NAME <user name>
  npx lectern accounts list [flags]
  npx lectern accounts change [flags] <user name>
  npx lectern accounts remove [flags] <user name>

  --given-name NAME    of the person
  --family-name NAME   of the person
  --role ROLE          of a new account: ${Object.keys(builtInRoles).join(', ')} (student)
  --password           change the password
${databaseHelp(21)}
The password is asked for, or read from the standard input where that is no terminal; only a hash of it is
kept. A user name counts without case. Changing the password ends what the account was signed in to; so does
removing the account, which leaves what the person has written: erase a user with user/delete. Other roles
later: import-users, or user/changeRoles. Adding, changing and removing is written to the audit log.

Exit codes: 0; 1 for a name that is taken or unknown, or a database that does not answer; 2 for wrong flags.
`;

/** `lectern accounts` */
export const accounts: Command = {
  summary: 'add, list, change and remove accounts of the embedded identity provider',
  help,
  run: async (args, terminal) => {
    const { values, words } = readWords(args, flags);
    const [action = '', name, ...more] = words;
    const act = Object.hasOwn(actions, action) ? actions[action as Action] : undefined;
    if (!act) throw new UsageProblem('Give one of add, list, change and remove. See --help.');
    if (more.length > 0 || (action === 'list') !== (name === undefined)) {
      throw new UsageProblem(
        action === 'list' ? 'Give no user name. See --help.' : 'Give one user name. See --help.',
      );
    }
    const foreign = Object.keys(values).find((flag) => !flagsOf[action as Action].includes(flag));
    if (foreign) throw new UsageProblem(`--${foreign} is not for ${action}. See --help.`);
    const work = await act(name === undefined ? '' : readUsername(name), values, terminal);
    await withDatabase(values.data, terminal, async (database) => {
      const said = await database.transaction().execute(async (transaction) => {
        for (const statement of embeddedAccountsSchema) {
          await sql.raw(statement).execute(transaction);
        }
        return work(transaction);
      });
      await terminal.write(said);
    });
  },
};

type Action = keyof typeof actions;

const flagsOf: Readonly<Record<Action, readonly string[]>> = {
  add: ['data', 'given-name', 'family-name', 'role'],
  list: ['data'],
  change: ['data', 'given-name', 'family-name', 'password'],
  remove: ['data'],
};

type Values = ReturnType<typeof readWords<typeof flags>>['values'];
/** @returns what to tell. */
type Work = (transaction: Database) => Promise<string>;

/** Each action reads, asks and refuses before it changes anything. */
const actions = {
  async add(username, values, terminal): Promise<Work> {
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
    return async (transaction) => {
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
      await record(transaction, subject, { added: username, role });
      return `${username} is added, with the role ${role} and the subject ${subject}.\n`;
    };
  },

  async list(): Promise<Work> {
    return async (transaction) => {
      const { rows } = await sql<EmbeddedAccount>`
        select username, subject, given_name, family_name
        from identity_provider.account order by username collate "C"
      `.execute(transaction);
      const rolesOf = await givenRolesOf(
        transaction,
        rows.map(({ subject }) => subject),
      );
      let lines = '';
      for (const { username, subject, given_name, family_name } of rows) {
        const roles = rolesOf.get(subject)?.join(',') ?? '';
        lines += [username, subject, roles, `${given_name} ${family_name}\n`].join('  ');
      }
      return lines === '' ? 'There are no accounts.\n' : lines;
    };
  },

  async change(username, values, terminal): Promise<Work> {
    const given = values['given-name'];
    const family = values['family-name'];
    const given_name = given === undefined ? null : readName('--given-name', given);
    const family_name = family === undefined ? null : readName('--family-name', family);
    if (given_name === null && family_name === null && !values.password) {
      throw new UsageProblem('Say what to change: --given-name, --family-name or --password.');
    }
    const password_hash = values.password ? await hashPassword(await readPassword(terminal)) : null;
    return async (transaction) => {
      const subject = await subjectOf(
        username,
        sql`
          update identity_provider.account set
            given_name = coalesce(${given_name}, given_name),
            family_name = coalesce(${family_name}, family_name),
            password_hash = coalesce(${password_hash}, password_hash)
          where username = ${username} returning subject
        `.execute(transaction),
      );
      if (password_hash !== null) await endSessions(transaction, subject);
      await record(transaction, subject, {
        changed: username,
        what: Object.keys(values).filter((flag) => flag !== 'data'),
      });
      return `${username} is changed.\n`;
    };
  },

  async remove(username): Promise<Work> {
    return async (transaction) => {
      const subject = await subjectOf(
        username,
        sql`
          delete from identity_provider.account where username = ${username} returning subject
        `.execute(transaction),
      );
      await endSessions(transaction, subject);
      await record(transaction, subject, { removed: username });
      return `${username} is removed. What the person has written stays with the subject ${subject}.\n`;
    };
  },
} as const satisfies Readonly<
  Record<string, (username: string, values: Values, terminal: Terminal) => Promise<Work>>
>;

function readUsername(text: string): string {
  const username = text.trim().toLowerCase();
  if (/^[^\s\p{C}]+$/u.test(username) && username.length <= maximumLength) return username;
  throw new UsageProblem(
    `A user name has 1 to ${maximumLength} characters, without spaces and control characters.`,
  );
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

async function subjectOf(
  username: string,
  done: Promise<{ readonly rows: readonly unknown[] }>,
): Promise<string> {
  const [row] = (await done).rows as readonly { readonly subject: string }[];
  if (row) return row.subject;
  throw new CommandProblem(`There is no account ${username}. See npx lectern accounts list.`);
}

/** Sessions, grants and tokens; the provider stores them as text that says whose they are. */
async function endSessions(transaction: Database, subject: string): Promise<void> {
  const { rows } = await sql<{ table: string | null }>`
    select to_regclass('identity_provider.artifact')::text as table
  `.execute(transaction);
  if (!rows[0]?.table) return;
  await sql`
    delete from identity_provider.artifact
    where payload::text like ${`%"accountId":"${subject}"%`}
  `.execute(transaction);
  await announce(transaction, { kind: 'subjects', subjects: [subject] });
}

function record(
  transaction: Database,
  subject: string,
  change: Readonly<Record<string, unknown>>,
): Promise<void> {
  return recordAudit(transaction, {
    kind: 'change',
    call: 'command:accounts',
    subject,
    correlationId: randomUUID(),
    change: { ...change, operator: operatorName() },
  });
}
