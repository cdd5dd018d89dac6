import type { Assignment, ClassAssignment, Container } from '@lectern/sdk';
import { AssignmentsDouble } from '@lectern/sdk/testing';
import { vi } from 'vitest';
import { answersOf } from '../../src/answers.ts';
import { wasser } from '../../src/course/wasser.ts';
import { Learner } from '../../src/learner.ts';

const begins_at = '2026-11-29T07:00:00Z';
const content = { targets: [{ topic_id: 'bach-3' }], begins_at, solutions_open: false };

/** An assignment as its teacher reads it. */
export const given = (title: string): ClassAssignment => ({
  assignment_id: `of-${title}`,
  title,
  ...content,
  author: { subject: 'thomas' },
  progress: [],
  version: 3,
  updated_at: begins_at,
  delivered: true,
});

/** An assignment as a pupil reads it. */
export const own = (title: string): Assignment => ({
  assignment_id: `of-${title}`,
  title,
  ...content,
  group_id: '5b',
  group_name: 'Klasse 5b',
  done_targets: [],
});

/** A container for a teacher or a pupil, with what the publication makes of it. Its modules are new. */
export async function newScene(isTeacher: boolean) {
  vi.resetModules();
  document.body.replaceChildren();
  const container = Object.assign(new AssignmentsDouble(), {
    getUser: async () => ({ subject: 'thomas', given_name: 'Thomas' }),
    isTeacher: async () => isTeacher,
    getClasses: async () => [
      { group_id: '5b', name: '5b' },
      { group_id: '6a', name: '6a' },
    ],
  });
  const found = container as unknown as Container;
  const learner = new Learner();
  await learner.meet(found);
  const answers = answersOf(wasser);
  const context = { course: wasser, container: Promise.resolve(found), learner, answers };
  return { container, found, context };
}
