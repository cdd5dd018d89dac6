import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { registerShellHost } from '../src/shell-host/shell-host.ts';

const issuer = 'https://login.example/realm';
const elsewhere = { issuer, token_endpoint: 'https://tokens.example/token' };

/** Hosts a shell whose provider answers a number of times that it is away, and then with its endpoints. */
async function hostBeside(timesAway: number) {
  const directory = await mkdtemp(join(tmpdir(), 'lectern-shell-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const server = fastify();
  onTestFinished(() => server.close());
  const warn = vi.spyOn(server.log, 'warn').mockImplementation(() => {});
  const metadata = vi.fn<() => Promise<typeof elsewhere>>(async () => {
    if (metadata.mock.calls.length <= timesAway) throw new Error('away');
    return elsewhere;
  });
  const configuration = JSON.stringify({
    project: { contentOrigin: 'https://content.example/', title: 'Wasser' },
    signIn: { authority: issuer },
    services: { clusterBase: '' },
  });
  const options = { directory, configuration, endpointsPauseInMs: 1 };
  await registerShellHost(server, options, 'https://lectern.example', [{ issuer, metadata }]);
  return { metadata, warnings: () => warn.mock.calls.map(([warning]) => String(warning)) };
}

test('endpoints of a provider that starts later than the services are compared once it answers', async () => {
  const { metadata, warnings } = await hostBeside(3);
  await vi.waitUntil(() => warnings().length === 2);
  expect(warnings()).toEqual([
    expect.stringContaining('could not be asked for its endpoints'),
    expect.stringContaining('token_endpoint (https://tokens.example)'),
  ]);
  expect(metadata).toHaveBeenCalledTimes(4);
});

test('a provider that stays away is asked again and again, and warned of once', async () => {
  const { metadata, warnings } = await hostBeside(Infinity);
  await vi.waitUntil(() => metadata.mock.calls.length > 3);
  expect(warnings()).toHaveLength(1);
});
