import type {} from 'vitest';

declare module 'vitest' {
  /** What `inject` gives to every test: see the global set-up in `dev/env/test/global-setup.ts`. */
  interface ProvidedContext {
    /** A database on the test run's PostgreSQL, by a user who may make others beside it. */
    databaseUrl: string;
  }
}
