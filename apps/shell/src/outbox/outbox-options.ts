import type { Api } from '../api.ts';
import type { SessionStore } from '../session/session-store.ts';
import type { Pauses } from './send/backoff.ts';

export interface OutboxOptions {
  readonly api: Pick<Api, 'aua' | 'clag' | 'lars'>;
  readonly store: SessionStore;
  /** Whose entries these are. */
  readonly user: { readonly issuer: string; readonly subject: string };
  /** What the entries are sealed under; absent after a reload: it is asked for. */
  readonly key: string | undefined;
  /** Default: {@link defaultPauses}. */
  readonly pauses?: Pauses;
  /** Default: {@link outboxMaximumInBytes}. */
  readonly limitInBytes?: number;
}
