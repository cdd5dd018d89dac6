/** Values that `inject` gives to every test: see the global set-up in `apps/env/test/global-setup.ts`. */
declare module 'vitest' {
  interface ProvidedContext {
    /** A database on the test run's PostgreSQL, by a user who may make others beside it. */
    databaseUrl: string;
    /** One beside it on which the platform has started once, to copy: with all tables, and without keys. */
    startedDatabaseUrl: string;
    /**
     * As JSON: columns of its tables, names of aggregates, and the volatility of functions, the worst of the overloads
     * of each; the others are volatile.
     */
    startedDatabaseSchema: string;
    /** A folder for the folders of uploaded files; it goes when the test run ends. */
    filesFolder: string;
  }
}

/** Values of the global set-up; naming the type brings the declaration above with it. */
export type { ProvidedContext } from 'vitest';
