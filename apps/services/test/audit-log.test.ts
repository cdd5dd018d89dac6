import type { SignedIn } from '@lectern/env/testing';
import { beforeAll, expect, test } from 'vitest';
import { codeOf, startBeforeAll, startTestPlatform } from './platform.ts';
import { insertRows } from './rows.ts';

const platform = startBeforeAll(startTestPlatform);
let mia: SignedIn;
let sofia: SignedIn;
let adrian: SignedIn;

beforeAll(async () => {
  await insertRows(platform.database, 'aua.user_roles', [
    { subject: 'demo-sofia', role: 'support' },
    { subject: 'demo-adrian', role: 'administrator' },
  ]);
  mia = await platform.identityProvider.signIn('mia');
  sofia = await platform.identityProvider.signIn('sofia');
  adrian = await platform.identityProvider.signIn('adrian');
  for (const who of [mia, sofia, adrian]) await platform.as('aua', who).userUpdateUserInfo();
});

const entriesOf = (call: string) =>
  platform.database
    .selectFrom('aua.audit_log')
    .select(['kind', 'token_subject', 'subject', 'code'])
    .where('call', '=', call)
    .orderBy('at')
    .execute();

test('reading another’s data leaves a trace, whether the header or the body names the other', async () => {
  await platform.as('lars', sofia).dataGet({ body: { subject: mia.subject } });
  await platform
    .as('lars', { ...sofia, subject: mia.subject })
    .dataGet({ body: { subject: mia.subject } });
  await platform.as('lars', mia).dataGet({ body: { subject: mia.subject } });
  const trace = {
    kind: 'acting-for',
    token_subject: sofia.subject,
    subject: mia.subject,
    code: null,
  };
  expect(await entriesOf('/lars/v1/data/get')).toEqual([trace, trace]);
});

test('what an administrator tries in vain is recorded, as what a pupil tries is', async () => {
  expect(
    await codeOf(
      platform
        .as('aua', adrian)
        .userSetRoles({ body: { subject: adrian.subject, role_names: ['student'] } }),
    ),
  ).toBe('LAST_ADMINISTRATOR');
  const body = { from_token: mia.token, to_token: adrian.token };
  expect(await codeOf(platform.as('aua', mia).userLink({ body }))).toBe('LINK_PRIVILEGED');
  expect(await entriesOf('/aua/v1/user/setRoles')).toEqual([
    {
      kind: 'refusal',
      token_subject: adrian.subject,
      subject: adrian.subject,
      code: 'LAST_ADMINISTRATOR',
    },
  ]);
  expect(await entriesOf('/aua/v1/user/link')).toMatchObject([
    { kind: 'refusal', token_subject: mia.subject, code: 'LINK_PRIVILEGED' },
  ]);
});

test.each(['Bearer garbage', 'Basic bWlh', undefined])(
  'nobody fills it by asking again and again with %s',
  async (authorization) => {
    const before = await entriesOf('/gres/v1/gms/groups/get');
    for (let count = 0; count < 100; count++) {
      const response = await platform.request(
        '/gres/v1/gms/groups/get',
        {
          'Content-Type': 'application/json',
          'X-Ia-Correlation-Id': 'flood',
          'X-Ia-Subject': mia.subject,
          'X-Ia-Roles': '',
          ...(authorization && { Authorization: authorization }),
        },
        '{}',
      );
      expect(response.status).toBe(401);
    }
    const added = (await entriesOf('/gres/v1/gms/groups/get')).length - before.length;
    expect(added).toBeLessThanOrEqual(60);
  },
);
