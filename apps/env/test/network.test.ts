import { expect, test } from 'vitest';
import { demoAccounts } from '../src/accounts.ts';
import { addressesOf } from '../src/addresses.ts';
import type { DataFolder } from '../src/data-folder/data-folder.ts';
import type { Secrets } from '../src/data-folder/secrets.ts';
import { isLinkLocal, listenAddressOf, prepareNetwork, type Network } from '../src/network.ts';
import type { Platform } from '../src/platform.ts';
import { product } from '../src/product.ts';
import { summaryOf } from '../src/summary.ts';
import { temporaryFolder } from './temporary-folder.ts';

test.each([
  ['192.168.1.20', '192.168.1.20'],
  ['127.0.0.1', '127.0.0.1'],
  ['my.localhost', 'localhost'],
  ['schule-laptop.local', expect.stringMatching(/^(::|0\.0\.0\.0)$/)],
])('for the host %s the servers listen on %s', (host, address) => {
  expect(listenAddressOf(host)).toEqual(address);
});

test.each([
  ['fe80::1', true],
  ['FE80::1', true],
  ['febf::1', true],
  ['fec0::1', false],
  ['fd00::20', false],
  ['169.254.1.1', false],
  ['fe80.example', false],
])('the address %s is of one link: %s', (address, isOfOneLink) => {
  expect(isLinkLocal(address)).toBe(isOfOneLink);
});

test('a host of this machine alone is not for others', async () => {
  const network = await prepareNetwork(
    { host: '127.0.0.1', authorityPort: 1 },
    await temporaryFolder(),
  );
  expect(network).toMatchObject({ isForOthers: false, listensOn: '127.0.0.1' });
});

test.each<[string, Partial<Network> | undefined, string | undefined]>([
  ['under an authority of its own', { own: {} as NonNullable<Network['own']> }, '0'],
  ['with a certificate of somebody else', {}, undefined],
  ['on this machine alone', undefined, undefined],
])('%s, the maximum age of HSTS is set as it should be', (_what, given, seconds) => {
  const files = { certFile: 'c', keyFile: 'k', host: 'a.example', listensOn: '::' };
  const network = given && { ...files, isForOthers: true, ...given };
  const ports = { shell: 1, identityProvider: 2, content: 3, files: 4 };
  const dataFolder = { logs: '/l', files: '/f', configuration: '/c' } as DataFolder;
  const context = { ports, addresses: addressesOf(ports), databaseUrl: '', dataFolder, network };
  const { environment } = product.servers({ ...context, secrets: {} as Secrets }).services;
  expect(environment['LECTERN_HSTS_MAX_AGE_IN_SECONDS']).toBe(seconds);
});

test('addresses that no device finds are not offered', async () => {
  const refused = prepareNetwork({ host: '203.0.113.9', authorityPort: 1 }, '/nowhere');
  await expect(refused).rejects.toThrow(/Its addresses are (?!.*\bfe[89ab][0-9a-f]:)/i);
});

test.each([
  [false, true],
  [true, false],
])('where it is for others (%s), the demo accounts are shown: %s', (isForOthers, areShown) => {
  const origin = 'https://my.localhost:8080';
  const platform = { shell: origin, content: origin, identityProvider: origin, dataFolder: '/d' };
  const summary = summaryOf({ ...platform, isForOthers } as Platform);
  expect(summary.includes(demoAccounts[0].password)).toBe(areShown);
  expect(summary.includes('npx lectern accounts')).toBe(!areShown);
});
