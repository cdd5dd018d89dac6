import type { lookup } from 'node:dns';
import { startTestServer } from '@lectern/env/testing';
import { describe, expect, test } from 'vitest';
import { startBeforeAll } from './platform.ts';
import { exchange, NoUsableAnswer, type AddressRule } from '../src/outgoing/client.ts';
import { createNetworkRule, networkList } from '../src/outgoing/network-rule.ts';
import { patienceInMs } from '../../../test/rounds.ts';

/* Row 54: an address that others have told the services leads nowhere but to the internet. */

let requests = 0;
let redirectsTo: string | undefined;
const server = startBeforeAll(() =>
  startTestServer((_request, response) => {
    requests++;
    if (redirectsTo === undefined) response.writeHead(200).end('secret');
    else response.writeHead(307, { Location: redirectsTo }).end();
  }),
);

/** Addresses of names, instead of those of this machine's resolver. */
function resolving(names: Readonly<Record<string, readonly string[]>>): typeof lookup {
  const resolve = (hostname: string, _options: object, callback: Function) => {
    const addresses = names[hostname];
    if (!addresses) return callback(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }));
    return callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  return resolve as unknown as typeof lookup;
}

async function ask(rule: AddressRule, address: string): Promise<string> {
  try {
    return await exchange(
      new Request(address),
      { timeoutInMs: patienceInMs, rule },
      async (answer) => String(answer.status),
    );
  } catch (error) {
    if (error instanceof NoUsableAnswer) return error.message;
    throw error;
  }
}

const closed = [
  '127.0.0.1',
  '127.8.8.8',
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '192.0.2.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:a9fe:a9fe',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b::1',
  '64:ff9b:1::909:909',
  '2002:7f00:1::',
  '2001:0:7f00:1::',
  '2001:db8::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'ff02::1',
];
const open = [
  '9.9.9.9',
  '172.15.0.1',
  '172.32.0.1',
  '::ffff:9.9.9.9',
  '64:ff9b::909:909',
  '2620:fe::fe',
  '2a00::1',
];

const hostOf = (address: string) => (address.includes(':') ? `[${address}]` : address);

describe('row 54: without a permission of the operator', () => {
  test.each(closed)('%s is closed, by itself and by a name that leads there', async (address) => {
    const rule = createNetworkRule([], resolving({ 'shop.example': [address] }));
    const itself = new URL(`https://${hostOf(address)}:${server.port}/`);
    expect(rule.permits(itself)).toBe(false);
    expect(await ask(rule, itself.href)).toBe(rule.refusal);
    expect(await rule.permitsNow(new URL('https://shop.example/'))).toBe(false);
    expect(await ask(rule, `https://shop.example:${server.port}/`)).toBe(rule.refusal);
    expect(requests).toBe(0);
  });

  test.each(open)('%s is open by https, and not by http', async (address) => {
    const rule = createNetworkRule([], resolving({ 'shop.example': [address] }));
    expect(rule.permits(new URL(`https://${hostOf(address)}/`))).toBe(true);
    expect(rule.permits(new URL(`http://${hostOf(address)}/`))).toBe(false);
    expect(await rule.permitsNow(new URL('https://shop.example/'))).toBe(true);
    expect(await rule.permitsNow(new URL('http://shop.example/'))).toBe(false);
  });

  test.each([
    'https://localhost/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://127.1/',
    'https://0177.0.0.1/',
    'https://[::ffff:127.0.0.1]/',
    'https://①②⑦.0.0.1/',
    'http://127.0.0.1/',
    'ftp://9.9.9.9/',
    'file:///etc/passwd',
  ])('%s is closed', async (address) => {
    expect(await createNetworkRule([]).permitsNow(new URL(address))).toBe(false);
  });

  test('one closed address among open ones closes a name', async () => {
    const rule = createNetworkRule([], resolving({ 'shop.example': ['9.9.9.9', '10.0.0.1'] }));
    expect(await rule.permitsNow(new URL('https://shop.example/'))).toBe(false);
  });

  test('a name that leads nowhere yet is not refused, and cannot be asked', async () => {
    const rule = createNetworkRule([], resolving({}));
    expect(await rule.permitsNow(new URL('https://shop.example/'))).toBe(true);
    expect(await ask(rule, 'https://shop.example/')).toBe('could not be reached');
  });

  test('a name that leads elsewhere the second time is refused when it is asked', async () => {
    const names: Record<string, readonly string[]> = { 'shop.example': ['9.9.9.9'] };
    const rule = createNetworkRule([], resolving(names));
    const address = new URL(`https://shop.example:${server.port}/`);
    expect(await rule.permitsNow(address)).toBe(true);
    names['shop.example'] = ['127.0.0.1'];
    expect(await ask(rule, address.href)).toBe(rule.refusal);
    expect(requests).toBe(0);
  });
});

describe('with a permission of the operator', () => {
  const rule = () =>
    createNetworkRule(
      ['127.0.0.0/8', 'fd00::/8'],
      resolving({ 'shop.example': ['127.0.0.1'], 'other.example': ['10.0.0.1'] }),
    );

  test('what lies there is asked, by http, too, and by name', async () => {
    expect(await ask(rule(), `http://127.0.0.1:${server.port}/`)).toBe('200');
    expect(await ask(rule(), `http://shop.example:${server.port}/`)).toBe('200');
    expect(rule().permits(new URL('http://[fd00::1]/'))).toBe(true);
  });

  test('what lies beside it stays closed', async () => {
    expect(rule().permits(new URL('https://10.0.0.1/'))).toBe(false);
    expect(await ask(rule(), 'https://other.example/')).toBe(rule().refusal);
  });

  test('row 54: a redirect is an answer like others, and is not followed', async () => {
    redirectsTo = `http://127.0.0.1:${server.port}/elsewhere`;
    const before = requests;
    expect(await ask(rule(), `http://127.0.0.1:${server.port}/`)).toBe('307');
    expect(requests).toBe(before + 1);
    redirectsTo = undefined;
  });
});

test('what is no network is an error', () => {
  expect(() => networkList(['10.0.0.0/33'])).toThrow(RangeError);
  expect(() => networkList(['10.0.0.0/'])).toThrow(RangeError);
});
