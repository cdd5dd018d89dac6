import { askAgain, createFollowed, type Followed } from './followed.ts';
import type {
  AcceptedAssignment,
  Assignment,
  AssignmentContent,
  Assignments,
  AssignmentToSave,
  ClassAssignment,
  ClassAssignments,
  ClassIssue,
  Pupil,
} from './protocol/assignments.ts';
import type { Events } from './protocol/events.ts';
import type { PublicationIssue } from './protocol/files.ts';
import type { EventName } from './protocol/names.ts';

/** The requests about assignments. */
export interface AssignmentsBridge {
  /** What the user has to do in an issue. */
  getAssignments(issue: PublicationIssue): Promise<Assignments>;
  /** The assignments of a class that the user leads, and its pupils. */
  getClassAssignments(place: ClassIssue): Promise<ClassAssignments>;
  /** Resolves once the assignment is safe on this device, as items are, with the version of the next change. */
  saveAssignment(assignment: AssignmentToSave): Promise<AcceptedAssignment>;
}

/** A container, or a stand-in for one. */
export interface AssignmentsContainer extends AssignmentsBridge {
  on<E extends EventName>(event: E, listener: (payload: Events[E]) => void): () => void;
}

/** What the user has to do in an issue, the newest first. */
export interface OpenAssignments extends Followed {
  readonly assignments: readonly Assignment[];
  /** The time by the clock of the service, in milliseconds since 1970; that of this device until it was read. */
  now(): number;
  /**
   * Says whether the solution of something may be shown. Of several assignments the one that began last decides.
   *
   * @param ids The exercise, and pages that it stands in.
   * @returns `undefined` where no assignment names one of them: then the content does as ever
   */
  solutionOf(...ids: readonly string[]): SolutionState | undefined;
}

export interface SolutionState {
  readonly isOpen: boolean;
  /** When it opens by itself, or has opened, in RFC 3339. */
  readonly opensAt: string | undefined;
}

/** The assignments of a class, which the user leads, in an issue. */
export interface OpenClassAssignments extends Followed {
  readonly assignments: readonly ClassAssignment[];
  /** The pupils of the class, in the order of their subjects. */
  readonly members: readonly Pupil[];
  /** Assignments that were not delivered, by their id, and why. They are kept on this device until the user decides. */
  readonly refused: ReadonlyMap<string, Events['not-delivered']['code']>;
  /**
   * Gives an assignment, or changes one. Resolves once it is safe on this device.
   *
   * @throws {BridgeError} Then nothing was kept: the user tries again.
   */
  save(content: AssignmentContent, changed?: ClassAssignment): Promise<void>;
  /** Takes one back. @throws as {@link OpenClassAssignments.save}. */
  remove(assignment: ClassAssignment): Promise<void>;
  /** Hears nothing any more. */
  close(): void;
}

/** Opens what the user has to do in an issue. `load` reads it. */
export function openAssignments(
  container: AssignmentsContainer,
  { course_id_dto, issue_id_dto }: PublicationIssue,
): OpenAssignments {
  const { subscribe, reading } = createFollowed();
  let assignments: readonly Assignment[] = [];
  /** How far the clock of the service is ahead of the time that this page is open, which nobody sets. */
  let aheadInMs = Date.now() - performance.now();
  const now = () => performance.now() + aheadInMs;

  return {
    get status() {
      return reading.status;
    },
    get assignments() {
      return assignments;
    },
    now,
    solutionOf(...ids) {
      const [last] = assignments
        .filter(({ targets }) => targets.some((target) => ids.includes(idOf(target))))
        .sort((one, other) => timeOf(other.begins_at) - timeOf(one.begins_at));
      if (!last) return undefined;
      const { solutions_open, solutions_at: opensAt } = last;
      return { isOpen: solutions_open || timeOf(opensAt) <= now(), opensAt };
    },
    load: () =>
      reading.read(async () => {
        const read = await container.getAssignments({ course_id_dto, issue_id_dto });
        assignments = read.assignments;
        aheadInMs = timeOf(read.served_at) - performance.now();
      }),
    subscribe,
  };
}

/** Opens the assignments of a class, which the user leads, in an issue. `load` reads them. */
export function openClassAssignments(
  container: AssignmentsContainer,
  { course_id_dto, issue_id_dto }: PublicationIssue,
  group_id: string,
): OpenClassAssignments {
  const { changed, subscribe, reading } = createFollowed();
  const place = { course_id_dto, issue_id_dto, group_id };
  const refused = new Map<string, Events['not-delivered']['code']>();
  let assignments: readonly ClassAssignment[] = [];
  let members: readonly Pupil[] = [];

  const load = () =>
    reading.read(async () => {
      ({ assignments, members } = await container.getClassAssignments(place));
    });

  async function save(assignment: AssignmentToSave['assignment']): Promise<AcceptedAssignment> {
    const accepted = await askAgain(() => container.saveAssignment({ ...place, assignment }));
    refused.delete(assignment.assignment_id);
    return accepted;
  }

  const stops = [
    container.on('delivered', (told) => {
      // How far the pupils are the service says alone.
      if (told.kind === 'assignments' && told.group_id === group_id) void load();
    }),
    container.on('not-delivered', (told) => {
      if (told.kind !== 'assignments' || told.group_id !== group_id) return;
      for (const { assignment_id } of told.assignments) refused.set(assignment_id, told.code);
      void load();
    }),
  ];

  return {
    get status() {
      return reading.status;
    },
    get assignments() {
      return assignments;
    },
    get members() {
      return members;
    },
    refused,
    load,
    subscribe,
    async save(content, before) {
      const { assignment_id, version } = before ?? {
        assignment_id: crypto.randomUUID(),
        version: 0,
      };
      const accepted = await save({ assignment_id, ...content, version });
      const written = { ...content, progress: before?.progress ?? [], ...accepted };
      assignments = before
        ? assignments.map((each) => (each.assignment_id === assignment_id ? written : each))
        : [written, ...assignments];
      changed();
    },
    async remove({ assignment_id, version }) {
      await save({ assignment_id, version, is_removed: true });
      assignments = assignments.filter((each) => each.assignment_id !== assignment_id);
      changed();
    },
    close() {
      for (const stop of stops) stop();
    },
  };
}

function idOf(target: Assignment['targets'][number]): string {
  return 'topic_id' in target ? target.topic_id : target.exercise_id;
}

/** NaN where there is none: no time is later. */
function timeOf(moment: string | undefined): number {
  return Date.parse(moment ?? '');
}
