import type { AnswerChanges } from '@lectern/sdk/protocol';
import { describe, expect, it, vi } from 'vitest';
import { openDevice } from './device-scene.ts';
import { deviceForEachTest, openTab, otherScope, scope, type Tab } from './fake-tabs.ts';
import { FakeStores } from './fake-stores.ts';

/* Answers alone. Planning, settling and reading are those of annotations. */

deviceForEachTest();

const essay = (text: string, version: number, more: object = {}): AnswerChanges[number] => ({
  answer_id: 'a',
  content: { basic_answer_type: 'essay', text },
  is_done: false,
  version,
  ...more,
});

const gaps = (words: string, version: number): AnswerChanges[number] => ({
  answer_id: 'a',
  content: {
    basic_answer_type: 'match_keyboard',
    gaps: words.split('').map((word) => ({ gap_id: word, text: word })),
  },
  is_done: false,
  version,
});

function textOf(thing: { readonly content?: { readonly text?: string } } | undefined) {
  return thing?.content?.text;
}

function open() {
  const device = openDevice();
  const { stores, tab } = device;
  const service = (at = scope) => stores.annotations.thing(at, 'answers', 'a');
  return {
    ...device,
    history: () => service().versions.map(({ content }) => textOf(content)),
    copies: () => service().copies.map(({ content }) => textOf(content)),
    /** A write of another device. */
    elsewhere: (text: string, version: number) =>
      stores.annotations.save({ ...scope, answers: [essay(text, version)] }),
    save: async (change: AnswerChanges[number], by: Tab = tab) => {
      const { answers } = await by.outbox.acceptAnswers(scope, [change]);
      return answers[0]!.version;
    },
    /** The answers as the content sees them, where the service has said this. */
    read: async (by: Tab = tab) => {
      const stored = stores.annotations.read({ ...scope, with_conflict_copies: true });
      return by.outbox.readAnswers(scope, async () => stored);
    },
  };
}

describe('an answer', () => {
  it('is on the disk once it is accepted, and is delivered by a tab that comes later: ANSWER-1', async () => {
    const { history, save, offline, laterTab } = open();
    offline();
    await save(essay('Pfütze', 0));
    const later = await laterTab();
    expect(history()).toEqual(['Pfütze']);
    expect(later.outcomes).toMatchObject([
      { kind: 'answers delivered', scope, changes: [{ id: 'a', version: 1, outcome: 'stored' }] },
    ]);
  });

  it('goes to the call that unites answers, which names its exercise', async () => {
    const { stores, save, delivered } = open();
    await save(essay('Pfütze', 0, { score_in_percent: 50 }));
    await delivered();
    expect(stores.seen).toMatchObject([
      {
        call: 'saveAnswers',
        subject: 'mia',
        body: {
          subject: 'mia',
          course_id_dto: scope.course_id_dto,
          issue_id_dto: scope.issue_id_dto,
          exercise_ids: ['a1'],
          answers: [{ exercise_id: 'a1', ...essay('Pfütze', 0, { score_in_percent: 50 }) }],
        },
      },
    ]);
  });

  it('is stored once, though the answer of the service was lost', async () => {
    const { stores, history, copies, save, online, delivered, waiting } = open();
    stores.fault = ({ call }) => (call === 'saveAnswers' ? 'answer lost' : undefined);
    await save(essay('Pfütze', 0));
    await waiting();
    online();
    await delivered();
    expect([history(), copies()]).toEqual([['Pfütze'], []]);
  });

  it('is delivered with the time of what leaders read of it', async () => {
    const { stores, tab, save, delivered } = open();
    const shared_at = '2026-11-21T08:00:00Z';
    const stored = { version: 2, updated_at: '2026-11-22T08:00:00Z', outcome: 'stored', shared_at };
    const outcome = { exercise_id: 'a1', answer_id: 'a', ...stored };
    stores.fault = ({ call }) =>
      call === 'saveAnswers' ? { answer: { outcomes: [outcome], answers: [] } } : undefined;
    await save(essay('Pfütze', 1));
    await delivered();
    expect(tab.outcomes).toMatchObject([{ kind: 'answers delivered', changes: [stored] }]);
  });

  it('is not delivered by an answer that is about another one', async () => {
    const { stores, tab, history, save, online, delivered, waiting } = open();
    const outcome = { version: 1, updated_at: '2026-11-22T08:00:00Z', outcome: 'stored' };
    const foreign = { exercise_id: 'a1', answer_id: 'b', ...outcome };
    stores.fault = () => ({ answer: { outcomes: [foreign], answers: [] } });
    await save(essay('Pfütze', 0));
    await waiting();
    expect(tab.outcomes).toEqual([]);
    online();
    await delivered();
    expect(history()).toEqual(['Pfütze']);
  });

  it('goes on what an earlier one has become, offline, and over another device: ANSWER-1', async () => {
    const { history, copies, elsewhere, save, offline, online, delivered, waiting } = open();
    elsewhere('von gestern', 0);
    offline();
    const version = await save(essay('erster', 1));
    await waiting();
    await save(essay('zweiter', version));
    elsewhere('am Tablet', 1);
    online();
    await delivered();
    expect(history()).toEqual(['von gestern', 'am Tablet', 'erster', 'zweiter']);
    expect(copies()).toEqual(['am Tablet']);
  });

  describe('that follows one which the service has united goes on what that was made on: ANSWER-1', () => {
    function openGaps() {
      const scene = open();
      const { stores } = scene;
      return {
        ...scene,
        write: (words: string, version: number) => scene.save(gaps(words, version)),
        elsewhere: (words: string, version: number) =>
          stores.annotations.save({ ...scope, answers: [gaps(words, version)] }),
        stored: () => {
          const { versions, copies } = stores.annotations.thing(scope, 'answers', 'a');
          const { content } = versions.at(-1)!.content as Pick<
            Extract<AnswerChanges[number], { readonly content: unknown }>,
            'content'
          >;
          const words =
            content.basic_answer_type === 'match_keyboard'
              ? content.gaps.map(({ text }) => text)
              : [];
          return [words.sort().join(''), copies.length];
        },
      };
    }

    it('where it waits behind it', async () => {
      const { write, elsewhere, stored, offline, online, delivered, waiting } = openGaps();
      offline();
      const first = await write('x', 0);
      await waiting();
      const second = await write('xz', first);
      // A tab that has sent it joins nothing to it, and the third is joined to the second.
      await write('xzw', second);
      elsewhere('y', 0);
      online();
      await delivered();
      expect(stored()).toEqual(['wxyz', 0]);
    });

    it('where it is written before its content hears of it', async () => {
      const { write, elsewhere, stored, delivered } = openGaps();
      elsewhere('y', 0);
      const first = await write('x', 0);
      await delivered();
      const second = await write('xz', first);
      await delivered();
      await write('xzw', second);
      await delivered();
      expect(stored()).toEqual(['wxyz', 0]);
    });

    it('where the content has read what waited, and the service was asked before it came there', async () => {
      const { stores, tab, write, elsewhere, stored, delivered } = openGaps();
      elsewhere('y', 0);
      const before = stores.annotations.read({ ...scope, with_conflict_copies: true });
      await write('x', 0);
      const shown = await tab.outbox.readAnswers(scope, async () => {
        await delivered();
        return before;
      });
      const { version } = shown.answers![0] as { readonly version: number };
      await write('xz', version);
      await delivered();
      expect(stored()).toEqual(['xyz', 0]);
    });

    it('and not where the content has read both', async () => {
      const { write, elsewhere, stored, read, delivered } = openGaps();
      elsewhere('y', 0);
      await write('x', 0);
      await delivered();
      const { answers } = await read();
      await write('z', (answers![0] as { readonly version: number }).version);
      await delivered();
      expect(stored()).toEqual(['z', 0]);
    });
  });

  it('of another tab that has not seen the first leaves both: ANSWER-1', async () => {
    const { stores, tab, history, copies, save, offline, online, delivered } = open();
    const second = openTab(stores);
    offline();
    await save(essay('Tab eins', 0));
    await save(essay('Tab zwei', 0), second);
    online();
    await delivered(tab);
    await delivered(second);
    expect([history(), copies()]).toEqual([['Tab eins', 'Tab zwei'], ['Tab eins']]);
    expect(second.outcomes.at(-1)).toMatchObject({ changes: [{ conflict_copy_version: 1 }] });
  });

  it('is seen by another tab while it waits, as is a choice between two: ANSWER-1', async () => {
    const { stores, elsewhere, read, save, offline, online, delivered } = open();
    elsewhere('dort', 0);
    await save(essay('hier', 0));
    await delivered();
    const second = openTab(stores);
    expect(await read(second)).toMatchObject({
      answers: [{ answer_id: 'a', content: { text: 'hier' }, version: 2, delivered: true }],
      conflict_copies: { answers: [{ answer_id: 'a', content: { text: 'dort' }, version: 1 }] },
    });
    offline();
    await save(essay('beides', 2, { settled_versions: [1] }));
    expect(await read(second)).toMatchObject({
      answers: [{ answer_id: 'a', content: { text: 'beides' }, delivered: false }],
      conflict_copies: { answers: [] },
    });
    online();
    await delivered();
    expect((await read()).conflict_copies).toEqual({ answers: [] });
  });

  it('that the service refuses is set aside, told, and sent again when the user says so', async () => {
    const { stores, tab, history, save, online, delivered } = open();
    stores.fault = () => ({ status: 413, code: 'ANSWERS_FULL' });
    await save(essay('zu viel', 0));
    await delivered();
    expect(tab.outcomes).toMatchObject([
      { kind: 'answers refused', reason: 'ANSWERS_FULL', changes: [{ id: 'a', base: 0 }] },
    ]);
    expect(await tab.outbox.setAside()).toMatchObject([
      { kind: 'answers', reason: 'ANSWERS_FULL', scope, changes: [{ id: 'a' }] },
    ]);
    online();
    await tab.outbox.retryRefused();
    await delivered();
    expect(history()).toEqual(['zu viel']);
  });

  it('of another exercise does not wait for it, nor items of the same', async () => {
    const { stores, tab } = open();
    stores.fault = ({ call, body }) =>
      call === 'saveAnswers' && (body as { exercise_ids: string[] }).exercise_ids[0] === 'a1'
        ? { status: 503 }
        : undefined;
    await tab.outbox.acceptAnswers(scope, [essay('eins', 0)]);
    await tab.outbox.acceptAnswers(otherScope, [essay('zwei', 0)]);
    await tab.outbox.acceptItems(scope, [{ segment: 's', key: 'k', value: 'drei' }]);
    // Each asks for a try at once.
    await vi.waitFor(async () => {
      await tab.outbox.drained(50);
      expect(stores.annotations.thing(otherScope, 'answers', 'a').versions).toHaveLength(1);
      expect(stores.value(scope, { segment: 's', key: 'k' })).toBe('drei');
    });
  });

  it('goes with what else waits of its course', async () => {
    const { stores, tab, history, save, offline, online, delivered } = open();
    offline();
    await save(essay('Pfütze', 0));
    expect(await tab.outbox.forgetCourse('wasser')).toBe(1);
    online();
    await delivered();
    expect([history(), stores.seen.filter(({ call }) => call === 'key')]).toEqual([[], []]);
  });

  it('is measured with the name of its exercise, which each has in the request', async () => {
    const { tab } = open();
    const text = 'x'.repeat(41_700);
    const answers = Array.from({ length: 100 }, (_, task) => ({
      ...essay(text, 0),
      answer_id: `${task}`,
    }));
    const long = { ...scope, exercise_dto: { exercise_id: 'a'.repeat(200) } };
    await expect(tab.outbox.acceptAnswers(long, answers)).rejects.toMatchObject({
      code: 'REFUSED',
    });
    expect((await tab.outbox.acceptAnswers(scope, answers)).answers).toHaveLength(100);
  });

  it.each([
    ['appears twice', [essay('eins', 0), essay('zwei', 0)], 'BAD_PAYLOAD'],
    ['has a text that cannot be stored', [essay('\uD800', 0)], 'BAD_PAYLOAD'],
    ['is larger than a request', [essay('x'.repeat(5 * 1024 * 1024), 0)], 'REFUSED'],
    ['was made on a version that is not known any more', [essay('x', 2 ** 40)], 'CONFLICT'],
  ])('that %s is not accepted', async (_, answers, code) => {
    const { tab } = open();
    await expect(tab.outbox.acceptAnswers(scope, answers)).rejects.toMatchObject({ code });
    expect(tab.outbox.saveState.undelivered).toBe(0);
  });
});

describe('where this device keeps nothing, an answer', () => {
  const nothingIsKept = { key: '' };

  it('is accepted once the service has it', async () => {
    const { stores, history } = open();
    const { outbox, outcomes } = openTab(stores, nothingIsKept);
    expect(await outbox.acceptAnswers(scope, [essay('Pfütze', 0)])).toMatchObject({
      answers: [{ answer_id: 'a', version: 1, delivered: true }],
    });
    expect(history()).toEqual(['Pfütze']);
    expect(outcomes).toMatchObject([{ kind: 'answers delivered' }]);
  });

  it('is accepted with the time of the version that leaders see', async () => {
    const { stores } = open();
    const [shared_at, updated_at] = ['2026-11-21T08:00:00Z', '2026-11-22T08:00:00Z'];
    const outcome = { exercise_id: 'a1', answer_id: 'a', version: 2, updated_at, shared_at };
    stores.fault = () => ({
      answer: { outcomes: [{ ...outcome, outcome: 'stored' }], answers: [] },
    });
    const { outbox } = openTab(stores, nothingIsKept);
    expect(await outbox.acceptAnswers(scope, [essay('Pfütze', 1)])).toEqual({
      answers: [{ answer_id: 'a', version: 2, updated_at, shared_at, delivered: true }],
    });
  });

  it('is not accepted where it has not', async () => {
    const { stores, offline } = open();
    offline();
    const { outbox } = openTab(stores, nothingIsKept);
    await expect(outbox.acceptAnswers(scope, [essay('Pfütze', 0)])).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
  });

  it('and united by it, is told on the version from before, so that what follows is united, too', async () => {
    const stores = new FakeStores();
    const { outbox } = openTab(stores, nothingIsKept);
    stores.annotations.save({ ...scope, answers: [gaps('y', 0)] });
    const { answers } = await outbox.acceptAnswers(scope, [gaps('x', 0)]);
    expect(answers).toMatchObject([{ version: 0, delivered: true }]);
    await outbox.acceptAnswers(scope, [gaps('xz', answers[0]!.version)]);
    const { versions } = stores.annotations.thing(scope, 'answers', 'a');
    expect(versions.at(-1)!.content).toMatchObject({
      content: { gaps: [{ gap_id: 'y' }, { gap_id: 'x' }, { gap_id: 'z' }] },
    });
  });
});
