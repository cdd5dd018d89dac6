import type { Action } from '../src/protocol/names.ts';
import type { Payload } from '../src/protocol/requests.ts';

const issue = {
  course_id_dto: { course_id: 'wasser' },
  issue_id_dto: { issue_id: 'conformance' },
};
const scope = { ...issue, topic_dto: { topic_id: 'conformance' } };

/** A right payload of each request but the greeting: tests of every action begin with them. */
export const examplePayloads: { readonly [A in Exclude<Action, 'hello'>]: Payload<A> } = {
  ready: undefined,
  isLoggedIn: undefined,
  startLogin: {},
  logout: undefined,
  getUser: undefined,
  isPandaLogin: undefined,
  isTeacher: undefined,
  getLicenses: undefined,
  getLocalStoreItems: scope,
  setLocalStoreItems: {
    ...scope,
    local_store_items: [{ segment: 's', key: 'k', value: 'Grüezi 🙂' }],
  },
  getAnnotations: scope,
  saveAnnotations: {
    ...scope,
    bookmarks: [
      {
        bookmark_id: '7d1f7a52-5b0c-4b3a-9d5e-0c6a1f2e3b02',
        color_index: 'ANNOTATION_COLOR_2',
        version: 0,
      },
    ],
  },
  getAnswers: { ...issue, exercise_ids: ['conformance'] },
  saveAnswers: {
    ...issue,
    exercise_dto: { exercise_id: 'conformance' },
    answers: [
      {
        answer_id: 'a',
        content: { basic_answer_type: 'choice', choice_ids: ['wolke'] },
        is_done: true,
        score_in_percent: 100,
        version: 0,
      },
    ],
  },
  getClasses: issue,
  getOwnClasses: issue,
  getClassAnswers: { ...issue, group_id: 'conformance', exercise_ids: ['conformance'] },
  saveFeedback: {
    ...issue,
    exercise_dto: { exercise_id: 'conformance' },
    group_id: 'conformance',
    member_subject: 'conformance',
    feedback: [
      {
        feedback_id: '7d1f7a52-5b0c-4b3a-9d5e-0c6a1f2e3b03',
        answer_id: 'a',
        answer_version: 1,
        content: { feedback_kind: 'seen' },
        version: 0,
      },
    ],
  },
  getFeedback: issue,
  getAssignments: issue,
  getClassAssignments: { ...issue, group_id: 'conformance' },
  saveAssignment: {
    ...issue,
    group_id: 'conformance',
    assignment: {
      assignment_id: '7d1f7a52-5b0c-4b3a-9d5e-0c6a1f2e3b04',
      targets: [{ topic_id: 'conformance' }, { exercise_id: 'conformance' }],
      begins_at: '2026-11-29T07:00:00Z',
      solutions_open: false,
      version: 0,
    },
  },
  search: { query: 'Wasser', course_id_dto: scope.course_id_dto },
  autocomplete: { prefix: 'Was', course_id_dto: scope.course_id_dto },
  getFiles: { ...issue, paths: ['img/sea.svg'] },
  postStatement: {
    dto_id: 'conformance',
    statement: {
      verb: { id: 'http://adlnet.gov/expapi/verbs/answered', display: { de: 'beantwortet' } },
      object: { id: 'https://content.example/conformance' },
      result: { score: { scaled: 0.5 }, success: true },
    },
  },
  encodeChallenge: { text: 'x' },
  setUnsavedWork: { unsaved: false },
  setPlace: { themaId: 'conformance' },
  openCookieSettings: undefined,
  openMyData: undefined,
  openProgress: undefined,
  openClasses: undefined,
  openSharing: issue,
  openCode: undefined,
  getCmi5Progress: issue,
  launchCmi5: { ...issue, au_id: 'urn:x:au', page: 'https://content.example/' },
  getLocale: undefined,
  getCurrency: undefined,
};
