import type { Examples } from '../example.ts';
import type { dataCalls } from './data.ts';

const statement = {
  verb: { id: 'http://adlnet.gov/expapi/verbs/answered', display: { de: 'beantwortete' } },
  object: { id: 'https://lectern.example/wasser-entdecken/kreislauf' },
  result: { success: true, score: { scaled: 0.8 }, duration: 'PT1M12.5S' },
  context: {
    contextActivities: { grouping: [{ id: 'https://lectern.example/wasser-entdecken' }] },
    language: 'de-CH',
  },
};

export const dataExamples: Examples<typeof dataCalls> = {
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
};
