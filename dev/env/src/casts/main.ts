import { demoAccounts } from '../accounts.ts';
import { readEnvironment } from '../identity-provider/environment.ts';
import { startIdentityProvider } from '../identity-provider/start.ts';
import { runServer } from '../processes/ending.ts';
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
