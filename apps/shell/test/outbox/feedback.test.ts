import { feedbackCalls } from '@lectern/contracts/calls/annotations/feedback';
import type { FeedbackChanges } from '@lectern/sdk/protocol';
import { describe, expect, it } from 'vitest';
import { openDevice } from './device-scene.ts';
import { deviceForEachTest, openTab, scope, statementId, until } from './fake-tabs.ts';

/* Feedback alone: a lane for each pupil and exercise, and conflicts that are refused. */

deviceForEachTest();

const ofMia = { ...scope, group_id: '5b', member_subject: 'mia' };
const ofBen = { ...ofMia, member_subject: 'ben' };
const feedback_id = statementId(1);

const comment = (text: string, version: number, id = feedback_id): FeedbackChanges[number] => ({
  feedback_id: id,
  answer_id: 'a',
  answer_version: 3,
  content: { feedback_kind: 'comment', text },
  version,
});

function textOf(stored: { readonly content?: { readonly text?: string } } | undefined) {
  return stored?.content?.text;
}

function open() {
  const device = openDevice();
  const { stores, tab } = device;
  return {
    ...device,
    text: () => textOf(stores.feedback.get(feedback_id)),
    save: async (change: FeedbackChanges[number], to = ofMia) =>
      (await tab.outbox.acceptFeedback(to, [change])).feedback[0]!.version,
    read: (by = tab, from = ofMia) => by.outbox.readFeedback(from, async () => ({ feedback: [] })),
  };
}

describe('feedback', () => {
  it('that waits is found among the pupils of a class: FEEDBACK-2', async () => {
    const { tab, save, offline } = open();
    offline();
    expect(await tab.outbox.keptFeedback([ofBen, ofMia])).toEqual([]);
    await save(comment('Wo bleibt der Dampf?', 0));
    expect(await tab.outbox.keptFeedback([ofBen, ofMia])).toEqual([ofMia]);
  });

  it('is kept without a network, and delivered by a tab that comes later: FEEDBACK-1', async () => {
    const { stores, text, save, offline, laterTab } = open();
    offline();
    await save(comment('Wo bleibt der Dampf?', 0));
    const later = await laterTab();
    expect(text()).toBe('Wo bleibt der Dampf?');
    expect(later.outcomes).toMatchObject([
      { kind: 'feedback delivered', scope: ofMia, changes: [{ id: feedback_id, version: 1 }] },
    ]);
    const bodies = stores.seen.filter(({ call }) => call === 'feedback').map(({ body }) => body);
    expect(bodies.at(-1)).toMatchObject({
      group_id: '5b',
      member_subject: 'mia',
      feedback: [{ feedback_id, exercise_id: 'a1', answer_id: 'a', answer_version: 3, version: 0 }],
    });
    expect(bodies.at(-1)).not.toHaveProperty('exercise_dto');
  });

  it('goes on what it has become, and takes itself back: FEEDBACK-1', async () => {
    const { text, save, stores, delivered } = open();
    const first = await save(comment('Gut', 0));
    await delivered();
    const second = await save(comment('Sehr gut', first));
    await delivered();
    expect(text()).toBe('Sehr gut');
    await save({ feedback_id, version: second, is_removed: true } as const);
    await delivered();
    expect(stores.feedback.get(feedback_id)).toEqual({ version: 3 });
    for (const { body } of stores.seen.filter(({ call }) => call === 'feedback'))
      expect(feedbackCalls.feedbackSaveForMember.body.safeParse(body).success).toBe(true);
  });

  it('waits beside that to another pupil, which goes its own way', async () => {
    const { stores, save, tab } = open();
    stores.fault = ({ body }) =>
      (body as { member_subject: string }).member_subject === 'mia'
        ? { status: 404, code: 'ANSWER_NOT_FOUND' }
        : undefined;
    await save(comment('Mia', 0));
    await save(comment('Ben', 0, statementId(2)), ofBen);
    await until(tab.outbox, () => tab.outbox.saveState.state === 'refused');
    expect([...stores.feedback.keys()]).toEqual([statementId(2)]);
    expect(await tab.outbox.setAside()).toMatchObject([
      { kind: 'feedback', reason: 'ANSWER_NOT_FOUND', scope: ofMia },
    ]);
  });

  it('is refused over that of another device, and counts once its author has read that: FEEDBACK-1', async () => {
    const { stores, tab, text, save, delivered } = open();
    const elsewhere = { feedback_kind: 'comment', text: 'Vom Telefon' };
    stores.feedback.set(feedback_id, { version: 2, content: elsewhere });
    await save(comment('Vom Laptop', 1));
    await until(tab.outbox, () => tab.outbox.saveState.state === 'refused');
    expect(text()).toBe('Vom Telefon');
    expect(tab.outcomes).toMatchObject([
      { kind: 'feedback refused', reason: 'FEEDBACK_CONFLICT', changes: [{ base: 1 }] },
    ]);
    await save(comment('Beides', 2));
    await delivered();
    expect(text()).toBe('Beides');
    expect(tab.outbox.saveState).toEqual({ state: 'saved', undelivered: 0, refused: 0 });
  });

  it('is seen while it waits, by its pupil and exercise alone: FEEDBACK-2', async () => {
    const { stores, read, save, offline } = open();
    offline();
    const version = await save(comment('Gut', 0));
    const { content } = comment('Gut', 0) as { content: object };
    const shown = { feedback: [{ feedback_id, content, version, delivered: false }] };
    expect(await read()).toMatchObject(shown);
    expect(await read(openTab(stores))).toMatchObject(shown);
    expect(await read(undefined, ofBen)).toEqual({ feedback: [] });
    await save({ feedback_id, version, is_removed: true } as const);
    expect(await read()).toEqual({ feedback: [] });
  });
});
