import { startTestIdentityProvider } from '@lectern/env/testing';
import { createPlatform, type PlatformOptions } from '@lectern/services';

// The services in a process of their own, so that what the client of them needs does not count. Told
// `sign-in mia`, it gives a token of mia; told `begin`, it notes its memory, and told `end`, how far that
// grew, and how long a turn of the event loop took at the longest.

const [databaseUrl, options] = process.argv.slice(2) as [string, string];
const sampledEveryInMs = 20;

const identityProvider = await startTestIdentityProvider(databaseUrl);
const platform = await createPlatform({
  databaseUrl,
  publicUrl: 'http://localhost',
  identityProvider: identityProvider.servicesClient,
  ...(JSON.parse(options) as Partial<PlatformOptions>),
});
const url = await platform.listen({ port: 0, host: '127.0.0.1' });

// Processor time of its thread between two turns of the event loop: other processes do not count.
let used = process.threadCpuUsage();
let longestTurnInMs = 0;
setInterval(() => {
  const { user, system } = process.threadCpuUsage(used);
  used = process.threadCpuUsage();
  longestTurnInMs = Math.max(longestTurnInMs, (user + system) / 1_000);
}, 1);

let before = 0;
let peak = 0;
setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, sampledEveryInMs);

type Username = Parameters<typeof identityProvider.signIn>[0];

const answers: Readonly<Record<string, (name: Username) => Promise<object>>> = {
  'sign-in': async (name) => {
    const { token, subject } = await identityProvider.signIn(name);
    return { url, token, subject, issuer: identityProvider.servicesClient.issuer };
  },
  begin: async () => {
    before = process.memoryUsage.rss();
    peak = before;
    longestTurnInMs = 0;
    return {};
  },
  end: async () => ({ growth: peak - before, stallInMs: longestTurnInMs }),
};

process.on('message', (asked: string) => {
  const [what, name] = asked.split(' ') as [string, Username];
  void answers[what]!(name).then((answer) => process.send!(answer));
});
process.once('disconnect', () => process.exit(0));
process.send!({});
