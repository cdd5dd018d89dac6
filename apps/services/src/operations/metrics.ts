import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Traffic } from '../http/traffic.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Forwarding } from '../learning-records/forwarding/forwarding.ts';

/** From a cached answer to the time limit of a statement, in seconds. */
const durationBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** A registry of its own for each process or test, with the figures of Node itself. */
export function createRegistry(): Registry {
  const register = new Registry();
  collectDefaultMetrics({ register });
  return register;
}

/**
 * Counts and times requests by service, call and status. The names come from the contract, never from
 * a request, so that nobody can make new ones; what is no call is `other`.
 */
export function measureTraffic(register: Registry, traffic: Traffic): void {
  const labelNames = ['service', 'call', 'status'] as const;
  const requests = new Counter({
    name: 'lectern_requests_total',
    help: 'Requests that have ended.',
    labelNames,
    registers: [register],
  });
  const durations = new Histogram({
    name: 'lectern_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its answer.',
    labelNames,
    buckets: durationBuckets,
    registers: [register],
  });
  traffic.onEnd(({ call, status, durationInMs }) => {
    const labels = { service: call?.service ?? 'other', call: call?.name ?? 'other', status };
    requests.inc(labels);
    durations.observe(labels, durationInMs / 1000);
  });
  gauge(register, 'lectern_requests_in_flight', 'Requests that have not ended.', () => {
    return traffic.inFlight;
  });
}

/** How much of the pool of database connections is in use. */
export function measurePool(register: Registry, pool: Pool): void {
  gauge(
    register,
    'lectern_database_connections_maximum',
    'Most connections of this process.',
    () => pool.options.max,
  );
  gauge(
    register,
    'lectern_database_connections',
    'Connections that are open.',
    () => pool.totalCount,
  );
  gauge(
    register,
    'lectern_database_connections_idle',
    'Open connections that do nothing.',
    () => pool.idleCount,
  );
  gauge(
    register,
    'lectern_database_connections_waiting',
    'Queries that wait for a connection.',
    () => pool.waitingCount,
  );
}

/** How long figures that the database gives may take, in milliseconds. */
const figuresTimeInMs = 1_000;

/**
 * Figures of the database, or none where it does not give them in time: the others are wanted then
 * most of all. One question is under way at a time.
 */
function inTime<Figure>(ask: () => Promise<readonly Figure[]>): () => Promise<readonly Figure[]> {
  let asked: Promise<readonly Figure[]> | undefined;
  return () => {
    asked ??= ask()
      .catch(() => [])
      .finally(() => (asked = undefined));
    return Promise.race([asked, delay(figuresTimeInMs, [], { ref: false })]);
  };
}

/** How much work waits, runs and was given up, by queue. */
export function measureJobs(register: Registry, jobs: Pick<Jobs, 'figures'>): void {
  const figures = inTime(() => jobs.figures());
  const metric = new Gauge({
    name: 'lectern_jobs',
    help: 'Jobs by queue and state: ready, deferred, active, failed.',
    labelNames: ['queue', 'state'],
    registers: [],
    async collect() {
      this.reset();
      for (const queue of await figures()) {
        this.set({ queue: queue.name, state: 'ready' }, queue.readyCount);
        this.set({ queue: queue.name, state: 'deferred' }, queue.deferredCount);
        this.set({ queue: queue.name, state: 'active' }, queue.activeCount);
        this.set({ queue: queue.name, state: 'failed' }, queue.failedCount);
      }
    },
  });
  register.registerMetric(metric);
}

/** How far the targets of learning records are, and what they refuse. */
export function measureForwarding(
  register: Registry,
  forwarding: Pick<Forwarding, 'figures'>,
): void {
  const figures = inTime(() => forwarding.figures());
  const metric = new Gauge({
    name: 'lectern_forwarding',
    help: 'Learning records by target and state: behind, failures; attempts in vain.',
    labelNames: ['target', 'state'],
    registers: [],
    async collect() {
      this.reset();
      for (const { target, ...states } of await figures()) {
        for (const [state, count] of Object.entries(states)) this.set({ target, state }, count);
      }
    },
  });
  register.registerMetric(metric);
}

/** A figure that is read when it is asked for. */
function gauge(register: Registry, name: string, help: string, read: () => number): void {
  const metric = new Gauge({
    name,
    help,
    registers: [],
    collect() {
      this.set(read());
    },
  });
  register.registerMetric(metric);
}
