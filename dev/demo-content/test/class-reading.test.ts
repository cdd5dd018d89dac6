import { ClassDouble } from '@lectern/sdk/testing';
import type { Container, Feedback, OwnClass } from '@lectern/sdk';
import { BridgeError } from '@lectern/sdk';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ClassReading, statusOf } from '../src/classes/class-reading.ts';
import { draftName, drafts } from '../src/classes/drafts.ts';
import { readersWords } from '../src/classes/readers.ts';
import { Learner } from '../src/learner.ts';
import { wasser } from '../src/course/wasser.ts';
import { hideNotice, showNotice } from '../src/views/notices.ts';

vi.mock('../src/views/notices.ts', () => ({
  showNotice: vi.fn<typeof showNotice>(),
  hideNotice: vi.fn<typeof hideNotice>(),
}));

const user = { subject: 'thomas' };
let container: ClassDouble;
let reading: ClassReading;
/** Until everything that was answered has been followed. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => {
  vi.mocked(showNotice).mockClear();
  vi.stubGlobal('location', { hash: '' });
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
  container = new ClassDouble();
  reading = new ClassReading(
    wasser,
    Object.assign(container, { getUser: async () => user }) as unknown as Container,
  );
  return () => vi.unstubAllGlobals();
});

describe('the classes of a teacher', () => {
  it('are unknown until the container has named them', async () => {
    expect(statusOf(reading, undefined)).toBe('loading');
    container.classes = [];
    await reading.meetClasses();
    expect(statusOf(reading, undefined)).toBe('none');
  });

  it('stand in the order of the school', async () => {
    container.classes = ['10a', '6b', '6a'].map((name) => ({ group_id: name, name }));
    await reading.meetClasses();
    expect(reading.classes?.map(({ name }) => name)).toEqual(['6a', '6b', '10a']);
  });

  it('that cannot be read are not said to be none, and are asked for again', async () => {
    const getClasses = vi.spyOn(container, 'getClasses');
    getClasses.mockRejectedValueOnce(new BridgeError('REFUSED', 'getClasses', ''));
    await reading.meetClasses();
    expect(statusOf(reading, undefined)).toBe('failed');
    await reading.meetClasses();
    expect(reading.groupId).toBe('5b');
  });

  it('are read on with the first one once the chosen one is gone', async () => {
    container.classes = ['6a', '6b'].map((name) => ({ group_id: name, name }));
    await reading.meetClasses();
    expect(reading.groupId).toBe('6a');
    reading.chooseClass('6b');
    expect(reading.groupId).toBe('6b');
    container.classes = container.classes.filter(({ name }) => name === '6a');
    container.emit('classes-changed', {});
    await vi.waitFor(() => expect(reading.classes).toHaveLength(1));
    expect(reading.groupId).toBe('6a');
  });

  it('leave the class that is read when one before it arrives', async () => {
    container.classes = [{ group_id: '6a', name: '6a' }];
    await reading.meetClasses();
    container.classes = ['5b', '6a'].map((name) => ({ group_id: name, name }));
    container.emit('classes-changed', {});
    await vi.waitFor(() => expect(reading.classes).toHaveLength(2));
    expect(reading.groupId).toBe('6a');
  });

  const pupilsAre = (...subjects: readonly string[]) => {
    const nothing = { answers: [], feedback: [], earlier_versions: [] };
    container.pages = [subjects.map((subject) => ({ subject, ...nothing }))];
  };
  const refuse = (exercise_id: string) =>
    container.emit('not-delivered', {
      kind: 'feedback',
      ...reading.issue,
      exercise_dto: { exercise_id },
      group_id: '5b',
      member_subject: 'mia',
      code: 'REFUSED',
      message: '',
      feedback: [{ feedback_id: 'f1', version: 0 }],
    });

  it('keep what was typed for a pupil who has joined since another list was read', async () => {
    await reading.meetClasses();
    pupilsAre('mia');
    await reading.open('bach-lauf')!.load();
    const draft = draftName('5b', 'neu', 'bach-brief');
    drafts.set(draft, 'Warum?');
    onTestFinished(() => drafts.keepClasses([]));
    const changed = vi.fn<() => void>();
    reading.open('bach-lauf')!.subscribe(changed);
    container.emit('delivered', {
      kind: 'feedback',
      ...reading.issue,
      exercise_dto: { exercise_id: 'bach-lauf' },
      group_id: '5b',
      member_subject: 'mia',
      feedback: [],
    });
    expect(changed).toHaveBeenCalledOnce();
    expect(drafts.get(draft)).toBe('Warum?');
  });

  it('keep what was typed for a pupil who is gone while there are refused words', async () => {
    await reading.meetClasses();
    pupilsAre('mia');
    const opened = reading.open('bach-brief')!;
    await opened.load();
    const draft = draftName('5b', 'mia', 'bach-brief');
    drafts.set(draft, 'Warum?');
    onTestFinished(() => drafts.keepClasses([]));
    pupilsAre();
    refuse('bach-brief');
    await vi.waitFor(() => expect(opened.members).toEqual([]));
    await settled();
    expect(drafts.get(draft)).toBe('Warum?');
  });

  it('stay with what was typed for their pupils, also for one who has left, until it is empty', async () => {
    container.classes = ['6a', '6b'].map((name) => ({ group_id: name, name }));
    pupilsAre('mia', 'ben');
    await reading.meetClasses();
    const opened = reading.open('bach-brief')!;
    await opened.load();
    const names = [
      draftName('6a', 'mia', 'bach-brief'),
      draftName('6a', 'ben', 'bach-brief'),
      draftName('6b', 'mia', 'bach-brief'),
      draftName('6b'),
    ];
    for (const name of names) drafts.set(name, 'Warum?');
    const left = () => names.filter((name) => drafts.get(name));
    pupilsAre('ben');
    await opened.load();
    expect(left()).toEqual(names);
    expect([...reading.left]).toEqual([['mia', 'Ohne Namen (1)']]);
    pupilsAre('mia', 'ben');
    await opened.load();
    expect([...reading.left]).toEqual([]);
    container.classes = container.classes.filter(({ name }) => name === '6a');
    container.emit('classes-changed', {});
    await settled();
    expect(reading.classes).toHaveLength(2);
    drafts.set(names[2]!, '');
    container.emit('classes-changed', {});
    // With the class goes the form of an assignment.
    await vi.waitFor(() => expect(left()).toEqual(names.slice(0, 2)));
    for (const name of names.slice(0, 2)) drafts.set(name, '');
    container.classes = [];
    // No event has told of it.
    vi.spyOn(container, 'getClassAnswers').mockRejectedValueOnce(
      new BridgeError('REFUSED', 'getClassAnswers', ''),
    );
    await opened.load();
    await vi.waitFor(() => expect(reading.classes).toEqual([]));
    expect(statusOf(reading, reading.open('bach-brief'))).toBe('none');
  });

  it('stay while one has refused a comment, whose words its teacher reads there', async () => {
    await reading.meetClasses();
    const opened = reading.open('bach-brief')!;
    const draft = draftName('5b', 'mia', 'bach-brief');
    drafts.set(draft, 'Warum?');
    onTestFinished(() => drafts.keepClasses([]));
    container.classes = [];
    container.failures.push({ code: 'REFUSED' });
    refuse('bach-brief');
    await vi.waitFor(() => expect(opened.status).toBe('failed'));
    for (const tell of [
      () => container.emit('classes-changed', {}),
      () => document.dispatchEvent(new Event('visibilitychange')),
    ]) {
      tell();
      await settled();
      expect([reading.groupId, drafts.get(draft)]).toEqual(['5b', 'Warum?']);
    }
  });

  it('stay while something else is to be read there', async () => {
    let isKept = true;
    await reading.meetClasses();
    reading.keepWhile((groupId) => groupId === '5b' && isKept);
    container.classes = [];
    container.emit('classes-changed', {});
    await settled();
    expect(reading.groupId).toBe('5b');
    isKept = false;
    container.emit('classes-changed', {});
    await settled();
    expect(reading.groupId).toBeUndefined();
  });

  it('are asked for once at a time, and the last answer counts', async () => {
    const late = Promise.withResolvers<(typeof container)['classes']>();
    await reading.meetClasses();
    vi.spyOn(container, 'getClasses').mockReturnValueOnce(late.promise);
    reading.meetAgain();
    container.classes = [{ group_id: '6b', name: '6b' }];
    reading.meetAgain();
    await vi.waitFor(() => expect(reading.classes).toEqual(container.classes));
    late.resolve([]);
    await settled();
    expect(reading.classes).toEqual(container.classes);
  });

  it.each([
    ['answered', (late: PromiseWithResolvers<never[]>) => late.resolve([])],
    ['failed', ({ reject }: PromiseWithResolvers<never[]>) => reject(new Error('gone'))],
  ])('are known once a question is over that was asked anew, and %s late', async (_, end) => {
    const late = Promise.withResolvers<never[]>();
    const getClasses = vi.spyOn(container, 'getClasses').mockReturnValueOnce(late.promise);
    const known = reading.meetClasses();
    await settled();
    const newer = Promise.withResolvers<(typeof container)['classes']>();
    getClasses.mockReturnValueOnce(newer.promise);
    reading.meetAgain();
    end(late);
    await settled();
    newer.resolve([{ group_id: '6b', name: '6b' }]);
    await known;
    expect(reading.groupId).toBe('6b');
  });

  it('are none in a container that knows no classes', async () => {
    const failure = new BridgeError('UNKNOWN_ACTION', 'getClasses', '');
    vi.spyOn(container, 'getClasses').mockRejectedValueOnce(failure);
    await reading.meetClasses();
    expect(statusOf(reading, undefined)).toBe('none');
  });
});

it('is own feedback that the user has given here, or that names the user', async () => {
  await reading.meetClasses();
  const by = (author?: Feedback['author']) => reading.isOwn({ author } as Feedback);
  expect([by(), by({ subject: 'thomas' }), by({ subject: 'nadia' })]).toEqual([true, true, false]);
});

describe('the classes of a pupil', () => {
  const of = (shares_answers: boolean) => ({
    group_id: '6a',
    name: shares_answers ? 'Klasse 6a' : '',
    shares_answers,
    readers: shares_answers ? ['Thomas Meier'] : [],
  });

  it('are read again once they have changed in the container, and the last answer counts', async () => {
    container.ownClasses = [of(false)];
    await reading.meetOwnClasses();
    expect(reading.ownClasses).toEqual([of(false)]);
    const late = Promise.withResolvers<(typeof container)['ownClasses']>();
    vi.spyOn(container, 'getOwnClasses').mockReturnValueOnce(late.promise);
    container.emit('classes-changed', {});
    container.ownClasses = [of(true)];
    container.emit('classes-changed', {});
    await vi.waitFor(() => expect(reading.ownClasses).toEqual([of(true)]));
    late.resolve([of(false)]);
    await settled();
    expect(reading.ownClasses).toEqual([of(true)]);
  });

  it('are read again when an answer is stored, at most every five minutes', async () => {
    vi.useFakeTimers();
    container.ownClasses = [of(true)];
    await reading.meetOwnClasses();
    const getOwnClasses = vi.spyOn(container, 'getOwnClasses');
    const store = () =>
      container.emit('delivered', {
        kind: 'answers',
        ...reading.issue,
        exercise_dto: { exercise_id: 'bach-brief' },
        answers: [],
      });
    store();
    expect(getOwnClasses).not.toHaveBeenCalled();
    vi.advanceTimersByTime(299_999);
    store();
    expect(getOwnClasses).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    // The teacher has deleted the class.
    container.ownClasses = [of(false)];
    store();
    store();
    await vi.waitFor(() => expect(reading.ownClasses).toEqual([of(false)]));
    expect(getOwnClasses).toHaveBeenCalledOnce();
    // No reader is named any more.
    vi.advanceTimersByTime(300_000);
    store();
    expect(getOwnClasses).toHaveBeenCalledOnce();
  });

  it('are none in a container that knows no such request', async () => {
    const failure = new BridgeError('UNKNOWN_ACTION', 'getOwnClasses', '');
    vi.spyOn(container, 'getOwnClasses').mockRejectedValueOnce(failure);
    await reading.meetOwnClasses();
    expect(reading.ownClasses).toEqual([]);
  });

  it('are read once the page is seen, also where it was opened unseen', async () => {
    container.ownClasses = [of(true)];
    Object.assign(document, { hidden: true });
    document.dispatchEvent(new Event('visibilitychange'));
    await settled();
    expect(reading.ownClasses).toEqual([]);
    Object.assign(document, { hidden: false });
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.waitFor(() => expect(reading.ownClasses).toEqual([of(true)]));
  });

  const shared_since = '2026-08-17T06:00:00.123456Z';
  const joined = { ...of(true), shared_since };
  const choir = { ...of(true), group_id: 'chor', name: 'Chor', readers: ['Thomas Meier'] };
  const before = '2026-08-17T06:00:00.122Z';
  // The service may say no or yes within this millisecond.
  const atOnce = '2026-08-17T06:00:00.123Z';
  const since = new Date(2026, 7, 18, 8).toISOString();
  const lea = { ...choir, readers: ['Lea Frei', 'Thomas Meier'] };
  const isRead = 'Deine Antwort liest auch Thomas Meier (Klasse 6a).';
  const early = 'Deine Antwort ist von früher.';
  const afterChange = 'Wenn du sie änderst, liest sie auch Thomas Meier (Klasse 6a).';
  const finishing = 'liest auch Thomas Meier (Klasse 6a), sobald du «Fertig» drückst.';
  const still =
    'Thomas Meier (Klasse 6a) liest noch, was du am 18. August 2026 um 08:00 fertig hattest.';
  const goesOn = 'Thomas Meier (Klasse 6a) liest weiter, was du am 18. August 2026 fertig hattest.';
  const isEmpty = 'Eine leere Antwort kannst du nicht abgeben.';
  const notYet = 'Deine Änderung wird erst gelesen, wenn du «Fertig» drückst.';

  it.each<
    [
      string,
      readonly OwnClass[],
      string | undefined,
      Parameters<typeof readersWords>[1]['textState'],
      string,
    ]
  >([
    ['nobody', [of(false)], since, undefined, 'Deine Antwort liest nur du.'],
    ['a class that was left', [], since, 'finished', 'Deine Antwort liest nur du.'],
    ['a teacher', [of(true)], undefined, undefined, isRead],
    [
      'teachers of one of two classes',
      [
        { ...of(true), readers: ['Thomas Meier', 'Lea Frei'] },
        { ...of(false), group_id: 'chor' },
      ],
      since,
      undefined,
      'Deine Antwort lesen auch Thomas Meier und Lea Frei (Klasse 6a).',
    ],
    [
      'a teacher without a name',
      [{ ...of(true), readers: [] }],
      since,
      undefined,
      'Deine Antwort liest auch deine Lehrperson (Klasse 6a).',
    ],
    [
      'a teacher of two classes',
      [joined, choir],
      since,
      undefined,
      'Deine Antwort liest auch Thomas Meier (Klasse 6a und Chor).',
    ],
    [
      'teachers of two classes, one of them of both',
      [joined, lea],
      since,
      undefined,
      'Deine Antwort lesen auch Thomas Meier (Klasse 6a und Chor) und Lea Frei (Chor).',
    ],
    ['who joined later: an older answer', [joined], before, undefined, `${early} ${afterChange}`],
    ['who joined in that moment', [joined], atOnce, undefined, isRead],
    ['who joined before', [joined], since, undefined, isRead],
    ['of a container that tells no times', [of(true)], before, undefined, isRead],
    [
      'a teacher of two classes, the answer older than one of them',
      [joined, choir],
      before,
      undefined,
      `Deine Antwort liest auch Thomas Meier (Chor). ${afterChange}`,
    ],
    [
      'teachers of two classes, the answer older than one of them',
      [{ ...lea, shared_since }, of(true)],
      before,
      undefined,
      `${isRead} Wenn du sie änderst, lesen sie auch Lea Frei und Thomas Meier (Chor).`,
    ],
    ['a text once it is finished', [joined], undefined, 'unfinished', `Deine Antwort ${finishing}`],
    ['a finished text', [joined], since, 'finished', isRead],
    [
      'a text that was finished before the class',
      [joined],
      before,
      'finished',
      `${early} Wenn du sie änderst und «Fertig» drückst, liest sie auch Thomas Meier (Klasse 6a).`,
    ],
    ['what was finished last', [joined], since, 'changed', `${still} ${notYet}`],
    [
      'what was finished last, in one of two classes',
      [joined, { ...lea, shared_since: '2026-08-19T06:00:00Z' }],
      since,
      'changed',
      `${still} Deine Änderung lesen auch Thomas Meier (Klasse 6a und Chor) und Lea Frei (Chor), sobald du «Fertig» drückst.`,
    ],
    [
      'what was finished last, before the class',
      [joined],
      before,
      'changed',
      `Deine Änderung ${finishing}`,
    ],
    [
      'what was finished last, of a text that is empty now',
      [joined],
      since,
      'emptied',
      `${goesOn} ${isEmpty}`,
    ],
    ['an empty text, finished before the class', [joined], before, 'emptied', isEmpty],
    ['what was finished at a time unknown', [joined], '', 'changed', `Deine Änderung ${finishing}`],
    [
      'a text that was finished at a time unknown',
      [joined],
      '',
      'finished',
      'Deine Antwort liest auch Thomas Meier (Klasse 6a), ausser du warst damit fertig, bevor du in die Klasse kamst.',
    ],
    ['a text of a time unknown, without a class since', [of(true)], '', 'finished', isRead],
  ])('say who reads: %s', (_, classes, sharedAt, textState, words) => {
    expect(readersWords(classes, { sharedAt, textState, isWaiting: false })).toBe(words);
  });

  const onceStored =
    'Deine Antwort liest auch Thomas Meier (Klasse 6a), sobald sie gespeichert ist.';
  const finishedOnceStored =
    'Was du zuletzt fertig hattest, liest auch Thomas Meier (Klasse 6a), sobald es gespeichert ist.';

  it.each<[string, string | undefined, Parameters<typeof readersWords>[1]['textState'], string]>([
    ['an answer', undefined, undefined, onceStored],
    [
      'an answer, and the earlier one',
      since,
      undefined,
      `Thomas Meier (Klasse 6a) liest noch, was du am 18. August 2026 um 08:00 geantwortet hattest. ${onceStored}`,
    ],
    ['a finished text', undefined, 'finished', onceStored],
    ['a finished text, and the earlier one', since, 'finished', `${still} ${onceStored}`],
    ['a finished text, the earlier one of a time unknown', '', 'finished', onceStored],
    ['a finished text, the earlier one before the class', before, 'finished', onceStored],
    ['a text, finished and changed', undefined, 'changed', `${finishedOnceStored} ${notYet}`],
    [
      'a text, finished and changed, and the earlier one',
      since,
      'changed',
      `${still} ${finishedOnceStored} ${notYet}`,
    ],
    ['a text, finished and emptied', undefined, 'emptied', `${finishedOnceStored} ${isEmpty}`],
  ])('say what waits here: %s', (_, sharedAt, textState, words) => {
    expect(readersWords([joined], { sharedAt, textState, isWaiting: true })).toBe(words);
  });
});

describe('the way to what teachers have said', () => {
  async function learnerWho(isTeacher: boolean) {
    const learner = new Learner();
    await learner.meet({
      getUser: async () => user,
      isTeacher: async () => isTeacher,
    } as unknown as Container);
    return learner;
  }

  it('is there for a pupil, and says how much is new', async () => {
    const learner = await learnerWho(false);
    expect(learner.feedbackWords).toBe('Rückmeldungen');
    learner.feedback = { count: 2, newCount: 1 };
    expect(learner.feedbackWords).toBe('Rückmeldungen (1 neu)');
  });

  it('is there for a teacher who has received some as a pupil of another class', async () => {
    const learner = await learnerWho(true);
    expect(learner.feedbackWords).toBeUndefined();
    const heard = vi.fn<() => void>();
    learner.addEventListener('change', heard);
    learner.feedback = { count: 1, newCount: 0 };
    learner.feedback = { count: 1, newCount: 0 };
    expect(learner.feedbackWords).toBe('Rückmeldungen');
    expect(heard).toHaveBeenCalledOnce();
  });
});

describe('an answer that was chosen outside', () => {
  const exerciseOf = (id: string) => ({ id }) as Parameters<ClassReading['takeWanted']>[0];
  const choose = (exercise_id: string, course_id: string = wasser.courseId) =>
    container.emit('open-answer', {
      course_id_dto: { course_id },
      issue_id_dto: { issue_id: wasser.issueId },
      exercise_dto: { exercise_id },
      group_id: '5b',
      member_subject: 'mia',
    });

  it('leads to its exercise, which takes it once', () => {
    const heard = vi.fn<() => void>();
    reading.addEventListener('change', heard);
    choose('bach-brief');
    expect(location.hash).toMatch(/bach-brief$/);
    // The page that opens takes it, not the one that is left.
    expect(heard).not.toHaveBeenCalled();
    expect(reading.takeWanted(exerciseOf('bach-lauf'))).toBeUndefined();
    expect(reading.takeWanted(exerciseOf('bach-brief'))).toMatchObject({ subject: 'mia' });
    expect(reading.takeWanted(exerciseOf('bach-brief'))).toBeUndefined();
    choose('bach-brief');
    expect(heard).toHaveBeenCalledOnce();
  });

  it.each([
    ['an exercise that the course lacks', () => choose('gone')],
    ['another course', () => choose('bach-brief', 'luft')],
  ])('of %s leads nowhere, and says so', (_, act) => {
    act();
    expect(location.hash).toBe('');
    expect(showNotice).toHaveBeenCalledOnce();
  });
});
