import { untilDone, type Container, type LedClass, type MemberExercise } from '@lectern/sdk';
import { openClass, openFeedback, type OpenClass, type OpenFeedback } from '@lectern/sdk/class';
import type { Course, Exercise } from '../course/model.ts';
import { fragmentOf, placeOfExercise } from '../navigation.ts';

/** Most exercises of which a class's answers are read in one request. */
const exercisesTogether = 20;

/**
 * What teachers read of their classes, and pupils of their teachers, as long as the publication is open. Fires
 * `change` when there is something new.
 */
export class ClassDesk extends EventTarget {
  readonly container: Container;
  /** The user, whose own feedback can be changed. */
  subject = '';
  /** Of a teacher; none until they are here. */
  classes: readonly LedClass[] = [];
  /** What a pupil has received. */
  readonly received: OpenFeedback;
  readonly #issue;
  readonly #opened = new Map<string, OpenClass>();
  #groupId: string | undefined;
  /** A pupil's answer that was chosen outside, until it is shown. */
  #wanted: MemberExercise | undefined;
  #met: Promise<void> | undefined;

  constructor(course: Course, container: Container) {
    super();
    this.container = container;
    this.#issue = {
      course_id_dto: { course_id: course.courseId },
      issue_id_dto: { issue_id: course.issueId },
    };
    this.received = openFeedback(container, this.#issue);
    this.received.subscribe(() => this.#changed());
    container.on('open-answer', (wanted) => {
      this.#wanted = wanted;
      this.#groupId = wanted.group_id;
      const place = placeOfExercise(course, wanted.exercise_dto.exercise_id);
      if (place) location.hash = fragmentOf(place);
      this.#changed();
    });
  }

  /** The class that is read. */
  get groupId(): string | undefined {
    return this.classes.find(({ group_id }) => group_id === this.#groupId)?.group_id;
  }

  chooseClass(groupId: string): void {
    this.#groupId = groupId;
    this.#changed();
  }

  /** Whose answer to the exercise was chosen outside; asked once. */
  takeWanted({ id }: Exercise): string | undefined {
    if (this.#wanted?.exercise_dto.exercise_id !== id) return undefined;
    const { member_subject } = this.#wanted;
    this.#wanted = undefined;
    return member_subject;
  }

  /** Learns which classes there are for a teacher. An older container knows none. */
  meetClasses(): Promise<void> {
    this.#met ??= (async () => {
      const [{ subject }, classes] = await Promise.all([
        untilDone(() => this.container.getUser()),
        untilDone(() => this.container.getClasses(this.#issue)),
      ]);
      this.subject = subject;
      this.classes = [...classes].sort((a, b) => a.name.localeCompare(b.name, 'de'));
      this.#groupId ??= this.classes[0]?.group_id;
      this.#changed();
    })().catch(() => {
      this.#met = undefined;
    });
    return this.#met;
  }

  /** The answers of the chosen class to an exercise; the same for each call. */
  open(...exercises: readonly string[]): OpenClass | undefined {
    const { groupId } = this;
    if (groupId === undefined) return undefined;
    const name = JSON.stringify([groupId, exercises]);
    const opened =
      this.#opened.get(name) ?? openClass(this.container, this.#issue, groupId, exercises);
    this.#opened.set(name, opened);
    return opened;
  }

  /** The answers of the chosen class to many exercises, a few at a time. */
  openAll(exercises: readonly string[]): readonly OpenClass[] {
    const opened: OpenClass[] = [];
    for (let begin = 0; begin < exercises.length; begin += exercisesTogether) {
      const some = this.open(...exercises.slice(begin, begin + exercisesTogether));
      if (some) opened.push(some);
    }
    return opened;
  }

  #changed(): void {
    this.dispatchEvent(new Event('change'));
  }
}

let desk: ClassDesk | undefined;

/** The one of this publication. */
export function deskFor(course: Course, container: Container): ClassDesk {
  return (desk ??= new ClassDesk(course, container));
}
