import { createDatabase, fillDatabase, type BenchDatabase } from '../database.ts';
import { classSize, digits, licensesOfUser, mandant_identifier } from './school.ts';

const number = (value: string) => `lpad((${value})::text, ${digits}, '0')`;
const subject = (user: string) => `'subject-' || ${number(user)}`;
const device = (user: string) => `'device-' || ${number(user)}`;
const license = (user: string, place: string) => `'LICENSE-' || ${number(user)} || '-' || ${place}`;
const usage = (user: string) =>
  `('00000000-0000-4000-8000-' || lpad(${user}::text, 12, '0'))::uuid`;
const group = (user: string) => `'group-' || ${number(`${user} / ${classSize}`)}`;

/** Each inserts for the users 0 to $1 - 1, in the order of the table's primary key. */
const statements = [
  `insert into lima.products (mandant_identifier, product_reference, title, device_maximum)
   select '${mandant_identifier}', 'product-' || place, 'Product ' || place, 3
   from generate_series(0, ${licensesOfUser - 1}) place where $1 > 0`,
  // The leader's first licence is its class's.
  `insert into lima.licenses (subject, license_code, license_strategy, mandant_identifier,
     product_reference, group_id, seats, valid_from, valid_until)
   select ${subject('i')}, ${license('i', 'place')},
     case when is_of_class then 'LICENSE_STRATEGY_GROUP' else 'LICENSE_STRATEGY_USER' end,
     '${mandant_identifier}', case when is_of_class then 'product-c' else 'product-' || place end,
     case when is_of_class then ${group('i')} end, case when is_of_class then 25 else 2 end,
     '2026-08-01', '2100-08-01'
   from generate_series(0, $1 - 1) i, generate_series(0, ${licensesOfUser - 1}) place,
     lateral (select i % ${classSize} = 0 and place = 0 as is_of_class) it`,
  `insert into lima.group_licenses (group_id, license_code, subject)
   select group_id, license_code, subject from lima.licenses where group_id is not null and $1 > 0
   order by group_id`,
  `insert into lima.devices (subject, device_identifier)
   select ${subject('i')}, ${device('i')} from generate_series(0, $1 - 1) i`,
  `insert into lima.device_products (subject, mandant_identifier, product_reference, device_identifier)
   select ${subject('i')}, '${mandant_identifier}', 'product-1', ${device('i')}
   from generate_series(0, $1 - 1) i`,
  `insert into lima.license_usages (license_code, license_usage_id, subject, device_identifier,
     mandant_identifier, product_reference, obtained_at, expires_at, due_at)
   select ${license('i', '1')}, ${usage('i')}, ${subject('i')}, ${device('i')},
     '${mandant_identifier}', 'product-1', now(), now() + interval '1 day', now() + interval '1 day'
   from generate_series(0, $1 - 1) i`,
  `insert into lima.seats (license_code, taken)
   select ${license('i', '1')}, 1 from generate_series(0, $1 - 1) i`,
  `insert into gres.groups (group_id, provider_id, name)
   select ${group('i')}, 'BEOOK_1', 'Class' from generate_series(0, $1 - 1, ${classSize}) i`,
  `insert into gres.members (group_id, subject, group_role)
   select ${group('i')}, ${subject('i')},
     case when i % ${classSize} = 0 then 'leader' else 'member' end
   from generate_series(0, $1 - 1) i`,
  `insert into gres.subject_groups (subject, group_id, group_role, membership_state, membership_types)
   select subject, group_id, group_role, membership_state, membership_types from gres.members
   where $1 > 0 order by subject`,
];

/** Tables that the licence service reads. */
export interface LicensesDatabase extends BenchDatabase {
  /** How long it took to make. */
  readonly seconds: number;
}

/** Makes a database with so many users, and {@link licensesOfUser} times as many licences. */
export async function databaseWithLicenses(
  serverUrl: string,
  users: number,
): Promise<LicensesDatabase> {
  const start = performance.now();
  const database = await createDatabase(serverUrl);
  await fillDatabase(database.url, async (pool) => {
    for (const statement of statements)
      await pool.query(statement.replaceAll('$1', '$1::integer'), [users]);
  });
  return { ...database, seconds: (performance.now() - start) / 1000 };
}
