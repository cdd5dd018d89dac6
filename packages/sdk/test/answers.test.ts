import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openAnswers, type AnswerStore, type AnswerValue } from '../src/answers.ts';
import { slowestRetryInMs } from '../src/retry.ts';
import { AnswersDouble } from '../testing/answers-double.ts';

const scopeOf = (exercise_id: string) => ({
  course_id_dto: { course_id: 'wasser' },
  issue_id_dto: { issue_id: '1' },
  exercise_dto: { exercise_id },
});
const scope = scopeOf('brief');
const text = (value: string, is_done = false): AnswerValue => ({
  content: { basic_answer_type: 'essay', text: value },
  is_done,
});
const gaps = (words: Readonly<Record<string, string>>): AnswerValue => ({
  content: {
    basic_answer_type: 'match_keyboard',
    gaps: Object.entries(words).map(([gap_id, word]) => ({ gap_id, text: word })),
  },
  is_done: false,
});

let container: AnswersDouble;
let store: AnswerStore;

/** The content as it is after loading. */
async function open(): Promise<void> {
  container.reload();
  store = openAnswers(container, scope);
  await store.load();
}

/** Work under way comes to its end. */
const settle = () => vi.advanceTimersByTimeAsync(0);

async function write(value: AnswerValue): Promise<void> {
  store.set({ a: value });
  await settle();
}

async function deliver(): Promise<void> {
  container.deliverAnswers();
  await settle();
}

beforeEach(async () => {
  vi.useFakeTimers();
  container = new AnswersDouble();
  await open();
});

describe('answers', () => {
  it('are restored, kept, and saved once a service has them', async () => {
    const states: string[] = [];
    store.subscribe(() => states.push(store.status.kind));
    await write(text('hier'));
    expect(store.status.kind).toBe('kept');
    await deliver();
    expect(states).toEqual(['saving', 'kept', 'saved']);
    await open();
    expect(store.values).toEqual({ a: text('hier') });
    expect(store.status.kind).toBe('saved');
  });

  it('say when they were stored, once a service has them', async () => {
    const updated_at = expect.stringMatching(/^20/) as string;
    const stored = { key: 'a', updated_at, delivered: true };
    expect(store.items).toEqual([]);
    await write(text('hier'));
    expect(store.items).toMatchObject([{ key: 'a', delivered: false }]);
    await deliver();
    expect(store.items).toMatchObject([stored]);
    await open();
    expect(store.items).toMatchObject([stored]);
  });

  it('say when what teachers may read was stored', async () => {
    const of = (text: string, shared_text: string): AnswerValue => ({
      content: { basic_answer_type: 'essay', text, shared_text },
      is_done: true,
    });
    const write = async (value: AnswerValue, time: string) => {
      container.now = time;
      store.set({ a: value });
      await store.flush();
      await deliver();
    };
    const [first, second] = ['2026-03-01T08:00:00Z', '2026-03-02T08:00:00Z'];
    await write(of('fertig', 'fertig'), first);
    expect(store.items).toMatchObject([{ updated_at: first, shared_at: first }]);
    await write(of('für mich', 'fertig'), second);
    const expected = [{ updated_at: second, shared_at: first, delivered: true }];
    expect(store.items).toMatchObject(expected);
    await open();
    expect(store.items).toMatchObject(expected);
    await write(of('neu', 'neu'), second);
    expect(store.items).toMatchObject([{ shared_at: second }]);
  });

  it('that go back to what a service has are saved once it has them again', async () => {
    await write(text('alt'));
    await deliver();
    await write(text('neu'));
    await write(text('alt'));
    expect(store.status.kind).toBe('kept');
    await deliver();
    expect(store.status.kind).toBe('saved');
  });

  it('that waited on the last visit are saved once a service has them', async () => {
    await write(text('hier'));
    await open();
    expect(store.status.kind).toBe('kept');
    await deliver();
    expect(store.status.kind).toBe('saved');
  });

  it('that waited on the last visit are refused as they were written', async () => {
    await write(text('zu viel'));
    await open();
    container.refuseAnswers('Refused: ANSWERS_FULL.');
    await settle();
    expect(store.status).toMatchObject({ kind: 'failed', error: { code: 'REFUSED' } });
  });

  it('are sent as they differ, on the version that was accepted last', async () => {
    store.set({ a: text('eins'), b: text('zwei') });
    await settle();
    await write(text('drei'));
    await deliver();
    await write(text('vier'));
    await deliver();
    expect(container.given.map((changes) => changes.map(({ answer_id }) => answer_id))).toEqual([
      ['a', 'b'],
      ['a'],
      ['a'],
    ]);
    expect(container.task('brief', 'a')).toEqual({ value: text('vier'), copies: [] });
    expect(container.task('brief', 'b')).toEqual({ value: text('zwei'), copies: [] });
  });

  it('are the same in whatever order their members are, and whatever made them', async () => {
    const content = { text: 'hier', basic_answer_type: 'essay' } as const;
    await write({ is_done: false, content });
    // Objects of another window have another constructor.
    await write({
      is_done: false,
      content: Object.setPrototypeOf({ ...content }, null) as typeof content,
    });
    await write(text('hier'));
    expect(container.given).toHaveLength(1);
  });

  it.each([
    ['a\0b', 'ab'],
    ['half \uD83D', 'half '],
    ['\uDC1F half', ' half'],
    ['whole 🐟, \\u0000, \u2028 and \uFFFF', 'whole 🐟, \\u0000, \u2028 and \uFFFF'],
  ])('are kept without what no service can store: %j', async (typed, kept) => {
    await write(text(typed));
    await deliver();
    expect(container.task('brief', 'a').value).toEqual(text(kept));
    expect(store.values).toEqual({ a: text(kept) });
  });

  it('of a page are read in one request', async () => {
    container.asked.length = 0;
    const stores = ['brief', 'bild', 'film'].map((id) => openAnswers(container, scopeOf(id)));
    await Promise.all(stores.map((each) => each.load()));
    // That of the letter was read before.
    expect(container.asked).toEqual([['bild', 'film']]);
  });

  it('that cannot be read are read again, and closed until then', async () => {
    container.reload();
    container.failures.push({ code: 'UNAVAILABLE' });
    store = openAnswers(container, scope);
    const loading = store.load();
    await settle();
    expect(store.status).toMatchObject({ kind: 'loading', error: { code: 'UNAVAILABLE' } });
    await vi.advanceTimersByTimeAsync(slowestRetryInMs);
    await loading;
    expect(store.status.kind).toBe('saved');
  });

  it('of a page are read again in one request, and all say why', async () => {
    container.asked.length = 0;
    container.failures.push({ code: 'UNAVAILABLE' }, { code: 'TIMEOUT' });
    const stores = ['bild', 'film'].map((id) => openAnswers(container, scopeOf(id)));
    const loading = Promise.all(stores.map((each) => each.load()));
    await settle();
    for (const { status } of stores)
      expect(status).toMatchObject({ kind: 'loading', error: { code: 'UNAVAILABLE' } });
    await vi.advanceTimersByTimeAsync(2 * slowestRetryInMs);
    await loading;
    expect(container.asked).toEqual(Array.from({ length: 3 }, () => ['bild', 'film']));
    expect(stores.map(({ status }) => status.kind)).toEqual(['saved', 'saved']);
  });

  it('that are delivered while they are read are saved', async () => {
    await write(text('hier'));
    container.reload();
    store = openAnswers(container, scope);
    const { getAnswers } = container;
    vi.spyOn(container, 'getAnswers').mockImplementationOnce(async (...asked) => {
      const read = await getAnswers.apply(container, asked);
      container.deliverAnswers();
      return read;
    });
    await store.load();
    expect(store.status.kind).toBe('saved');
  });

  it('that are united while they are read come to the screen', async () => {
    await write(gaps({ x: 'Regen' }));
    container.answerElsewhere('brief', 'a', gaps({ y: 'Schnee' }));
    container.reload();
    store = openAnswers(container, scope);
    const { getAnswers } = container;
    vi.spyOn(container, 'getAnswers').mockImplementationOnce(async (...asked) => {
      const read = await getAnswers.apply(container, asked);
      container.deliverAnswers();
      return read;
    });
    await store.load();
    expect(store.status.kind).toBe('saved');
    expect(store.values).toEqual({ a: gaps({ y: 'Schnee', x: 'Regen' }) });
  });

  it('that are invalid hold up no others', async () => {
    container.failures.push({ code: 'BAD_PAYLOAD' });
    await write(text('zu lang'));
    expect(store.status).toMatchObject({ kind: 'failed', error: { code: 'BAD_PAYLOAD' } });
    store.set({ b: text('gut') });
    await settle();
    await deliver();
    expect(container.task('brief', 'b').value).toEqual(text('gut'));
  });

  it('that a service refuses say so, and are sent again with the next change', async () => {
    await write(text('zu viel'));
    container.refuseAnswers('Refused: ANSWERS_FULL.');
    await settle();
    expect(store.status).toMatchObject({ kind: 'failed', error: { code: 'REFUSED' } });
    await write(text('weniger'));
    await deliver();
    expect(store.status.kind).toBe('saved');
    expect(container.task('brief', 'a').value).toEqual(text('weniger'));
  });

  it('whose acceptance was not told are sent once more, and are no conflict', async () => {
    container.failures.push({ code: 'TIMEOUT', isAccepted: true });
    await write(text('hier'));
    await vi.advanceTimersByTimeAsync(slowestRetryInMs);
    await deliver();
    expect(store.status.kind).toBe('saved');
    expect(container.task('brief', 'a')).toEqual({ value: text('hier'), copies: [] });
  });

  it('are unsaved until the container has them, which the SDK tells it', async () => {
    store.set({ a: text('hier') });
    expect(store.isUnsaved).toBe(true);
    await settle();
    expect(store.isUnsaved).toBe(false);
    expect(container.unsaved).toEqual([true, false]);
  });

  it('are one store for an exercise, beside those of its local store items', async () => {
    await write(text('hier'));
    expect(openAnswers(container, scope).values).toEqual({ a: text('hier') });
    expect(container.store(scope).status.kind).toBe('loading');
  });
});

describe('what was answered elsewhere meanwhile', () => {
  async function meet(): Promise<void> {
    await write(text('hier'));
    container.answerElsewhere('brief', 'a', text('dort'));
    await deliver();
  }

  it('is asked about, and both are at the service until then', async () => {
    await meet();
    expect(store.status).toEqual({ kind: 'conflict', other: { a: text('dort') } });
    expect(store.values).toEqual({ a: text('hier') });
    expect(container.task('brief', 'a')).toEqual({ value: text('hier'), copies: [text('dort')] });
  });

  it('is asked about after a reload, too', async () => {
    await meet();
    await open();
    expect(store.status).toEqual({ kind: 'conflict', other: { a: text('dort') } });
    expect(store.values).toEqual({ a: text('hier') });
  });

  it.each([
    ['own', () => store.values],
    ['other', () => (store.status.kind === 'conflict' ? store.status.other : {})],
    ['third', () => ({ a: text('beides') })],
  ])('is settled by a choice: %s', async (_, choose) => {
    await meet();
    const chosen = choose();
    const settled = store.settle(chosen);
    await settle();
    expect(await settled).toBe(true);
    await deliver();
    expect(store.status.kind).toBe('saved');
    expect(container.task('brief', 'a')).toEqual({ value: chosen['a'], copies: [] });
    await open();
    expect(store.status.kind).toBe('saved');
  });

  it('does not end typing, and nothing of that is sent before the choice', async () => {
    await meet();
    await write(text('hier weiter'));
    expect(store.status.kind).toBe('conflict');
    expect(container.task('brief', 'a').value).toEqual(text('hier'));
    void store.settle(store.values);
    await settle();
    await deliver();
    expect(container.task('brief', 'a')).toEqual({ value: text('hier weiter'), copies: [] });
  });

  it('and the same is no question', async () => {
    await write(text('beides'));
    container.answerElsewhere('brief', 'a', text('beides'));
    await deliver();
    expect(store.status.kind).toBe('saved');
  });

  it('more than once is asked about one after the other, the newest first', async () => {
    await write(text('hier'));
    await deliver();
    container.answerElsewhere('brief', 'a', text('dort'), 0);
    container.answerElsewhere('brief', 'a', text('woanders'), 0);
    await write(text('hier weiter'));
    await deliver();
    const asked: unknown[] = [];
    while (store.status.kind === 'conflict') {
      asked.push(store.status.other['a']);
      void store.settle(store.values);
      await settle();
      await deliver();
    }
    // The own earlier text is no question.
    expect(asked).toEqual([text('woanders'), text('dort')]);
    expect(container.task('brief', 'a')).toEqual({ value: text('hier weiter'), copies: [] });
  });

  it('is united without asking where the content can', async () => {
    container.reload();
    store = openAnswers(container, scope, {
      merge: (_id, own, other) => ({ ...own, is_done: own.is_done || other.is_done }),
    });
    await store.load();
    await write(text('hier'));
    container.answerElsewhere('brief', 'a', text('hier', true));
    await deliver();
    await deliver();
    expect(store.status.kind).toBe('saved');
    expect(store.values).toEqual({ a: text('hier', true) });
    expect(container.task('brief', 'a')).toEqual({ value: text('hier', true), copies: [] });
  });
});

describe('parts that the service has united', () => {
  it('come to the screen without a question', async () => {
    await write(gaps({ x: 'Regen' }));
    container.answerElsewhere('brief', 'a', gaps({ y: 'Schnee' }));
    await deliver();
    expect(store.status.kind).toBe('saved');
    expect(store.values).toEqual({ a: gaps({ y: 'Schnee', x: 'Regen' }) });
    await write(gaps({ y: 'Schnee', x: 'Hagel' }));
    await deliver();
    expect(container.task('brief', 'a')).toEqual({
      value: gaps({ y: 'Schnee', x: 'Hagel' }),
      copies: [],
    });
  });

  it('come to the screen, too, where what was written is one of them', async () => {
    container.answerElsewhere('brief', 'a', gaps({ x: 'Regen', y: 'Schnee' }));
    await write(gaps({ x: 'Regen' }));
    await deliver();
    expect(store.status.kind).toBe('saved');
    expect(store.values).toEqual({ a: gaps({ x: 'Regen', y: 'Schnee' }) });
  });

  it('are asked about where the same is written again later, and another answer meets it', async () => {
    await write(gaps({ x: 'Regen' }));
    container.answerElsewhere('brief', 'a', gaps({ y: 'Schnee' }));
    await deliver();
    const { values } = store;
    await write(gaps({ x: 'Regen' }));
    container.answerElsewhere('brief', 'a', gaps({ x: 'Hagel' }));
    await deliver();
    expect(store.status).toEqual({ kind: 'conflict', other: { a: gaps({ x: 'Hagel' }) } });
    expect([values, store.values]).toEqual([
      { a: gaps({ y: 'Schnee', x: 'Regen' }) },
      { a: gaps({ x: 'Regen' }) },
    ]);
  });

  it('come to the screen beside another answer that is asked about', async () => {
    store.set({ a: gaps({ x: 'Regen' }), b: text('hier') });
    await settle();
    container.answerElsewhere('brief', 'a', gaps({ y: 'Schnee' }));
    container.answerElsewhere('brief', 'b', text('dort'));
    await deliver();
    expect(store.status.kind).toBe('conflict');
    void store.settle(store.values);
    await settle();
    await deliver();
    expect(store.status.kind).toBe('saved');
    expect(container.task('brief', 'a').value).toEqual(gaps({ y: 'Schnee', x: 'Regen' }));
  });

  it('are asked about where the user has gone on meanwhile, so that neither is dropped', async () => {
    await write(gaps({ x: 'Regen' }));
    container.answerElsewhere('brief', 'a', gaps({ y: 'Schnee' }));
    store.set({ a: gaps({ x: 'Regen', z: 'Nebel' }) });
    container.deliverAnswers();
    await settle();
    expect(store.status).toEqual({
      kind: 'conflict',
      other: { a: gaps({ y: 'Schnee', x: 'Regen' }) },
    });
    expect(store.values).toEqual({ a: gaps({ x: 'Regen', z: 'Nebel' }) });
  });
});

describe('where the device keeps nothing', () => {
  beforeEach(() => {
    container.isDirect = true;
  });

  it('answers are saved as the service has them, though the event comes first', async () => {
    const states: string[] = [];
    store.subscribe(() => states.push(store.status.kind));
    await write(text('eins'));
    await write(text('zwei'));
    await write(text('eins'));
    expect(states).toEqual(Array.from({ length: 3 }, () => ['saving', 'saved']).flat());
    expect(container.task('brief', 'a')).toEqual({ value: text('eins'), copies: [] });
    expect(container.given.map(([change]) => change!.version)).toEqual([0, 1, 2]);
  });

  it('an answer keeps the time of the version that teachers see', async () => {
    const of = (words: string): AnswerValue => ({
      content: { basic_answer_type: 'essay', text: words, shared_text: 'fertig' },
      is_done: true,
    });
    const { now } = container;
    await write(of('fertig'));
    container.now = '2026-03-02T08:00:00Z';
    await write(of('für mich'));
    expect(store.items).toMatchObject([{ updated_at: container.now, shared_at: now }]);
  });

  it('what is united comes to the screen, and what follows drops nothing', async () => {
    container.answerElsewhere('brief', 'a', gaps({ y: 'Schnee' }));
    await write(gaps({ x: 'Regen' }));
    expect(store.status.kind).toBe('saved');
    expect(store.values).toEqual({ a: gaps({ y: 'Schnee', x: 'Regen' }) });
    await write(gaps({ y: 'Schnee', x: 'Regen', z: 'Nebel' }));
    expect(container.task('brief', 'a')).toEqual({
      value: gaps({ y: 'Schnee', x: 'Regen', z: 'Nebel' }),
      copies: [],
    });
  });

  it('what was answered elsewhere is asked about', async () => {
    container.answerElsewhere('brief', 'a', text('dort'));
    await write(text('hier'));
    expect(store.status).toEqual({ kind: 'conflict', other: { a: text('dort') } });
    void store.settle(store.values);
    await settle();
    expect(store.status.kind).toBe('saved');
    expect(container.task('brief', 'a')).toEqual({ value: text('hier'), copies: [] });
  });
});
