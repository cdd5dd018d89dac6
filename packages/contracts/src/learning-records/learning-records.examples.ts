import type { Contract } from '../contract.ts';
import type { Examples } from '../example.ts';

const statement = {
  verb: { id: 'http://adlnet.gov/expapi/verbs/answered', display: { de: 'beantwortete' } },
  object: { id: 'https://lectern.example/wasser-entdecken/kreislauf' },
  result: { success: true, score: { scaled: 0.8 }, duration: 'PT1M12.5S' },
  context: {
    contextActivities: { grouping: [{ id: 'https://lectern.example/wasser-entdecken' }] },
    language: 'de-CH',
  },
};

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

const weather = { course_id: 'wetter', issue_id: 'wetter-2026' };
const structureHash = 'ba883dea6be50b4659d924d8fd7ffe101bad247d250b0d7bb5eb0f5748b68fcd';
const auId = 'https://verlag.example/wetter/wolken';

export const learningRecordsExamples: Examples<Omit<Contract['lars'], 'ping'>> = {
  dataPut: {
    body: {
      subject: 'demo-mia',
      put_dto: {
        dto_id: 'kreislauf',
        statement: { ...statement, id: 'c0ffee00-0000-4000-8000-000000000001' },
      },
    },
    answer: { statement_id: 'c0ffee00-0000-4000-8000-000000000001' },
  },
  dataGet: {
    body: {
      subject: 'demo-mia',
      dto_id: 'kreislauf',
      limit: 10,
      statistics: {
        datepicker_type: 'YEARS',
        year: 2026,
        time_zone: 'Europe/Zurich',
        diagram_type: 'PIE',
        filter_type: 'NONE',
      },
    },
    answer: {
      statements: [
        {
          ...statement,
          id: 'c0ffee00-0000-4000-8000-000000000001',
          actor: {
            objectType: 'Agent',
            account: { homePage: 'https://login.example', name: 'demo-mia' },
          },
          authority: {
            objectType: 'Agent',
            account: { homePage: 'https://login.example', name: 'lectern-shell' },
          },
          timestamp: '2026-11-21T09:30:00.000Z',
          stored: '2026-11-21T09:30:00.250Z',
        },
      ],
      statistics: {
        diagram_type: 'PIE',
        slices: [{ verb_id: 'http://adlnet.gov/expapi/verbs/answered', statements_count: 1 }],
      },
    },
  },
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
  cmi5PutStructure: {
    body: {
      structure: {
        id: 'https://verlag.example/wetter',
        title: { de: 'Wetter' },
        description: { de: 'Wie Wolken entstehen.' },
        blocks: [],
        aus: [
          {
            id: auId,
            title: { de: 'Wolken' },
            description: { de: 'Sechs Arten von Wolken.' },
            url: 'wolken/index.html',
            launch_method: 'AnyWindow',
            move_on: 'CompletedOrPassed',
            mastery_score: 0.6,
          },
        ],
      },
    },
    answer: { structure_hash: structureHash },
  },
  cmi5Launch: {
    body: {
      subject: 'demo-mia',
      ...weather,
      structure_hash: structureHash,
      au_id: auId,
      content_url: 'https://content.lectern.example/wetter/',
      return_url: 'https://content.lectern.example/wetter/index.html',
      license: {
        license_code: 'WASSER-MIA-2026',
        product_reference: 'wasser-entdecken',
        device_identifier: 'device-1',
      },
    },
    answer: {
      launch_url:
        'https://content.lectern.example/wetter/wolken/index.html?endpoint=https%3A%2F%2Flectern.example%2Flars%2Fxapi%2F&fetch=https%3A%2F%2Flectern.example%2Flars%2Fcmi5%2Ffetch%3Fk%3Dcmi5.ZGVtby1taWE.c0ffee00-0000-4000-8000-000000000003.c2VjcmV0&actor=%7B%22objectType%22%3A%22Agent%22%2C%22account%22%3A%7B%22homePage%22%3A%22https%3A%2F%2Flogin.example%22%2C%22name%22%3A%22demo-mia%22%7D%7D&registration=c0ffee00-0000-4000-8000-000000000002&activityId=https%3A%2F%2Flectern.example%2Flars%2Fcmi5%2Factivities%2F0f9d',
      launch_method: 'AnyWindow',
      registration: 'c0ffee00-0000-4000-8000-000000000002',
      session_id: 'c0ffee00-0000-4000-8000-000000000003',
    },
  },
  cmi5SignOut: { body: { subject: 'demo-mia' }, answer: {} },
  cmi5GetProgress: {
    body: { subject: 'demo-mia', ...weather, structure_hash: structureHash },
    answer: {
      registration: 'c0ffee00-0000-4000-8000-000000000002',
      is_satisfied: false,
      satisfied_block_ids: [],
      aus: [{ au_id: auId, is_satisfied: false, is_completed: false, success: 'unknown' }],
    },
  },
};
