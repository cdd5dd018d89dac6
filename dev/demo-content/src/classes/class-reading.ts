import {
  BridgeError,
  untilDone,
  type ClassMember,
  type Container,
  type Feedback,
  type LedClass,
  type LocalStoreScope,
  type MemberExercise,
  type OwnClass,
  type PublicationIssue,
} from '@lectern/sdk';
import { openClass, openFeedback, type OpenClass, type OpenFeedback } from '@lectern/sdk/class';
import { issueOf, type Course, type Exercise } from '../course/model.ts';
import { el } from '../dom.ts';
import { inOrder } from '../in-order.ts';
import { fragmentOf, placeOfExercise } from '../navigation.ts';
import { hideNotice, showNotice } from '../views/notices.ts';
import { drafts } from './drafts.ts';
import { namedMembers } from './shared-answers.ts';

interface WantedAnswer {
  /** The pupil; undefined: whoever is to be read first. */
  readonly subject: string | undefined;
}

/** How old the classes of a pupil may be when an answer is stored: a teacher deletes one, or lets somebody go, elsewhere. */
const refreshAfterInMs = 300_000;

/** Items of exercises with the ids of feedback that was here when the answer was last finished: a change of it keeps its id. */
const finishedSegment = 'finished-after';

/**
 * The answers of classes for teachers, and received feedback for pupils, as long as the publication is open. Fires
 * `change` when there is something new, and `return` when the reader is back from elsewhere.
 */
export class ClassReading extends EventTarget {
  readonly container: Container;
  /** Classes that a teacher leads; undefined until they are known. */
  classes: readonly LedClass[] | undefined;
  /** The last try to learn of the classes. */
  hasFailed = false;
  /** Classes of a pupil; none until they are known, or where they cannot be read. */
  ownClasses: readonly OwnClass[] = [];
  /** Feedback that a pupil has received. */
  readonly received: OpenFeedback;
  readonly issue: PublicationIssue;
  /** Ids of feedback; undefined until they are known. */
  #finishedAfter: ReadonlySet<string> | undefined;
  /** Ends of exercises, until the feedback that they come after is here; of one exercise there may be several. */
  readonly #noting = new Set<{ readonly exerciseId: string }>();
  /** By class, and by their exercises. */
  readonly #opened = new Map<string, Map<string, OpenClass>>();
  /** The user, whose own feedback can be changed. */
  #subject: string | undefined;
  #groupId: string | undefined;
  /** A choice made elsewhere, until its exercise shows it. */
  #wanted: (WantedAnswer & { readonly exerciseId: string }) | undefined;
  #met: Promise<void> | undefined;
  /** Counts the questions for the classes of a teacher: the answer to the last one counts. */
  #meetings = 0;
  /** Counts the questions for the classes of a pupil: the answer to the last one counts. */
  #asked = 0;
  #askedAt = 0;
  /** By class. */
  readonly #left = new Map<string, Map<string, string>>();
  /** Classes that are gone, and stay for a while. */
  #kept: readonly LedClass[] = [];
  /** Each is true while a teacher has something to read, or to give, in a class that is gone. */
  readonly #isKept = [
    (groupId: string) => this.#hasRefused(groupId),
    (groupId: string) => drafts.areForPupils(groupId),
  ];

  constructor(course: Course, container: Container) {
    super();
    this.container = container;
    this.issue = issueOf(course);
    this.received = openFeedback(container, this.issue);
    this.received.subscribe(() => this.#changed());
    container.on('open-answer', (wanted) => this.#openAnswer(course, wanted));
    // Then the one that feedback is about is an earlier version.
    container.on('delivered', (told) => {
      const { feedback, answerOf, load } = this.received;
      const isMissing = ({ exercise_id }: Feedback) =>
        told.kind === 'answers' && exercise_id === told.exercise_dto.exercise_id;
      if (feedback.some((each) => isMissing(each) && !answerOf(each))) void load();
      const isRead = this.ownClasses.some(({ shares_answers }) => shares_answers);
      if (told.kind === 'answers' && isRead && Date.now() - this.#askedAt >= refreshAfterInMs)
        void this.meetOwnClasses();
    });
    container.on('classes-changed', () => this.meetAgain());
    // A teacher may have said something, or another device shared, while the reader was elsewhere.
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) return;
      void this.received.load();
      void this.readFinished().catch(() => {});
      this.meetAgain();
      this.dispatchEvent(new Event('return'));
    });
  }

  /** The class that is read. */
  get groupId(): string | undefined {
    return this.classes?.find(({ group_id }) => group_id === this.#groupId)?.group_id;
  }

  /** True where the class that is read is there no more, or not led any more by this teacher. */
  get isGone(): boolean {
    return this.#kept.some(({ group_id }) => group_id === this.groupId);
  }

  chooseClass(groupId: string): void {
    this.#groupId = groupId;
    this.#changed();
  }

  /** The container names no author before feedback is read again. */
  isOwn({ author }: Feedback): boolean {
    return !author || author.subject === this.#subject;
  }

  /** True where the answer was finished after the feedback was here; undefined: not known yet, or being noted. */
  isFinishedAfter({ feedback_id, exercise_id }: Feedback): boolean | undefined {
    if (this.#finishedAfter?.has(feedback_id)) return true;
    const isNoting = [...this.#noting].some(({ exerciseId }) => exerciseId === exercise_id);
    return isNoting || !this.#finishedAfter ? undefined : false;
  }

  /** Reads which answers were finished after feedback, here or on another device. */
  async readFinished(): Promise<void> {
    const items = await untilDone(() => this.container.getLocalStoreItems(this.#finishedScope));
    const ofAnswers = items.filter(({ segment }) => segment === finishedSegment);
    this.#addFinished(ofAnswers.flatMap(({ value }) => value.split(',')));
  }

  /** Notes that an answer is finished: an exercise that was handed back is done then, be it changed or not. */
  async noteFinish(exerciseId: string): Promise<void> {
    const idsHere = () =>
      this.received.feedback
        .filter(({ exercise_id }) => exercise_id === exerciseId)
        .map(({ feedback_id }) => feedback_id);
    const noting = { exerciseId };
    this.#noting.add(noting);
    try {
      if (!this.#finishedAfter) await this.readFinished();
      // First: without a connection the rest takes long.
      this.#addFinished(idsHere());
      if (this.received.status !== 'ready') await this.received.load();
      this.#addFinished(idsHere());
    } finally {
      // Feedback that comes while this is stored is newer.
      this.#noting.delete(noting);
      this.#changed();
    }
    const ids = idsHere();
    if (ids.length === 0) return;
    const item = { segment: finishedSegment, key: exerciseId, value: ids.join(',') };
    await untilDone(() => this.container.setLocalStoreItems(this.#finishedScope, [item]));
  }

  get #finishedScope(): LocalStoreScope {
    return { ...this.issue, topic_dto: { topic_id: 'finished' } };
  }

  #addFinished(ids: readonly string[]): void {
    this.#finishedAfter = new Set([...(this.#finishedAfter ?? []), ...ids]);
    this.#changed();
  }

  /** The exercise opens with its answers, of this pupil first. */
  want(exerciseId: string, subject?: string): void {
    this.#wanted = { exerciseId, subject };
  }

  /** The answers to the exercise that were chosen elsewhere; asked once. */
  takeWanted({ id }: Exercise): WantedAnswer | undefined {
    const wanted = this.#wanted;
    if (wanted?.exerciseId !== id) return undefined;
    this.#wanted = undefined;
    return wanted;
  }

  /** Learns which classes there are for a teacher. An older container knows none. */
  meetClasses(): Promise<void> {
    if (this.#met) return this.#met;
    const meeting = (this.#meetings += 1);
    const isLast = () => meeting === this.#meetings;
    this.#met = (async () => {
      this.hasFailed = false;
      this.#changed();
      const [{ subject }, classes] = await Promise.all([
        untilDone(() => this.container.getUser()),
        untilDone(async () => {
          if (!isLast()) throw new Error('Asked anew.');
          return this.container.getClasses(this.issue);
        }).catch((error: unknown) => {
          if (error instanceof BridgeError && error.code === 'UNKNOWN_ACTION') return [];
          throw error;
        }),
      ]);
      if (!isLast()) return this.meetClasses();
      this.#subject = subject;
      const isNamed = ({ group_id }: LedClass) =>
        classes.some((each) => each.group_id === group_id);
      this.#kept = (this.classes ?? []).filter(
        (each) => !isNamed(each) && this.#isKept.some((isKept) => isKept(each.group_id)),
      );
      this.classes = inOrder([...classes, ...this.#kept]);
      this.#forgetOthers(this.classes.map(({ group_id }) => group_id));
      // A class that arrives never takes the place of the one that is read.
      this.#groupId = this.groupId ?? this.classes[0]?.group_id;
    })()
      .catch(() => {
        if (!isLast()) return this.meetClasses();
        this.#met = undefined;
        this.hasFailed = true;
      })
      .finally(() => this.#changed());
    return this.#met;
  }

  /** Learns anew of the classes that a page has asked for: they may have changed, here or elsewhere. */
  meetAgain(): void {
    void this.meetOwnClasses();
    if (!this.#met) return;
    this.#met = undefined;
    void this.meetClasses();
  }

  /** Learns who reads the answers of a pupil. Where that is unknown nothing is said of it. */
  async meetOwnClasses(): Promise<void> {
    const asked = (this.#asked += 1);
    this.#askedAt = Date.now();
    const isLast = () => asked === this.#asked;
    const classes = await untilDone(async () => {
      // Else each question that a connection is missing for would go on trying.
      if (!isLast()) throw new Error('Asked anew.');
      return this.container.getOwnClasses(this.issue);
    }).catch(() => []);
    if (!isLast()) return;
    this.ownClasses = classes;
    this.#changed();
  }

  /** The answers of the chosen class to some exercises; the same for each call. */
  open(...exercises: readonly string[]): OpenClass | undefined {
    const { groupId } = this;
    if (groupId === undefined) return undefined;
    const ofClass = this.#opened.get(groupId) ?? new Map<string, OpenClass>();
    this.#opened.set(groupId, ofClass);
    const name = JSON.stringify(exercises);
    const known = ofClass.get(name);
    if (known) return known;
    const opened = openClass(this.container, this.issue, groupId, exercises);
    ofClass.set(name, opened);
    let before: readonly ClassMember[] = [];
    opened.subscribe(() => {
      const { status, members, refused } = opened;
      if (status === 'ready') {
        this.#noteLeft(groupId, before, members);
        before = members;
      }
      // The class may be gone. A teacher reads first of what was refused.
      if (status === 'failed' && refused.size === 0) this.meetAgain();
    });
    return opened;
  }

  /** Pupils who have left the chosen class since they were read, with the names that they had there. */
  get left(): ReadonlyMap<string, string> {
    return this.#left.get(this.groupId ?? '') ?? new Map();
  }

  #noteLeft(groupId: string, before: readonly ClassMember[], now: readonly ClassMember[]): void {
    const left = this.#left.get(groupId) ?? new Map<string, string>();
    this.#left.set(groupId, left);
    for (const { member, name } of namedMembers(before)) left.set(member.subject, name);
    for (const { subject } of now) left.delete(subject);
  }

  /** Keeps a class that is gone while its teacher has something to read there. */
  keepWhile(isKept: (groupId: string) => boolean): void {
    this.#isKept.push(isKept);
  }

  #hasRefused(groupId: string): boolean {
    const ofClass = [...(this.#opened.get(groupId)?.values() ?? [])];
    return ofClass.some(({ refused }) => refused.size > 0);
  }

  /** Drops what is kept of classes that are gone. */
  #forgetOthers(groupIds: readonly string[]): void {
    drafts.keepClasses(groupIds);
    for (const [groupId, ofClass] of this.#opened) {
      if (groupIds.includes(groupId)) continue;
      for (const opened of ofClass.values()) opened.close();
      this.#opened.delete(groupId);
      this.#left.delete(groupId);
    }
  }

  #openAnswer(course: Course, wanted: MemberExercise): void {
    hideNotice('no-exercise');
    const place =
      wanted.course_id_dto.course_id === course.courseId
        ? placeOfExercise(course, wanted.exercise_dto.exercise_id)
        : undefined;
    if (!place)
      return showNotice(
        'no-exercise',
        'Diese Aufgabe gibt es in dieser Ausgabe des Kurses nicht.',
        [{ label: 'Schliessen', run: () => hideNotice('no-exercise') }],
      );
    this.want(wanted.exercise_dto.exercise_id, wanted.member_subject);
    this.#groupId = wanted.group_id;
    const before = location.hash;
    location.hash = fragmentOf(place);
    // Otherwise the page opens anew, and takes it then.
    if (location.hash === before) this.#changed();
  }

  #changed(): void {
    this.dispatchEvent(new Event('change'));
  }
}

/** How far reading the chosen class is. */
export function statusOf(
  { classes, hasFailed }: ClassReading,
  opened: OpenClass | undefined,
): OpenClass['status'] | 'none' {
  if (!classes) return hasFailed ? 'failed' : 'loading';
  return classes.length === 0 ? 'none' : (opened?.status ?? 'loading');
}

/** Classes to choose from. */
export function classOptions(
  classes: readonly LedClass[] = [],
  chosen: string | undefined,
): HTMLElement[] {
  return classes.map(({ group_id, name }) =>
    el('option', { value: group_id, selected: group_id === chosen }, name),
  );
}

export const noClassWords =
  'Keine Ihrer Klassen arbeitet mit diesem Kurs. Im Menü unter «Klassen» legen Sie eine an, oder lösen eine Klassenlizenz ein.';

let reading: ClassReading | undefined;

/** The one of this publication. */
export function classReadingFor(course: Course, container: Container): ClassReading {
  return (reading ??= new ClassReading(course, container));
}
