import { describe, expect, it, vi } from 'vitest';
import { id, note, open, removal, textOf } from './annotation-scene.ts';
import { deviceForEachTest, openTab, otherScope, scope, statementId, until } from './fake-tabs.ts';

deviceForEachTest();

/** The greatest version that a service gives. */
const greatestStored = 2_147_483_647;

describe('a change', () => {
  it('is on the disk once it is accepted, and is delivered by a tab that comes later: ANNOTATION-1', async () => {
    const { history, save, offline, laterTab } = open();
    offline();
    await save(note('Pfütze', 0));
    const later = await laterTab();
    expect(history()).toEqual(['Pfütze']);
    expect(later.outcomes).toMatchObject([
      { kind: 'annotations delivered', changes: [{ id, version: 1, outcome: 'stored' }] },
    ]);
  });

  it('is stored once, though the answer was lost', async () => {
    const { stores, history, copies, save, online, delivered, waiting } = open();
    stores.fault = ({ call }) => (call === 'save' ? 'answer lost' : undefined);
    await save(note('Pfütze', 0));
    await waiting();
    online();
    await delivered();
    expect([history(), copies()]).toEqual([['Pfütze'], []]);
  });

  it('asked for again after a time-out waits once, with the same version', async () => {
    const { save, tab, offline } = open();
    offline();
    const version = await save(note('Pfütze', 0));
    expect(await save(note('Pfütze', 0))).toBe(version);
    expect(tab.outbox.saveState.undelivered).toBe(1);
  });

  it('of another topic or exercise does not wait for it', async () => {
    const { stores, tab } = open();
    stores.fault = ({ call, body }) =>
      call === 'save' && (body as typeof scope).exercise_dto.exercise_id === 'a1'
        ? { status: 503 }
        : undefined;
    await tab.outbox.acceptChanges(scope, { notes: [note('eins', 0)] });
    await tab.outbox.acceptChanges(otherScope, { notes: [note('zwei', 0)] });
    const ofOther = () => stores.annotations.history(otherScope, 'notes', id).map(textOf);
    // Each asks for a try at once.
    await vi.waitFor(async () => {
      await tab.outbox.drained(50);
      expect(ofOther()).toEqual(['zwei']);
    });
  });

  it('with a thing that appears twice, or a text that cannot be stored, is not accepted', async () => {
    const { tab } = open();
    const twice = { notes: [note('eins', 0), note('zwei', 0)] };
    await expect(tab.outbox.acceptChanges(scope, twice)).rejects.toMatchObject({
      code: 'BAD_PAYLOAD',
    });
    const broken = { notes: [note('\uD800', 0)] };
    await expect(tab.outbox.acceptChanges(scope, broken)).rejects.toMatchObject({
      code: 'BAD_PAYLOAD',
    });
    expect(tab.outbox.saveState.undelivered).toBe(0);
  });
});

describe('a second change offline', () => {
  it('goes on what the first has become, and the first is no conflict: ANNOTATION-2', async () => {
    const { history, copies, elsewhere, save, offline, online, delivered, waiting } = open();
    elsewhere('von gestern', 0);
    offline();
    const version = await save(note('erster', 1));
    expect(version).toBeGreaterThan(greatestStored);
    // It may have been sent: nothing joins it any more.
    await waiting();
    await save(note('zweiter', version));
    elsewhere('am Tablet', 1);
    online();
    await delivered();
    expect(history()).toEqual(['von gestern', 'am Tablet', 'erster', 'zweiter']);
    // This device knew everything but the other device's write.
    expect(copies()).toEqual(['am Tablet']);
  });

  it('comes after a first that may have been sent, in order', async () => {
    const { stores, history, copies, save, online, delivered, waiting } = open();
    stores.fault = ({ call }) => (call === 'save' ? { status: 503 } : undefined);
    const version = await save(note('erster', 0));
    await waiting();
    const next = await save(note('zweiter', version));
    expect(next).not.toBe(version);
    await save(removal(next));
    online();
    await delivered();
    expect([history(), copies()]).toEqual([['erster', undefined], []]);
    const bases = stores.seen
      .filter(({ call }) => call === 'save')
      .map(({ body }) => (body as { notes: { version: number }[] }).notes[0]?.version);
    expect(Math.max(...bases.map(Number))).toBeLessThanOrEqual(greatestStored);
  });

  it('may be made on the version of a first that was delivered meanwhile', async () => {
    const { history, copies, save, delivered } = open();
    const version = await save(note('erster', 0));
    await delivered();
    await save(note('zweiter', version));
    await delivered();
    expect([history(), copies()]).toEqual([['erster', 'zweiter'], []]);
  });

  it('by another tab that was not shown the first leaves both: ANNOTATION-4', async () => {
    const { stores, copies, history, elsewhere, save, offline, online, delivered } = open();
    elsewhere('von gestern', 0);
    offline();
    await save(note('hier', 1));
    const other = openTab(stores);
    await save(note('dort', 1), other);
    online();
    await delivered();
    await delivered(other);
    expect(history()).toEqual(['von gestern', 'hier', 'dort']);
    expect(copies()).toEqual(['hier']);
  });

  it('by another tab, to the same, is no version that the first tab may still change: ANNOTATION-4', async () => {
    const { stores, tab, copies, history, elsewhere, save, delivered } = open();
    elsewhere('von gestern', 0);
    const { promise: sent, resolve: go } = Promise.withResolvers<void>();
    stores.hold = ({ call }) => (call === 'save' ? sent : undefined);
    // Later writes wait unsent.
    const onTheWay = { ...note('unterwegs', 0), note_id: statementId(2) };
    await tab.outbox.acceptChanges(scope, { notes: [onTheWay] });
    await until(tab.outbox, () => stores.seen.some(({ call }) => call === 'save'));
    const here = await save(note('grün', 1));
    const other = openTab(stores);
    const there = await save(note('grün', 1), other);
    expect(there).not.toBe(here);
    await save(note('blau', here));
    await save(note('rosa', there), other);
    go();
    await delivered();
    await delivered(other);
    expect(history()).toEqual(['von gestern', 'grün', 'blau', 'rosa']);
    expect(copies()).toEqual(['blau']);
  });

  it('keeps the id as it is written, as the service does', async () => {
    const { stores, elsewhere, tab, history, delivered } = open();
    elsewhere('klein geschrieben', 0);
    const note_id = 'E621E1F8-C36C-495A-93FC-0C247A3E6E5F';
    const { notes } = await tab.outbox.acceptChanges(scope, {
      notes: [{ ...note('gross geschrieben', 0), note_id }],
    });
    expect(notes).toMatchObject([{ note_id }]);
    await delivered();
    expect(stores.annotations.history(scope, 'notes', note_id)).toHaveLength(1);
    expect(history()).toEqual(['klein geschrieben']);
  });

  it('by another tab that was shown the first goes on it', async () => {
    const { stores, copies, history, save, read, offline, online, delivered } = open();
    offline();
    await save(note('hier', 0));
    const other = openTab(stores);
    const [shown] = (await read(other.outbox)).notes;
    expect(shown).toMatchObject({ content: { text: 'hier' }, delivered: false });
    await save(note('dort', shown!.version), other);
    // The first is as the other tab was told, whatever its own tab does.
    await save(note('später hier', shown!.version));
    online();
    await delivered();
    await delivered(other);
    expect(history()).toEqual(['hier', 'dort', 'später hier']);
    expect(copies()).toEqual(['dort']);
  });

  it('joins a first that nobody has heard of, until another tab is shown it', async () => {
    const { stores, tab, copies, history, save, read, delivered } = open();
    const { promise: sent, resolve: go } = Promise.withResolvers<void>();
    stores.hold = ({ call }) => (call === 'save' ? sent : undefined);
    const onTheWay = await save(note('unterwegs', 0));
    await until(tab.outbox, () => stores.seen.some(({ call }) => call === 'save'));
    const waiting = await save(note('wartet', onTheWay));
    expect(await save(note('wartet noch', waiting))).toBe(waiting);
    const other = openTab(stores);
    const [shown] = (await read(other.outbox)).notes;
    expect(shown).toMatchObject({ content: { text: 'wartet noch' }, version: waiting });
    const later = await save(note('danach', waiting));
    expect(later).not.toBe(waiting);
    await save(note('dort', waiting), other);
    go();
    await delivered();
    await delivered(other);
    expect(history()).toEqual(['unterwegs', 'wartet noch', 'danach', 'dort']);
    expect(copies()).toEqual(['danach']);
  });

  it('is no conflict where its content did not wait for the first answer', async () => {
    const { stores, tab, copies, history, elsewhere, save, delivered } = open();
    elsewhere('von gestern', 0);
    const { promise: sent, resolve: go } = Promise.withResolvers<void>();
    stores.hold = ({ call }) => (call === 'save' ? sent : undefined);
    await save(note('erster', 1));
    await until(tab.outbox, () => stores.seen.some(({ call }) => call === 'save'));
    await save(note('zweiter', 1));
    go();
    await delivered();
    expect([history(), copies()]).toEqual([['von gestern', 'erster', 'zweiter'], []]);
  });

  it('on a version of a page that is gone is a conflict, and nothing is kept: ANNOTATION-2', async () => {
    const { stores, save, delivered, tab } = open();
    const version = await save(note('erster', 0));
    await delivered();
    tab.crash();
    const later = openTab(stores);
    await expect(save(note('zweiter', version), later)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(later.outbox.saveState.undelivered).toBe(0);
  });
});
