import type { AssignmentsBridge } from '../src/assignments.ts';
import { BridgeError } from '../src/bridge-error.ts';
import type {
  AcceptedAssignment,
  Assignments,
  AssignmentToSave,
  ClassAssignments,
} from '../src/protocol/assignments.ts';
import { ContainerDouble } from './container-double.ts';

const updated_at = '2026-11-29T08:00:00Z';

/** A container with assignments, in memory: it accepts at once, and delivers when the test says so. */
export class AssignmentsDouble extends ContainerDouble implements AssignmentsBridge {
  /** The user's assignments, as they are read. */
  own: Assignments = { served_at: updated_at, assignments: [] };
  /** Of the class, as they are read. */
  given: ClassAssignments = { served_at: updated_at, members: [], assignments: [] };
  readonly saved: AssignmentToSave[] = [];
  #waiting: AssignmentToSave[] = [];
  #made = 2_147_483_647;

  async getAssignments(): Promise<Assignments> {
    this.#fail('getAssignments');
    return this.own;
  }

  async getClassAssignments(): Promise<ClassAssignments> {
    this.#fail('getClassAssignments');
    return this.given;
  }

  async saveAssignment(to: AssignmentToSave): Promise<AcceptedAssignment> {
    this.saved.push(to);
    this.#fail('saveAssignment');
    this.#waiting.push(to);
    const { assignment_id } = to.assignment;
    return { assignment_id, version: (this.#made += 1), updated_at, delivered: false };
  }

  /** Waiting changes reach the service, which has another version. */
  refuseAssignments(): void {
    for (const { assignment, ...place } of this.#taken())
      this.emit('not-delivered', {
        kind: 'assignments',
        ...place,
        code: 'CONFLICT',
        message: 'Refused: ASSIGNMENT_CONFLICT.',
        assignments: [{ assignment_id: assignment.assignment_id, version: assignment.version }],
      });
  }

  /** Waiting changes reach the service. */
  deliverAssignments(): void {
    for (const { assignment, ...place } of this.#taken())
      this.emit('delivered', {
        kind: 'assignments',
        ...place,
        assignments: [
          {
            assignment_id: assignment.assignment_id,
            version: 1,
            updated_at,
            outcome: 'stored',
            accepted_version: this.#made,
          },
        ],
      });
  }

  #taken() {
    const taken = this.#waiting;
    this.#waiting = [];
    return taken;
  }

  #fail(action: 'getAssignments' | 'getClassAssignments' | 'saveAssignment'): void {
    const failure = this.failures.shift();
    if (failure) throw new BridgeError(failure.code, action, failure.code);
  }
}
