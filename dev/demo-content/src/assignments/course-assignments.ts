import type { Container } from '@lectern/sdk';
import {
  openAssignments,
  openClassAssignments,
  type OpenAssignments,
  type OpenClassAssignments,
} from '@lectern/sdk/assignments';
import { issueOf, type Course } from '../course/model.ts';

/** Assignments, as long as the publication is open: those of a pupil, and those of a teacher's classes. */
export class CourseAssignments {
  /** What a pupil has to do. */
  readonly own: OpenAssignments;
  readonly #container: Container;
  readonly #issue;
  readonly #ofClasses = new Map<string, OpenClassAssignments>();
  /** The page that a teacher wants to give, until the form has taken it. */
  #wantedTopic: string | undefined;

  constructor(course: Course, container: Container) {
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

  want(topicId: string): void {
    this.#wantedTopic = topicId;
  }

  takeWanted(): string | undefined {
    const wanted = this.#wantedTopic;
    this.#wantedTopic = undefined;
    return wanted;
  }
}

let assignments: CourseAssignments | undefined;

/** The one of this publication. */
export function courseAssignmentsFor(course: Course, container: Container): CourseAssignments {
  return (assignments ??= new CourseAssignments(course, container));
}
