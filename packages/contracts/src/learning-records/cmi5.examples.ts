import type { Examples } from '../example.ts';
import type { cmi5Calls } from './cmi5.ts';

const issue = { course_id: 'wetter', issue_id: 'wetter-2026' };
const structureHash = 'ba883dea6be50b4659d924d8fd7ffe101bad247d250b0d7bb5eb0f5748b68fcd';
const auId = 'https://verlag.example/wetter/wolken';

export const cmi5Examples: Examples<typeof cmi5Calls> = {
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
      ...issue,
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
    body: { subject: 'demo-mia', ...issue, structure_hash: structureHash },
    answer: {
      registration: 'c0ffee00-0000-4000-8000-000000000002',
      is_satisfied: false,
      satisfied_block_ids: [],
      aus: [{ au_id: auId, is_satisfied: false, is_completed: false, success: 'unknown' }],
    },
  },
};
