import { beforeEach, describe, expect, it, vi } from 'vitest';
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

  it('row 138: goes by the clock of the service, wherever that of the device stands', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: new Date('2031-01-01') });
    try {
      const due = '2026-11-29T08:00:30Z';
      const { opened } = await openOwn([own({ solutions_at: due })]);
      expect(opened.solutionOf('a1')).toEqual({ isOpen: false, opensAt: due, isKnown: true });
      vi.setSystemTime(new Date('2040-01-01'));
      expect(opened.solutionOf('a1')).toEqual({ isOpen: false, opensAt: due, isKnown: true });
      vi.advanceTimersByTime(30_000);
      expect(opened.solutionOf('a1')).toEqual({ isOpen: true, opensAt: due, isKnown: true });
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
    [
      'that of another class is closed, though it began before',
      [
        own({ solutions_open: true, begins_at: '2026-11-28T07:00:00Z' }),
        own({ group_id: 'Förderkurs', begins_at: '2026-11-01T07:00:00Z' }),
      ],
      ['a1'],
      false,
    ],
    [
      'those of all classes are open',
      [own({ solutions_open: true }), own({ group_id: '6a', solutions_at: begins_at })],
      ['a1'],
      true,
    ],
  ])('shows a solution where %s: %#', async (_, assignments, ids, shows) => {
    const { opened } = await openOwn(assignments);
    expect(opened.solutionOf(...ids)?.isOpen).toBe(shows);
  });
});

describe('solutions', () => {
  it('row 138: are not open, and not free either, until the assignments were read', async () => {
    const container = new AssignmentsDouble();
    const opened = openAssignments(container, issue);
    const unknown = { isOpen: false, opensAt: undefined, isKnown: false };
    expect(opened.solutionOf('a1')).toEqual(unknown);
    container.failures.push({ code: 'UNAVAILABLE' });
    await opened.load();
    expect(opened.solutionOf('a1')).toEqual(unknown);
    await opened.load();
    expect(opened.solutionOf('a1')).toBeUndefined();
  });

  it('row 138: of two classes open when the last one does; by hand where one has no time', async () => {
    const [early, late] = ['2026-11-29T09:00:00Z', '2026-11-29T10:00:00Z'];
    const soon = own({ solutions_at: early });
    const { opened } = await openOwn([soon, own({ group_id: '6a', solutions_at: late })]);
    expect(opened.solutionOf('a1')?.opensAt).toBe(late);
    const byHand = await openOwn([soon, own({ group_id: '6a' })]);
    expect(byHand.opened.solutionOf('a1')?.opensAt).toBeUndefined();
  });
});

describe('an open page', () => {
  const page = Object.assign(new EventTarget(), { hidden: false });
  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-11-29T08:00:00Z') });
    vi.stubGlobal('document', page);
    page.hidden = false;
  });
  const minute = 60_000;

  async function follow(more: Partial<Assignment> = {}) {
    const { container, opened } = await openOwn([own(more)]);
    const reads = vi.spyOn(container, 'getAssignments');
    return { container, opened, reads, stop: opened.subscribe(() => {}) };
  }

  it('reads again each minute, as long as somebody listens', async () => {
    const { container, opened, reads, stop } = await follow();
    container.own = { ...container.own, assignments: [own({ solutions_open: true })] };
    await vi.advanceTimersByTimeAsync(minute);
    expect(opened.solutionOf('a1')?.isOpen).toBe(true);
    container.failures.push({ code: 'UNAVAILABLE' });
    await vi.advanceTimersByTimeAsync(2 * minute);
    expect(reads).toHaveBeenCalledTimes(3);
    stop();
    await vi.advanceTimersByTimeAsync(5 * minute);
    expect(reads).toHaveBeenCalledTimes(3);
  });

  it.each(['solutions_at', 'due_at'])('hears of %s when it comes', async (field) => {
    const { opened, reads } = await follow({ [field]: '2026-11-29T08:00:20Z' });
    const heard = vi.fn<() => void>();
    opened.subscribe(heard);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(heard).toHaveBeenCalledOnce();
    expect(reads).toHaveBeenCalledOnce();
  });

  it('that nobody sees reads nothing until it is seen again', async () => {
    const { reads } = await follow();
    page.hidden = true;
    await vi.advanceTimersByTimeAsync(5 * minute);
    expect(reads).not.toHaveBeenCalled();
    page.hidden = false;
    page.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(0);
    expect(reads).toHaveBeenCalledOnce();
  });

  it('reads on until all is counted', async () => {
    const { container, reads } = await follow();
    container.own = { ...container.own, behind_count: 1 };
    await vi.advanceTimersByTimeAsync(minute);
    const { behind_count: _, ...counted } = container.own;
    container.own = counted;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(reads).toHaveBeenCalledTimes(2);
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

  it('anew and was refused stays in the list, to be given again or taken back', async () => {
    const { container, opened } = await open();
    await opened.save({ ...content, title: 'Neu' });
    container.refuseAssignments();
    await vi.waitFor(() => expect(opened.assignments).toHaveLength(2));
    await opened.load();
    const [refused] = opened.assignments;
    expect(refused).toMatchObject({ title: 'Neu', version: 0, delivered: false });
    await opened.save({ ...content, title: 'Nochmals' }, refused);
    expect(container.saved[1]?.assignment).toMatchObject({ title: 'Nochmals', version: 0 });
    await opened.remove(opened.assignments[0]!);
    await opened.load();
    expect(opened.assignments).toEqual([stored]);
  });

  it('is read again until all pupils are counted', async () => {
    const { container, opened } = await open();
    vi.stubGlobal('document', { hidden: false });
    vi.useFakeTimers();
    try {
      const reads = vi.spyOn(container, 'getClassAssignments');
      opened.subscribe(() => {});
      container.given = { ...container.given, behind_count: 2 };
      await opened.load();
      const { behind_count: _, ...counted } = container.given;
      container.given = counted;
      await vi.advanceTimersByTimeAsync(5_000);
      expect(reads).toHaveBeenCalledTimes(2);
    } finally {
      vi.useRealTimers();
      vi.unstubAllGlobals();
    }
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
