import { ensureGroup, openDatabase, type Database } from '@lectern/services';
import {
  demoProduct,
  orderSystemClientId,
  publisherClientId,
  type DemoAccount,
} from '../accounts.ts';

/** Enough to try the demo in several browsers. */
const demoDevicesMaximum = 10;

const demoClass = {
  provider_id: 'BEOOK_1',
  name: 'Klasse 5b',
} as const;

/**
 * Gives the demo accounts what they need: roles, licences, and perhaps a class. Repeating it changes nothing, and
 * what people did with the demo since stays. Users themselves come with their first sign-in.
 *
 * @param classId Id of the group of their class; absent: they get none here.
 */
export async function seed(
  databaseUrl: string,
  accounts: readonly DemoAccount[],
  classId?: string,
): Promise<void> {
  const database = openDatabase(databaseUrl);
  try {
    await seedRoles(database, accounts);
    await seedPublisher(database);
    if (classId !== undefined) await seedClass(database, accounts, classId);
    await seedProduct(database);
    await seedLicenses(
      database,
      accounts.filter(({ licensed }) => licensed),
    );
  } finally {
    await database.destroy();
  }
}

async function seedRoles(database: Database, accounts: readonly DemoAccount[]): Promise<void> {
  await database
    .insertInto('aua.user_roles')
    .values([
      ...accounts.map(({ subject, role }) => ({ subject, role })),
      // A client that signs in for itself is its own subject.
      { subject: orderSystemClientId, role: 'order-system' },
      { subject: publisherClientId, role: 'publisher' },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** For which mandant the command publishes. */
async function seedPublisher(database: Database): Promise<void> {
  const { mandant_identifier } = demoProduct;
  await database
    .insertInto('aua.users')
    .values({
      subject: publisherClientId,
      mandant_groups: [mandant_identifier],
      user_info_at: null,
    })
    // An administrator may have given it others since.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function seedClass(
  database: Database,
  accounts: readonly DemoAccount[],
  group_id: string,
): Promise<void> {
  await ensureGroup(database, {
    group_id,
    ...demoClass,
    members: accounts.flatMap(({ subject, demoClass }) =>
      demoClass
        ? [
            {
              subject,
              group_role: demoClass === 'leads' ? ('leader' as const) : ('member' as const),
            },
          ]
        : [],
    ),
  });
}

async function seedProduct(database: Database): Promise<void> {
  await database
    .insertInto('lima.products')
    .values({
      ...demoProduct,
      title: 'Wasser entdecken',
      article_numbers: ['LECTERN-LP', 'LECTERN-SUS'],
      device_maximum: demoDevicesMaximum,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Gives each a licence for the demo course. */
export async function seedLicenses(
  database: Database,
  people: readonly { readonly subject: string }[],
): Promise<void> {
  await database
    .insertInto('lima.licenses')
    .values(
      people.map(({ subject }) => ({
        subject,
        license_code: `DEMO-${subject}`,
        license_strategy: 'LICENSE_STRATEGY_USER',
        ...demoProduct,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
