import { readEnvironment } from './environment.ts';
import { describeFailure } from './failures.ts';
import { type IdentityProvider, startIdentityProvider } from './start.ts';

// The identity provider as a process of its own. It ends on SIGTERM, SIGINT, or when the process
// that started it with an IPC channel is gone: nobody would be left to stop it.

const starting = start();

async function start(): Promise<IdentityProvider> {
  return startIdentityProvider(readEnvironment(process.env));
}

let closing: Promise<void> | undefined;
function close(): void {
  closing ??= starting
    .then((identityProvider) => identityProvider.close())
    .then(() => process.exit(0));
}
process.once('SIGTERM', close);
process.once('SIGINT', close);
process.once('disconnect', close);
// The channel may have closed while the modules were loading.
if ('connected' in process && !process.connected) close();

try {
  await starting;
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exit(1);
}
