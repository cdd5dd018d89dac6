import { setTimeout as delay } from 'node:timers/promises';
import { backOffInMs } from '@lectern/contracts/calls/back-off';
import { sql } from 'kysely';
import { ConnectionMonitor, MonitoredClient } from '../storage/connection-monitor.ts';
import type { Database } from '../storage/database.ts';
import type { SignedOut } from './sign-out.ts';

/**
 * News that every process has to hear at once: it remembers for a minute the owner of a token, and what roles
 * allow. It is told over the database (LISTEN, NOTIFY), with the commit of the change. A process whose connection
 * is lost meanwhile knows it a minute later.
 */
export type Announcement =
  | { readonly kind: 'signed out'; readonly signedOut: SignedOut }
  /** Their roles, links or data have changed. */
  | { readonly kind: 'subjects'; readonly subjects: readonly string[] }
  /** Of somebody, or of what roles allow. */
  | { readonly kind: 'everybody' };

const channel = 'lectern';
/** PostgreSQL sends less than 8,000 bytes. */
const payloadMaximumInBytes = 7_900;
const pauses = { firstInMs: 200, longestInMs: 10_000 };

/** To be called in the transaction that makes the change. */
export async function announce(transaction: Database, announcement: Announcement): Promise<void> {
  const text = JSON.stringify(announcement);
  const payload =
    Buffer.byteLength(text) <= payloadMaximumInBytes
      ? text
      : JSON.stringify({ kind: 'everybody' } satisfies Announcement);
  await sql`select pg_notify(${channel}, ${payload})`.execute(transaction);
}

/**
 * Listens until it is closed, over a connection of its own.
 *
 * @param hear Told that everybody has changed, too, once a lost connection is there again.
 */
export function listenToAnnouncements(
  over: string | ConnectionMonitor,
  hear: (announcement: Announcement) => void,
): { close(): Promise<void> } {
  const ending = new AbortController();
  const monitor = typeof over === 'string' ? new ConnectionMonitor(over) : over;
  let client: MonitoredClient | undefined;

  /** @returns a promise of its end. */
  const connect = async () => {
    const connecting = new MonitoredClient(
      monitor.config({ name: 'lectern-announcements', heartbeat: true }),
    );
    client = connecting;
    const lost = Promise.withResolvers<void>();
    connecting.on('error', () => lost.resolve()).on('end', () => lost.resolve());
    connecting.on('notification', ({ payload = '' }) => hear(JSON.parse(payload) as Announcement));
    await connecting.connect();
    try {
      await connecting.query(`listen ${channel}`);
    } catch (error) {
      // A hot standby refuses it. `end` would wait for a server that is gone.
      connecting.discard();
      throw error;
    }
    return { lost: lost.promise };
  };

  const listen = async () => {
    let failures = 0;
    let hasMissed = false;
    while (!ending.signal.aborted) {
      try {
        const { lost } = await connect();
        if (hasMissed) hear({ kind: 'everybody' });
        hasMissed = true;
        failures = 0;
        await lost;
      } catch {
        failures += 1;
        const pause = backOffInMs(pauses, failures);
        await delay(pause, undefined, { signal: ending.signal }).catch(() => {});
      }
    }
  };
  const listening = listen();

  return {
    async close() {
      ending.abort();
      client?.discard();
      await listening;
      if (monitor !== over) await monitor.close();
    },
  };
}
