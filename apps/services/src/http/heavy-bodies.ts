import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ResultMessage } from '@lectern/contracts';
import type { FastifyInstance } from 'fastify';
import pLimit from 'p-limit';
import { CallError } from './errors.ts';
import { LimitReached } from './limits.ts';

/** Bodies that came checked: by the contract, beside the thread that answers. */
const checked = new WeakSet<object>();

/** True for a body that {@link createReadHeavyBody} has read. */
export function isChecked(body: unknown): boolean {
  return typeof body === 'object' && body !== null && checked.has(body);
}

/** A message to the thread: the body, and the address of the call whose body it is to be. */
export interface HeavyBody {
  readonly json: Uint8Array;
  readonly url: string;
}

/** Its answer. */
export type ReadHeavyBody =
  | { readonly value: object }
  | { readonly status: number; readonly messages: readonly ResultMessage[] };

/** Of which nobody knows before what it takes in memory, in MiB. */
const heapMaximum = 1024;
/** Each waits with its body in memory. */
export const waitingMaximum = 8;

const threadModule = new URL('heavy-body-thread.ts', import.meta.url);

/**
 * Reads and checks bodies of calls that take many values, in a thread beside the one that answers, one at a
 * time: there, others would wait for it. What comes back has been checked, and copying it takes little.
 *
 * @returns a function that throws OVERLOADED where too many bodies wait, or where the thread has died of one;
 *   the next body gets another thread.
 */
export function createReadHeavyBody(
  server: Pick<FastifyInstance, 'addHook'>,
  module = threadModule,
): (json: Uint8Array, url: string) => Promise<object> {
  const oneAtATime = pLimit(1);
  let worker: Worker | undefined;
  let ended = new AbortController();
  server.addHook('onClose', async () => void (await worker?.terminate()));

  const start = (): Worker => {
    const started = new Worker(module, {
      resourceLimits: { maxOldGenerationSizeMb: heapMaximum },
    });
    started.unref();
    const ending = (ended = new AbortController());
    const forget = () => {
      if (worker === started) worker = undefined;
      ending.abort();
    };
    started.once('exit', forget).on('error', forget);
    return started;
  };
  const ask = async (body: HeavyBody): Promise<ReadHeavyBody> => {
    worker ??= start();
    worker.postMessage(body);
    // Rejects where the thread dies, such as of a body that its memory is not enough for.
    const message = once(worker, 'message', { signal: ended.signal });
    const [answer] = (await message.catch(() => {
      throw new LimitReached('OVERLOADED');
    })) as [ReadHeavyBody];
    return answer;
  };
  return async (json, url) => {
    if (oneAtATime.pendingCount >= waitingMaximum) throw new LimitReached('OVERLOADED');
    return oneAtATime(async () => {
      const answer = await ask({ json, url });
      if ('status' in answer) throw new CallError(answer.status, answer.messages);
      checked.add(answer.value);
      return answer.value;
    });
  };
}
