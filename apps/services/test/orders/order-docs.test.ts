import { readdir, readFile } from 'node:fs/promises';
import { orderSystemByIdentityProvider } from '@lectern/contracts/calls/orders/order-system';
import { examples } from '@lectern/contracts/examples';
import { beforeAll, expect, test } from 'vitest';
import { expectedSignature } from './receiver.ts';

const folder = new URL('../../../../docs/operate/', import.meta.url);
/** Names of fields, and of shell variables, whose values let somebody in or are worth money. */
const secretNames = /notification_key|orders_token|client_secret|coupon_code|\$\{?code/;

let page: string;

beforeAll(async () => {
  page = await readFile(new URL('order-systems.md', folder), 'utf8');
});

test('no call of a page has a secret in its command, where everybody on the machine reads it', async () => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md'));
  const pages = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')));
  // A body in quotes goes on over lines.
  const calls = pages.flatMap(
    (text) => text.match(/^ *call \S+ (?:'[^']*'|"[^"]*"|[^\n'"])+/gm) ?? [],
  );
  expect(calls.length).toBeGreaterThan(10);
  expect(calls.filter((call) => secretNames.test(call))).toEqual([]);
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
