import { randomUUID } from 'node:crypto';
import type { SignedIn } from '@lectern/env/testing';
import { expect, test } from 'vitest';
import { headersOf } from '../security/requests.ts';
import { giveRole } from '../platform.ts';
import { startTestProcess } from '../process.ts';
import { rowsOf } from '../rows.ts';

const writersEach = 20;

test('writers of two processes share no index and leave none out', async () => {
  const first = await startTestProcess();
  const urls = [first.url, await first.takeOver()];
  const { database, identityProvider } = first;
  const thomas = await identityProvider.signIn('thomas');
  await giveRole(database, thomas.subject, 'teacher');
  const group_id = randomUUID();
  const body = { subject: thomas.subject, group_id, provider_id: 'BEOOK_1', name: '5b' };
  expect((await post(urls[0]!, 'groups/createNew', thomas, body)).status).toBe(200);

  const transaction = (name: string) => ({
    group_id,
    transaction_id: randomUUID(),
    changes: [{ change_type: 'GROUP_NAME_SET', name }],
  });
  const membership = (subject: string) => ({
    group_id,
    memberships: [{ subject, group_role: 'member', membership_types: ['HasLicenses'] }],
  });
  const answers = await Promise.all(
    urls.flatMap((url, process) =>
      Array.from({ length: writersEach }, (_, count) => [
        post(url, 'transactions/createNew', thomas, transaction(`${process}-${count}`)),
        // The same pupil from both processes: one of them changes nothing.
        post(url, 'groups/addMemberships', thomas, membership(`pupil-${count}`)),
      ]).flat(),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));

  const { transaction_index } = await rowsOf(database, 'gres.groups', { group_id }).one(
    'transaction_index',
  );
  expect(transaction_index).toBe(1 + 2 * writersEach + writersEach);
  const log = await database
    .selectFrom('gres.transactions')
    .select(['transaction_index', 'changes', 'made_at'])
    .where('group_id', '=', group_id)
    .orderBy('transaction_index')
    .execute();
  expect(log.map((row) => row.transaction_index)).toEqual(
    Array.from({ length: transaction_index }, (_, index) => index + 1),
  );
  expect(log.map(({ made_at }) => made_at.getTime())).toEqual(
    log.map(({ made_at }) => made_at.getTime()).toSorted((a, b) => a - b),
  );
  // The first one is the group's own.
  const names = log
    .slice(1)
    .flatMap(({ changes }) => changes.flatMap((change) => ('name' in change ? [change.name] : [])));
  const { name } = await rowsOf(database, 'gres.groups', { group_id }).one('name');
  expect([new Set(names).size, names.at(-1)]).toEqual([2 * writersEach, name]);
});

function post(url: string, path: string, { subject, token }: SignedIn, body: object) {
  return fetch(`${url}/gres/v1/${path}`, {
    method: 'POST',
    headers: headersOf({ subject, token }),
    body: JSON.stringify(body),
  });
}
