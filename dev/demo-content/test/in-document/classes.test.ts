// @vitest-environment happy-dom
import type { ClassMember, Container, Feedback, SharedAnswer } from '@lectern/sdk';
import { ClassDouble } from '@lectern/sdk/testing';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { answersOf } from '../../src/answers.ts';
import type { ClassReading } from '../../src/classes/class-reading.ts';
import { wasser } from '../../src/course/wasser.ts';
import { Learner } from '../../src/learner.ts';
import { placesOf } from '../../src/navigation.ts';
import { nextPlace, progressOf } from '../../src/progress.ts';

const exercise_id = 'bach-brief';
const answers = answersOf(wasser);
const answer = answers.get(exercise_id)!;
const written: SharedAnswer = {
  exercise_id,
  answer_id: 'answer',
  content: { basic_answer_type: 'essay', shared_text: 'Liebe Gemeinde' },
  is_done: true,
  version: 3,
  updated_at: '2026-03-01T07:00:00Z',
};
const said = (text: string, minute: number): Feedback => ({
  feedback_id: text,
  exercise_id,
  answer_id: 'answer',
  answer_version: 3,
  content: { feedback_kind: 'comment', text },
  group_id: '5b',
  author: { subject: 'thomas' },
  version: 1,
  updated_at: `2026-03-01T08:0${minute}:00Z`,
  delivered: true,
});
const mia: ClassMember = {
  subject: 'mia',
  display_name: 'Mia',
  shared_since: '2026-03-01T06:00:00Z',
  answers: [written],
  feedback: [],
  earlier_versions: [],
};

let container: ClassDouble;
let found: Container;

beforeEach(() => {
  vi.resetModules();
  document.body.replaceChildren();
  container = new ClassDouble();
  container.pages = [[mia]];
  const user = { getUser: async () => ({ subject: 'thomas' }) };
  found = Object.assign(container, user) as unknown as Container;
});

/** The one of the publication that is open. */
const reading = async () => {
  const { classReadingFor } = await import('../../src/classes/class-reading.ts');
  return classReadingFor(wasser, found);
};
const receive = (feedback: readonly Feedback[], earlier_versions: readonly SharedAnswer[] = []) =>
  container.received.push({
    feedback: [...feedback],
    earlier_versions: [...earlier_versions],
    next_cursor: 'c',
    has_more: false,
  });
const { signal } = new AbortController();
const context = () => ({
  course: wasser,
  container: Promise.resolve(found),
  learner: new Learner(),
  answers,
});

describe('what a pupil has received', () => {
  it('stays as it is, open and new, while more comes', async () => {
    receive([said('Eins', 1)], [written]);
    const { createFeedbackPage } = await import('../../src/classes/feedback-page.ts');
    document.body.append(createFeedbackPage(context(), signal));
    const entries = () => [...document.querySelectorAll('[data-feedback]')];
    await vi.waitFor(() => expect(entries()).toHaveLength(1));
    const [first] = entries();
    first!.querySelector('details')!.open = true;
    const { received } = await reading();
    await received.markSeen(exercise_id);
    receive([said('Zwei', 2)]);
    await received.load();
    expect(entries()).toHaveLength(2);
    expect(entries()[1]).toBe(first);
    expect(first!.querySelector('details')!.open).toBe(true);
    expect(first!.textContent).toContain('Neu');
  });

  it('offers the answer of then once there is another one', async () => {
    receive([said('Eins', 1)]);
    const { createReceived } = await import('../../src/classes/received.ts');
    const here = await reading();
    document.body.append(createReceived(answer, here, signal));
    await here.received.load();
    const details = document.querySelector('details')!;
    expect(details.hidden).toBe(true);
    // First what is new, then the versions that are missing.
    receive([]);
    receive([], [written]);
    container.emit('delivered', {
      kind: 'answers',
      course_id_dto: { course_id: wasser.courseId },
      issue_id_dto: { issue_id: wasser.issueId },
      exercise_dto: { exercise_id },
      answers: [],
    });
    await vi.waitFor(() => expect(details.hidden).toBe(false));
    details.open = true;
    details.dispatchEvent(new Event('toggle'));
    expect(details.textContent).toContain('Liebe Gemeinde');
    // An open answer stays open where the words are changed.
    details.querySelector('summary')!.focus();
    receive([{ ...said('Eins', 1), content: { feedback_kind: 'comment', text: 'Zwei' } }]);
    await here.received.load();
    const changed = document.querySelector('details')!;
    expect([changed === details, changed.open]).toEqual([false, true]);
    expect(document.activeElement).toBe(changed.querySelector('summary'));
  });
});

describe('an answer that was handed back', () => {
  const again = (minute: number): Feedback => ({
    ...said(`Noch einmal ${minute}`, minute),
    content: { feedback_kind: 'again' },
  });
  const seen: Feedback = { ...said('Gesehen', 3), content: { feedback_kind: 'seen' } };

  const ofOther = (feedback: Feedback) => ({ ...feedback, answer_id: 'other' });
  const isHandedBack = async (here: ClassReading) =>
    (await import('../../src/classes/received.ts')).isHandedBack(answer, here);

  it.each<[string, readonly Feedback[], readonly SharedAnswer[], boolean]>([
    ['is not done', [again(1)], [], true],
    ['is not done after a comment', [again(1), said('Warum?', 2)], [], true],
    ['is not done while it has only gone on', [again(1)], [written], true],
    ['is not done where another task has been seen', [again(1), ofOther(seen)], [], true],
    ['is not done where another task was handed back', [ofOther(again(1)), seen], [], true],
    ['is as it was once the teacher has seen it', [again(1), seen], [], false],
    ['was not, with a comment alone', [said('Schön', 1)], [], false],
  ])('%s', async (_what, feedback, earlier, isAgain) => {
    receive(feedback, earlier);
    const here = await reading();
    await here.received.load();
    // Until it is known what was finished the card stays as it is.
    expect(await isHandedBack(here)).toBe(false);
    await here.readFinished();
    expect(await isHandedBack(here)).toBe(isAgain);
  });

  /** The exercise's page, where it is done already. */
  const openPage = async () => {
    const page = document.createElement('main');
    const hooks = { onBegun() {}, onAnswered() {}, onDone() {}, signal };
    const { createExerciseCard } = await import('../../src/views/exercise-card.ts');
    const { startClassWork } = await import('../../src/classes/class-work.ts');
    answer.practise();
    answer.enter('Lieber Bach');
    answer.finish(true);
    const card = createExerciseCard(answer, hooks);
    page.append(card);
    document.body.append(page);
    const learner = new Learner();
    await learner.meet(Object.assign(found, { isTeacher: async () => false }));
    const leaving = new AbortController();
    onTestFinished(() => leaving.abort());
    return {
      badge: card.querySelector<HTMLElement>('.badge')!,
      button: card.querySelector<HTMLElement>('button.primary')!,
      entries: () => [...card.querySelectorAll<HTMLElement>('[data-feedback]')],
      start: () => startClassWork(page, { ...context(), learner }, leaving.signal),
    };
  };
  const doneCount = () =>
    progressOf(
      placesOf(wasser).map(({ page }) => page),
      answers,
    ).done;

  it('is done with «Fertig», changed or not, also after a reload, until it is handed back anew', async () => {
    const { badge, button, start } = await openPage();
    answer.takeFinish();
    const here = await reading();
    for (const each of answers.values())
      if (each !== answer) {
        each.practise();
        each.enter('Etwas');
        each.finish(true);
        each.takeFinish();
      }
    const all = answers.size;
    // Until the part for classes has loaded, the answer alone says what is done.
    expect([badge.hidden, doneCount(), nextPlace(wasser, answers)]).toEqual([
      false,
      all,
      undefined,
    ]);
    const heard = vi.fn<() => void>();
    answer.addEventListener('change', heard, { signal });
    receive([again(1)]);
    await start();
    await vi.waitFor(() => expect(badge.hidden).toBe(true));
    expect(heard, 'counts are shown anew').toHaveBeenCalledOnce();
    expect(doneCount()).toBe(all - 1);
    expect(nextPlace(wasser, answers)?.page.blocks).toContainEqual(
      expect.objectContaining({ exercise: answer.exercise }),
    );
    answer.enter('Lieber Bach!');
    expect(badge.hidden).toBe(true);
    button.click();
    expect([badge.hidden, doneCount()]).toEqual([false, all]);
    await vi.waitFor(() => expect(here.isFinishedAfter(again(1))).toBe(true));
    expect([badge.hidden, doneCount()]).toEqual([false, all]);

    vi.resetModules();
    receive([again(1)]);
    const after = await reading();
    expect(after).not.toBe(here);
    await Promise.all([after.received.load(), after.readFinished()]);
    expect(await isHandedBack(after)).toBe(false);
    // Changed by the teacher it is the same feedback.
    receive([{ ...again(1), updated_at: '2026-03-01T08:04:00Z' }]);
    await after.received.load();
    expect(await isHandedBack(after)).toBe(false);
    receive([again(5)]);
    await after.received.load();
    expect(await isHandedBack(after)).toBe(true);
  });

  it('asks once with each demand, which is quiet and no longer new once that is done', async () => {
    const { button, entries, start } = await openPage();
    answer.takeFinish();
    const shown = () =>
      entries().map((entry) => [
        entry.hasAttribute('data-asks'),
        entry.querySelector('b')!.textContent,
        !entry.querySelector<HTMLElement>('.new')?.hidden,
      ]);
    const asks = 'Schau es dir noch einmal an';
    const isDone = 'Das hast du noch einmal gemacht';
    receive([again(1)]);
    await start();
    await vi.waitFor(() => expect(shown()).toEqual([[true, asks, true]]));
    button.click();
    await vi.waitFor(() => expect(shown()).toEqual([[false, isDone, false]]));
    receive([again(2)]);
    await (await reading()).received.load();
    expect(shown()).toEqual([
      [true, asks, true],
      [false, isDone, false],
    ]);
    button.click();
    await vi.waitFor(() => expect(shown()[0]).toEqual([false, isDone, false]));
    expect(shown()[1]).toEqual([false, isDone, false]);
  });

  it('is done where «Fertig» was pressed before the part for classes had loaded', async () => {
    const { badge, button, start } = await openPage();
    answer.takeFinish();
    receive([again(1)]);
    button.click();
    await start();
    const here = await reading();
    await vi.waitFor(() => expect(here.isFinishedAfter(again(1))).toBe(true));
    expect(badge.hidden).toBe(false);
    // Later feedback is not done with that.
    receive([again(2)]);
    await here.received.load();
    expect(badge.hidden).toBe(true);
  });

  it('stays done while feedback comes before the end is noted, also where «Fertig» is pressed anew', async () => {
    const { badge, button, entries, start } = await openPage();
    answer.takeFinish();
    const shown: boolean[] = [];
    answer.addEventListener('change', () => shown.push(!badge.hidden), { signal });
    const here = await reading();
    const pages = Array.from({ length: 3 }, () => Promise.withResolvers<void>());
    const getFeedback = container.getFeedback.bind(container);
    const asking = vi.spyOn(container, 'getFeedback');
    for (const { promise } of pages)
      asking.mockImplementationOnce((asked) => promise.then(() => getFeedback(asked)));
    for (const feedback of [[again(1)], [], [again(2)]]) receive(feedback);
    button.click();
    await start();
    // The page's reading is under way; each end waits for one of its own.
    await vi.waitFor(() => expect(asking).toHaveBeenCalledOnce());
    button.click();
    for (const [index, { resolve }] of pages.entries()) {
      resolve();
      await vi.waitFor(() => expect(asking).toHaveBeenCalledTimes(Math.min(index + 2, 3)));
    }
    await vi.waitFor(() =>
      expect([again(1), again(2)].map((each) => here.isFinishedAfter(each))).toEqual([true, true]),
    );
    expect(entries().map((entry) => entry.hasAttribute('data-asks'))).toEqual([false, false]);
    expect(shown).not.toContain(false);
    receive([again(5)]);
    await here.received.load();
    expect(shown).toContain(false);
  });
});

describe('a page that is opened unseen', () => {
  it('reads of whom it is read once it is seen', async () => {
    container.ownClasses = [
      { group_id: '5b', name: 'Klasse 5b', shares_answers: true, readers: ['Thomas Meier'] },
    ];
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    const { startClassWork } = await import('../../src/classes/class-work.ts');
    const learner = new Learner();
    await learner.meet(Object.assign(container, { isTeacher: async () => false }) as never);
    await startClassWork(document.body, { ...context(), learner }, signal);
    const { ownClasses } = await reading();
    expect(ownClasses).toEqual([]);
    hidden.mockReturnValue(false);
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.waitFor(async () =>
      expect((await reading()).ownClasses).toEqual(container.ownClasses),
    );
    hidden.mockRestore();
  });
});

describe('a teacher', () => {
  const name = () => document.querySelector('h3')!.textContent;
  const press = (label: string) =>
    [...document.querySelectorAll('button')]
      .find((each) => [each.textContent, each.getAttribute('aria-label')].includes(label))!
      .click();

  const field = () => document.querySelector('textarea')!;
  function type(text: string): void {
    field().value = text;
    field().dispatchEvent(new InputEvent('input'));
  }

  /** Opens the answers of the class, with the first pupil. */
  async function openPanel() {
    const { ClassPanel } = await import('../../src/classes/class-panel.ts');
    const here = await reading();
    await here.meetClasses();
    const panel = new ClassPanel(answer.exercise, here, signal);
    document.body.append(panel.element);
    panel.open();
    await vi.waitFor(() => expect(name()).toBe('Mia'));
    return { here, outcome: document.querySelector('.class-outcome')! };
  }

  it('reads that something is saved as long as the answer is there', async () => {
    const { here, outcome } = await openPanel();
    press('Noch einmal');
    await vi.waitFor(() => expect(outcome.textContent).toBe('Noch einmal: gespeichert.'));
    container.pages = [[{ ...mia, answers: [] }]];
    await here.open(exercise_id)!.load();
    expect(outcome.textContent).toBe('');
  });

  it.each([
    ['Gesehen', 'Gesehen: gespeichert.'],
    ['Zurücknehmen', 'Die Rückmeldung ist zurückgenommen.'],
  ])('reads that %s is saved until that is refused', async (label, words) => {
    const own = { ...said('Eins', 1), author: { subject: 'thomas' } };
    container.pages = [[{ ...mia, feedback: [own] }]];
    const { outcome } = await openPanel();
    press(label);
    await vi.waitFor(() => expect(outcome.textContent).toBe(words));
    const { feedback, ...to } = container.saved[0]!;
    const refuse = (feedback_id: string) =>
      container.emit('not-delivered', {
        kind: 'feedback',
        ...to,
        code: 'CONFLICT',
        message: '',
        feedback: [{ feedback_id, version: 1 }],
      });
    refuse('another');
    expect(outcome.textContent).toBe(words);
    refuse(feedback[0]!.feedback_id);
    expect(outcome.textContent).toBe('');
  });

  it('leaves words for a pupil with the class that they are for', async () => {
    container.classes = ['5b', '6a'].map((group) => ({ group_id: group, name: group }));
    const own = { ...said('Eins', 1), author: { subject: 'thomas' } };
    container.pages = [[{ ...mia, feedback: [own] }]];
    const { here } = await openPanel();
    press('Ändern');
    type('Eins und');
    container.classes = [{ group_id: '6a', name: '6a' }];
    container.failures.push({ code: 'REFUSED' });
    await here.open(exercise_id)!.load();
    await vi.waitFor(() => expect(here.isGone).toBe(true));
    expect([here.groupId, name(), field().value]).toEqual(['5b', 'Mia', 'Eins und']);
    expect(field().readOnly).toBe(true);
    const visible = [...document.querySelectorAll('.class-pupil button')]
      .filter((each) => !each.closest('[hidden]'))
      .map(({ textContent }) => textContent);
    expect(visible).not.toContain('Kommentar geben');
    expect(visible).not.toContain('Ändern');
    expect(document.querySelector('.class-message')!.textContent).toMatch(
      /^Diese Klasse gibt es nicht/,
    );
    press('Text löschen');
    container.emit('classes-changed', {});
    await vi.waitFor(() => expect(here.groupId).toBe('6a'));
    await vi.waitFor(() => expect(name()).toBe('Mia'));
    expect(field().value).toBe('');
  });

  describe('who writes to a pupil that leaves', () => {
    const noa: ClassMember = { ...mia, subject: 'noa', display_name: 'Noa' };
    const state = () => document.querySelector('.class-state')!.textContent;
    const names = () => [...document.querySelectorAll('.class-pupils b')].map((b) => b.textContent);
    const isVisible = (label: string) =>
      [...document.querySelectorAll('button')].some(
        (each) => each.textContent === label && !each.closest('[hidden]'),
      );
    beforeEach(() => {
      container.pages = [[mia, noa]];
    });

    it('still reads the words, and gives them to nobody else', async () => {
      const { here } = await openPanel();
      type('Warum?');
      field().focus();
      container.pages = [[noa]];
      await here.open(exercise_id)!.load();
      expect([name(), state()]).toEqual(['Mia', 'Mia lernt nicht mehr in dieser Klasse.']);
      expect(document.activeElement?.textContent).toBe('Mia');
      expect(document.querySelector('.class-pupil')!.textContent).not.toContain('Liebe Gemeinde');
      expect([field().value, field().readOnly, isVisible('Kommentar geben')]).toEqual([
        'Warum?',
        true,
        false,
      ]);
      document.querySelector('form')!.requestSubmit();
      press('Nächste Person');
      expect([name(), field().value, field().readOnly]).toEqual(['Noa', '', false]);
      expect(names()).toEqual(['Noa', 'Mia']);
      press('Nächste Person');
      expect([name(), field().value]).toEqual(['Mia', 'Warum?']);
      press('Text löschen');
      expect(document.activeElement?.textContent).toBe('Mia');
      expect((await import('../../src/classes/drafts.ts')).drafts.isUnsaved).toBe(false);
      press('Vorherige Person');
      expect(names()).toEqual(['Noa']);
      expect(container.saved).toEqual([]);
    });

    it('finds the words again that were refused, and gives on where the pupil comes back', async () => {
      const { here } = await openPanel();
      type('Warum?');
      press('Kommentar geben');
      await vi.waitFor(() => expect(field().value).toBe(''));
      const { feedback, ...to } = container.saved[0]!;
      container.pages = [[noa]];
      container.emit('not-delivered', {
        kind: 'feedback',
        ...to,
        code: 'REFUSED',
        message: '',
        feedback: [{ feedback_id: feedback[0]!.feedback_id, version: 0 }],
      });
      await vi.waitFor(() => expect(state()).toBe('Mia lernt nicht mehr in dieser Klasse.'));
      expect([field().value, document.querySelector('.class-given')!.children]).toMatchObject([
        'Warum?',
        { length: 0 },
      ]);
      container.pages = [[mia, noa]];
      await here.open(exercise_id)!.load();
      expect([name(), field().value, field().readOnly]).toEqual(['Mia', 'Warum?', false]);
      expect(names()).toEqual(['Mia', 'Noa']);
    });

    it('finds them in the list, where another pupil is chosen; without words nobody is left there', async () => {
      const { here } = await openPanel();
      type('Warum?');
      press('Nächste Person');
      container.pages = [[]];
      await here.open(exercise_id)!.load();
      expect([name(), state()]).toEqual(['Noa', 'Noa lernt nicht mehr in dieser Klasse.']);
      expect(document.querySelector('form')!.hidden).toBe(true);
      press('Nächste Person');
      expect([name(), field().value, names()]).toEqual(['Mia', 'Warum?', ['Mia']]);
      expect(document.querySelector('.class-message')!.textContent).toMatch(/noch niemand/);
    });
  });

  it('is heard with each press, however quick, and gives the same once', async () => {
    const noa: ClassMember = { ...mia, subject: 'noa', display_name: 'Noa' };
    container.pages = [[mia, noa]];
    await openPanel();
    const saving = Promise.withResolvers<void>();
    const save = container.saveFeedback.bind(container);
    vi.spyOn(container, 'saveFeedback').mockImplementation((to) =>
      saving.promise.then(() => save(to)),
    );
    press('Gesehen');
    press('Gesehen');
    type('Warum?');
    press('Kommentar geben');
    press('Kommentar geben');
    type('Warum? Und');
    press('Nächste Person');
    press('Gesehen');
    saving.resolve();
    const kinds = () =>
      container.saved.map(({ member_subject, feedback: [given] }) => [
        member_subject,
        'content' in given! && given.content.feedback_kind,
      ]);
    await vi.waitFor(() =>
      expect(kinds()).toEqual([
        ['mia', 'seen'],
        ['mia', 'comment'],
        ['noa', 'seen'],
      ]),
    );
    expect(field().value).toBe('');
    press('Vorherige Person');
    expect(field().value, 'typed since').toBe('Warum? Und');
  });

  it('goes on changing a text while it is saved, and gives the same words once', async () => {
    const own = { ...said('Eins', 1), author: { subject: 'thomas' } };
    container.pages = [[{ ...mia, feedback: [own] }]];
    const { outcome } = await openPanel();
    let saving = Promise.withResolvers<void>();
    const save = container.saveFeedback.bind(container);
    vi.spyOn(container, 'saveFeedback').mockImplementation((to) =>
      saving.promise.then(() => save(to)),
    );
    const texts = () =>
      container.saved.map(({ feedback: [given] }) => 'content' in given! && given.content);
    press('Ändern');
    type('Eins und');
    press('Sichern');
    type('Eins und zwei');
    press('Sichern');
    press('Sichern');
    type('Eins und');
    press('Sichern');
    type('Eins und zwei und');
    saving.resolve();
    await vi.waitFor(() =>
      expect(texts()).toMatchObject(
        ['Eins und', 'Eins und zwei', 'Eins und'].map((text) => ({ text })),
      ),
    );
    await vi.waitFor(() => expect(outcome.textContent).toBe('Kommentar: gespeichert.'));
    expect(field().value, 'typed since').toBe('Eins und zwei und');
    press('Sichern');
    await vi.waitFor(() => expect(texts()).toHaveLength(4));
    await vi.waitFor(() => expect(document.querySelectorAll('textarea')).toHaveLength(1));

    saving = Promise.withResolvers<void>();
    type('Warum?');
    press('Kommentar geben');
    press('Noch einmal');
    saving.resolve();
    await vi.waitFor(() => expect(field().value).toBe(''));
    press('Gesehen');
    await vi.waitFor(() => expect(outcome.textContent).toBe('Gesehen: gespeichert.'));
    expect(texts().slice(4)).toEqual([
      { feedback_kind: 'comment', text: 'Warum?' },
      { feedback_kind: 'seen' },
    ]);
  });

  it('has the height of a longer answer until the window changes', async () => {
    container.pages = [[mia, { ...mia, subject: 'noa', display_name: 'Noa' }]];
    await openPanel();
    const pupil = document.querySelector<HTMLElement>('.class-pupil')!;
    vi.spyOn(pupil, 'offsetHeight', 'get').mockReturnValue(500);
    press('Nächste Person');
    expect(name()).toBe('Noa');
    expect(pupil.style.minHeight).toBe('500px');
    dispatchEvent(new Event('resize'));
    expect(pupil.style.minHeight).toBe('');
  });

  it('goes from the list of a class, which is named, to the open answers', async () => {
    const { createClassPage } = await import('../../src/classes/class-page.ts');
    const page = createClassPage(context(), signal);
    document.body.append(page);
    await vi.waitFor(() => expect(page.textContent).toContain('1 ohne Rückmeldung'));
    const shown = [...page.querySelectorAll('p')].filter(({ hidden }) => !hidden);
    expect(shown.map(({ textContent }) => textContent)).toContain('Klasse 5b');
    page.querySelector<HTMLElement>(`a[href$="${exercise_id}"]`)!.click();
    const here = await reading();
    const { ClassPanel } = await import('../../src/classes/class-panel.ts');
    const panel = new ClassPanel(answer.exercise, here, signal);
    document.body.append(panel.element);
    panel.update();
    const name = panel.element.querySelector('h3');
    await vi.waitFor(() => expect(document.activeElement).toBe(name));
    expect(name!.textContent).toBe('Mia');
  });
});
