import {
  BridgeError,
  createStores,
  type LearningStatement,
  type LocalStoreItem,
  type StoreBridge,
  type StoreStatus,
} from '@lectern/sdk';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { beginning } from '../player/cmi/statements.ts';
import type { CmiDocument } from '../player/cmi/progress.ts';
import type { Bridge } from '../player/keeping/bridge.ts';
import { practiceBridge } from '../player/keeping/bridge.ts';
import { CourseRecord } from '../player/keeping/course-record.ts';
import { ItemRecord } from '../player/keeping/item-record.ts';
import { SaveSigns } from '../player/save-signs.ts';
import type { Course, CourseItem } from '../src/course.ts';

vi.mock(import('../player/views/notices.ts'), () => ({ showNotice: () => {} }));

const item: CourseItem = { id: 'I', storeId: 'I', title: 'Regen', isVisible: true, children: [] };
const course: Course = {
  format: 2,
  standard: 'scorm-1.2',
  title: 'Wasser',
  courseId: 'M',
  issueId: '1',
  activityBase: 'urn:x',
  organization: { id: 'O', storeId: 'O' },
  items: [item],
};
const state = (location: string): CmiDocument => ({ cmi: { location } });

/** A container that keeps items by version as the platform does, and fails when it is told to. */
class FakeContainer {
  readonly items = new Map<string, LocalStoreItem>();
  readonly posted: LearningStatement[] = [];
  failures: ('UNAVAILABLE' | 'REFUSED')[] = [];
  postFailures: ('UNAVAILABLE' | 'REFUSED' | 'BAD_PAYLOAD')[] = [];
  writes = 0;
  acceptanceInMs = 0;

  /** As a page has it that was opened just now. */
  get bridge(): Bridge {
    return { ...practiceBridge, ...createStores(this.#stored), postStatement: this.#post };
  }

  readonly #stored: StoreBridge = {
    on: () => () => {},
    setUnsavedWork: async () => null,
    getLocalStoreItems: async () => [...this.items.values()],
    setLocalStoreItems: async (_scope, inputs) => {
      this.writes += 1;
      if (this.acceptanceInMs > 0)
        await new Promise((resolve) => setTimeout(resolve, this.acceptanceInMs));
      const failure = this.failures.shift();
      if (failure) throw new BridgeError(failure, 'setLocalStoreItems', '');
      for (const { key, version } of inputs)
        if (version !== undefined && version !== (this.items.get(key)?.version ?? 0))
          throw new BridgeError('CONFLICT', 'setLocalStoreItems', '');
      return inputs.map((input) => {
        const version = (this.items.get(input.key)?.version ?? 0) + 1;
        const item = { ...input, version, updated_at: new Date().toISOString(), delivered: true };
        this.items.set(input.key, item);
        return item;
      });
    },
  };

  readonly #post: Bridge['postStatement'] = async (_about, statement) => {
    const failure = this.postFailures.shift();
    if (failure) throw new BridgeError(failure, 'postStatement', '');
    this.posted.push(statement);
    return statement.id ?? '';
  };

  value(key: string): unknown {
    return JSON.parse(this.items.get(key)?.value ?? 'null');
  }
}

let container: FakeContainer;
let states: StoreStatus['kind'][];

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-01-01T10:00:00Z') });
  container = new FakeContainer();
  states = [];
});

function recordWith(onStatus: (status: StoreStatus) => void): ItemRecord<CmiDocument> {
  const key = { segment: 'scorm', key: 'cmi' };
  return new ItemRecord(container.bridge, course, item.storeId, key, onStatus);
}

async function loaded(): Promise<ItemRecord<CmiDocument>> {
  const record = recordWith(({ kind }) => states.push(kind));
  await record.load();
  return record;
}

describe('an item’s state', () => {
  test('is saved once the script that changes it has returned, the newest of it once', async () => {
    const record = await loaded();
    let location = 0;
    record.render(() => state(String(location)));
    for (location = 1; location < 5; location += 1) record.change();
    expect(container.writes).toBe(0);
    await vi.advanceTimersByTimeAsync(0);
    expect(container.writes).toBe(1);
    expect(container.value('cmi')).toEqual(state('5'));
    expect(new Set(states)).toEqual(new Set(['loading', 'saved', 'saving']));
    expect(states.at(-1)).toBe('saved');
  });

  test('waits while a write is under way: only the newest follows it', async () => {
    container.acceptanceInMs = 50;
    const record = await loaded();
    let location = 0;
    record.render(() => state(String(location)));
    for (; location < 10; location += 1) {
      record.change();
      await vi.advanceTimersByTimeAsync(10);
    }
    await vi.advanceTimersByTimeAsync(100);
    // After 0, 50 and 100 ms.
    expect(container.writes).toBe(3);
    expect(container.value('cmi')).toEqual(state('9'));
    expect(record.isUnsaved).toBe(false);
  });

  test('is tried again until it is accepted: nothing is dropped after failures', async () => {
    container.failures = Array.from({ length: 9 }, () => 'UNAVAILABLE');
    const record = await loaded();
    record.render(() => state('7'));
    record.change();
    expect(await record.store.flush()).toBe(false);
    expect(record.isUnsaved).toBe(true);
    expect(record.store.status.kind).toBe('retrying');
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(container.value('cmi')).toEqual(state('7'));
    expect(record.isUnsaved).toBe(false);
  });

  test('is what the next run begins with, also while it is being saved', async () => {
    container.acceptanceInMs = 50;
    const record = await loaded();
    let location = '1';
    record.render(() => state(location));
    record.change();
    await vi.advanceTimersByTimeAsync(10);
    location = '2';
    record.change();
    expect(record.stored).toEqual(state('2'));
    await vi.advanceTimersByTimeAsync(200);
    expect(container.value('cmi')).toEqual(state('2'));
  });

  test('counts as unsaved while a newer change is not accepted', async () => {
    const record = await loaded();
    let location = '1';
    record.render(() => state(location));
    record.change();
    const first = record.store.flush();
    location = '2';
    record.change();
    expect(record.isUnsaved).toBe(true);
    await first;
    expect(container.value('cmi')).toEqual(state('2'));
    expect(container.writes).toBe(2);
  });

  test('that is refused for good is said to be, and the next change is tried all the same', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    container.failures = ['REFUSED'];
    const record = await loaded();
    record.render(() => state('1'));
    record.change();
    expect(await record.store.flush()).toBe(false);
    expect(record.store.status.kind).toBe('failed');
    expect(record.isUnsaved).toBe(true);
    expect(log.mock.calls).toEqual([
      [expect.stringContaining('could not be saved'), expect.objectContaining({ code: 'REFUSED' })],
    ]);
    record.change();
    expect(await record.store.flush()).toBe(true);
    log.mockRestore();
  });

  test('that is refused for good does not hold up what changed meanwhile', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    container.failures = ['REFUSED'];
    container.acceptanceInMs = 50;
    const record = await loaded();
    let location = '1';
    record.render(() => state(location));
    record.change();
    await vi.advanceTimersByTimeAsync(10);
    location = '2';
    record.change();
    await vi.advanceTimersByTimeAsync(100);
    expect(container.value('cmi')).toEqual(state('2'));
    expect(record.store.status.kind).toBe('saved');
    log.mockRestore();
  });

  test('that another place has changed replaces nothing until it is settled', async () => {
    const here = await loaded();
    const there = await loaded();
    there.render(() => state('there'));
    there.change();
    await there.store.flush();
    here.render(() => state('here'));
    here.change();
    expect(await here.store.flush()).toBe(false);
    expect(here.store.status.kind).toBe('conflict');
    here.change();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(container.value('cmi')).toEqual(state('there'));
    expect(await here.keepOurs()).toBe(true);
    expect(container.value('cmi')).toEqual(state('here'));
  });

  test('that another place has changed is taken over, whatever the content does until the page is loaded again', async () => {
    const here = await loaded();
    const there = await loaded();
    there.render(() => state('there'));
    there.change();
    await there.store.flush();
    here.render(() => state('here'));
    here.change();
    await here.store.flush();
    const taken = here.takeTheirs();
    here.change();
    expect(await taken).toBe(true);
    here.change();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(container.value('cmi')).toEqual(state('there'));
    expect((await loaded()).stored).toEqual(state('there'));
  });

  test('that is taken over leaves the statements of the replaced run untold', async () => {
    const here = await loaded();
    const there = await loaded();
    there.render(() => state('there'));
    there.change();
    await there.store.flush();
    here.render(() => state('here'));
    here.tell([beginning(course, item, false)]);
    here.change();
    await here.store.flush();
    expect(await here.takeTheirs()).toBe(true);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(container.posted).toEqual([]);
    expect(here.isUnsaved, 'the page can be loaded again').toBe(false);
  });

  test('that was undelivered and in conflict is what the content goes on with, and asked about', async () => {
    const item = { segment: 'scorm', version: 2, updated_at: '', delivered: true };
    const [there, here] = [state('there'), state('here')].map((each) => JSON.stringify(each)) as [
      string,
      string,
    ];
    const conflict = { value: here, updated_at: '' };
    container.items.set('cmi', { ...item, key: 'cmi', value: there, conflict });
    const record = await loaded();
    expect(record.stored).toEqual(state('here'));
    expect(record.store.status).toEqual({ kind: 'conflict', other: { cmi: there } });
    expect(await record.takeTheirs()).toBe(true);
    expect((await loaded()).store.status.kind, 'decided once').toBe('saved');
  });
});

describe('statements', () => {
  const made = () => beginning(course, item, false);

  test('are stored with the state before they are posted', async () => {
    container.postFailures = ['UNAVAILABLE'];
    const record = await loaded();
    record.render(() => state('1'));
    const statement = made();
    record.tell([statement]);
    record.change();
    await record.store.flush();
    expect(container.posted).toEqual([]);
    expect(container.value('statements')).toMatchObject({ pending: [{ id: statement.id }] });
    expect(record.isUnsaved).toBe(true);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(container.posted).toEqual([statement]);
    expect(container.value('statements')).toMatchObject({ pending: [] });
    expect(record.isUnsaved).toBe(false);
  });

  test('that are told while others are posted are stored first, too', async () => {
    container.postFailures = ['UNAVAILABLE'];
    const record = await loaded();
    record.render(() => state('1'));
    const statements = [made(), made()];
    record.tell([statements[0]!]);
    record.change();
    await record.store.flush();
    container.acceptanceInMs = 10_000;
    record.tell([statements[1]!]);
    record.change();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(container.posted).toEqual([statements[0]]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(container.posted).toEqual(statements);
    expect(container.value('statements')).toMatchObject({ pending: [] });
    expect(record.isUnsaved).toBe(false);
  });

  test('that a crash has left are posted by the next visit under the same ids', async () => {
    container.postFailures = Array.from({ length: 99 }, () => 'UNAVAILABLE');
    const crashed = await loaded();
    crashed.render(() => state('1'));
    const statements = [made(), made()];
    crashed.tell(statements);
    crashed.change();
    await crashed.store.flush();
    container.postFailures = [];

    const next = await loaded();
    expect(await next.settle()).toBe(true);
    expect(container.posted.map(({ id }) => id)).toEqual(statements.map(({ id }) => id));
  });

  test('a run without an end is found by the next visit', async () => {
    const record = await loaded();
    record.render(() => state('1'));
    record.noteRun(new Date());
    vi.advanceTimersByTime(90_000);
    record.change();
    await record.store.flush();

    const next = recordWith(() => {});
    expect(await next.load()).toEqual({
      beganAt: new Date('2026-01-01T10:00:00Z'),
      lastSeenAt: new Date('2026-01-01T10:01:30Z'),
    });
    expect(next.stored).toEqual(state('1'));
  });

  test('hold nothing that the platform cannot store', async () => {
    const record = await loaded();
    record.render(() => state('1'));
    const statement = made();
    const result = { response: 'a\uD83Db\0c', 'x\uDE00': ['\0'] };
    record.tell([{ ...statement, result }]);
    record.change();
    await record.settle();
    expect(container.posted).toEqual([
      { ...statement, result: { response: 'a\uFFFDb\uFFFDc', 'x\uFFFD': ['\uFFFD'] } },
    ]);
  });

  test('that are described as xAPI does not have it are told without description', async () => {
    container.postFailures = ['BAD_PAYLOAD'];
    const record = await loaded();
    record.render(() => state('1'));
    const { id, verb, timestamp } = made();
    const result = { score: { raw: 1 } };
    const object = { id: 'urn:q', definition: { name: { 'en-US': undefined } } };
    const context = { extensions: [] };
    const extensions = { ending: 1 };
    record.tell([{ id, verb, object, result: { ...result, extensions }, context, timestamp }]);
    record.change();
    expect(await record.settle()).toBe(true);
    const told = { id, verb: { id: verb.id }, object: { id: 'urn:q' }, result, timestamp };
    expect(container.posted).toEqual([told]);
    expect(container.value('statements')).toMatchObject({ pending: [] });
  });

  test('that are refused for good hold up none behind them', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    container.postFailures = ['REFUSED'];
    const record = await loaded();
    record.render(() => state('1'));
    const statements = [made(), made()];
    record.tell(statements);
    record.change();
    expect(await record.settle()).toBe(true);
    expect(container.posted).toEqual([statements[1]]);
    expect(log).toHaveBeenCalledOnce();
    log.mockRestore();
  });
});

test.each([
  ['ä'.repeat(300_000), 2],
  ['💧'.repeat(150_000), 2],
  [`x${'💧'.repeat(150_000)}`, 2],
  [`x${'💧'.repeat(262_144)}`, 3],
])('the state of a large course is kept in pieces (%#)', async (sequencing, pieces) => {
  const record = new CourseRecord(container.bridge, course);
  await record.load();
  record.opened('I');
  record.noteStatus('I', { completion: 'completed', success: 'unknown' });
  record.noteSequencing(sequencing);
  await record.store.flush();
  const values = [...container.items.values()].map(({ value }) => value);
  expect(values).toHaveLength(1 + pieces);
  expect(values.filter((value) => value.length > 262_144 || !value.isWellFormed())).toEqual([]);

  const next = new CourseRecord(container.bridge, course);
  await next.load();
  expect(next.open).toBe('I');
  expect(next.statusOf('I')).toEqual({ completion: 'completed', success: 'unknown' });
  expect(next.sequencing).toBe(sequencing);
});

test('the state of a course is accepted at once after that of another tab', async () => {
  const [here, there] = [0, 1].map(() => new CourseRecord(container.bridge, course));
  await Promise.all([here!.load(), there!.load()]);
  there!.opened('I');
  await there!.store.flush();
  container.writes = 0;
  here!.opened('J');
  expect(await here!.store.flush()).toBe(true);
  expect(container.writes).toBe(1);
  expect(container.value('course')).toMatchObject({ open: 'J' });
});

test('the container is told of unsaved work until it has heard it', async () => {
  const setUnsavedWork = vi
    .fn<Bridge['setUnsavedWork']>()
    .mockRejectedValueOnce(new BridgeError('TOO_MANY', 'setUnsavedWork', ''))
    .mockResolvedValue(null);
  const signs = new SaveSigns({ ...practiceBridge, setUnsavedWork });
  signs.watch({ store: (await loaded()).store, isUnsaved: true });
  signs.update();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(setUnsavedWork.mock.calls).toEqual([[true], [true]]);
});
