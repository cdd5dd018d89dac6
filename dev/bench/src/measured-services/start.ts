import type { PlatformOptions } from '@lectern/services';
import { startProcess } from '../process.ts';

/** Services in a process of their own, which tells how much memory it takes. */
export interface MeasuredServices {
  signIn(username: 'mia' | 'adrian'): Promise<SignedIn>;
  /** Notes how much there is now. */
  begin(): Promise<void>;
  end(): Promise<Measured>;
  stop(): void;
}

export interface Measured {
  /** By how many bytes the resident memory was above what `begin` noted, at its highest. */
  readonly growth: number;
  /** Processor time of the longest turn of the event loop since then: for as long nobody was answered. */
  readonly stallInMs: number;
}

export interface SignedIn {
  /** Origin of the services. */
  readonly url: string;
  readonly token: string;
  readonly subject: string;
  readonly issuer: string;
}

/**
 * As in a container of half a gibibyte. Without a limit V8 goes by the memory of the machine and leaves a
 * hundred mebibytes uncollected, which nobody holds.
 */
const heapLimit = ['--max-old-space-size=400', '--max-semi-space-size=16'];

/** @param options what JSON can say of them */
export async function startServices(
  databaseUrl: string,
  options: Partial<PlatformOptions> = {},
): Promise<MeasuredServices> {
  const args = [databaseUrl, JSON.stringify(options)];
  const { ask, stop } = await startProcess(
    new URL('./server.ts', import.meta.url),
    args,
    heapLimit,
  );
  return {
    signIn: async (username) => (await ask(`sign-in ${username}`)) as SignedIn,
    begin: async () => void (await ask('begin')),
    end: async () => (await ask('end')) as Measured,
    stop,
  };
}

export function headersOf({ token, subject }: SignedIn): Record<string, string> {
  return {
    'X-Ia-Correlation-Id': 'bench',
    'X-Ia-Subject': subject,
    'X-Ia-Roles': '',
    Authorization: `Bearer ${token}`,
  };
}
