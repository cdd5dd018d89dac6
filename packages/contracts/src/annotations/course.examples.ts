import type { Examples } from '../example.ts';
import type { assignmentCalls } from './assignment.ts';
import type { assignmentReadCalls } from './assignment-read.ts';
import type { exerciseForGroupCalls } from './exercise-for-group.ts';
import type { exerciseTocCalls } from './exercise-toc.ts';
import type { feedbackCalls } from './feedback.ts';
import type { linkCalls } from './link.ts';
import type { searchCalls } from './search.ts';

const issue = {
  course_id_dto: { course_id: 'wasser' },
  issue_id_dto: { issue_id: 'wasser-2026' },
};
const ofMia = { subject: 'demo-mia', ...issue };
const ofThomas = { subject: 'demo-thomas', ...issue };

const reference = {
  course_reference: 'wasser',
  issue_reference: 'wasser-2026',
  distribution_channel: 'WEBPUB',
} as const;

const place = {
  course_id: 'wasser',
  issue_id: 'wasser-2026',
  topic_id: 'wasserkreislauf-1',
  thema_id: 'wasserkreislauf',
  sub_thema_number: 1,
};

const group_id = 'demo-klasse-5b';
const ids = { exercise_id: 'kreislauf-essay', answer_id: 'essay' };
const feedback_id = '0b7c7a0e-6a4e-4d0b-8a55-2f1f4f6f5b01';
const updated_at = '2026-11-29T09:30:00.000Z';
const remark = {
  feedback_id,
  ...ids,
  answer_version: 3,
  content: { feedback_kind: 'again' as const, text: 'Wo bleibt der Dampf?' },
};
const received = {
  ...remark,
  version: 1,
  updated_at,
  group_id,
  author: { subject: 'demo-thomas', display_name: 'Thomas Meier' },
};
const sharedAnswer = (shared_text: string, version: number) => ({
  ...ids,
  content: { basic_answer_type: 'essay' as const, shared_text },
  is_done: true,
  version,
  updated_at,
});
const earlier_versions = [sharedAnswer('Es regnet ins Meer.', 3)];

const assignment_id = '4c1f5f0e-8f0e-4b5c-9d0a-6b7c2f1d3e01';
const about = {
  title: 'Bis Freitag: der Kreislauf',
  targets: [{ topic_id: 'wasserkreislauf-1' }, { exercise_id: 'kreislauf-essay' }],
  begins_at: '2026-11-29T09:00:00.000Z',
  due_at: '2026-12-04T07:00:00.000Z',
  solutions_at: '2026-12-04T11:00:00.000Z',
};
const begun = { assignment_state: 'BEGUN' as const, done_targets: [0] };

/** Contents of a course, and a class that works with them. */
export const courseExamples: Examples<
  typeof assignmentCalls &
    typeof assignmentReadCalls &
    typeof exerciseForGroupCalls &
    typeof exerciseTocCalls &
    typeof feedbackCalls &
    typeof linkCalls &
    typeof searchCalls
> = {
  exerciseTocGetAttributesForIssueAndGroup: {
    body: {
      ...ofThomas,
      group_dto: { provider_id: 'BEOOK_1', group_id: 'demo-klasse-5b' },
      difficulty: 'medium',
      limit: 50,
    },
    answer: {
      exercises: [
        {
          exercise_id: 'kreislauf-luecken',
          exercise_group_id: 'kreislauf-luecken',
          topic_id: 'wasserkreislauf-1',
          title: 'Die Reise eines Tropfens',
          exercise_type: 'EXERCISE_TYPE_MATCH_KEYBOARD',
          basic_answer_type: 'match_keyboard',
          difficulty: 'medium',
          answers_count: 0,
          done_answers_count: 0,
          conflict_copies_count: 0,
          group_progress: {
            sharing_members_count: 18,
            answered_members_count: 12,
            done_members_count: 9,
          },
        },
      ],
      members_sharing: [
        { sharing_type: 'Answers', members_count: 18 },
        { sharing_type: 'Notes', members_count: 4 },
      ],
    },
  },
  linkResolveExercise: {
    body: { ...reference, exercise_reference: 'kreislauf-luecken' },
    answer: {
      place: {
        ...place,
        exercise_id: 'kreislauf-luecken',
        exercise_group_id: 'kreislauf-luecken',
        title: 'Die Reise eines Tropfens',
        path: ['Wasser entdecken', 'Der Wasserkreislauf', 'Woher kommt der Regen?'],
      },
    },
  },
  linkResolveTopic: {
    body: { ...reference, topic_reference: 'wasserkreislauf-1' },
    answer: {
      place: {
        ...place,
        title: 'Woher kommt der Regen?',
        path: ['Wasser entdecken', 'Der Wasserkreislauf'],
      },
    },
  },
  searchAutocomplete: {
    body: { ...ofMia, prefix: 'wasserd', limit: 5 },
    answer: { completions: [{ text: 'wasserdampf', hits_count: 7 }] },
  },
  searchCourse: {
    body: {
      ...ofMia,
      query: 'Pfützen',
      search_targets: ['topic', 'note'],
      search_scopes: ['text'],
      limit: 10,
    },
    answer: {
      hits: [
        {
          search_target: 'note',
          search_scope: 'text',
          search_source: 'note',
          issue_id: 'wasser-2026',
          topic_id: 'wasserkreislauf-1',
          note_id: '7d1f7a52-5b0c-4b3a-9d5e-0c6a1f2e3b02',
          note_type: 'SIDENOTE',
          title: 'Pfütze',
          excerpt: 'Auf dem Pausenplatz war die Pfütze am Mittag weg.',
          matches: [{ start: 28, end: 34 }],
        },
      ],
    },
  },
  searchDelete: {
    body: { subject: 'demo-mia', course_id_dto: { course_id: 'wasser' } },
    answer: { removed_texts_count: 12 },
  },
  feedbackSaveForMember: {
    body: {
      ...ofThomas,
      group_id,
      member_subject: 'demo-mia',
      feedback: [{ ...remark, version: 0 }],
    },
    answer: { feedback: [{ feedback_id, version: 1, updated_at, outcome: 'stored' }] },
  },
  feedbackGetForIssue: {
    body: { ...ofMia, with_earlier_versions: true },
    answer: {
      feedback: [received],
      earlier_versions,
      next_cursor: 'WyJmZWVkYmFjayIsIjEiXQ',
      has_more: false,
    },
  },
  exerciseGetForGroup: {
    body: {
      ...ofThomas,
      group_id,
      exercise_ids: ['kreislauf-essay'],
      with_earlier_versions: true,
    },
    answer: {
      members_count: 2,
      members: [
        {
          subject: 'demo-ben',
          display_name: 'Ben',
          answers: [],
          feedback: [],
          earlier_versions: [],
        },
        {
          subject: 'demo-mia',
          display_name: 'Mia',
          shared_since: '2026-09-01T06:00:00.000Z',
          answers: [sharedAnswer('Wasser verdunstet, steigt auf und regnet ins Meer.', 4)],
          feedback: [received],
          earlier_versions,
        },
      ],
    },
  },
  assignmentSaveForGroup: {
    body: {
      ...ofThomas,
      group_id,
      assignment: { assignment_id, ...about, solutions_open: false, version: 0 },
    },
    answer: { assignment: { assignment_id, version: 1, updated_at, outcome: 'stored' } },
  },
  assignmentGetForGroup: {
    body: { ...ofThomas, group_id, limit: 20 },
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
    body: { ...ofMia },
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
