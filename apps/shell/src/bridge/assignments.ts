import { assignmentReadCalls } from '@lectern/contracts/calls/annotations/assignment-read';
import type {
  Assignments,
  ClassAssignments,
  ClassIssue,
  PublicationIssue,
} from '@lectern/sdk/protocol';
import type { CreateClient } from '../api.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { SessionStore } from '../session/session-store.ts';
import { askService } from './ask-service.ts';
import { checkByContract } from './payloads.ts';

const { assignmentGetForGroup, assignmentGetForUser } = assignmentReadCalls;

/** Most assignments of a page of a class, by the contract. */
const pageMaximum = 50;

/** Asks the annotation service in the user's name. */
export interface Asker {
  readonly clientOf: CreateClient;
  readonly store: SessionStore;
  readonly subject: string;
}

/** All that the user has to do in an issue. */
export async function getAssignments(
  { clientOf, store, subject }: Asker,
  issue: PublicationIssue,
): Promise<Assignments> {
  const clag = clientOf('clag', assignmentReadCalls);
  const body = checkByContract(assignmentGetForUser.body, { ...issue, subject });
  const read = await allPages((cursor) =>
    askService(store, 'Could not read assignments.', (signal) =>
      clag.assignmentGetForUser({ body: { ...body, ...cursor }, signal, xIaSubject: subject }),
    ),
  );
  return { ...servedBy(read), assignments: read.assignments } as Assignments;
}

/** The assignments of a class, with those that wait here laid over them. */
export async function getClassAssignments(
  { clientOf, store, subject }: Asker,
  outbox: Pick<Outbox, 'readAssignments'>,
  place: ClassIssue,
): Promise<ClassAssignments> {
  const clag = clientOf('clag', assignmentReadCalls);
  const asked = { ...place, subject, limit: pageMaximum };
  const body = checkByContract(assignmentGetForGroup.body, asked);
  const ask = () =>
    allPages((cursor) =>
      askService(store, 'Could not read assignments.', (signal) =>
        clag.assignmentGetForGroup({ body: { ...body, ...cursor }, signal, xIaSubject: subject }),
      ),
    );
  let read: Awaited<ReturnType<typeof ask>> | undefined;
  const { assignments: shown = [] } = await outbox.readAssignments(
    place,
    async () => (read = await ask()),
  );
  const { assignments: stored, members } = read!;
  const storedById = new Map(stored.map((each) => [each.assignment_id, each]));
  // Waiting assignments name neither their author nor how far anybody is. The newest first, as the service does it.
  const [known, added] = [true, false].map((isStored) =>
    (shown as ClassAssignments['assignments'])
      .filter(({ assignment_id }) => storedById.has(assignment_id) === isStored)
      .map((each) => {
        const before = storedById.get(each.assignment_id);
        const author = before ? before.author : { subject };
        return { ...each, ...(author && { author }), progress: before?.progress ?? [] };
      }),
  );
  const assignments = [...added!.toReversed(), ...known!];
  return { ...servedBy(read!), members, assignments } as ClassAssignments;
}

interface Served {
  readonly served_at: string;
  readonly behind_count?: number | undefined;
}

/** Of an answer what content is told beside the assignments. */
function servedBy({ served_at, behind_count }: Served) {
  return { served_at, ...(behind_count !== undefined && { behind_count }) };
}

interface Page {
  readonly assignments: readonly object[];
  readonly next_cursor?: string | undefined;
}

/** All pages of the service as one; all else is as the first one has it. */
async function allPages<P extends Page>(
  ask: (cursor: { readonly cursor?: string }) => Promise<P>,
): Promise<Omit<P, 'next_cursor'>> {
  const { next_cursor, ...first } = await ask({});
  const assignments = [...first.assignments];
  for (let cursor = next_cursor; cursor !== undefined;) {
    const page = await ask({ cursor });
    assignments.push(...page.assignments);
    cursor = page.next_cursor;
  }
  return { ...first, assignments };
}
