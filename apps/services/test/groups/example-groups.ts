import { demoAccounts } from '@lectern/env';
import { ensureGroup, type Database } from '../../src/index.ts';
import { rowsOf } from '../rows.ts';

const group_id = 'demo-klasse-5b';
/** Join code of the example, in the form for comparing. */
const joinCode = 'Q7MV2NDK8XRV';

/** Makes the classes that the examples of the contract are about. */
export async function makeExampleGroups(database: Database): Promise<void> {
  const members = demoAccounts.flatMap(({ subject, ...account }) =>
    'demoClass' in account
      ? [{ subject, group_role: account.demoClass === 'leads' ? 'leader' : 'member' } as const]
      : [],
  );
  const classes = [
    { group_id, name: 'Klasse 5b' },
    { group_id: 'demo-klasse-4b', name: 'Klasse 4b' },
  ];
  for (const group of classes)
    await ensureGroup(database, { ...group, provider_id: 'BEOOK_1', members });
  await rowsOf(database, 'gres.groups', { group_id }).set({ join_code: joinCode });
  await rowsOf(database, 'gres.join_codes', { group_id }).set({ join_code: joinCode });
}
