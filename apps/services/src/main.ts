import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { IssuerRespelled } from './authorization/issuer-spelling.ts';
import { startOperations, type Operations } from './operations/operations.ts';
import { readProcessSettings, type ProcessSettings } from './operations/process-settings.ts';
import { SettingProblem } from './operations/settings.ts';
import { createPlatform } from './platform.ts';
import { DatabaseIsNewer } from './storage/migrate.ts';

// Runs the services, and the shell where its folder is given. Everything comes from the environment;
// `docs/operate/` lists it.

/** How long running requests may take to end when the process that started this one is gone. */
const orphanGraceInMs = 2_000;
/** How long idle connections stay once the services stop: a request may be on its way on them. */
const lingerInMs = 1_000;
/** Tells whoever restarts processes that this one would end in the same way again. */
const hopelessExitCode = 2;

const settings = readSettings();
let operations: Operations | undefined;
let server: FastifyInstance | undefined;
let stopping: Promise<void> | undefined;

// Before anything is awaited: a start, too, ends when it is asked to.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void (stopping ??= stop(settings.graceInMs)));
}
// Started by another process: that one's end, however sudden, ends this one, too.
process.once('disconnect', () => void (stopping ??= stop(orphanGraceInMs)));
// It may have come while the modules were loading, when nobody listened yet.
if (process.send && !process.connected) await (stopping ??= stop(orphanGraceInMs));

if (settings.operations) operations = await startOperations(settings.operations);
const platform = await createPlatform({
  ...settings.platform,
  ...(operations ? { operations } : {}),
}).catch(giveUp);
await platform.listen(settings.listen);
server = platform;
if (operations) server.log.info(`Operations listen at ${operations.url}`);

/**
 * Answers what has been asked, then ends. A start under way is simply broken off: nobody has had an
 * answer, and half a migration rolls back.
 */
async function stop(graceInMs: number): Promise<void> {
  operations?.readiness.stop();
  if (server) await delay(settings.shutdownDelayInMs);
  setTimeout(() => {
    const left = server?.traffic.inFlight;
    server?.log.warn({ requestsInFlight: left }, 'The time for running requests is over.');
    process.exit(0);
  }, graceInMs);
  await server?.drain(lingerInMs);
  await server?.close();
  process.exit(0);
}

function readSettings(): ProcessSettings {
  try {
    return readProcessSettings(process.env);
  } catch (error) {
    return giveUp(error);
  }
}

/** Ends with a sentence where it explains all. */
function giveUp(error: unknown): never {
  const explained = [SettingProblem, DatabaseIsNewer, IssuerRespelled];
  if (!explained.some((kind) => error instanceof kind)) throw error;
  console.error((error as Error).message);
  process.exit(hopelessExitCode);
}
