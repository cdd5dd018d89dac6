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
  /** The user's assignments in an issue. */
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

/**
 * The user's assignments in an issue, the newest first. With a listener, on a visible page, they are read again each minute,
 * and when something is due or a solution opens.
 */
export interface OpenAssignments extends Followed {
  readonly assignments: readonly Assignment[];
  /** The time by the clock of the service, in milliseconds since 1970; that of this device until it was read. */
  now(): number;
  /**
   * Says whether the solution of something may be shown. Of several assignments of a class the one that began last decides;
   * it is open once those of all classes are.
   *
   * @param ids The exercise, and pages that it stands in.
   * @returns `undefined` where no assignment names one of them: then the content does as ever
   */
  solutionOf(...ids: readonly string[]): SolutionState | undefined;
}

export interface SolutionState {
  readonly isOpen: boolean;
  /** When it opens by itself, or has opened, in RFC 3339. Absent: by hand. */
  readonly opensAt: string | undefined;
  /** False until the assignments were read for the first time: one that closes it may be among them. */
  readonly isKnown: boolean;
}

/** The assignments of a class, which the user leads, in an issue. */
export interface OpenClassAssignments extends Followed, Pick<OpenAssignments, 'now'> {
  readonly assignments: readonly ClassAssignment[];
  /** The pupils of the class, in the order of their subjects. */
  readonly members: readonly Pupil[];
  /**
   * Assignments that were not delivered, by their id, and why. They are kept on this device until the user decides; one
   * that the service does not have stays in the list, too.
   */
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
  const { subscribe, isFollowed, reading } = createFollowed();
  const clock = createClock();
  let assignments: readonly Assignment[] = [];
  let isKnown = false;
  let isBehind = false;

  const load = async () => {
    const isRead = await reading.read(async () => {
      const read = await container.getAssignments({ course_id_dto, issue_id_dto });
      assignments = read.assignments;
      isKnown = true;
      isBehind = read.behind_count !== undefined;
      clock.set(read.served_at);
    });
    plan();
    return isRead;
  };
  const again = createTimer(isFollowed, load);

  function plan(): void {
    const inMs = assignments
      .flatMap(({ due_at, solutions_at }) => [timeOf(due_at), timeOf(solutions_at)])
      .map((time) => time - clock.now())
      .filter((wait) => wait > 0);
    again(Math.min(isBehind ? behindInMs : refreshInMs, ...inMs));
  }

  return {
    get status() {
      return reading.status;
    },
    get assignments() {
      return assignments;
    },
    now: clock.now,
    solutionOf(...ids) {
      if (!isKnown) return { isOpen: false, opensAt: undefined, isKnown };
      const deciding = new Map<string, Assignment>();
      for (const each of assignments) {
        const other = deciding.get(each.group_id);
        const isLater = !other || timeOf(each.begins_at) > timeOf(other.begins_at);
        if (isLater && each.targets.some((target) => ids.includes(idOf(target))))
          deciding.set(each.group_id, each);
      }
      if (deciding.size === 0) return undefined;
      const all = [...deciding.values()];
      const closed = all.filter(
        ({ solutions_open, solutions_at }) =>
          !solutions_open && !(timeOf(solutions_at) <= clock.now()),
      );
      const isOpen = closed.length === 0;
      // NaN, and so by hand, where one has no time.
      const last = Math.max(...(isOpen ? all : closed).map((each) => timeOf(each.solutions_at)));
      const opensAt = all.find((each) => timeOf(each.solutions_at) === last)?.solutions_at;
      return { isOpen, opensAt, isKnown };
    },
    load,
    subscribe(listener) {
      const stop = subscribe(listener);
      plan();
      return stop;
    },
  };
}

/** Opens the assignments of a class, which the user leads, in an issue. `load` reads them. */
export function openClassAssignments(
  container: AssignmentsContainer,
  { course_id_dto, issue_id_dto }: PublicationIssue,
  group_id: string,
): OpenClassAssignments {
  const { changed, subscribe, isFollowed, reading } = createFollowed();
  const clock = createClock();
  const place = { course_id_dto, issue_id_dto, group_id };
  const refused = new Map<string, Events['not-delivered']['code']>();
  let assignments: readonly ClassAssignment[] = [];
  let members: readonly Pupil[] = [];

  const load = () =>
    reading.read(async () => {
      const read = await container.getClassAssignments(place);
      const lost = assignments.filter(
        ({ assignment_id: id }) =>
          refused.has(id) && !read.assignments.some((each) => each.assignment_id === id),
      );
      assignments = [...lost, ...read.assignments];
      members = read.members;
      clock.set(read.served_at);
      if (read.behind_count !== undefined) again(behindInMs);
    });
  const again = createTimer(isFollowed, load);

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
      for (const { assignment_id, version } of told.assignments) {
        refused.set(assignment_id, told.code);
        // The next change is made on what the refused one was made on.
        assignments = assignments.map((each) =>
          each.assignment_id === assignment_id ? { ...each, version } : each,
        );
      }
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
    now: clock.now,
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

/** Pause between two readings, and that while learners are not counted to the end. */
const refreshInMs = 60_000;
const behindInMs = 1_000;

/** Loads after a time, while somebody listens; on a hidden page once it is seen again. */
function createTimer(isFollowed: () => boolean, load: () => Promise<boolean>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tick = () => {
    if (!isFollowed()) return;
    if (!document.hidden) void load();
    else document.addEventListener('visibilitychange', tick, { once: true });
  };
  return (inMs: number) => {
    clearTimeout(timer);
    if (isFollowed()) timer = setTimeout(tick, inMs);
  };
}

/** The clock of the service: it goes on with the time that this page is open, which nobody sets. */
function createClock() {
  let aheadInMs = Date.now() - performance.now();
  return {
    now: () => performance.now() + aheadInMs,
    set(served_at: string) {
      aheadInMs = timeOf(served_at) - performance.now();
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
