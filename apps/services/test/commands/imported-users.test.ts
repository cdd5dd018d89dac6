import { sql } from 'kysely';
import { beforeAll, expect, inject, test } from 'vitest';
import { takenIdentities } from '../../src/users/identity-store.ts';
import { startBeforeAll, startTestPlatform } from '../platform.ts';
import { prepareCommands, runIn } from './commands.ts';
import { commandWaits, openTransaction, somebodyWaitsForName } from './locks.ts';

/*
 * An import and the services on one database.
 */

const platform = startBeforeAll(startTestPlatform);
let databaseUrl: string;
beforeAll(async () => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
    platform.database,
  );
  databaseUrl = new URL(
    `/${rows[0]!.name}${new URL(inject('databaseUrl')).search}`,
    inject('databaseUrl'),
  ).href;
});

test('whoever was imported is known at the first sign-in: roles, groups, and then their own names', async () => {
  const { write } = await prepareCommands();
  const file = await write({
    'a.csv':
      'subject,given_name,email,role,external_id,class\n' +
      'demo-thomas,Tom,t@import.example,teacher,demo-thomas,5b\n' +
      'demo-mia,Mimi,m@import.example,student,demo-mia,5b\n',
  });
  const importing = () =>
    runIn({ DATABASE_URL: databaseUrl }, 'import-users', '--source', '1', file);
  expect((await importing()).notes).toBe('');

  const thomas = await platform.identityProvider.signIn('thomas');
  const [aua, gms] = [platform.as('aua', thomas), platform.as('gms', thomas)];
  const { subject } = thomas;
  expect((await aua.userGet({ body: { subject } })).user.given_name).toBe('Tom');
  expect((await aua.userGetRoles({ body: { subject } })).role_names).toEqual(['teacher']);
  expect((await gms.gmsGroupsGet({ body: { subject } })).groups).toMatchObject([{ name: '5b' }]);

  await aua.userUpdateUserInfo();
  const { user } = await aua.userGet({ body: { subject } });
  expect(user).toMatchObject({ given_name: 'Thomas', email: 'thomas@schule.example' });
  // The name of the provider stays, and no second identity came of the first sign-in.
  expect((await importing()).output).toContain('Nothing had to change.');
  expect((await aua.userGet({ body: { subject } })).user).toEqual(user);
  expect((await aua.userGetIdentities({ body: { subject } })).identities).toHaveLength(1);
});

test('an identity that an import is giving is given to nobody else meanwhile', async () => {
  const { database, run, write } = await prepareCommands();
  const file = await write({ 'a.csv': 'subject,external_id\nmia,m-1\n' });
  const identity = { identity_provider_identifier: 'BEOOK_1', external_id: 'm-1', groups: [] };
  const blocking = await openTransaction(database);
  await sql`lock table gres.groups in access exclusive mode`.execute(blocking);
  const importing = run('import-users', file);
  await commandWaits(database);

  const asking = database
    .transaction()
    .execute((transaction) => takenIdentities(transaction, 'eve', [identity]));
  await somebodyWaitsForName(database);
  await blocking.rollback().execute();
  expect((await importing).code).toBe(0);
  expect(await asking).toEqual([identity]);
});
