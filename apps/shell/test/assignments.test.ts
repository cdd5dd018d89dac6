import { describe, expect, it } from 'vitest';
import { getClassAssignments } from '../src/bridge/assignments.ts';
import { createSessionStore } from '../src/session/session-store.ts';
import { fakeServices } from './fake-services.ts';
import { scope, session, tableForEachTest } from './request-table-scene.ts';

const { create } = tableForEachTest();

const teacher = { name: 'signed-in', session: { ...session, isTeacher: true } } as const;
const issue = { course_id_dto: scope.course_id_dto, issue_id_dto: scope.issue_id_dto };
const of5b = { ...issue, group_id: '5b' };
const served_at = '2026-11-29T08:00:00.000Z';
const assignment_id = '7d1f7a52-5b0c-4b3a-9d5e-0c6a1f2e3b04';
const about = {
  assignment_id,
  targets: [{ exercise_id: 'a1' }],
  begins_at: served_at,
  solutions_open: false,
};
const progress = [{ subject: 'mia', assignment_state: 'BEGUN', done_targets: [] }];
const stored = { ...about, version: 3, updated_at: served_at, author: { subject: 'x' }, progress };

describe('getAssignments', () => {
  it('gives all pages of what the user has to do, by the clock of the service: ASSIGNMENT-3', async () => {
    const own = { ...about, group_id: '5b', group_name: 'Klasse 5b', done_targets: [] };
    const { ask, requests } = create({
      answer: ({ body }) =>
        (body as { cursor?: string }).cursor
          ? { served_at: '2026-11-29T08:00:01.000Z', assignments: [own] }
          : { served_at, assignments: [own], next_cursor: 'c1', result_state: 'OK' },
    });
    expect(await ask('getAssignments', issue)).toEqual({ served_at, assignments: [own, own] });
    expect(requests).toMatchObject([
      { path: '/clag/v1/assignment/getForUser', body: { ...issue, subject: 'mia' } },
      { body: { cursor: 'c1', subject: 'mia' } },
    ]);
  });
});

describe('getClassAssignments', () => {
  it('gives the assignments of a class, and its pupils', async () => {
    const answer = {
      served_at,
      members: [{ subject: 'mia', without_course: true }],
      assignments: [stored],
    };
    const { ask, requests } = create({
      state: teacher,
      answer: () => ({ ...answer, result_state: 'OK' }),
    });
    expect(await ask('getClassAssignments', of5b)).toEqual({
      ...answer,
      assignments: [{ ...stored, delivered: true }],
    });
    expect(requests).toMatchObject([
      { path: '/clag/v1/assignment/getForGroup', body: { ...of5b, subject: 'mia' } },
    ]);
  });

  it('lays over them what waits here, the newest first: ASSIGNMENT-2', async () => {
    const { clientOf } = fakeServices(() => ({ served_at, members: [], assignments: [stored] }));
    const waiting = { updated_at: served_at, delivered: false };
    const changed = { ...about, title: 'Anders', version: 3_000_000_000, ...waiting };
    const added = { ...about, assignment_id: 'new', version: 3_000_000_001, ...waiting };
    const outbox = {
      async readAssignments(_: object, read: () => Promise<object>) {
        await read();
        return { assignments: [changed, added] };
      },
    };
    const asker = { clientOf, store: createSessionStore(teacher), subject: 'thomas' };
    const { assignments } = await getClassAssignments(asker, outbox, of5b);
    expect(assignments).toEqual([
      { ...added, author: { subject: 'thomas' }, progress: [] },
      { ...changed, author: { subject: 'x' }, progress },
    ]);
  });
});

describe('saveAssignment', () => {
  it('keeps it for its class, also on one that waits: ASSIGNMENT-1', async () => {
    const { ask, accepted } = create({ state: teacher });
    const assignment = { ...about, version: 3_000_000_000 };
    expect(await ask('saveAssignment', { ...of5b, assignment })).toMatchObject({ assignment_id });
    expect(accepted.assignments).toEqual([{ scope: of5b, assignment }]);
  });

  it('keeps none of a pupil', async () => {
    const { ask, accepted } = create();
    const assignment = { ...about, version: 0 };
    await expect(ask('saveAssignment', { ...of5b, assignment })).rejects.toMatchObject({
      code: 'REFUSED',
    });
    expect(accepted.assignments).toEqual([]);
  });

  it.each([
    ['one without a target', { ...about, targets: [], version: 0 }],
    [
      'one with capital letters in its id',
      { ...about, assignment_id: assignment_id.toUpperCase() },
    ],
    ['a time that is none', { ...about, begins_at: 'morgen', version: 0 }],
  ])('refuses %s', async (_, assignment) => {
    const { ask, accepted } = create({ state: teacher });
    await expect(ask('saveAssignment', { ...of5b, assignment })).rejects.toMatchObject({
      code: 'BAD_PAYLOAD',
    });
    expect(accepted.assignments).toEqual([]);
  });
});
