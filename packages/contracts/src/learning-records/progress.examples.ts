import type { Examples } from '../example.ts';
import type { progressCalls } from './progress.ts';

const course = { course_id: 'wasser', issue_id: 'wasser-2026' };
const exercise = {
  exercise_id: 'kreislauf-luecken',
  exercise_group_id: 'kreislauf-luecken',
  topic_id: 'wasserkreislauf-1',
  thema_id: 'wasserkreislauf',
  title: 'Die Reise eines Tropfens',
  difficulty: 'medium',
} as const;
const moment = '2026-11-21T09:30:00.000Z';
const progress = {
  themen: [
    {
      thema_id: 'wasserkreislauf',
      begun_count: 1,
      again_count: 1,
      succeeded_count: 0,
      handed_in_count: 0,
      seen_count: 0,
      mean_score: 0.75,
      last_active_at: moment,
    },
  ],
  exercises: [
    {
      exercise_id: 'kreislauf-luecken',
      exercise_state: 'AGAIN' as const,
      best_score: 0.75,
      last_score: 0.75,
      begun_at: moment,
      finished_at: moment,
      last_active_at: moment,
    },
  ],
  last_active_at: moment,
};
const themen = [{ thema_id: 'wasserkreislauf', exercises_count: 1 }];
const ofThema = { filter_type: 'THEMA', filter_id: 'wasserkreislauf' } as const;
const months = {
  datepicker_type: 'MONTHS',
  year: 2026,
  first_month: 8,
  time_zone: 'Europe/Zurich',
} as const;
const version = 'Yk6mGZ2nqGHsT8zNkqD4dQ';

export const progressExamples: Examples<typeof progressCalls> = {
  progressGetOutline: {
    body: { subject: 'demo-mia', course_id: 'wasser' },
    answer: {
      issue_id: 'wasser-2026',
      title: 'Wasser entdecken',
      themen: [
        {
          thema_id: 'wasserkreislauf',
          title: 'Der Wasserkreislauf',
          exercises_count: 1,
          sub_themen: [
            { topic_id: 'wasserkreislauf-1', title: 'Woher kommt der Regen?', exercises_count: 1 },
          ],
          exercise_groups: [
            {
              exercise_group_id: 'kreislauf-luecken',
              title: 'Die Reise eines Tropfens',
              exercises_count: 1,
            },
          ],
        },
      ],
      difficulties: ['medium'],
    },
  },
  progressGetForSubject: {
    body: {
      subject: 'demo-mia',
      ...course,
      ...ofThema,
      difficulty: 'medium',
      chart: { ...months, diagram_type: 'PIE' },
    },
    answer: {
      issue_id: 'wasser-2026',
      themen,
      exercises: [exercise],
      progress,
      chart: {
        diagram_type: 'PIE',
        slices: [
          { exercise_state: 'NOT_BEGUN', exercises_count: 0 },
          { exercise_state: 'BEGUN', exercises_count: 0 },
          { exercise_state: 'AGAIN', exercises_count: 1 },
          { exercise_state: 'SUCCEEDED', exercises_count: 0 },
          { exercise_state: 'HANDED_IN', exercises_count: 0 },
          { exercise_state: 'SEEN', exercises_count: 0 },
        ],
      },
    },
  },
  progressGetForGroup: {
    body: {
      subject: 'demo-thomas',
      group_id: 'demo-klasse-5b',
      ...course,
      ...ofThema,
      chart: { ...months, datepicker_type: 'YEARS', diagram_type: 'LINE_CHART' },
    },
    answer: {
      issue_id: 'wasser-2026',
      themen,
      exercises: [exercise],
      members_count: 1,
      members: [{ subject: 'demo-mia', display_name: 'Mia', progress }],
      without_course: [{ subject: 'demo-noah', display_name: 'Noah' }],
      version,
      chart: {
        diagram_type: 'LINE_CHART',
        points: [{ period: '2026', statements_count: 3, begun_count: 1, finished_count: 1 }],
      },
    },
  },
  progressGetVersionForGroup: {
    body: { subject: 'demo-thomas', group_id: 'demo-klasse-5b', course_id: 'wasser' },
    answer: { version },
  },
};
