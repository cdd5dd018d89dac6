import { allowSlowNetworks } from '@lectern/services/slow-networks';
import { runServer } from '../processes/ending.ts';
import { readEnvironment } from './environment.ts';
import { describeFailure } from './failures.ts';
import { startIdentityProvider } from './start.ts';

// The identity provider as a process of its own.
allowSlowNetworks();
try {
  await runServer(async () => startIdentityProvider(readEnvironment(process.env)));
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exit(1);
}
