import { demoProduct } from '@lectern/env';
import { startBeforeAll } from '@lectern/env/later';
import { startTestServer } from '@lectern/env/testing';
import { beforeAll, expect, test } from 'vitest';
import { type Administrator } from '../src/coupons.ts';
import { signInAfterRejection, signInFromLoginPage } from '../src/sign-in-pages.ts';
import { arriveBeforeEach, newCast, visitBeforeAll } from '../src/journeys.ts';
import type { Learner } from '../src/learner.ts';
import { servicesOf } from '../src/services.ts';

const [, ben, , , , adrian] = newCast();

let learner: Learner;
let administrator: Administrator;
/** Orders of the customer, as the shop tells them. */
let orders: readonly object[] = [];
const shop = startBeforeAll(() =>
  startTestServer((request, response) => {
    if (request.url !== '/orders') return response.writeHead(204).end();
    response.setHeader('Content-Type', 'application/json');
    return response.end(JSON.stringify({ orders }));
  }),
);

const { platform } = visitBeforeAll();
beforeAll(async () => {
  administrator = servicesOf(platform, adrian);
  await administrator.osc.orderSystemRegister({
    body: {
      order_system_identifier: 'IAPROS1',
      notification_address: `${shop.origin}/notifications`,
      orders_address: `${shop.origin}/orders`,
      credentials: { client_id: 'shop', notification_key: crypto.randomUUID() },
    },
  });
  await administrator.osc.orderSystemUserRelationNotifyChanges({
    body: {
      subject: ben.subject,
      notification_id: crypto.randomUUID(),
      relation_changes: [
        {
          order_system_identifier: 'IAPROS1',
          change_type: 'CUSTOMER_LINKED',
          customer_id: 'K-1',
        },
      ],
    },
  });
});
arriveBeforeEach((arrival) => ({ learner } = arrival));

test('what was bought a moment ago opens the publication, and nothing else does', async () => {
  const { page, content } = learner;
  await page.goto(platform.shell);
  await signInFromLoginPage(page, ben);
  await page.getByRole('heading', { name: 'Keine gültige Lizenz' }).waitFor();

  orders = [
    {
      external_id: 'B-1',
      ...demoProduct,
      license_strategy: 'LICENSE_STRATEGY_USER',
      seats: 1,
      ordered_at: new Date().toISOString(),
    },
  ];
  await signInAfterRejection(page, ben);
  await content.getByText('Hallo Ben').waitFor();
  const { licenses } = await administrator.lima.licenseGetForUser({
    body: { subject: ben.subject },
  });
  expect(licenses).toMatchObject([demoProduct]);
});
