import { startTestDatabase } from '@lectern/env/testing';
import type { Figure } from './figures.ts';

/** Measures on the embedded PostgreSQL, and on that of `DATABASE_URL` where it is set. */
export async function onEachServer(
  measureOn: (where: string, serverUrl: string) => Promise<readonly Figure[]>,
  options?: Parameters<typeof startTestDatabase>[0],
): Promise<readonly Figure[]> {
  const embedded = await startTestDatabase(options);
  try {
    const external = process.env['DATABASE_URL'];
    return [
      ...(await measureOn('embedded', embedded.url)),
      ...(external ? await measureOn('DATABASE_URL', external) : []),
    ];
  } finally {
    await embedded.stop();
  }
}
