import { describe, expect, it } from 'vitest';
import { id, note, open, removal, textOf } from './annotation-scene.ts';
import {
  deviceForEachTest,
  leosKey,
  limitInMs,
  openTab,
  scope,
  statementId,
  until,
} from './fake-tabs.ts';

deviceForEachTest();

describe('reading', () => {
  it('shows what waits, and not what waits to be removed: ANNOTATION-3', async () => {
    const { elsewhere, read, save, offline } = open();
    elsewhere('von gestern', 0);
    offline();
    const version = await save(note('heute', 1));
    expect((await read()).notes).toMatchObject([
      { note_id: id, content: { text: 'heute' }, version, delivered: false },
    ]);
    await save(removal(version));
    expect((await read()).notes).toEqual([]);
  });

  it('tells conflict copies until their settling waits, and settles them: ANNOTATION-3', async () => {
    const { copies, elsewhere, outcomes, read, save, offline, online, delivered } = open();
    elsewhere('von gestern', 0);
    elsewhere('am Tablet', 1);
    await save(note('am Handy', 1));
    await delivered();
    expect(outcomes).toMatchObject([{ changes: [{ version: 3, conflict_copy_version: 2 }] }]);
    const before = await read();
    expect(before.conflict_copies?.notes).toMatchObject([
      { content: { text: 'am Tablet' }, version: 2 },
    ]);
    offline();
    await save(note('beides', 3, { settled_versions: [2] }));
    expect((await read()).conflict_copies?.notes).toEqual([]);
    online();
    await delivered();
    expect(copies()).toEqual([]);
  });

  it('shows what was delivered while it was asked', async () => {
    const { stores, save, tab, delivered } = open();
    stores.fault = () => ({ status: 503 });
    await save(note('heute', 0));
    const shown = await tab.outbox.readAnnotations(scope, async () => {
      const before = stores.annotations.read(scope);
      stores.fault = () => undefined;
      await delivered();
      return before;
    });
    expect(shown.notes).toMatchObject([{ content: { text: 'heute' }, version: 1 }]);
  });
});

describe('what is refused for good', () => {
  const full = { status: 413, code: 'ANNOTATIONS_FULL' };

  it('is kept, told, shown, and sent again when somebody says so', async () => {
    const { stores, tab, outcomes, history, read, save, online, delivered } = open();
    stores.fault = ({ call }) => (call === 'save' ? full : undefined);
    await save(note('zu viel', 0));
    await delivered();
    expect(outcomes).toMatchObject([
      { kind: 'annotations refused', reason: 'ANNOTATIONS_FULL', changes: [{ id }] },
    ]);
    expect(tab.outbox.saveState).toEqual({ state: 'refused', undelivered: 0, refused: 1 });
    expect((await read()).notes).toMatchObject([
      { content: { text: 'zu viel' }, delivered: false },
    ]);
    online();
    await tab.outbox.retryRefused();
    await delivered();
    expect(history()).toEqual(['zu viel']);
    expect(await tab.outbox.setAside()).toEqual([]);
  });

  it('is sent again by nobody who comes later, and shown', async () => {
    const { stores, tab, history, save, online, delivered } = open();
    stores.fault = ({ call }) => (call === 'save' ? full : undefined);
    await save(note('zu viel', 0));
    await delivered();
    tab.outbox.close();
    online();
    const later = openTab(stores);
    const shown = await later.outbox.readAnnotations(scope, async () =>
      stores.annotations.read(scope),
    );
    expect(shown.notes).toMatchObject([{ content: { text: 'zu viel' }, delivered: false }]);
    await delivered(later);
    expect(later.outbox.saveState).toMatchObject({ state: 'refused', refused: 1 });
    expect(history()).toEqual([]);
  });

  it('is found among others, which are delivered', async () => {
    const { stores, tab, delivered } = open();
    const all = [1, 2, 3, 4, 5].map((number) => ({
      ...note(`Notiz ${number}`, 0),
      note_id: statementId(number),
    }));
    stores.fault = ({ call, body }) =>
      call === 'save' && JSON.stringify(body).includes('Notiz 4') ? full : undefined;
    await tab.outbox.acceptChanges(scope, { notes: all });
    await delivered();
    expect(await tab.outbox.setAside()).toMatchObject([
      { kind: 'annotations', reason: 'ANNOTATIONS_FULL', changes: [{ id: statementId(4) }] },
    ]);
    const stored = [1, 2, 3, 5].map((number) =>
      stores.annotations.history(scope, 'notes', statementId(number)).map(textOf),
    );
    expect(stored).toEqual([['Notiz 1'], ['Notiz 2'], ['Notiz 3'], ['Notiz 5']]);
  });

  it('gives way to a later change of the same, which goes on what it was made on', async () => {
    const { stores, tab, history, copies, save, online, delivered } = open();
    stores.fault = ({ call }) => (call === 'save' ? full : undefined);
    const version = await save(note('zu viel', 0));
    await delivered();
    online();
    await save(note('kürzer', version));
    await delivered();
    expect([history(), copies()]).toEqual([['kürzer'], []]);
    expect(await tab.outbox.setAside()).toEqual([]);
  });

  it('stays when the same is changed by somebody who did not know of it', async () => {
    const { stores, tab, elsewhere, history, save, online, delivered } = open();
    elsewhere('von gestern', 0);
    stores.fault = ({ call }) => (call === 'save' ? full : undefined);
    await save(note('zu viel', 1));
    await delivered();
    elsewhere('am Tablet', 1);
    online();
    await save(note('kürzer', 2));
    await delivered();
    expect(history()).toEqual(['von gestern', 'am Tablet', 'kürzer']);
    expect(await tab.outbox.setAside()).toMatchObject([
      { changes: [{ content: { content: { text: 'zu viel' } } }] },
    ]);
  });

  it('is no request with a later refusal of the same', async () => {
    const { stores, tab, elsewhere, history, save, online, delivered } = open();
    elsewhere('von gestern', 0);
    stores.fault = ({ call }) => (call === 'save' ? full : undefined);
    await save(note('zu viel', 1));
    await delivered();
    elsewhere('am Tablet', 1);
    const other = { ...note('anderes', 0), note_id: statementId(2) };
    await tab.outbox.acceptChanges(scope, { notes: [note('auch zu viel', 2), other] });
    await delivered();
    online();
    await tab.outbox.retryRefused();
    await delivered();
    expect(history()).toEqual(expect.arrayContaining(['zu viel', 'auch zu viel']));
    for (const { body } of stores.seen.filter(({ call }) => call === 'save')) {
      const ids = (body as { notes: { note_id: string }[] }).notes.map(({ note_id }) => note_id);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  it('stays when another tab had changed the same beside it', async () => {
    const { stores, tab, elsewhere, history, save, offline, delivered } = open();
    elsewhere('von gestern', 0);
    offline();
    await save(note('zu viel', 1));
    const other = openTab(stores);
    await save(note('dort', 1), other);
    let saves = 0;
    stores.fault = ({ call }) => (call === 'save' && ++saves === 1 ? full : undefined);
    await delivered();
    await delivered(other);
    expect(history()).toEqual(['von gestern', 'dort']);
    expect(await tab.outbox.setAside()).toMatchObject([
      { changes: [{ content: { content: { text: 'zu viel' } } }] },
    ]);
  });
});

it('waits again once it is readable, and gives way to what was written later', async () => {
  const { stores, tab, elsewhere, save, offline, online, history } = open();
  elsewhere('von gestern', 0);
  offline();
  const other = { ...note('früher, von anderem', 0), note_id: statementId(2) };
  await tab.outbox.acceptChanges(scope, { notes: [note('früher', 0), other] });
  await until(tab.outbox, () => tab.outbox.saveState.state === 'waiting');
  tab.outbox.close();
  const wrong = openTab(stores, { key: leosKey });
  await until(wrong.outbox, () => wrong.outbox.saveState.refused > 0);
  wrong.outbox.close();
  const right = openTab(stores);
  await save(note('später', 1), right);
  // A try to send it would change the lane meanwhile.
  await until(right.outbox, () => right.outbox.saveState.state === 'waiting');
  await right.outbox.retryRefused();
  online();
  expect(await right.outbox.drained(limitInMs)).toBe(true);
  const ofOther = stores.annotations.history(scope, 'notes', statementId(2)).map(textOf);
  expect([history(), ofOther]).toEqual([['von gestern', 'später'], ['früher, von anderem']]);
  expect(await right.outbox.setAside()).toEqual([]);
});

it('forgets what waits of a course, and nothing else', async () => {
  const { stores, tab, offline, online, delivered } = open();
  offline();
  const elsewhere = { ...scope, course_id_dto: { course_id: 'feuer' } };
  await tab.outbox.acceptChanges(scope, { notes: [note('weg', 0)] });
  await tab.outbox.acceptItems(scope, [{ segment: 's', key: 'k', value: 'weg' }]);
  await tab.outbox.acceptChanges(elsewhere, { notes: [note('da', 0)] });
  expect(await tab.outbox.forgetCourse('wasser')).toBe(2);
  expect(tab.outbox.saveState.undelivered).toBe(1);
  online();
  await delivered();
  expect(stores.annotations.history(scope, 'notes', id)).toEqual([]);
  expect(stores.annotations.history(elsewhere, 'notes', id)).toHaveLength(1);
});
