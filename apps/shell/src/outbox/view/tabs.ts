import type { LocalStoreScope } from '@lectern/sdk/protocol';
import { flag, list, oneOf, openObject, text, whole, type Shape } from '@lectern/sdk/shape';
import { joinChannel, type Channel } from '../../channel.ts';
import type { Outcome } from '../model/outcome.ts';

export type TabMessage =
  /** Something has been committed. */
  | { readonly type: 'changed' }
  | { readonly type: 'outcome'; readonly outcome: Outcome }
  /** The versions that were told of these items have not come true. */
  | {
      readonly type: 'unsure';
      readonly scope: LocalStoreScope;
      readonly keys: readonly string[];
    }
  /** A service may know of the entry of this number, which the disk has no room to say. */
  | { readonly type: 'sent'; readonly id: number }
  /** Sending fails now, or does not any more. */
  | { readonly type: 'failing'; readonly isFailing: boolean }
  /** A tab that waits asks for the one that sends, which answers. */
  | { readonly type: 'asks' | 'answers' };

export interface Tabs extends Channel {
  tell(message: TabMessage): void;
}

/**
 * The other tabs of the same user. What goes through here is the user's own: a session of another one
 * does not listen, as the name of the channel is another. What is no message of this version is ignored.
 */
export function joinTabs(user: string, onMessage: (message: TabMessage) => void): Tabs {
  return joinChannel(`lectern.outbox.${user}`, (message) => {
    if (isMessage(message)) onMessage(message);
  });
}

const anything = openObject({});
const items = list(openObject({ segment: text(), key: text(), value: text(), updated_at: text() }));
const changes = list(
  openObject({
    list: oneOf('annotations', 'notes', 'bookmarks', 'answers', 'feedback', 'assignments'),
    id: text(),
    version: whole(0),
  }),
);

const outcomes: Readonly<Record<Outcome['kind'], Shape<unknown>>> = {
  'items delivered': openObject({ scope: anything, items }),
  'items in conflict': openObject({ scope: anything, items, stored: items }),
  'items refused': openObject({ scope: anything, items, reason: text() }),
  'annotations delivered': openObject({ scope: anything, changes }),
  'annotations refused': openObject({ scope: anything, changes, reason: text() }),
  'answers delivered': openObject({ scope: anything, changes }),
  'answers refused': openObject({ scope: anything, changes, reason: text() }),
  'feedback delivered': openObject({ scope: anything, changes }),
  'feedback refused': openObject({ scope: anything, changes, reason: text() }),
  'assignments delivered': openObject({ scope: anything, changes }),
  'assignments refused': openObject({ scope: anything, changes, reason: text() }),
  'statement delivered': openObject({ about: text(), id: text() }),
  'statement refused': openObject({ about: text(), id: text(), reason: text() }),
};

const messages: Readonly<Record<TabMessage['type'], Shape<unknown>>> = {
  changed: anything,
  outcome: openObject({ outcome: anything }),
  unsure: openObject({ scope: anything, keys: list(text()) }),
  sent: openObject({ id: whole(0) }),
  failing: openObject({ isFailing: flag }),
  asks: anything,
  answers: anything,
};

function isMessage(message: unknown): message is TabMessage {
  if (!isOneOf(messages, message, 'type')) return false;
  const { outcome } = message as { readonly outcome?: unknown };
  return outcome === undefined || isOneOf(outcomes, outcome, 'kind');
}

/** @param member Names the shape that the value is to have. */
function isOneOf(
  shapes: Readonly<Record<string, Shape<unknown>>>,
  value: unknown,
  member: string,
): boolean {
  const name = String((value as Readonly<Record<string, unknown>> | null)?.[member]);
  return Object.hasOwn(shapes, name) && shapes[name]?.faultIn(value) === undefined;
}
