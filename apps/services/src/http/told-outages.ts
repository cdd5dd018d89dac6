/** Time between two words about an outage of one kind, in milliseconds. */
const intervalInMs = 60_000;
/** End that pg-boss gives messages; each worker of an outage would be a kind of its own. */
const workerOfJob = / \(Queue: .*/;

/**
 * Keeps an outage from filling the disk of the log, which may be that of the database: each request and each queue of jobs
 * meets it.
 *
 * @returns whether an error is to be told: of outages the first of a kind in each minute
 */
export function createOutageFilter(
  isOutage: (error: Error) => boolean,
  now = () => performance.now(),
): (error: unknown) => boolean {
  const toldAt = new Map<string, number>();
  return (error) => {
    if (!(error instanceof Error && isOutage(error))) return true;
    const kind = 'code' in error ? String(error.code) : String(error).replace(workerOfJob, '');
    if (now() - (toldAt.get(kind) ?? -Infinity) < intervalInMs) return false;
    toldAt.set(kind, now());
    return true;
  };
}
