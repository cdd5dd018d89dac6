import type { LocalStoreItem as StoredItem } from '@lectern/contracts';
import type { LocalStoreScope } from '@lectern/sdk/protocol';
import type { ChangeKind, DeliveredChange, PendingChange } from './change.ts';
import type { ChangeScope } from './entry.ts';
import type { KeptItem } from './item.ts';
import type { IdentifiedStatement } from './statement.ts';

/** The end of accepted writes: told to the content, here and in other tabs. */
export type Outcome =
  | {
      readonly kind: 'items delivered';
      readonly scope: LocalStoreScope;
      readonly items: readonly StoredItem[];
    }
  | {
      readonly kind: 'items in conflict';
      readonly scope: LocalStoreScope;
      /** As they were written here. */
      readonly items: readonly KeptItem[];
      /** The service's, where it has any. */
      readonly stored: readonly StoredItem[];
    }
  | {
      readonly kind: 'items refused';
      readonly scope: LocalStoreScope;
      readonly items: readonly KeptItem[];
      /** The service's code, such as LOCAL_STORE_FULL. */
      readonly reason: string;
    }
  | {
      readonly kind: `${ChangeKind} delivered`;
      readonly scope: ChangeScope;
      readonly changes: readonly DeliveredChange[];
    }
  | {
      readonly kind: `${ChangeKind} refused`;
      readonly scope: ChangeScope;
      readonly changes: readonly PendingChange[];
      /** The service's code, such as ANSWERS_FULL. */
      readonly reason: string;
    }
  | { readonly kind: 'statement delivered'; readonly about: string; readonly id: string }
  | {
      readonly kind: 'statement refused';
      readonly about: string;
      readonly id: string;
      readonly reason: string;
    };

/** An entry that could not be delivered. */
export type SetAside =
  | {
      readonly kind: 'items';
      readonly why: 'refused' | 'conflict';
      /** The service's code, such as LOCAL_STORE_FULL. */
      readonly reason: string;
      readonly scope: LocalStoreScope;
      readonly items: readonly KeptItem[];
    }
  | {
      readonly kind: ChangeKind;
      /** The service's code, such as ANNOTATIONS_FULL. */
      readonly reason: string;
      readonly scope: ChangeScope;
      readonly changes: readonly PendingChange[];
    }
  | {
      readonly kind: 'statement';
      /** The service's code, such as STATEMENT_CONFLICT. */
      readonly reason: string;
      readonly about: string;
      readonly statement: IdentifiedStatement;
    }
  /** Damaged, or sealed under another key: not even its kind is known. */
  | { readonly kind: 'unreadable' };
