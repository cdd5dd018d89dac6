import { Budget } from '../http/budget.ts';
import type { Limits } from '../http/limits.ts';
import { UploadRefused } from './upload-refused.ts';

type UploadLimits = Pick<Limits, 'uploadsAtOnce' | 'uploadsAtOncePerSubject'>;

/** The last request of an upload that has come. */
interface Running {
  /** A mark of whose it is. */
  readonly subject: string;
  /** It has a place; before that it waits for one. */
  isInPlace: boolean;
  overtake(): void;
  /** Resolves when it has ended, however it did. */
  readonly ended: Promise<void>;
}

/**
 * The requests that bring bytes to this process, one of an upload at a time: the one before may be a
 * connection that nobody knows to be dead, and ends when another one comes.
 */
export class RunningUploads {
  readonly #limit: number;
  readonly #lastOf = new Map<string, Running>();
  readonly #places: Budget;

  constructor(limits: UploadLimits) {
    this.#limit = limits.uploadsAtOnce;
    this.#places = new Budget(limits.uploadsAtOnce, limits.uploadsAtOncePerSubject);
  }

  /**
   * @param subject a mark of whose address it is
   * @param write is to end soon when the signal says that another request has come
   * @throws {UploadRefused} when one has, before it was this one's turn
   * @throws {LimitReached}
   */
  async run(
    uploadId: string,
    subject: string,
    write: (overtaken: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const overtaking = new AbortController();
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const own: Running = {
      subject,
      isInPlace: false,
      overtake: () => overtaking.abort(),
      ended,
    };
    const before = this.#lastOf.get(uploadId);
    this.#lastOf.set(uploadId, own);
    try {
      before?.overtake();
      // An overtaken request stops waiting at once.
      await Promise.race([before?.ended, onceAborted(overtaking.signal)]);
      if (overtaking.signal.aborted) throw new UploadRefused('UPLOAD_OVERTAKEN');
      if (this.#places.held >= this.#limit) await this.#makePlace(subject);
      await this.inPlace(subject, () => {
        own.isInPlace = true;
        return write(overtaking.signal);
      });
    } finally {
      if (this.#lastOf.get(uploadId) === own) this.#lastOf.delete(uploadId);
      // For the one after it, not before the one before it.
      void Promise.resolve(before?.ended).then(end);
    }
  }

  /**
   * Few who send slowly would keep all others out: the newest upload of who has the most gives way, and goes on
   * later. The oldest is the one that is nearest to its end.
   */
  async #makePlace(subject: string): Promise<void> {
    const [most, count] = [...this.#places.heldBy].reduce((a, b) => (b[1] > a[1] ? b : a));
    if (count < (this.#places.heldBy.get(subject) ?? 0) + 2) return;
    const newest = [...this.#lastOf.values()].findLast(
      (running) => running.subject === most && running.isInPlace,
    );
    newest?.overtake();
    await newest?.ended;
  }

  /**
   * Runs what writes no bytes, and so takes nobody's place of the upload. Of all together few run: each
   * may have a part of a file in memory, and one subject is not to have all places.
   *
   * @throws {LimitReached}
   */
  async inPlace(subject: string, write: () => Promise<void>): Promise<void> {
    const leave = this.#places.take(subject, 1);
    try {
      await write();
    } finally {
      leave();
    }
  }
}

function onceAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
