import type { AssignmentChange } from '@lectern/sdk/protocol';
import { describe, expect, it } from 'vitest';
import { openDevice } from './device-scene.ts';
import { deviceForEachTest, openTab, scope, statementId, until } from './fake-tabs.ts';

/* Assignments alone: a lane for each class, a request for each, and conflicts that are refused. */

deviceForEachTest();

const { course_id_dto, issue_id_dto } = scope;
const of5b = { course_id_dto, issue_id_dto, group_id: '5b' };
const assignment_id = statementId(1);

const assign = (title: string, version: number, id = assignment_id): AssignmentChange => ({
  assignment_id: id,
  title,
  targets: [{ exercise_id: 'a1' }],
  begins_at: '2026-11-29T07:00:00Z',
  solutions_open: false,
  version,
});

function open() {
  const device = openDevice();
  const { stores, tab } = device;
  return {
    ...device,
    title: () => (stores.assignments.get(assignment_id)?.content as { title?: string })?.title,
    save: async (change: AssignmentChange, to = of5b) =>
      (await tab.outbox.acceptAssignment(to, change)).version,
    read: (by = tab, from = of5b) =>
      by.outbox.readAssignments(from, async () => ({ assignments: [] })),
  };
}

describe('an assignment', () => {
  it('is kept without a network, and delivered by a tab that comes later: ASSIGNMENT-1', async () => {
    const { stores, title, save, offline, laterTab } = open();
    offline();
    await save(assign('Lies', 0));
    await save(assign('Zeichne', 0, statementId(2)));
    const later = await laterTab();
    expect(title()).toBe('Lies');
    expect(stores.assignments.size).toBe(2);
    expect(later.outcomes).toMatchObject([
      { kind: 'assignments delivered', scope: of5b, changes: [{ id: assignment_id, version: 1 }] },
      { kind: 'assignments delivered', scope: of5b, changes: [{ id: statementId(2) }] },
    ]);
  });

  it('goes on what it has become, and is taken back: ASSIGNMENT-1', async () => {
    const { title, save, stores, delivered } = open();
    const first = await save(assign('Lies', 0));
    await delivered();
    const second = await save(assign('Lies genau', first));
    await delivered();
    expect(title()).toBe('Lies genau');
    await save({ assignment_id, version: second, is_removed: true });
    await delivered();
    expect(stores.assignments.get(assignment_id)).toEqual({ version: 3 });
  });

  it('is refused over that of another device, and counts once its author has read that: ASSIGNMENT-1', async () => {
    const { stores, tab, title, save, delivered } = open();
    stores.assignments.set(assignment_id, { version: 2, content: { title: 'Vom Telefon' } });
    await save(assign('Vom Laptop', 1));
    await until(tab.outbox, () => tab.outbox.saveState.state === 'refused');
    expect(title()).toBe('Vom Telefon');
    expect(tab.outcomes).toMatchObject([
      { kind: 'assignments refused', reason: 'ASSIGNMENT_CONFLICT', changes: [{ base: 1 }] },
    ]);
    expect(await tab.outbox.setAside()).toMatchObject([
      { kind: 'assignments', reason: 'ASSIGNMENT_CONFLICT', scope: of5b },
    ]);
    await save(assign('Beides', 2));
    await delivered();
    expect(title()).toBe('Beides');
    expect(tab.outbox.saveState).toEqual({ state: 'saved', undelivered: 0, refused: 0 });
  });

  it('is seen while it waits, in its class alone: ASSIGNMENT-2', async () => {
    const { stores, read, save, offline } = open();
    offline();
    const version = await save(assign('Lies', 0));
    const shown = { assignments: [{ assignment_id, title: 'Lies', version, delivered: false }] };
    expect(await read()).toMatchObject(shown);
    expect(await read(openTab(stores))).toMatchObject(shown);
    expect(await read(undefined, { ...of5b, group_id: '6a' })).toEqual({ assignments: [] });
    await save({ assignment_id, version, is_removed: true });
    expect(await read()).toEqual({ assignments: [] });
  });
});
