import { demoAccounts } from '../../src/accounts.ts';
import { readEnvironment } from '../../src/identity-provider/environment.ts';
import { startIdentityProvider } from '../../src/identity-provider/start.ts';
import { runServer } from '../../src/processes/ending.ts';
import { allCasts } from './casts.ts';

// The identity provider as a process of its own, which knows all casts.
await runServer(() =>
  startIdentityProvider({
    ...readEnvironment(process.env),
    accounts: allCasts(),
    // A page with hundreds of them takes seconds to be looked at.
    listedAccounts: demoAccounts,
  }),
);
