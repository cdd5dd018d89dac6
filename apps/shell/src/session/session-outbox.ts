import type {
  ClassIssue,
  Events,
  ExerciseScope,
  LocalStoreScope,
  MemberExercise,
} from '@lectern/sdk/protocol';
import type { Bridge } from '../bridge/bridge.ts';
import { createListeners } from '../listeners.ts';
import type { ChangeScope } from '../outbox/model/entry.ts';
import type { ContentFrame } from '../content-frame/content-frame.ts';
import { inTime } from '../in-time.ts';
import { inLists, type DeliveredChange, type PendingChange } from '../outbox/model/change.ts';
import type { Outcome } from '../outbox/model/outcome.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { besideStored } from '../outbox/view/items-view.ts';
import type { SessionStore } from './session-store.ts';

/** The signed-in user's outbox. */
export interface SessionOutbox {
  /** Stays until the content is gone and nothing is sent any more: a moment longer than the session. */
  readonly current: Outbox | undefined;
  /** Calls the listener whenever there is another one; the result stops that. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Tells the content how far its work has come. */
  announce(): void;
  /** Of the user whose it is: calls in the user's name go on a moment after the session. */
  readonly subject: string | undefined;
  /** Before the tokens are given back: resolves once everything is delivered, or after a limit. */
  delivered(): Promise<void>;
  /** Sends nothing any more: without the user's tokens a service would refuse for good. */
  end(): void;
}

/** How long a sign-out waits for what is on its way. */
const deliveryLimitInMs = 5_000;

interface Dependencies {
  readonly store: SessionStore;
  readonly frame: Pick<ContentFrame, 'isOpen' | 'subscribe'>;
  readonly bridge: Pick<Bridge, 'emit'>;
  /** @param key Absent after a reload. */
  readonly open: (subject: string, key: string | undefined) => Outbox;
}

export function createSessionOutbox({ store, frame, bridge, open }: Dependencies): SessionOutbox {
  let opened: { readonly subject: string; readonly outbox: Outbox } | undefined;
  const { subscribe, notify } = createListeners();

  function announce(): void {
    if (opened) bridge.emit('save-state', opened.outbox.saveState);
  }

  function follow(): void {
    const { state } = store;
    const session = 'session' in state ? state.session : undefined;
    if (session) {
      const { subject } = session.user;
      if (opened?.subject === subject) return;
      opened?.outbox.close();
      const outbox = open(subject, session.outboxKey);
      opened = { subject, outbox };
      outbox.onOutcome((outcome) => emitOutcome(bridge, outcome));
      outbox.subscribe(announce);
      notify();
    } else if (!frame.isOpen && state.name !== 'signing-out') end();
  }

  function end(): void {
    if (!opened) return;
    opened.outbox.close();
    opened = undefined;
    notify();
  }

  store.subscribe(follow);
  frame.subscribe(follow);
  follow();
  return {
    get current() {
      return opened?.outbox;
    },
    subscribe,
    announce,
    get subject() {
      return opened?.subject;
    },
    async delivered() {
      if (!opened) return;
      // A disk that hangs must not keep the tokens from being given back.
      const drained = opened.outbox.drained(deliveryLimitInMs);
      await inTime(drained, deliveryLimitInMs, 'Delivery').catch(() => {});
    },
    end,
  };
}

/** The lists of an event about annotations: their ids have the lists' names. */
type AnnotationsOf<E extends 'delivered' | 'not-delivered'> = Pick<
  Extract<Events[E], { readonly kind: 'annotations' }>,
  'annotations' | 'notes' | 'bookmarks'
>;

type AnswersOf<E extends 'delivered' | 'not-delivered'> = Pick<
  Extract<Events[E], { readonly kind: 'answers' }>,
  'answers'
>;

type AssignmentsOf<E extends 'delivered' | 'not-delivered'> = Pick<
  Extract<Events[E], { readonly kind: 'assignments' }>,
  'assignments'
>;

type FeedbackOf<E extends 'delivered' | 'not-delivered'> = Pick<
  Extract<Events[E], { readonly kind: 'feedback' }>,
  'feedback'
>;

/** Tells the content what has become of what it had stored. */
function emitOutcome(bridge: Pick<Bridge, 'emit'>, outcome: Outcome): void {
  switch (outcome.kind) {
    case 'items delivered':
      return bridge.emit('delivered', {
        kind: 'items',
        ...outcome.scope,
        local_store_items: outcome.items.map((item) => ({ ...item, delivered: true })),
      });
    case 'items in conflict':
      return bridge.emit('not-delivered', {
        kind: 'items',
        ...outcome.scope,
        code: 'CONFLICT',
        message: 'Another version was stored meanwhile.',
        local_store_items: outcome.items.map((kept) =>
          besideStored(
            kept,
            outcome.stored.find(({ segment, key }) => segment === kept.segment && key === kept.key),
          ),
        ),
      });
    case 'items refused':
      return bridge.emit('not-delivered', {
        kind: 'items',
        ...outcome.scope,
        ...refusal(outcome.reason),
        local_store_items: outcome.items.map((item) => ({ ...item, delivered: false })),
      });
    case 'annotations delivered':
      return bridge.emit('delivered', {
        kind: 'annotations',
        ...(outcome.scope as LocalStoreScope),
        ...(inLists('annotations', outcome.changes, asTold) as AnnotationsOf<'delivered'>),
      });
    case 'annotations refused':
      return bridge.emit('not-delivered', {
        kind: 'annotations',
        ...(outcome.scope as LocalStoreScope),
        ...refusal(outcome.reason),
        ...(inLists('annotations', outcome.changes, madeOn) as AnnotationsOf<'not-delivered'>),
      });
    case 'answers delivered':
      return bridge.emit('delivered', {
        kind: 'answers',
        ...exerciseIn(outcome.scope),
        ...(inLists('answers', outcome.changes, asTold) as AnswersOf<'delivered'>),
      });
    case 'answers refused':
      return bridge.emit('not-delivered', {
        kind: 'answers',
        ...exerciseIn(outcome.scope),
        ...refusal(outcome.reason),
        ...(inLists('answers', outcome.changes, madeOn) as AnswersOf<'not-delivered'>),
      });
    case 'feedback delivered':
      return bridge.emit('delivered', {
        kind: 'feedback',
        ...(outcome.scope as MemberExercise),
        ...(inLists('feedback', outcome.changes, asTold) as FeedbackOf<'delivered'>),
      });
    case 'feedback refused':
      return bridge.emit('not-delivered', {
        kind: 'feedback',
        ...(outcome.scope as MemberExercise),
        ...refusal(outcome.reason),
        ...(outcome.reason === 'FEEDBACK_CONFLICT' && { code: 'CONFLICT' }),
        ...(inLists('feedback', outcome.changes, madeOn) as FeedbackOf<'not-delivered'>),
      });
    case 'assignments delivered':
      return bridge.emit('delivered', {
        kind: 'assignments',
        ...(outcome.scope as ClassIssue),
        ...(inLists('assignments', outcome.changes, asTold) as AssignmentsOf<'delivered'>),
      });
    case 'assignments refused':
      return bridge.emit('not-delivered', {
        kind: 'assignments',
        ...(outcome.scope as ClassIssue),
        ...refusal(outcome.reason),
        ...(outcome.reason === 'ASSIGNMENT_CONFLICT' && { code: 'CONFLICT' }),
        ...(inLists('assignments', outcome.changes, madeOn) as AssignmentsOf<'not-delivered'>),
      });
    case 'statement delivered':
      return bridge.emit('delivered', { kind: 'statement', dto_id: outcome.about, id: outcome.id });
    case 'statement refused':
      return bridge.emit('not-delivered', {
        kind: 'statement',
        dto_id: outcome.about,
        id: outcome.id,
        ...refusal(outcome.reason),
      });
  }
}

function asTold({ id: _, list: __, base: ___, accepted, ...stored }: DeliveredChange) {
  return { ...stored, accepted_version: accepted };
}

function madeOn({ base }: PendingChange) {
  return { version: base };
}

/** Answers are accepted for exercises alone. */
function exerciseIn(scope: ChangeScope): ExerciseScope {
  return scope as ExerciseScope;
}

function refusal(reason: string): Pick<Events['not-delivered'], 'code' | 'message'> {
  return { code: 'REFUSED', message: `Refused: ${reason}.` };
}
