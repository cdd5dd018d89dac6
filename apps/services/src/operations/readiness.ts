import { setTimeout as delay } from 'node:timers/promises';
import type { ConnectionMonitor, DatabaseState } from '../storage/connection-monitor.ts';

/** How long the database may take to answer before the process counts as not ready, in milliseconds. */
const databaseAnswerTimeInMs = 1_000;

/** Why a process wants no requests. */
export type Unready = 'starting' | 'stopping' | 'database-unreachable' | 'database-read-only';

const unreadyStates: Readonly<Record<DatabaseState, Unready | undefined>> = {
  answers: undefined,
  'read-only': 'database-read-only',
  unreachable: 'database-unreachable',
};

/** Tells balancers when a process wants requests. */
export class Readiness {
  #phase: 'starting' | 'serving' | 'stopping' = 'starting';
  #monitor: Pick<ConnectionMonitor, 'state'> | undefined;

  /**
   * To be called once the process listens; it does so with the schema at its newest state.
   *
   * @param monitor of the requests' connections
   */
  serve(monitor: Pick<ConnectionMonitor, 'state'>): void {
    if (this.#phase === 'stopping') return;
    this.#phase = 'serving';
    this.#monitor = monitor;
  }

  /** From here on the process is not ready; to be called before it stops accepting requests. */
  stop(): void {
    this.#phase = 'stopping';
  }

  /** @returns `undefined` when requests are welcome */
  async unready(): Promise<Unready | undefined> {
    if (this.#phase !== 'serving') return this.#phase;
    const state = await Promise.race([
      this.#monitor!.state(),
      delay(databaseAnswerTimeInMs, 'unreachable' as const, { ref: false }),
    ]);
    return unreadyStates[state];
  }
}
