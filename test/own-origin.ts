import { locks, threadId, type LockInfo } from 'node:worker_threads';

/*
 * A file of tests in a thread is an origin of its own: threads of a process share its locks and its broadcast channels
 * by name, as tabs of one origin do.
 */

const prefix = `${threadId} `;
const request = locks.request.bind(locks) as (name: string, ...rest: unknown[]) => unknown;
const query = locks.query.bind(locks);
const own = (infos: readonly LockInfo[]) => infos.filter(({ name }) => name.startsWith(prefix));

Object.assign(locks, {
  request: (name: string, ...rest: unknown[]) => request(prefix + name, ...rest),
  async query() {
    const { held, pending } = await query();
    return { held: own(held), pending: own(pending) };
  },
});
globalThis.BroadcastChannel = class extends BroadcastChannel {
  constructor(name: string) {
    super(prefix + name);
  }
};
