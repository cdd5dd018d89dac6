import type { Api } from '../api.ts';
import type { SessionStore } from '../session/session-store.ts';
import type { Pauses } from './send/backoff.ts';

export interface OutboxOptions {
  readonly api: Pick<Api, 'aua' | 'clag' | 'lars'>;
  readonly store: SessionStore;
  /** The entries are this user's. */
  readonly user: { readonly issuer: string; readonly subject: string };
  /** The entries are sealed under it; absent after a reload: it is asked for. */
  readonly key: string | undefined;
  /** Default: {@link defaultPauses}. */
  readonly pauses?: Pauses;
  /** Default: {@link outboxMaximumInBytes}. */
  readonly limitInBytes?: number;
}
