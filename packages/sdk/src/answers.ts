import type {
  AcceptedAnswers,
  Answer,
  AnswerChanges,
  AnswerContent,
  Answers,
  ExerciseScope,
} from './protocol/answers.ts';
import type { LocalStoreItem } from './protocol/data.ts';
import type { Events } from './protocol/events.ts';
import type { EventName } from './protocol/names.ts';
import type { PublicationIssue } from './protocol/files.ts';
import type { untilDone } from './retry.ts';
import type {
  FollowedStore,
  Store,
  Stores,
  StoreSource,
  StoreStatus,
  StoreValues,
} from './store.ts';

/** The requests about answers. */
export interface AnswersBridge {
  /**
   * The user's answers to exercises, such as those of a page: what is stored, and what was changed here and is not
   * delivered yet; with their conflict copies.
   */
  getAnswers(issue: PublicationIssue, exerciseIds: readonly string[]): Promise<Answers>;
  /**
   * Resolves once the answers are safe on this device, as annotations are, with the versions that the next ones are
   * made on. What another device has stored meanwhile is united with them, or becomes a conflict copy.
   *
   * @throws {BridgeError} `CONFLICT` for a version that was answered here before the page was loaded: read again.
   */
  saveAnswers(scope: ExerciseScope, answers: AnswerChanges): Promise<AcceptedAnswers>;
}

/** An answer to one task of an exercise. */
export interface AnswerValue {
  readonly content: AnswerContent;
  /** The user has finished the task. It counts for a class's progress. */
  readonly is_done: boolean;
  /** As the content has scored it. */
  readonly score_in_percent?: number;
}

/** Answers by the ids of their tasks. */
export type AnswerValues = Readonly<Record<string, AnswerValue>>;

export type AnswerStatus =
  | Exclude<StoreStatus, { readonly kind: 'conflict' }>
  /** `other` was given in another tab or on another device. Nothing is sent until {@link AnswerStore.settle}. */
  | { readonly kind: 'conflict'; readonly other: AnswerValues };

export interface AnswerItem extends LocalStoreItem {
  /** Of a delivered one: when the service stored the version that teachers may read; absent: unknown. */
  readonly shared_at?: string | undefined;
}

/** The answers to an exercise: restored, saved with every change, and followed until a service has them. */
export interface AnswerStore extends Pick<Store, 'flush' | 'isUnsaved' | 'load' | 'subscribe'> {
  readonly status: AnswerStatus;
  /** The items behind the answers, as those of a store. */
  readonly items: readonly AnswerItem[];
  /** The answers as they are here: those read, and over them those set. They change where a service unites them. */
  readonly values: AnswerValues;
  /** Sets some of the answers; they are accepted together or not at all. A function is called when they are sent. */
  set(values: AnswerValues | (() => AnswerValues)): void;
  /** Settles a conflict: these answers count, such as `values` or `other`. Resolves as `flush` does. */
  settle(values: AnswerValues): Promise<boolean>;
}

export interface AnswerOptions {
  /** Unites two answers to a task. Without a result the store is in conflict, and the user decides. */
  readonly merge?: (id: string, own: AnswerValue, other: AnswerValue) => AnswerValue | undefined;
}

/** A container with its stores, or a stand-in for them. */
export interface AnswersContainer extends AnswersBridge, Pick<Stores, 'store'> {
  on<E extends EventName>(event: E, listener: (payload: Events[E]) => void): () => void;
}

/** No local store item has it. */
const segment = '';
/** Conflict copies that one change settles, at most. */
const settledMaximum = 100;
/** Texts of a task that are remembered, for copies that this page has made. */
const passedMaximum = 20;
/** Exercises whose answers are read in one request; fewer than a container takes. */
const exercisesTogether = 100;

/**
 * Keeps the answers to an exercise in a store of the container. The same exercise gives the same store, with the
 * options of the first call.
 */
export function openAnswers(
  container: AnswersContainer,
  scope: ExerciseScope,
  { merge }: AnswerOptions = {},
): AnswerStore {
  const { source, united } = createSource(container, scope);
  const store = container.store(scope, {
    segment,
    source,
    merge(id, own, other) {
      // The service has united what was written here with another answer: nothing of it is lost.
      if (united.get(id) === own) return other;
      const merged = merge?.(id, valueOf(own), valueOf(other));
      return merged && textOf(merged);
    },
  });
  const own: Pick<AnswerStore, 'set' | 'settle' | 'status' | 'values'> = {
    get status() {
      const { status } = store;
      return status.kind === 'conflict' ? { ...status, other: valuesOf(status.other) } : status;
    },
    get values() {
      return valuesOf(store.values);
    },
    set: (values) =>
      store.set(typeof values === 'function' ? () => textsOf(values()) : textsOf(values)),
    settle: (values) => store.settle(textsOf(values)),
  };
  // All else is the store's.
  return Object.setPrototypeOf(own, store) as AnswerStore;
}

/**
 * Answers as the items of a store. Where the service keeps both, the conflict copy stands where a store has what is
 * stored, and the answer as it is where it has what was written here: the user chooses between the same two.
 */
function createSource(container: AnswersContainer, scope: ExerciseScope) {
  const { exercise_dto, ...issue } = scope;
  const { exercise_id } = exercise_dto;
  /** Texts that wait for a service, by the version that each was given. */
  const accepted = new Map<number, { readonly id: string; readonly text: string }>();
  /** Texts under way, by task and version: where a device keeps nothing, the event comes before the answer. */
  const underWay = new Map<string, string>();
  /** By task: the texts that were accepted last, the newest at the end. They ask for no decision. */
  const passed = new Map<string, readonly string[]>();
  /** By task: conflict copies that the next write settles, and how many are to be asked about after these. */
  const copies = new Map<string, { readonly settled: readonly number[]; readonly left: number }>();
  /** By task: the text written here that a service has united with another one. */
  const united = new Map<string, string>();
  /** Events about this exercise. */
  let heard = 0;

  function noteAccepted(id: string, text: string, { version, delivered }: Kept): void {
    if (!delivered) accepted.set(version, { id, text });
    const others = (passed.get(id) ?? []).filter((other) => other !== text);
    passed.set(id, [...others, text].slice(-passedMaximum));
  }

  /** The newest copy that the user has to decide about. */
  function noteCopies(id: string, text: string, all: readonly Answer[]): Answer | undefined {
    const known = (copy: Answer) => textOf(copy) === text || passed.get(id)?.includes(textOf(copy));
    const asked = all.filter((copy) => !known(copy)).sort((a, b) => b.version - a.version);
    const settled = [...asked.slice(0, 1), ...all.filter(known)].map(({ version }) => version);
    copies.set(id, {
      settled: settled.slice(0, settledMaximum),
      left: Math.max(asked.length - 1, 0),
    });
    return asked[0];
  }

  const source: StoreSource = {
    async getLocalStoreItems(_, onRetry, repeat) {
      let before: number;
      let read: Answers;
      do {
        before = heard;
        read = await readTogether(container, issue, exercise_id, onRetry, repeat);
        // The answer may be from before the event, which was about texts that are not known yet.
      } while (heard !== before);
      const { answers, conflict_copies } = read;
      return answers.map((answer): LocalStoreItem => {
        const { answer_id: id, updated_at, delivered } = answer;
        const value = textOf(answer);
        // As on the last visit: what becomes of it is told by this version.
        if (!delivered) noteAccepted(id, value, answer);
        const other = noteCopies(
          id,
          value,
          conflict_copies.filter((copy) => copy.answer_id === id),
        );
        const item = itemOf(id, value, answer);
        return other ? { ...item, value: textOf(other), conflict: { value, updated_at } } : item;
      });
    },
    async setLocalStoreItems(_, items) {
      const settling = items.map(({ key }) => copies.get(key));
      const changes = items.map(({ key, value, version = 0 }, place) => {
        underWay.set(nameOf(key, version), value);
        // Written since, a text is a new one, though it equals one that was united.
        united.delete(key);
        const { settled = [] } = settling[place] ?? {};
        return {
          answer_id: key,
          ...valueOf(value),
          version,
          ...(settled.length > 0 && { settled_versions: settled }),
        };
      });
      const { answers } = await container
        .saveAnswers(scope, changes)
        .finally(() => underWay.clear());
      return items.map(({ key, value }, place): LocalStoreItem => {
        const kept = answers[place]!;
        noteAccepted(key, value, kept);
        const before = settling[place];
        // Copies that were read meanwhile are none of those that this write settles.
        if (before && copies.get(key) === before) copies.set(key, { ...before, settled: [] });
        return itemOf(key, value, kept);
      });
    },
    follow(store) {
      container.on('delivered', (delivery) => {
        if (delivery.kind !== 'answers' || !isHere(delivery)) return;
        heard += 1;
        noteDelivered(store, delivery.answers);
      });
      container.on('not-delivered', (failure) => {
        if (failure.kind !== 'answers' || !isHere(failure)) return;
        heard += 1;
        const items = failure.answers.map(({ answer_id, version }) => {
          const waiting = [...accepted].filter(([, { id }]) => id === answer_id);
          // Only the newest may still wait, where the refused one was another tab's.
          for (const [before] of waiting.slice(0, -1)) accepted.delete(before);
          const unsent = { version, updated_at: '', delivered: false };
          return itemOf(answer_id, passed.get(answer_id)?.at(-1) ?? '', unsent);
        });
        store.noteFailure(failure, items);
      });
    },
  };

  function isHere(place: ExerciseScope): boolean {
    return placeOf(place) === placeOf(scope);
  }

  function noteDelivered(
    store: FollowedStore,
    delivered: Extract<Events['delivered'], { readonly kind: 'answers' }>['answers'],
  ): void {
    let isDoubtful = false;
    const items = delivered.flatMap((answer) => {
      const { answer_id: id, accepted_version: version } = answer;
      const text = accepted.get(version)?.text ?? underWay.get(nameOf(id, version));
      accepted.delete(version);
      if (answer.outcome === 'merged' && text !== undefined) united.set(id, text);
      const isOther =
        answer.outcome === 'merged' ||
        answer.conflict_copy_version !== undefined ||
        (copies.get(id)?.left ?? 0) > 0;
      isDoubtful ||= isOther;
      // The version that was accepted names what the service has stored, as long as the page stays.
      return text === undefined || isOther
        ? []
        : [itemOf(id, text, { ...answer, version, delivered: true })];
    });
    if (isDoubtful) store.noteFailure({ code: 'CONFLICT', message: '' }, []);
    store.noteDelivered(items);
  }

  return { source, united };
}

type Kept = Pick<Answer, 'delivered' | 'shared_at' | 'updated_at' | 'version'>;

function nameOf(id: string, version: number): string {
  return `${version} ${id}`;
}

interface Batch {
  readonly ids: Set<string>;
  readonly onRetry: ((error: unknown) => void)[];
  readonly answers: Promise<Answers>;
}
const batches = new WeakMap<AnswersContainer, Map<string, Batch>>();

/** The answers to an exercise. What is asked for in one moment, as for a page, goes in one request. */
async function readTogether(
  container: AnswersContainer,
  issue: PublicationIssue,
  id: string,
  onRetry: (error: unknown) => void,
  repeat: typeof untilDone,
): Promise<Answers> {
  const { course_id_dto, issue_id_dto } = issue;
  const name = JSON.stringify([course_id_dto.course_id, issue_id_dto.issue_id]);
  const open = batches.get(container) ?? new Map<string, Batch>();
  batches.set(container, open);
  let batch = open.get(name);
  if (!batch || batch.ids.size === exercisesTogether) {
    const ids = new Set<string>();
    const listeners: Batch['onRetry'] = [];
    const answers = Promise.resolve().then(() => {
      if (open.get(name)?.ids === ids) open.delete(name);
      // One request after an outage, too.
      return repeat(
        () => container.getAnswers(issue, [...ids]),
        (error) => listeners.forEach((listener) => listener(error)),
      );
    });
    batch = { ids, answers, onRetry: listeners };
    open.set(name, batch);
  }
  batch.ids.add(id);
  batch.onRetry.push(onRetry);
  const { answers, conflict_copies } = await batch.answers;
  const own = (all: readonly Answer[]) => all.filter(({ exercise_id }) => exercise_id === id);
  return { answers: own(answers), conflict_copies: own(conflict_copies) };
}

/**
 * An answer as text: equal ones have equal texts, whatever the order of their members. NUL and half a character, which
 * clipboards bring and no service can store, are left out: nothing of the answer would be kept.
 */
function textOf({
  content,
  is_done,
  score_in_percent,
}: Pick<Answer, 'content' | 'is_done' | 'score_in_percent'>): string {
  return JSON.stringify({ content, is_done, score_in_percent }, (_, value: unknown) =>
    typeof value === 'string'
      ? value.replace(/\p{Cs}|\0/gu, '')
      : typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
        : value,
  );
}

function valueOf(text: string): AnswerValue {
  // Only answers are made texts here, and read as such.
  return JSON.parse(text) as AnswerValue;
}

function textsOf(values: AnswerValues): StoreValues {
  return Object.fromEntries(Object.entries(values).map(([id, value]) => [id, textOf(value)]));
}

function valuesOf(texts: StoreValues): AnswerValues {
  return Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, valueOf(text)]));
}

function itemOf(
  key: string,
  value: string,
  { version, updated_at, delivered, shared_at }: Kept,
): AnswerItem {
  return { segment, key, value, version, updated_at, delivered, shared_at };
}

function placeOf({ course_id_dto, issue_id_dto, exercise_dto }: ExerciseScope): string {
  return JSON.stringify([course_id_dto.course_id, issue_id_dto.issue_id, exercise_dto.exercise_id]);
}
