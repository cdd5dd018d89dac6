import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publisherClientId } from '../accounts.ts';
import type { Addresses } from '../addresses.ts';
import { demoContentFolder } from '../builds/bundle.ts';
import { checkout, compileCache } from '../checkout.ts';
import type { DataFolder } from '../data-folder/data-folder.ts';
import type { Secrets } from '../data-folder/secrets.ts';
import { trustOf, type Network } from '../network.ts';
import { StartProblem } from '../problem.ts';
import { startProcess } from '../processes/running-process.ts';

/** The command that publishers have (docs/publish.md). */
const command = join(checkout, 'packages', 'author', 'src', 'main.ts');
const endWithStarter = fileURLToPath(new URL('../processes/end-with-starter.ts', import.meta.url));

/** Longer than the largest course of a demo takes on a busy machine. */
const publishingTimeInMilliseconds = 60_000;

/** Facts of the platform that the command needs. */
export interface PublishingContext {
  readonly addresses: Pick<Addresses, 'shell' | 'identityProvider'>;
  readonly dataFolder: Pick<DataFolder, 'logs'>;
  readonly secrets: Pick<Secrets, 'publisher'>;
  readonly network?: Network | undefined;
}

/**
 * Publishes the demo publication as any publisher publishes a course: with the command, which does nothing
 * where nothing has changed. Broken off, it goes on at the next start.
 *
 * @param folder another publication
 * @throws {StartProblem} with the command's own words
 */
export async function publishDemo(
  { addresses, dataFolder, secrets, network }: PublishingContext,
  signal: AbortSignal,
  folder = demoContentFolder,
): Promise<void> {
  const logFile = join(dataFolder.logs, 'publishing.log');
  const publishing = await startProcess({
    command: process.execPath,
    args: ['--import', endWithStarter, command, 'publish', folder],
    environment: {
      NODE_COMPILE_CACHE: compileCache,
      ...process.env,
      ...trustOf(network),
      LECTERN_URL: addresses.shell,
      LECTERN_ISSUER: addresses.identityProvider,
      LECTERN_PUBLISHER_CLIENT_ID: publisherClientId,
      LECTERN_PUBLISHER_CLIENT_SECRET: secrets.publisher,
      LECTERN_PUBLISHER_SUBJECT: publisherClientId,
    },
    logFile,
    workingFolder: checkout,
    endsWithStarter: true,
    stopSignal: 'SIGTERM',
    stopTimeInMilliseconds: 1000,
    forceSignal: 'SIGKILL',
  });
  const ending = AbortSignal.any([signal, AbortSignal.timeout(publishingTimeInMilliseconds)]);
  const stop = () => void publishing.stop();
  ending.addEventListener('abort', stop, { once: true });
  if (ending.aborted) stop();
  const how = await publishing.ended;
  ending.removeEventListener('abort', stop);
  signal.throwIfAborted();
  if (how === 'exit code 0') return;
  const words = publishing.output().trim() || `The command ended without a word (${how}).`;
  throw new StartProblem(
    `The demo publication could not be published; everything else runs. ${words}\nThe whole log is ${logFile}. The next start tries again.`,
  );
}
