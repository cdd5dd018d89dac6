import { describe, expect, it, vi } from 'vitest';
import { openAssignments, openClassAssignments } from '../src/assignments.ts';
import type {
  Assignment,
  AssignmentContent,
  ClassAssignment,
} from '../src/protocol/assignments.ts';
import { AssignmentsDouble } from '../testing/assignments-double.ts';

const issue = { course_id_dto: { course_id: 'wasser' }, issue_id_dto: { issue_id: '1' } };
const begins_at = '2026-11-29T07:00:00Z';
const content: AssignmentContent = {
  title: 'Der Kreislauf',
  targets: [{ topic_id: 'regen' }, { exercise_id: 'a1' }],
  begins_at,
  solutions_open: false,
};
const own = (more: Partial<Assignment> = {}): Assignment => ({
  assignment_id: crypto.randomUUID(),
  ...content,
  group_id: '5b',
  group_name: 'Klasse 5b',
  done_targets: [],
  ...more,
});
const mia = { subject: 'mia', display_name: 'Mia' };
const stored: ClassAssignment = {
  assignment_id: crypto.randomUUID(),
  ...content,
  author: { subject: 'thomas' },
  progress: [{ subject: 'mia', assignment_state: 'BEGUN', done_targets: [0] }],
  version: 3,
  updated_at: begins_at,
  delivered: true,
};

async function openOwn(assignments: readonly Assignment[], served_at = '2026-11-29T08:00:00Z') {
  const container = new AssignmentsDouble();
  container.own = { served_at, assignments };
  const opened = openAssignments(container, issue);
  await opened.load();
  return { container, opened };
}

describe('what a pupil has to do', () => {
  it('is read, and stays where reading it again fails', async () => {
    const container = new AssignmentsDouble();
    const opened = openAssignments(container, issue);
    expect(opened).toMatchObject({ status: 'loading', assignments: [] });
    const one = own();
    container.own = { served_at: begins_at, assignments: [one] };
    expect(await opened.load()).toBe(true);
    expect(opened).toMatchObject({ status: 'ready', assignments: [one] });
    container.failures.push({ code: 'UNAVAILABLE' });
    expect(await opened.load()).toBe(false);
    expect(opened).toMatchObject({ status: 'failed', assignments: [one] });
  });

  it('goes by the clock of the service, wherever that of the device stands', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: new Date('2031-01-01') });
    try {
      const due = '2026-11-29T08:00:30Z';
      const { opened } = await openOwn([own({ solutions_at: due })]);
      expect(opened.solutionOf('a1')).toEqual({ isOpen: false, opensAt: due });
      vi.setSystemTime(new Date('2040-01-01'));
      expect(opened.solutionOf('a1')).toEqual({ isOpen: false, opensAt: due });
      vi.advanceTimersByTime(30_000);
      expect(opened.solutionOf('a1')).toEqual({ isOpen: true, opensAt: due });
      expect(new Date(opened.now())).toEqual(new Date(due));
    } finally {
      vi.useRealTimers();
    }
  });

  it.each<[string, readonly Assignment[], readonly string[], boolean | undefined]>([
    ['no assignment names it', [own()], ['b7', 'schnee'], undefined],
    ['it is not open', [own()], ['a1'], false],
    ['it is open by hand', [own({ solutions_open: true })], ['a1'], true],
    ['the page that it stands in is open', [own({ solutions_open: true })], ['b7', 'regen'], true],
    [
      'the one that began last is closed',
      [
        own({ solutions_open: true, begins_at: '2026-11-01T07:00:00+01:00' }),
        own({ begins_at: '2026-11-01T06:30:00Z' }),
      ],
      ['a1'],
      false,
    ],
  ])('shows a solution where %s: %#', async (_, assignments, ids, shows) => {
    const { opened } = await openOwn(assignments);
    expect(opened.solutionOf(...ids)?.isOpen).toBe(shows);
  });
});

describe('what a teacher gives', () => {
  async function open() {
    const container = new AssignmentsDouble();
    container.given = { served_at: begins_at, members: [mia], assignments: [stored] };
    const opened = openClassAssignments(container, issue, '5b');
    await opened.load();
    return { container, opened };
  }

  it('is there at once, the newest first, and read anew once it is delivered', async () => {
    const { container, opened } = await open();
    expect(opened).toMatchObject({ members: [mia], assignments: [stored] });
    await opened.save({ ...content, member_subjects: ['mia'] });
    expect(container.saved).toMatchObject([
      {
        ...issue,
        group_id: '5b',
        assignment: { ...content, member_subjects: ['mia'], version: 0 },
      },
    ]);
    const [first, second] = opened.assignments;
    expect(first).toMatchObject({ delivered: false, progress: [] });
    expect(second).toBe(stored);
    const delivered = { ...first!, version: 1, delivered: true };
    container.given = { ...container.given, assignments: [delivered, stored] };
    container.deliverAssignments();
    await vi.waitFor(() => expect(opened.assignments).toEqual([delivered, stored]));
  });

  it('is changed on its version with the progress that is known, and taken back', async () => {
    const { container, opened } = await open();
    const { member_subjects: _, ...changed } = { ...content, solutions_open: true };
    await opened.save(changed, stored);
    const { assignment_id } = stored;
    expect(container.saved[0]?.assignment).toEqual({ assignment_id, ...changed, version: 3 });
    expect(opened.assignments).toMatchObject([
      { solutions_open: true, progress: stored.progress, delivered: false },
    ]);
    const [waiting] = opened.assignments;
    await opened.remove(waiting!);
    expect(container.saved[1]?.assignment).toEqual({
      assignment_id,
      version: waiting!.version,
      is_removed: true,
    });
    expect(opened.assignments).toEqual([]);
  });

  it('is asked for again under its id where the answer was lost, and fails otherwise', async () => {
    const { container, opened } = await open();
    container.failures.push({ code: 'TIMEOUT' });
    await opened.save(content);
    expect(new Set(container.saved.map(({ assignment }) => assignment.assignment_id)).size).toBe(1);
    container.failures.push({ code: 'STORAGE_FULL' });
    await expect(opened.save(content)).rejects.toMatchObject({ code: 'STORAGE_FULL' });
    expect(opened.assignments).toHaveLength(2);
  });

  it('that was refused is named, with what is stored instead, until it is changed', async () => {
    const { container, opened } = await open();
    await opened.save({ ...content, title: 'Vom Laptop' }, stored);
    const elsewhere = { ...stored, title: 'Vom Telefon', version: 4 };
    container.given = { ...container.given, assignments: [elsewhere] };
    container.refuseAssignments();
    await vi.waitFor(() => expect(opened.assignments).toEqual([elsewhere]));
    expect(opened.refused.get(stored.assignment_id)).toBe('CONFLICT');
    await opened.save(content, elsewhere);
    expect(opened.refused.size).toBe(0);
  });

  it('to another class, or after the end, is not heard of', async () => {
    const { container, opened } = await open();
    await opened.save(content);
    const before = opened.assignments;
    opened.close();
    container.given = { ...container.given, assignments: [] };
    container.deliverAssignments();
    await opened.load();
    expect(before).toHaveLength(2);
    const other = openClassAssignments(container, issue, '6a');
    container.emit('not-delivered', {
      kind: 'assignments',
      ...issue,
      group_id: '5b',
      code: 'REFUSED',
      message: '',
      assignments: [{ assignment_id: stored.assignment_id, version: 3 }],
    });
    expect(other.refused.size).toBe(0);
  });
});
