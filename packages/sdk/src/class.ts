import { askAgain, codeOf, createFollowed, type Followed } from './followed.ts';
import type {
  AcceptedFeedback,
  ClassAnswers,
  ClassAnswersAsked,
  ClassMember,
  Feedback,
  FeedbackAsked,
  FeedbackChanges,
  FeedbackContent,
  FeedbackToSave,
  GivenFeedback,
  LedClass,
  OwnClass,
  SharedAnswer,
} from './protocol/class.ts';
import type { Events } from './protocol/events.ts';
import type { PublicationIssue } from './protocol/files.ts';
import { exercisesMaximum, groupExercisesMaximum } from './protocol/limits.ts';
import type { EventName } from './protocol/names.ts';
import type { StoreBridge } from './store.ts';

/** The requests about classes. */
export interface ClassBridge {
  /** The classes that the user leads and that may work with the course; none for pupils. */
  getClasses(issue: PublicationIssue): Promise<readonly LedClass[]>;
  /** The classes that the user is a pupil of, and who reads the answers to an issue there; none for others. */
  getOwnClasses(issue: PublicationIssue): Promise<readonly OwnClass[]>;
  /** Has the container ask the user which teachers may read the answers to an issue. */
  openSharing(issue: PublicationIssue): Promise<null>;
  /** A page of the members of a class, with the answers to some exercises that they share with its leaders. */
  getClassAnswers(asked: ClassAnswersAsked): Promise<ClassAnswers>;
  /** Resolves once the feedback is safe on this device, as items are, with the versions of the next changes. */
  saveFeedback(feedback: FeedbackToSave): Promise<AcceptedFeedback>;
  /** Feedback that the user has received, new and changed since a cursor. */
  getFeedback(asked: FeedbackAsked): Promise<GivenFeedback>;
}

/** A container, or a stand-in for one. */
export interface ClassContainer
  extends ClassBridge, Pick<StoreBridge, 'getLocalStoreItems' | 'setLocalStoreItems'> {
  on<E extends EventName>(event: E, listener: (payload: Events[E]) => void): () => void;
}

/** The answers of a class to some exercises, and what its teachers say about them. */
export interface OpenClass extends Followed {
  /** All members, in the order of their subjects; empty until they are read. */
  readonly members: readonly ClassMember[];
  /** Feedback that was not delivered, by its id, and why. It is kept on this device until the user decides. */
  readonly refused: ReadonlyMap<string, Events['not-delivered']['code']>;
  /**
   * Says something about a version of an answer, of a member that shares it. Resolves with its id, once it is safe on
   * this device.
   *
   * @throws {BridgeError} Then nothing was kept: the user tries again.
   */
  give(subject: string, answer: SharedAnswer, content: FeedbackContent): Promise<string>;
  /** Changes own feedback. @throws as {@link OpenClass.give}. */
  change(subject: string, feedback: Feedback, content: FeedbackContent): Promise<void>;
  /** Takes own feedback back. @throws as {@link OpenClass.give}. */
  remove(subject: string, feedback: Feedback): Promise<void>;
  /** Hears nothing any more. */
  close(): void;
}

/** Feedback that the user has received, the newest first. */
export interface OpenFeedback extends Followed {
  readonly feedback: readonly Feedback[];
  /**
   * The version of the answer that the feedback is about, where the answer has gone on since, as far as it is kept.
   * After the user has gone on here, `load` reads it.
   */
  answerOf(feedback: Feedback): SharedAnswer | undefined;
  /** True where it was given or changed since feedback on this exercise was seen last, on whatever device. */
  isNew(feedback: Feedback): boolean;
  /**
   * Notes that the user has seen what is there about an exercise. Resolves once that is safe on this device.
   *
   * @throws {BridgeError} Then it is new again on the next page.
   */
  markSeen(exercise_id: string): Promise<void>;
}

/** Local store items of the topic `feedback`: by exercise when the newest feedback that was seen was given. */
const seenSegment = 'feedback-seen';

/** Opens the answers of a class, which the user leads, to exercises. `load` reads them. */
export function openClass(
  container: ClassContainer,
  issue: PublicationIssue,
  group_id: string,
  exercise_ids: readonly string[],
): OpenClass {
  const { changed, subscribe, reading } = createFollowed();
  const { course_id_dto, issue_id_dto } = issue;
  const place = { course_id_dto, issue_id_dto, group_id };
  const refused = new Map<string, Events['not-delivered']['code']>();
  let members: readonly ClassMember[] = [];
  /** Changes since the last reading began: its first pages may be from before them. */
  const since = new Set<() => void>();

  const load = () =>
    reading.read(async () => {
      since.clear();
      const read = new Map<string, ClassMember>();
      for (let begin = 0; begin < exercise_ids.length; begin += groupExercisesMaximum) {
        const some = exercise_ids.slice(begin, begin + groupExercisesMaximum);
        let cursor: string | undefined;
        do {
          const asked = { ...place, exercise_ids: some, ...(cursor && { cursor }) };
          const page = await container.getClassAnswers(asked);
          for (const member of page.members) {
            const known = read.get(member.subject);
            read.set(member.subject, known ? united(known, member) : member);
          }
          cursor = page.next_cursor;
        } while (cursor);
      }
      members = [...read.values()];
      since.forEach((change) => change());
    });

  /** Changes the feedback of a member as it is here. */
  function put(subject: string, change: (own: readonly Feedback[]) => readonly Feedback[]): void {
    const make = () => {
      members = members.map((member) =>
        member.subject === subject ? { ...member, feedback: change(member.feedback) } : member,
      );
    };
    since.add(make);
    make();
    changed();
  }

  async function save(
    member_subject: string,
    exercise_id: string,
    change: FeedbackChanges[number],
  ): Promise<AcceptedFeedback['feedback'][number]> {
    const to = { ...place, exercise_dto: { exercise_id }, member_subject };
    const { feedback } = await askAgain(() =>
      container.saveFeedback({ ...to, feedback: [change] }),
    );
    refused.delete(change.feedback_id);
    return feedback[0]!;
  }

  async function write(
    subject: string,
    {
      exercise_id,
      feedback_id,
      answer_id,
      answer_version,
    }: Pick<Feedback, 'feedback_id' | 'exercise_id' | 'answer_id' | 'answer_version'>,
    version: number,
    content: FeedbackContent,
    author?: Feedback['author'],
  ): Promise<void> {
    const change = { feedback_id, answer_id, answer_version, content };
    const accepted = await save(subject, exercise_id, { ...change, version });
    const written = { ...change, exercise_id, group_id, ...(author && { author }), ...accepted };
    put(subject, (own) => [...without(own, feedback_id), written]);
  }

  const isHere = <Told extends Events['delivered' | 'not-delivered']>(
    told: Told,
  ): told is Extract<Told, { readonly kind: 'feedback' }> =>
    told.kind === 'feedback' &&
    told.group_id === group_id &&
    exercise_ids.includes(told.exercise_dto.exercise_id);

  const stops = [
    container.on('delivered', (told) => {
      if (!isHere(told)) return;
      for (const { feedback_id } of told.feedback) refused.delete(feedback_id);
      put(told.member_subject, (own) =>
        own.map((each) => ({
          ...each,
          // A change that was accepted since still waits.
          delivered:
            each.delivered ||
            told.feedback.some(
              ({ feedback_id, accepted_version }) =>
                accepted_version === each.version && feedback_id === each.feedback_id,
            ),
        })),
      );
    }),
    container.on('not-delivered', (told) => {
      if (!isHere(told)) return;
      for (const { feedback_id } of told.feedback) refused.set(feedback_id, told.code);
      changed();
      void load();
    }),
  ];

  return {
    get status() {
      return reading.status;
    },
    get members() {
      return members;
    },
    refused,
    load,
    subscribe,
    async give(subject, { exercise_id, answer_id, version }, content) {
      const feedback_id = crypto.randomUUID();
      const about = { feedback_id, exercise_id, answer_id, answer_version: version };
      await write(subject, about, 0, content);
      return feedback_id;
    },
    change: (subject, feedback, content) =>
      write(subject, feedback, feedback.version, content, feedback.author),
    async remove(subject, { feedback_id, exercise_id, version }) {
      await save(subject, exercise_id, { feedback_id, version, is_removed: true });
      put(subject, (own) => without(own, feedback_id));
    },
    close() {
      stops.forEach((stop) => stop());
    },
  };
}

/** Opens what teachers have said about the user's answers in an issue. `load` reads what is new. */
export function openFeedback(container: ClassContainer, issue: PublicationIssue): OpenFeedback {
  const { changed: tell, subscribe, reading } = createFollowed();
  const { course_id_dto, issue_id_dto } = issue;
  const seenScope = { course_id_dto, issue_id_dto, topic_dto: { topic_id: 'feedback' } };
  /** Times in RFC 3339, all of one form. */
  const seenAt = new Map<string, string>();
  let isSeenKnown = false;
  let feedback = new Map<string, Feedback>();
  const versions = new Map<string, SharedAnswer>();
  /** Exercises whose answers have gone on since: what was the answer then is an earlier version now. */
  const changed = new Set<string>();
  let cursor: string | undefined;
  container.on('delivered', (told) => {
    if (told.kind === 'answers') changed.add(told.exercise_dto.exercise_id);
  });

  /** Reads on from a place; of named exercises only the versions. What is read anew counts once all of it is here. */
  async function read(
    begin: string | undefined,
    exercise_ids?: readonly string[],
    into = feedback,
  ): Promise<void> {
    let next = begin;
    for (let hasMore = true; hasMore;) {
      const asked = { course_id_dto, issue_id_dto, ...(exercise_ids && { exercise_ids }) };
      const page = await container.getFeedback({ ...asked, ...(next && { cursor: next }) });
      for (const answer of page.earlier_versions) versions.set(nameOf(answer), answer);
      next = page.next_cursor;
      hasMore = page.has_more;
      if (exercise_ids) continue;
      for (const each of page.feedback) {
        // As the newest it stands at the end.
        into.delete(each.feedback_id);
        if ('content' in each) into.set(each.feedback_id, each);
      }
      if (hasMore && into !== feedback) continue;
      feedback = into;
      cursor = next;
    }
  }

  async function readSeen(): Promise<void> {
    for (const { segment, key, value } of await container.getLocalStoreItems(seenScope))
      if (segment === seenSegment) noteSeen(key, value);
    isSeenKnown = true;
  }

  /** @returns whether it is later than what is known: a device that was offline may have written an earlier one. */
  function noteSeen(exercise_id: string, time: string): boolean {
    const isLater = time > (seenAt.get(exercise_id) ?? '');
    if (isLater) seenAt.set(exercise_id, time);
    return isLater;
  }

  /** Versions that were the answer when the feedback was read. */
  async function readChanged(): Promise<void> {
    const ids = [...feedback.values()]
      .filter((each) => changed.has(each.exercise_id) && !answerOf(each))
      .map(({ exercise_id }) => exercise_id);
    const asked = [...new Set(ids)].slice(0, exercisesMaximum);
    changed.clear();
    if (asked.length > 0) await read(undefined, asked);
  }

  const answerOf: OpenFeedback['answerOf'] = ({ answer_version: version, ...about }) =>
    versions.get(nameOf({ ...about, version }));

  return {
    get status() {
      return reading.status;
    },
    get feedback() {
      const newestFirst: Feedback[] = [];
      for (const each of feedback.values()) newestFirst.unshift(each);
      return newestFirst;
    },
    answerOf,
    load: () =>
      reading.read(async () => {
        // First: content that shows feedback knows whether it is new.
        const seen = readSeen();
        await seen.catch(() => {});
        try {
          await read(cursor);
        } catch (error) {
          if (!cursor || codeOf(error) !== 'REFUSED') throw error;
          // The cursor has expired: the issue has begun anew.
          await read(undefined, undefined, new Map());
        }
        await readChanged();
        await seen;
      }),
    subscribe,
    isNew: ({ exercise_id, updated_at }) =>
      isSeenKnown && updated_at > (seenAt.get(exercise_id) ?? ''),
    async markSeen(exercise_id) {
      const times = [...feedback.values()]
        .filter((each) => each.exercise_id === exercise_id)
        .map(({ updated_at }) => updated_at);
      const value = times.sort().at(-1);
      if (!isSeenKnown || value === undefined || !noteSeen(exercise_id, value)) return;
      tell();
      await container.setLocalStoreItems(seenScope, [
        { segment: seenSegment, key: exercise_id, value },
      ]);
    },
  };
}

function united(one: ClassMember, other: ClassMember): ClassMember {
  return {
    ...one,
    answers: unique([...one.answers, ...other.answers], (answer) =>
      nameOf({ ...answer, version: 0 }),
    ),
    feedback: unique([...one.feedback, ...other.feedback], ({ feedback_id }) => feedback_id),
    earlier_versions: unique([...one.earlier_versions, ...other.earlier_versions], nameOf),
  };
}

/** Items by their names; of one name the last, which was read later. */
function unique<Item>(all: readonly Item[], name: (item: Item) => string): Item[] {
  return [...new Map(all.map((item) => [name(item), item])).values()];
}

function without(all: readonly Feedback[], id: string): readonly Feedback[] {
  return all.filter(({ feedback_id }) => feedback_id !== id);
}

function nameOf({
  exercise_id,
  answer_id,
  version,
}: Pick<SharedAnswer, 'exercise_id' | 'answer_id' | 'version'>): string {
  return JSON.stringify([exercise_id, answer_id, version]);
}
