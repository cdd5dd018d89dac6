import { sql } from 'kysely';
import { isHashedSubject } from '../../authorization/primary-subjects.ts';
import type { Database } from '../../storage/database.ts';
import { isStoredSubject } from '../../users/public.ts';
import { embeddedAccountsSchema, hashPassword } from '../embedded-accounts.ts';
import type { RosterErrors } from '../import-users/errors.ts';
import { quoted } from '../import-users/fields.ts';
import type { RosterCompanion } from '../import-users/import.ts';
import { CommandProblem } from '../problem.ts';
import { recordChange } from './changes.ts';
import { makeFirstPassword } from './first-password.ts';
import type { Slip, SlipFile } from './slips.ts';
import { userNameOf } from './user-name.ts';

/** A person of the list. */
interface Person {
  readonly file: string;
  readonly line: number;
  /** As the list names it, and the provider in its tokens (`sub`); the services refuse the tokens of a hashed one. */
  readonly subject: string;
  readonly username: string | null;
  readonly given_name: string | null;
  readonly family_name: string | null;
  /** The first of the person's classes by name. */
  readonly class_name: string | null;
  readonly has_account: boolean;
}

interface Secret {
  readonly password: string;
  readonly hash: string;
}

/**
 * Makes accounts of the embedded provider for people of a class list who have none, and their slips. The subject
 * decides: an account that is there keeps its name, its password and its user name, whatever the list says.
 */
export class ClassAccounts implements RosterCompanion {
  /** How many people had an account. */
  kept = 0;
  made: readonly Slip[] = [];
  readonly #slips: SlipFile | undefined;
  #secrets: ReadonlyMap<string, Secret> = new Map();

  /** @param slips Absent in a dry run, which needs no passwords. */
  constructor(slips?: SlipFile) {
    this.#slips = slips;
  }

  /** Derives hashes, which take a quarter of a second each, while nothing waits for the lock of the accounts. */
  async prepare(connection: Database): Promise<void> {
    if (!this.#slips) return;
    const subjects = await subjectsToHash(connection);
    const secrets = subjects.map(async (subject) => {
      const password = makeFirstPassword();
      return [subject, { password, hash: await hashPassword(password) }] as const;
    });
    this.#secrets = new Map(await Promise.all(secrets));
  }

  /** Takes the lock of the accounts, which the start of the provider takes, too. */
  async begin(transaction: Database): Promise<void> {
    for (const statement of embeddedAccountsSchema) await sql.raw(statement).execute(transaction);
  }

  /** @returns true where accounts were made */
  async finish(transaction: Database, errors: RosterErrors): Promise<boolean> {
    const everybody = await peopleTakenOver(transaction);
    const people = everybody.filter(({ has_account }) => !has_account);
    this.kept = everybody.length - people.length;
    const { rows } = await sql<{ username: string }>`
      select username from identity_provider.account
    `.execute(transaction);
    const taken = new Set(rows.map(({ username }) => username));
    for (const { file, line, username } of people) {
      if (username === null) continue;
      if (taken.has(username)) {
        const place = { file, line, column: 'username' };
        errors.add(place, `${quoted(username)} is the user name of another account`);
      }
      taken.add(username);
    }
    const slips = people.map((person) => this.#slipOf(person, taken, errors));
    errors.throwIfAny();
    this.made = slips.toSorted(byClassAndName);
    if (!this.#slips || this.made.length === 0) return this.made.length > 0;
    for (const [place, { subject }] of people.entries()) {
      const { username, given_name, family_name } = slips[place]!;
      const hash = this.#secrets.get(subject)?.hash;
      if (hash === undefined) {
        throw new CommandProblem(
          'Nothing was imported: accounts or users were changed meanwhile. Import the list again.',
        );
      }
      await sql`
        insert into identity_provider.account
          (username, subject, given_name, family_name, password_hash, must_change_password)
        values (${username}, ${subject}, ${given_name}, ${family_name}, ${hash}, true)
      `.execute(transaction);
      await recordChange(transaction, subject, { added: username });
    }
    await this.#slips.write(this.made);
    return true;
  }

  #slipOf(person: Person, taken: Set<string>, errors: RosterErrors): Slip {
    const { file, line, subject, given_name, family_name, class_name } = person;
    if (!given_name || !family_name) {
      const column = given_name ? 'family_name' : 'given_name';
      errors.add({ file, line, column }, 'is empty: an account has both names');
    }
    if (isHashedSubject(subject)) {
      const reason =
        'an account needs a subject of letters a to z, digits and signs, without spaces and commas';
      errors.add({ file, line, column: 'subject' }, reason);
    }
    const names = { given_name: given_name ?? '', family_name: family_name ?? '' };
    return {
      ...names,
      username: person.username ?? freeName(person, taken, errors),
      class_name: class_name ?? '',
      password: this.#secrets.get(subject)?.password ?? '',
    };
  }
}

/** `mia.keller`, or with a number where another person has it. */
function freeName(
  { file, line, given_name, family_name }: Person,
  taken: Set<string>,
  errors: RosterErrors,
): string {
  const name = userNameOf(given_name ?? '', family_name ?? '');
  if (name === '' && given_name && family_name) {
    const letters = quoted(`${given_name} ${family_name}`);
    const reason = `no user name can be made of the letters of ${letters}: write one into this column`;
    errors.add({ file, line, column: 'username' }, reason);
  }
  for (let number = 1; ; number++) {
    const username = number === 1 ? name : `${name}${number}`;
    if (taken.has(username)) continue;
    taken.add(username);
    return username;
  }
}

function byClassAndName(one: Slip, other: Slip): number {
  const keys = ({ class_name, family_name, given_name }: Slip) => [
    class_name,
    family_name,
    given_name,
  ];
  const others = keys(other);
  const orders = keys(one).map((key, place) =>
    key.localeCompare(others[place]!, 'de', { numeric: true }),
  );
  return orders.find((order) => order !== 0) ?? 0;
}

/** Subjects that may need an account: of the staged people all but those that are certain to be skipped. */
async function subjectsToHash(connection: Database): Promise<readonly string[]> {
  const table = 'identity_provider.account';
  const { rows: tables } = await sql<{ is_there: boolean }>`
    select to_regclass(${table}) is not null as is_there
  `.execute(connection);
  const withoutAccount = tables[0]?.is_there
    ? sql`not exists (select from ${sql.table(table)} where subject = named_subject)`
    : sql`true`;
  const { rows } = await sql<{ subject: string }>`
    select distinct named_subject as subject from roster_users person
    where named_subject is not null and skipped is null and not is_reference and ${withoutAccount}
      and (
        not exists (select from roster_roles where user_id = source_id)
        or exists (select from roster_roles where user_id = source_id and skipped is null)
        or exists (select from roster_enrolments where user_id = source_id and skipped is null)
        or ${isStoredSubject(sql.ref('named_subject'))}
      )
  `.execute(connection);
  return rows.map(({ subject }) => subject);
}

async function peopleTakenOver(transaction: Database): Promise<readonly Person[]> {
  const { rows } = await sql<Person>`
    select file, line, named_subject as subject, username, given_name, family_name, (
      select min(class.name) from roster_enrolments enrolment
        join roster_classes class on class.source_id = class_id
      where user_id = person.source_id and not is_removed
        and enrolment.skipped is null and class.skipped is null
    ) as class_name,
    exists (select from identity_provider.account where subject = named_subject) as has_account
    from roster_users person
    where named_subject is not null and skipped is null and not is_reference
    order by line, file
  `.execute(transaction);
  return rows;
}
