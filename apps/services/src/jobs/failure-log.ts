import type { FastifyBaseLogger } from 'fastify';
import { isDatabaseUnavailable } from '../storage/database.ts';

/** How often an outage is told, in milliseconds: each queue meets it every two seconds. */
const outageIntervalInMs = 60_000;

/** @returns logs failures of the jobs */
export function createFailureLog(
  log: Pick<FastifyBaseLogger, 'error'>,
  now = () => performance.now(),
): (error: unknown) => void {
  let toldAt = -Infinity;
  return (error) => {
    const isOutage = isDatabaseUnavailable(error);
    if (isOutage && now() - toldAt < outageIntervalInMs) return;
    if (isOutage) toldAt = now();
    const message = isOutage ? 'The jobs cannot reach the database.' : 'The jobs have failed.';
    log.error({ err: error }, message);
  };
}
