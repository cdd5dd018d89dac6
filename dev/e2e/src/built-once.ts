import { startPlatform } from '@lectern/env';

/** Starts the product once, which builds what it serves: two files that start at once would both build. */
export default async function setup(): Promise<void> {
  const platform = await startPlatform();
  await platform.close();
}
