import { readFile } from 'node:fs/promises';
import { orderSystemByIdentityProvider } from '@lectern/contracts/calls/orders/orderSystem';
import { examples } from '@lectern/contracts/examples';
import { beforeAll, expect, test } from 'vitest';
import { expectedSignature } from './receiver.ts';

let page: string;

beforeAll(async () => {
  const file = new URL('../../../../docs/operate/order-systems.md', import.meta.url);
  page = await readFile(file, 'utf8');
});

test('the page has the order systems of the contract', () => {
  const rows = [...page.matchAll(/^\| `([A-Z0-9_]+)`\s*\| `([A-Z0-9]+)`\s*\|$/gm)];
  expect(Object.fromEntries(rows.map(([, connector, system]) => [connector, system]))).toEqual(
    orderSystemByIdentityProvider,
  );
});

test('the notification of the page is signed by the key beside it', () => {
  const header = (name: string) => new RegExp(`^${name}: (.+)$`, 'm').exec(page)?.[1];
  const body = /^\{"type".+\}$/m.exec(page)?.[0] ?? '';
  const headers = {
    'webhook-id': header('webhook-id'),
    'webhook-timestamp': header('webhook-timestamp'),
  };
  const { notification_key } = examples.osc.orderSystemRegister.body.credentials;
  expect(page).toContain(notification_key);
  expect(header('webhook-signature')).toBe(
    expectedSignature({ headers, path: '', body }, notification_key),
  );
  expect(JSON.parse(body)).toMatchObject({ data: { change_type: 'CUSTOMER_LINKED' } });
});
