import { startPlatform } from '@lectern/env';

/** The services, their database, and the built shell: what all scenarios stand on. */
export interface Backstage {
  /** Origin of the services. */
  readonly services: string;
  readonly databaseUrl: string;
}

/** One that was started for the scenarios. */
interface StartedBackstage extends Backstage {
  /** Resolves when they cannot be kept running. */
  readonly failure: Promise<Error>;
  close(): Promise<void>;
}

interface BackstageOptions {
  /** Told of each step. */
  readonly onStep?: (title: string) => void;
  readonly signal?: AbortSignal;
}

/**
 * Starts the platform with a new database, which goes with it.
 *
 * @throws {StartProblem} of `@lectern/env` when it cannot start
 */
export async function startBackstage({
  onStep = () => {},
  signal,
}: BackstageOptions = {}): Promise<StartedBackstage> {
  const platform = await startPlatform({
    progress: {
      step: (title, work) => {
        onStep(title);
        return work();
      },
      note: onStep,
    },
    ...(signal ? { signal } : {}),
  });
  const { shell: services, databaseUrl, failure } = platform;
  return { services, databaseUrl, failure, close: () => platform.close() };
}
