import { describe, expect, it, vi } from 'vitest';
import { openClass, openFeedback } from '../src/class.ts';
import type { ClassMember, Feedback, SharedAnswer } from '../src/protocol/class.ts';
import { ClassDouble } from '../testing/class-double.ts';

const issue = { course_id_dto: { course_id: 'wasser' }, issue_id_dto: { issue_id: '1' } };
const updated_at = '2026-03-01T08:00:00Z';
const answer: SharedAnswer = {
  exercise_id: 'a1',
  answer_id: 'a',
  content: { basic_answer_type: 'essay', shared_text: 'Es regnet.' },
  is_done: true,
  version: 3,
  updated_at,
};
const mia: ClassMember = {
  subject: 'mia',
  display_name: 'Mia',
  shared_since: updated_at,
  answers: [answer],
  feedback: [],
  earlier_versions: [],
};
const ben: ClassMember = { subject: 'ben', answers: [], feedback: [], earlier_versions: [] };
const comment = (text: string) => ({ feedback_kind: 'comment', text }) as const;

const one = (feedback_id: string, text: string): Feedback => ({
  feedback_id,
  exercise_id: 'a1',
  answer_id: 'a',
  answer_version: 3,
  content: comment(text),
  group_id: '5b',
  author: { subject: 'thomas' },
  version: 1,
  updated_at,
  delivered: true,
});
const page = (feedback: readonly object[], next_cursor: string, has_more = false) =>
  ({ feedback, earlier_versions: [answer], next_cursor, has_more }) as ClassDouble['received'][0];

async function open() {
  const container = new ClassDouble();
  container.pages = [[ben, mia]];
  const opened = openClass(container, issue, '5b', ['a1', 'a2']);
  await opened.load();
  const ofMia = () => opened.members.find(({ subject }) => subject === 'mia')!.feedback;
  return { container, opened, ofMia };
}

describe('the answers of a class', () => {
  it('are those of all pages, with the exercises of a member together', async () => {
    const container = new ClassDouble();
    const more = { ...answer, exercise_id: 'a2' };
    container.pages = [[ben, mia], [{ ...mia, answers: [more] }]];
    const opened = openClass(container, issue, '5b', ['a1', 'a2']);
    expect(opened).toMatchObject({ status: 'loading', members: [] });
    expect(await opened.load()).toBe(true);
    expect(opened.members).toEqual([ben, { ...mia, answers: [answer, more] }]);
    expect(opened.status).toBe('ready');
  });

  it('name an exercise that two pages repeat once, as it was read last', async () => {
    const container = new ClassDouble();
    const newer = { ...answer, version: 4 };
    container.pages = [[mia], [{ ...mia, answers: [newer] }]];
    const opened = openClass(container, issue, '5b', ['a1']);
    await opened.load();
    expect(opened.members).toEqual([{ ...mia, answers: [newer] }]);
  });

  it('have the feedback that was given since their first page, and all that was read', async () => {
    const { container, opened, ofMia } = await open();
    const newer = { ...answer, version: 4 };
    container.pages = [[{ ...mia, answers: [newer] }], [ben]];
    const second = Promise.withResolvers<void>();
    const read = container.getClassAnswers.bind(container);
    const asking = vi.spyOn(container, 'getClassAnswers').mockImplementation(async (asked) => {
      if (asked.cursor) await second.promise;
      return read(asked);
    });
    const loading = opened.load();
    await vi.waitFor(() => expect(asking).toHaveBeenCalledTimes(2));
    await opened.give('mia', answer, comment('Gut'));
    second.resolve();
    expect(await loading).toBe(true);
    expect(opened.members.map(({ subject }) => subject)).toEqual(['mia', 'ben']);
    expect(opened.members[0]!.answers).toEqual([newer]);
    expect(ofMia()).toMatchObject([{ content: comment('Gut') }]);
    expect(asking).toHaveBeenCalledTimes(2);
  });

  it('to many exercises are read a few exercises at a time', async () => {
    const container = new ClassDouble();
    container.pages = [[mia]];
    const read = vi.spyOn(container, 'getClassAnswers');
    const ids = Array.from({ length: 45 }, (_, index) => `a${index}`);
    const opened = openClass(container, issue, '5b', ids);
    await opened.load();
    expect(read.mock.calls.map(([{ exercise_ids }]) => exercise_ids.length)).toEqual([20, 20, 5]);
    expect(opened.members).toEqual([mia]);
  });

  it('stay where reading them again fails', async () => {
    const { container, opened } = await open();
    container.failures.push({ code: 'UNAVAILABLE' });
    expect(await opened.load()).toBe(false);
    expect(opened).toMatchObject({ status: 'failed', members: [ben, mia] });
    const statuses: string[] = [];
    opened.subscribe(() => statuses.push(opened.status));
    expect(await opened.load()).toBe(true);
    expect(statuses).toEqual(['loading', 'ready']);
  });
});

describe('feedback of a teacher', () => {
  it('is there at once, and then delivered', async () => {
    const { container, opened, ofMia } = await open();
    const heard = vi.fn<() => void>();
    opened.subscribe(heard);
    await opened.give('mia', answer, comment('Und dann?'));
    expect(container.saved).toMatchObject([
      {
        ...issue,
        exercise_dto: { exercise_id: 'a1' },
        group_id: '5b',
        member_subject: 'mia',
        feedback: [
          { answer_id: 'a', answer_version: 3, content: comment('Und dann?'), version: 0 },
        ],
      },
    ]);
    expect(ofMia()).toMatchObject([{ content: comment('Und dann?'), delivered: false }]);
    expect(ofMia()[0]).not.toHaveProperty('author');
    container.deliverFeedback();
    expect(ofMia()).toMatchObject([{ content: comment('Und dann?'), delivered: true }]);
    expect(heard).toHaveBeenCalledTimes(2);
  });

  it('is changed on what it was accepted as, and taken back', async () => {
    const { container, opened, ofMia } = await open();
    await opened.give('mia', answer, comment('Gut'));
    const [given] = ofMia();
    await opened.change('mia', given!, { feedback_kind: 'again' });
    expect(container.saved[1]?.feedback).toMatchObject([
      { feedback_id: given!.feedback_id, version: given!.version },
    ]);
    await opened.remove('mia', ofMia()[0]!);
    expect(container.saved[2]?.feedback).toMatchObject([{ is_removed: true }]);
    expect(ofMia()).toEqual([]);
  });

  it('that is changed while it is on its way still waits', async () => {
    const { container, opened, ofMia } = await open();
    await opened.give('mia', answer, comment('Gut'));
    const before = ofMia()[0]!;
    await opened.change('mia', before, comment('Sehr gut'));
    const place = { ...issue, exercise_dto: { exercise_id: 'a1' }, group_id: '5b' };
    container.emit('delivered', {
      kind: 'feedback',
      ...place,
      member_subject: 'mia',
      feedback: [
        {
          feedback_id: before.feedback_id,
          version: 1,
          updated_at,
          outcome: 'stored',
          accepted_version: before.version,
        },
      ],
    });
    expect(ofMia()).toMatchObject([{ content: comment('Sehr gut'), delivered: false }]);
  });

  it('is asked for again under its id where the answer was lost, and fails otherwise', async () => {
    const { container, opened, ofMia } = await open();
    container.failures.push({ code: 'TIMEOUT' });
    await opened.give('mia', answer, comment('Gut'));
    const ids = container.saved.map(({ feedback }) => feedback[0]?.feedback_id);
    expect(new Set(ids).size).toBe(1);
    expect(ofMia()).toHaveLength(1);
    container.failures.push({ code: 'STORAGE_FULL' });
    await expect(opened.give('mia', answer, comment('Mehr'))).rejects.toMatchObject({
      code: 'STORAGE_FULL',
    });
    expect(ofMia()).toHaveLength(1);
  });

  it('that was refused is named, with what is stored instead, until it is changed', async () => {
    const { container, opened, ofMia } = await open();
    const [same, another] = [['a1'], ['a2']].map((ids) => openClass(container, issue, '5b', ids));
    await opened.give('mia', answer, comment('Gut'));
    const { feedback_id } = ofMia()[0]!;
    const stored = { ...ofMia()[0]!, content: comment('Vom Telefon'), version: 2, delivered: true };
    container.pages = [[ben, { ...mia, feedback: [stored] }]];
    container.refuseFeedback();
    await vi.waitFor(() => expect(ofMia()).toEqual([stored]));
    expect(opened.refused.get(feedback_id)).toBe('CONFLICT');
    expect([same!.refused.size, another!.refused.size]).toEqual([1, 0]);
    await opened.change('mia', stored, comment('Beides'));
    expect(opened.refused.size).toBe(0);
    container.deliverFeedback();
    expect(same!.refused.size).toBe(0);
  });

  it('of another class, or after the end, changes nothing', async () => {
    const { container, opened, ofMia } = await open();
    const other = openClass(container, issue, '6a', ['a1']);
    await other.load();
    await opened.give('mia', answer, comment('Gut'));
    opened.close();
    container.deliverFeedback();
    expect(ofMia()).toMatchObject([{ delivered: false }]);
    expect(other.members).toEqual([ben, mia]);
  });
});

describe('received feedback', () => {
  it('is read by its pages, the newest first, and then what is new', async () => {
    const container = new ClassDouble();
    container.received = [page([one('f1', 'Eins')], 'c1', true), page([one('f2', 'Zwei')], 'c2')];
    const opened = openFeedback(container, issue);
    expect(await opened.load()).toBe(true);
    expect(opened.feedback).toEqual([one('f2', 'Zwei'), one('f1', 'Eins')]);
    expect(opened.answerOf(opened.feedback[0]!)).toEqual(answer);
    const removed = { feedback_id: 'f2', version: 2, updated_at, is_removed: true };
    container.received = [page([one('f1', 'Eins, neu'), removed], 'c3')];
    await opened.load();
    expect(opened.feedback).toEqual([one('f1', 'Eins, neu')]);
    expect(container.asked.map(({ cursor }) => cursor)).toEqual([undefined, 'c1', 'c2']);
  });

  it('has the version that it is about, once the answer has gone on here', async () => {
    const container = new ClassDouble();
    container.received = [{ ...page([one('f1', 'Eins')], 'c1'), earlier_versions: [] }];
    const opened = openFeedback(container, issue);
    await opened.load();
    expect(opened.answerOf(opened.feedback[0]!)).toBeUndefined();
    const place = { ...issue, exercise_dto: { exercise_id: 'a1' } };
    container.emit('delivered', { kind: 'answers', ...place, answers: [] });
    container.received = [
      { ...page([], 'c1'), earlier_versions: [] },
      page([one('f1', 'Eins')], 'c1'),
    ];
    await opened.load();
    expect(opened.answerOf(opened.feedback[0]!)).toEqual(answer);
    await opened.load();
    expect(container.asked.map(({ exercise_ids }) => exercise_ids)).toEqual([
      undefined,
      undefined,
      ['a1'],
      undefined,
    ]);
  });

  it('is read anew where its cursor has expired', async () => {
    const container = new ClassDouble();
    container.received = [page([one('f1', 'Eins')], 'c1')];
    const opened = openFeedback(container, issue);
    await opened.load();
    container.failures.push({ code: 'REFUSED' });
    container.received = [page([one('f3', 'Drei')], 'c9')];
    expect(await opened.load()).toBe(true);
    expect(opened.feedback).toEqual([one('f3', 'Drei')]);
    container.failures.push({ code: 'UNAVAILABLE' });
    expect(await opened.load()).toBe(false);
    expect(opened.feedback).toEqual([one('f3', 'Drei')]);
  });

  it('stays where its cursor has expired and reading it anew fails, until that is done', async () => {
    const container = new ClassDouble();
    container.received = [page([one('f1', 'Eins')], 'c1')];
    const opened = openFeedback(container, issue);
    await opened.load();
    container.failures.push({ code: 'REFUSED' }, { code: 'UNAVAILABLE' });
    expect(await opened.load()).toBe(false);
    expect(opened.feedback).toEqual([one('f1', 'Eins')]);
    container.failures.push({ code: 'REFUSED' });
    container.received = [page([one('f2', 'Zwei')], 'c8', true), page([one('f3', 'Drei')], 'c9')];
    expect(await opened.load()).toBe(true);
    expect(opened.feedback).toEqual([one('f3', 'Drei'), one('f2', 'Zwei')]);
    await opened.load();
    expect(container.asked.map(({ cursor }) => cursor).slice(-3)).toEqual([undefined, 'c8', 'c9']);
  });
});

describe('received feedback that the pupil has not seen', () => {
  const later = '2026-03-02T08:00:00Z';
  const opening = (container: ClassDouble) => openFeedback(container, issue);
  const newOnes = (opened: ReturnType<typeof opening>) =>
    opened.feedback.filter(opened.isNew).map(({ feedback_id }) => feedback_id);

  async function open(...received: readonly Feedback[]) {
    const container = new ClassDouble();
    container.received = [page(received, 'c1')];
    const opened = opening(container);
    await opened.load();
    return { container, opened };
  }

  it('is new until it is seen, by exercise, and on another page, too', async () => {
    const elsewhere = { ...one('f2', 'Zwei'), exercise_id: 'a2' };
    const { container, opened } = await open(one('f1', 'Eins'), elsewhere);
    const heard = vi.fn<() => void>();
    opened.subscribe(heard);
    expect(newOnes(opened)).toEqual(['f2', 'f1']);
    await opened.markSeen('a1');
    expect(newOnes(opened)).toEqual(['f2']);
    expect(heard).toHaveBeenCalledOnce();
    const again = opening(container);
    container.received = [page([one('f1', 'Eins'), elsewhere], 'c1')];
    await again.load();
    expect(newOnes(again)).toEqual(['f2']);
  });

  it('is new again once its words are changed', async () => {
    const { container, opened } = await open(one('f1', 'Eins'));
    await opened.markSeen('a1');
    container.received = [page([{ ...one('f1', 'Eins!'), updated_at: later }], 'c2')];
    await opened.load();
    expect(newOnes(opened)).toEqual(['f1']);
  });

  it('is written once, and stays seen where an older device writes later', async () => {
    const { container, opened } = await open({ ...one('f1', 'Eins'), updated_at: later });
    await opened.markSeen('a1');
    await opened.markSeen('a1');
    await opened.markSeen('a9');
    expect(container.sent).toHaveLength(1);
    container.deliver();
    container.storeElsewhere([{ segment: 'feedback-seen', key: 'a1', value: updated_at }]);
    await opened.load();
    expect(newOnes(opened)).toEqual([]);
  });

  it('is there only once it is known what was seen', async () => {
    const container = new ClassDouble();
    const items = Promise.withResolvers<[]>();
    vi.spyOn(container, 'getLocalStoreItems').mockReturnValueOnce(items.promise);
    container.received = [page([one('f1', 'Eins')], 'c1')];
    const opened = opening(container);
    const loaded = opened.load();
    await new Promise((resolve) => setTimeout(resolve));
    expect(opened.feedback).toEqual([]);
    items.resolve([]);
    await loaded;
    expect(newOnes(opened)).toEqual(['f1']);
  });

  it('is not told while it is unknown what was seen', async () => {
    const container = new ClassDouble();
    vi.spyOn(container, 'getLocalStoreItems').mockRejectedValueOnce(new Error('offline'));
    container.received = [page([one('f1', 'Eins')], 'c1')];
    const opened = opening(container);
    expect(await opened.load()).toBe(false);
    expect(opened.feedback).toHaveLength(1);
    expect(newOnes(opened)).toEqual([]);
    await opened.markSeen('a1');
    expect(container.sent).toEqual([]);
    await opened.load();
    expect(newOnes(opened)).toEqual(['f1']);
  });
});
