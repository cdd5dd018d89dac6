import type { Container } from '@lectern/sdk';
import {
  openAssignments,
  openClassAssignments,
  type OpenAssignments,
  type OpenClassAssignments,
} from '@lectern/sdk/assignments';
import { drafts } from '../classes/drafts.ts';
import { issueOf, type Course } from '../course/model.ts';

/**
 * Assignments, as long as the publication is open: those of a pupil, and those of a teacher's classes. Fires `form` when
 * a form is closed.
 */
export class CourseAssignments extends EventTarget {
  /** What a pupil has to do. */
  readonly own: OpenAssignments;
  readonly #container: Container;
  readonly #issue;
  readonly #ofClasses = new Map<string, OpenClassAssignments>();
  /** Forms that are open, by class: they stay while their teacher reads elsewhere. */
  readonly #forms = new Map<string, HTMLElement>();
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

  formOf(groupId: string): HTMLElement | undefined {
    return this.#forms.get(groupId);
  }

  /** Whether something is entered in the form of a class. */
  isEdited(groupId: string): boolean {
    return drafts.get(draftOf(groupId)) !== '';
  }

  keepForm(groupId: string, form: HTMLElement): void {
    this.#forms.set(groupId, form);
    form.addEventListener('input', () => drafts.set(draftOf(groupId), 'open'));
  }

  closeForm(groupId: string): void {
    this.#forms.delete(groupId);
    drafts.set(draftOf(groupId), '');
    this.dispatchEvent(new Event('form'));
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

/** What is entered in a form is unsaved work. */
function draftOf(groupId: string): string {
  return JSON.stringify(['assignment', groupId]);
}

let assignments: CourseAssignments | undefined;

/** The one of this publication. */
export function courseAssignmentsFor(course: Course, container: Container): CourseAssignments {
  return (assignments ??= new CourseAssignments(course, container));
}
