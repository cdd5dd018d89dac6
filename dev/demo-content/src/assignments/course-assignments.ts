import type { Container, Pupil } from '@lectern/sdk';
import {
  openAssignments,
  openClassAssignments,
  type OpenAssignments,
  type OpenClassAssignments,
} from '@lectern/sdk/assignments';
import { classReadingFor } from '../classes/class-reading.ts';
import { draftName, drafts } from '../classes/drafts.ts';
import { issueOf, type Course } from '../course/model.ts';

/** A form that is open. */
interface KeptForm extends FormPurpose {
  readonly element: HTMLElement;
}

interface FormPurpose {
  /** The assignment that it changes; absent: a new one. */
  readonly assignmentId?: string | undefined;
  /** The page that it was opened for. */
  readonly topicId?: string | undefined;
  /** Shows who is in the class now. */
  readonly showMembers?: (members: readonly Pupil[]) => void;
}

/**
 * Assignments, as long as the publication is open: those of a pupil, and those of a teacher's classes. Fires `form` when
 * a form is closed.
 */
export class CourseAssignments extends EventTarget {
  /** A pupil's tasks. */
  readonly own: OpenAssignments;
  readonly #container: Container;
  readonly #issue;
  readonly #ofClasses = new Map<string, OpenClassAssignments>();
  /** Forms that are open, by class: those in which something is entered stay while their teacher reads elsewhere. */
  readonly #forms = new Map<string, KeptForm>();
  /** The page that a teacher wants to give, until the form has taken it. */
  #wantedTopic: string | undefined;

  constructor(course: Course, container: Container) {
    super();
    this.#container = container;
    this.#issue = issueOf(course);
    this.own = openAssignments(container, this.#issue);
  }

  /** The assignments of a class; the same for each call. */
  ofClass(groupId: string): OpenClassAssignments {
    const opened =
      this.#ofClasses.get(groupId) ?? openClassAssignments(this.#container, this.#issue, groupId);
    this.#ofClasses.set(groupId, opened);
    return opened;
  }

  /** True once a class has refused an assignment. */
  hasRefused(groupId: string): boolean {
    return (this.#ofClasses.get(groupId)?.refused.size ?? 0) > 0;
  }

  formOf(groupId: string): KeptForm | undefined {
    return this.#forms.get(groupId);
  }

  /** True where something is entered in the form of a class, or on its way. */
  isEdited(groupId: string): boolean {
    return drafts.get(draftName(groupId)) !== '';
  }

  noteEdited(groupId: string, isEdited: boolean): void {
    drafts.set(draftName(groupId), isEdited ? 'open' : '');
  }

  keepForm(groupId: string, element: HTMLElement, of: FormPurpose = {}): void {
    this.#forms.set(groupId, { element, ...of });
    const before = entriesIn(element);
    element.addEventListener('input', () =>
      this.noteEdited(groupId, entriesIn(element) !== before),
    );
  }

  /** Closes a form, unless another one is open instead. */
  closeForm(groupId: string, element: HTMLElement): void {
    if (this.formOf(groupId)?.element !== element) return;
    this.#forms.delete(groupId);
    this.noteEdited(groupId, false);
    this.dispatchEvent(new Event('form'));
  }

  /** Drops forms that nobody would miss: their assignment may change meanwhile. */
  dropUnedited(): void {
    for (const groupId of this.#forms.keys())
      if (!this.isEdited(groupId)) this.#forms.delete(groupId);
  }

  /** Drops the forms of other classes than these: the page of a class that is gone cannot be reached. */
  keepFormsOf(groupIds: readonly string[]): void {
    for (const groupId of this.#forms.keys()) {
      if (groupIds.includes(groupId)) continue;
      this.#forms.delete(groupId);
      this.noteEdited(groupId, false);
    }
  }

  want(topicId: string): void {
    this.#wantedTopic = topicId;
  }

  takeWanted(): string | undefined {
    const wanted = this.#wantedTopic;
    this.#wantedTopic = undefined;
    return wanted;
  }
}

/** All that is entered in a form, as text. */
function entriesIn(form: HTMLElement): string {
  const inputs = [...form.querySelectorAll('input')];
  return JSON.stringify(
    inputs.map(({ value, checked, validity }) => [value, checked, validity.badInput]),
  );
}

let assignments: CourseAssignments | undefined;

/** The one of this publication. */
export function courseAssignmentsFor(course: Course, container: Container): CourseAssignments {
  if (assignments) return assignments;
  const made = (assignments = new CourseAssignments(course, container));
  classReadingFor(course, container).keepWhile((groupId) => made.hasRefused(groupId));
  return made;
}
