import { beforeEach, describe, expect, it, vi } from 'vitest';
import { getClassAnswers } from '../src/bridge/class-answers.ts';
import type { Outcome } from '../src/outbox/model/outcome.ts';
import type { Outbox } from '../src/outbox/outbox.ts';
import { createSessionStore } from '../src/session/session-store.ts';
import { fakeOutbox } from './fake-outbox.ts';
import { fakeServices } from './fake-services.ts';
import { scope, session, tableForEachTest } from './request-table-scene.ts';

const { create } = tableForEachTest();

const teacher = { name: 'signed-in', session: { ...session, isTeacher: true } } as const;
const issue = { course_id_dto: scope.course_id_dto, issue_id_dto: scope.issue_id_dto };
const asked = { ...issue, group_id: '5b', exercise_ids: ['a1'] };
const updated_at = '2026-11-29T08:00:00.000Z';
const feedback_id = '7d1f7a52-5b0c-4b3a-9d5e-0c6a1f2e3b03';
const answer = {
  exercise_id: 'a1',
  answer_id: 'a',
  content: { basic_answer_type: 'essay', shared_text: 'Es regnet.' },
  is_done: true,
  version: 3,
  updated_at,
};
const feedback = {
  feedback_id,
  exercise_id: 'a1',
  answer_id: 'a',
  answer_version: 3,
  content: { feedback_kind: 'comment', text: 'Und dann?' },
  version: 1,
  updated_at,
  group_id: '5b',
  author: { subject: 'thomas', display_name: 'Thomas Meier' },
};
const mia = {
  subject: 'mia',
  display_name: 'Mia',
  shared_since: updated_at,
  answers: [answer],
  feedback: [feedback],
  earlier_versions: [],
};
const ben = { subject: 'ben', answers: [], feedback: [], earlier_versions: [] };

describe('getClasses', () => {
  it('names the classes that a teacher leads and that may work with the course: row 143, CLASSES-2', async () => {
    const group = { group_id: '5b', name: 'Klasse 5b', provider_id: 'LECTERN' };
    const { ask, requests } = create({ state: teacher, answer: () => ({ groups: [group] }) });
    expect(await ask('getClasses', issue)).toEqual([{ group_id: '5b', name: 'Klasse 5b' }]);
    const path = '/gres/v1/gms/groups/get';
    const { course_id } = issue.course_id_dto;
    expect(requests).toMatchObject([
      { path, body: { subject: 'mia' } },
      { path, body: { subject: 'mia', course_id } },
    ]);
  });

  it('numbers those of one name as the list of all classes does', async () => {
    const groupOf = (group_id: string) => ({ group_id, name: '6a', provider_id: 'LECTERN' });
    const { ask } = create({
      state: teacher,
      answer: ({ body }) => ({
        groups: 'course_id' in (body as object) ? [groupOf('b')] : [groupOf('a'), groupOf('b')],
      }),
    });
    expect(await ask('getClasses', issue)).toEqual([{ group_id: 'b', name: '6a (2)' }]);
  });

  it('gives a pupil none, and asks no service: CLASSES-2', async () => {
    const { ask, requests } = create();
    expect(await ask('getClasses', issue)).toEqual([]);
    expect(requests).toEqual([]);
  });

  it('fails where they cannot be loaded', async () => {
    const { ask } = create({ state: teacher });
    await expect(ask('getClasses', issue)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});

describe('getOwnClasses', () => {
  const details = { provider_id: 'LECTERN', join_policy: 'on_request', transaction_index: 1 };
  const groupOf = (group_id: string, membership_state = 'accepted') => ({
    ...details,
    group_id,
    name: `Klasse ${group_id}`,
    created_at: updated_at,
    membership_state,
  });
  const memberOf = (subject: string, fields: object) => ({
    subject,
    group_role: 'member',
    membership_types: [],
    membership_state: 'accepted',
    changed_at: updated_at,
    ...fields,
  });
  const thomas = memberOf('thomas', { group_role: 'leader', known_name: 'Thomas Meier' });
  const sharings = [
    {
      course_id: scope.course_id_dto.course_id,
      issue_id: scope.issue_id_dto.issue_id,
      sharing_types: ['Answers'],
    },
  ];

  /** Asks as a pupil, whose own membership is given. */
  function pupilWith(own: object, inspected?: object) {
    return create({
      answer: ({ path, body }) =>
        path.endsWith('/groups/getUpdated')
          ? { groups: [groupOf('6a'), groupOf('7a', 'requested')], gone_group_ids: [] }
          : (inspected ?? {
              group: groupOf((body as { group_id: string }).group_id),
              memberships: [thomas, memberOf('lea', {}), memberOf('mia', own)],
            }),
    });
  }

  it('says who reads the answers, and names nobody else: row 143, CLASSES-4', async () => {
    const began_at = '2026-08-17T06:00:00.123456Z';
    const { ask, requests } = pupilWith({ sharings, began_at });
    expect(await ask('getOwnClasses', issue)).toEqual([
      {
        group_id: '6a',
        name: 'Klasse 6a',
        shares_answers: true,
        shared_since: began_at,
        readers: ['Thomas Meier'],
      },
    ]);
    expect(requests.map(({ path }) => path)).toEqual([
      '/gres/v1/groups/getUpdated',
      '/gres/v1/groups/inspect',
    ]);
    expect(requests.every(({ headers }) => headers.get('X-Ia-Subject') === 'mia')).toBe(true);
  });

  it('tells two classes of one name apart', async () => {
    const both = ['6a', '6b'].map((id) => ({ ...groupOf(id), name: 'Klasse 6' }));
    const { ask } = create({
      answer: ({ path, body }) =>
        path.endsWith('/groups/getUpdated')
          ? { groups: both, gone_group_ids: [] }
          : {
              group: both.find(({ group_id }) => group_id === (body as (typeof both)[0]).group_id)!,
              memberships: [thomas, memberOf('mia', { sharings })],
            },
    });
    expect(await ask('getOwnClasses', issue)).toMatchObject([
      { group_id: '6a', name: 'Klasse 6 (1)' },
      { group_id: '6b', name: 'Klasse 6 (2)' },
    ]);
  });

  it.each([
    ['nothing is shared', undefined],
    ['another course', [{ ...sharings[0]!, course_id: 'feuer' }]],
    ['another issue, whose answers are its own', [{ ...sharings[0]!, issue_id: '0' }]],
    ['notes alone', [{ ...sharings[0]!, sharing_types: ['Notes'] }]],
  ])('names neither class nor teacher where it is %s: row 143, CLASSES-4', async (_, sharings) => {
    const began_at = '2026-08-17T06:00:00.123456Z';
    const { ask } = pupilWith({ began_at, ...(sharings && { sharings }) });
    expect(await ask('getOwnClasses', issue)).toEqual([
      { group_id: '6a', name: '', shares_answers: false, readers: [] },
    ]);
  });

  it.each([
    ['leads', { group_role: 'leader' }],
    ['has left meanwhile', { membership_state: 'requested' }],
  ])('leaves out a class that the user %s', async (_, fields) => {
    const { ask } = pupilWith(fields);
    expect(await ask('getOwnClasses', issue)).toEqual([]);
  });

  it('leaves out one that is gone meanwhile, and fails where it cannot be read', async () => {
    const gone = pupilWith({}, { status: 404, code: 'GROUP_NOT_FOUND' });
    expect(await gone.ask('getOwnClasses', issue)).toEqual([]);
    const failing = pupilWith({}, { status: 403, code: 'X' });
    const failure = failing.ask('getOwnClasses', issue);
    await expect(failure).rejects.toMatchObject({ code: 'REFUSED' });
  });
});

describe('getClassAnswers', () => {
  it('gives of each member what it shares, and of the others the names: CLASSES-2', async () => {
    const { ask, requests } = create({
      state: teacher,
      answer: () => ({ members_count: 2, members: [ben, mia], next_cursor: 'c' }),
    });
    expect(await ask('getClassAnswers', asked)).toEqual({
      members_count: 2,
      members: [ben, { ...mia, feedback: [{ ...feedback, delivered: true }] }],
      next_cursor: 'c',
    });
    expect(requests).toMatchObject([
      {
        path: '/clag/v1/exercise/getForGroup',
        body: { ...asked, subject: 'mia', with_earlier_versions: true },
      },
    ]);
  });

  it('is refused where the user leads no such class', async () => {
    const { ask } = create({ answer: () => ({ status: 403, code: 'GROUP_NOT_LED' }) });
    await expect(ask('getClassAnswers', asked)).rejects.toMatchObject({ code: 'REFUSED' });
  });

  it.each([
    ['no exercise', []],
    ['too many', Array.from({ length: 21 }, (_, index) => `a${index}`)],
  ])('takes not %s', async (_, exercise_ids) => {
    const { ask, requests } = create({ state: teacher });
    const failure = ask('getClassAnswers', { ...asked, exercise_ids });
    await expect(failure).rejects.toMatchObject({ code: 'BAD_PAYLOAD' });
    expect(requests).toEqual([]);
  });

  describe('beside feedback that waits here', () => {
    beforeEach(() => vi.stubGlobal('navigator', { onLine: true }));

    function scene(kept: readonly object[]) {
      let tell: (outcome: Outcome) => void = () => {};
      let isDeliveredMeanwhile = false;
      const { clientOf, requests } = fakeServices(() => {
        if (isDeliveredMeanwhile) tell({ kind: 'feedback delivered', scope, changes: [] });
        isDeliveredMeanwhile = false;
        return { members_count: 1, members: [{ ...mia, feedback: [] }] };
      }, 'thomas');
      const outbox: Outbox = {
        ...fakeOutbox().outbox,
        saveState: { state: 'waiting', undelivered: kept.length, refused: 0 },
        onOutcome(listener) {
          tell = listener;
          return () => {};
        },
        keptFeedback: async (scopes) => scopes,
        readFeedback: async () => ({ feedback: kept }),
      };
      return {
        requests,
        deliverMeanwhile: () => void (isDeliveredMeanwhile = true),
        ask: () => getClassAnswers(clientOf, createSessionStore(teacher), outbox, 'thomas', asked),
      };
    }

    it('names its exercise, class and author, and says that it waits: FEEDBACK-2', async () => {
      const { exercise_id: _, group_id: __, author: ___, ...waiting } = feedback;
      const { ask } = scene([{ ...waiting, delivered: false }]);
      const { members } = await ask();
      expect(members[0]?.feedback).toEqual([
        { ...feedback, author: { subject: 'thomas' }, delivered: false },
      ]);
    });

    it('asks again where feedback was delivered in between: FEEDBACK-2', async () => {
      const { ask, requests, deliverMeanwhile } = scene([]);
      deliverMeanwhile();
      await ask();
      expect(requests).toHaveLength(2);
      await ask();
      expect(requests).toHaveLength(3);
    });
  });
});

describe('saveFeedback', () => {
  const to = {
    ...issue,
    exercise_dto: { exercise_id: 'a1' },
    group_id: '5b',
    member_subject: 'mia',
  };
  const given = {
    feedback_id,
    answer_id: 'a',
    answer_version: 3,
    content: { feedback_kind: 'again' },
    version: 0,
  };

  it.each([
    ['new feedback', given],
    ['a change of what waits', { ...given, version: 1837541019624886 }],
    ['a removal', { feedback_id, version: 1, is_removed: true }],
  ])('hands %s to the outbox, and asks no service', async (_, change) => {
    const { ask, accepted, requests } = create({ state: teacher });
    await ask('saveFeedback', { ...to, feedback: [change] });
    expect(accepted.feedback).toEqual([{ scope: to, feedback: [change] }]);
    expect(requests).toEqual([]);
  });

  it('keeps none of a pupil', async () => {
    const { ask, accepted } = create();
    await expect(ask('saveFeedback', { ...to, feedback: [given] })).rejects.toMatchObject({
      code: 'REFUSED',
    });
    expect(accepted.feedback).toEqual([]);
  });

  it('keeps an id in small letters, as the service gives it back', async () => {
    const { ask, accepted } = create({ state: teacher });
    const change = { ...given, feedback_id: feedback_id.toUpperCase() };
    await ask('saveFeedback', { ...to, feedback: [change] });
    expect(accepted.feedback).toMatchObject([{ feedback: [{ feedback_id }] }]);
  });

  it.each([
    ['a comment without words', { ...given, content: { feedback_kind: 'comment', text: '' } }],
    ['words beside "seen"', { ...given, content: { feedback_kind: 'seen', text: 'x' } }],
    ['too many words', { ...given, content: { feedback_kind: 'again', text: 'x'.repeat(4_001) } }],
    ['an author', { ...given, author: { subject: 'mia' } }],
  ])('refuses %s', async (_, change) => {
    const { ask, accepted } = create({ state: teacher });
    const failure = ask('saveFeedback', { ...to, feedback: [change] });
    await expect(failure).rejects.toMatchObject({ code: 'BAD_PAYLOAD' });
    expect(accepted.feedback).toEqual([]);
  });
});

describe('getFeedback', () => {
  it('gives what the user has received, and what was taken back', async () => {
    const removed = { feedback_id, version: 2, updated_at, is_removed: true };
    const { ask, requests } = create({
      answer: () => ({
        feedback: [feedback, removed],
        earlier_versions: [answer],
        next_cursor: 'c2',
        has_more: false,
      }),
    });
    expect(await ask('getFeedback', { ...issue, cursor: 'c1' })).toStrictEqual({
      feedback: [{ ...feedback, delivered: true }, removed],
      earlier_versions: [answer],
      next_cursor: 'c2',
      has_more: false,
    });
    expect(requests).toMatchObject([
      {
        path: '/clag/v1/feedback/getForIssue',
        body: { ...issue, cursor: 'c1', subject: 'mia', with_earlier_versions: true },
      },
    ]);
  });
});
