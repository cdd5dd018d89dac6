import type { Examples } from '../example.ts';
import type { assignmentCalls } from './assignment.ts';
import type { assignmentReadCalls } from './assignment-read.ts';

const issue = {
  course_id_dto: { course_id: 'wasser' },
  issue_id_dto: { issue_id: 'wasser-2026' },
};
const group_id = 'demo-klasse-5b';
const assignment_id = '4c1f5f0e-8f0e-4b5c-9d0a-6b7c2f1d3e01';
const updated_at = '2026-11-29T09:30:00.000Z';
const about = {
  title: 'Bis Freitag: der Kreislauf',
  targets: [{ topic_id: 'wasserkreislauf-1' }, { exercise_id: 'kreislauf-essay' }],
  begins_at: '2026-11-29T09:00:00.000Z',
  due_at: '2026-12-04T07:00:00.000Z',
  solutions_at: '2026-12-04T11:00:00.000Z',
};
const begun = { assignment_state: 'BEGUN' as const, done_targets: [0] };

export const assignmentExamples: Examples<typeof assignmentCalls & typeof assignmentReadCalls> = {
  assignmentSaveForGroup: {
    body: {
      subject: 'demo-thomas',
      ...issue,
      group_id,
      assignment: { assignment_id, ...about, solutions_open: false, version: 0 },
    },
    answer: { assignment: { assignment_id, version: 1, updated_at, outcome: 'stored' } },
  },
  assignmentGetForGroup: {
    body: { subject: 'demo-thomas', ...issue, group_id, limit: 20 },
    answer: {
      served_at: updated_at,
      members: [
        { subject: 'demo-ben', display_name: 'Ben' },
        { subject: 'demo-lea', display_name: 'Lea', without_course: true },
        { subject: 'demo-mia', display_name: 'Mia' },
      ],
      assignments: [
        {
          assignment_id,
          ...about,
          solutions_open: false,
          version: 1,
          updated_at,
          author: { subject: 'demo-thomas', display_name: 'Thomas Meier' },
          progress: [
            { subject: 'demo-ben', assignment_state: 'NOT_BEGUN', done_targets: [] },
            { subject: 'demo-lea', done_targets: [] },
            { subject: 'demo-mia', ...begun },
          ],
        },
      ],
    },
  },
  assignmentGetForUser: {
    body: { subject: 'demo-mia', ...issue },
    answer: {
      served_at: updated_at,
      assignments: [
        {
          assignment_id,
          ...about,
          solutions_open: false,
          group_id,
          group_name: 'Klasse 5b',
          ...begun,
        },
      ],
    },
  },
};
