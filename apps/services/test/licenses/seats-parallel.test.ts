import { expect, onTestFinished, test } from 'vitest';
import { headersOf } from '../security/requests.ts';
import { startJwtIssuer } from '../issuer.ts';
import { codeOf } from '../platform.ts';
import { startTestProcess } from '../process.ts';
import { justPast, obtain, product, startLicensing } from './licensing.ts';
import { insertRows, rowsOf } from '../rows.ts';

const seats = 7;
const requests = 10 * seats;

interface Asked {
  readonly url: string;
  readonly subject: string;
  readonly token: string;
  readonly path: string;
  readonly body: object;
}

/**
 * Sends a request to one of several processes, and again while that one has no connection free, as clients do; gives the
 * code of its refusal, or `OK` and `IA_OK`. A deadlock or a statement that took too long is no such answer.
 */
async function ask(asked: Asked): Promise<string> {
  const { url, subject, token, path, body } = asked;
  const response = await fetch(`${url}/lima${path}`, {
    method: 'POST',
    headers: headersOf({ subject, token }),
    body: JSON.stringify({ subject, ...body }),
  });
  const answer = (await response.json()) as {
    result_state: string;
    result_messages?: { code: string }[];
  };
  const code = answer.result_messages?.[0]?.code ?? answer.result_state;
  return code === 'UNAVAILABLE' ? ask(asked) : code;
}

test(`row 48: of ${requests} who ask three platforms at once for ${seats} seats exactly ${seats} get one`, async () => {
  const issuer = await startJwtIssuer();
  onTestFinished(() => issuer.close());
  const furtherIdentityProviders = [issuer.options];
  const process = await startTestProcess({
    LECTERN_FURTHER_IDENTITY_PROVIDERS: JSON.stringify(furtherIdentityProviders),
  });
  const takeOver = () => process.takeOver({ furtherIdentityProviders });
  const urls = [process.url, await takeOver(), await takeOver()];
  const { database } = process;
  const [group_id, license_code, owner] = ['class', 'shared', 'teacher'];
  await insertRows(database, 'lima.licenses', {
    subject: owner,
    license_code,
    license_strategy: 'LICENSE_STRATEGY_GROUP',
    ...product,
    group_id,
    seats,
  });
  await insertRows(database, 'lima.group_licenses', { group_id, license_code, subject: owner });
  const pupils = await Promise.all(
    Array.from({ length: requests }, async (_, index) => {
      const sub = `pupil-${index}`;
      const url = urls[index % urls.length]!;
      return { url, ...(await issuer.signIn(sub)) };
    }),
  );
  await database
    .insertInto('gres.subject_groups')
    .values(
      pupils.map(({ subject }) => ({
        subject,
        group_id,
        group_role: 'member' as const,
        membership_state: 'accepted' as const,
        membership_types: ['HasLicenses'],
      })),
    )
    .execute();
  await database
    .insertInto('lima.devices')
    .values(pupils.map(({ subject }) => ({ subject, device_identifier: 'd1' })))
    .execute();
  const everybodyAsks = () =>
    Promise.all(
      pupils.map((pupil) =>
        ask({
          ...pupil,
          path: '/license/obtainLicenseUsage',
          body: {
            license_code,
            ...product,
            device_identifier: 'd1',
            license_usage_consistency_type: 'LICENSE_USAGE_CONSISTENCY_TYPE_VOLATILE',
          },
        }),
      ),
    );
  const count = (codes: readonly string[], code: string) =>
    codes.filter((candidate) => candidate === code).length;

  const first = await everybodyAsks();
  expect([count(first, 'OK'), count(first, 'LICENSE_SEATS_TAKEN')]).toEqual([
    seats,
    requests - seats,
  ]);
  // Holders of a seat keep it; nobody else gets one.
  const again = await everybodyAsks();
  expect([count(again, 'IA_OK'), count(again, 'LICENSE_SEATS_TAKEN')]).toEqual([
    seats,
    requests - seats,
  ]);

  // When all of them stop at once, the seats go round once more; a late heartbeat takes none back.
  const held = await database
    .updateTable('lima.license_usages')
    .set({ expires_at: justPast, due_at: justPast })
    .returning(['license_usage_id', 'subject'])
    .execute();
  const [heartbeats, third] = await Promise.all([
    Promise.all(
      held.map(({ license_usage_id, subject }) => {
        const pupil = pupils.find((candidate) => candidate.subject === subject)!;
        const path = '/licenseUsage/giveOffHeartbeat';
        return ask({ ...pupil, path, body: { license_code, license_usage_id } });
      }),
    ),
    everybodyAsks(),
  ]);
  expect(count(heartbeats, 'LICENSE_USAGE_ENDED')).toBe(seats);
  expect(count(third, 'OK')).toBe(seats);
  const live = await rowsOf(database, 'lima.license_usages', { ended_at: null }).get(
    'license_usage_id',
  );
  expect(live).toHaveLength(seats);
}, 120_000);

test('the seat of a holder that crashed is free after the time for heartbeats', async () => {
  const world = await startLicensing({ licenseUsageLifetimeInMs: 400 });
  onTestFinished(() => world.close());
  const [mia, ben] = [await world.newPupil(), await world.newPupil()];
  const group = await world.newGroup(mia);
  await world.join(group, ben);
  const code = await world.give(mia, {
    license_strategy: 'LICENSE_STRATEGY_GROUP',
    group_id: group,
    seats: 1,
  });
  const { license_usage } = await obtain(mia, code);
  expect(license_usage.heartbeat_interval_in_seconds).toBe(1);
  // Ben asks again and again; Mia's device is never heard of again.
  let taken: Awaited<ReturnType<typeof obtain>> | undefined;
  await expect
    .poll(
      async () => {
        const asked = obtain(ben, code);
        if ((await codeOf(asked)) === 'LICENSE_SEATS_TAKEN') return false;
        taken = await asked;
        return true;
      },
      { interval: 20 },
    )
    .toBe(true);
  const { obtained_at } = taken!.license_usage;
  expect(Date.parse(obtained_at)).toBeGreaterThanOrEqual(Date.parse(license_usage.expires_at));
});
