import { IDBFactory } from 'fake-indexeddb';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { BridgeFailure } from '../../src/bridge/bridge-failure.ts';
import { id, textOf } from './annotation-scene.ts';
import { deviceForEachTest, limitInMs, openTab, scope, type Tab } from './fake-tabs.ts';
import { FakeStores, type Fault } from './fake-stores.ts';
import { limitOfRounds, roundsOf } from '../../../../test/rounds.ts';

deviceForEachTest();

/** The note as the content of a tab knows it. */
interface Known {
  readonly text: string;
  readonly version: number;
}

/** Accepted changes wait until a step tries to send them: so there are some that no service has heard of yet. */
const pauses = { gatheringInMs: 3_600_000, firstInMs: 3_600_000, longestInMs: 3_600_000 };

/** Two tabs of a device and another device, all of which write the same note. */
class Scene {
  readonly stores = new FakeStores();
  readonly tabs: Tab[] = [openTab(this.stores, { pauses }), openTab(this.stores, { pauses })];
  readonly known: (Known | undefined)[] = [undefined, undefined];
  /** By text: what its writer knew to stand there before. */
  readonly parents = new Map<string, string>();
  readonly accepted = new Set<string>();
  #count = 0;

  /** @param on The version that its content gives, if not the newest that it knows. */
  async write(place: number, on = this.known[place]?.version): Promise<void> {
    const parent = this.known[place]?.text ?? '';
    const version = on ?? 0;
    const text = `${this.#count++}`;
    this.parents.set(text, parent);
    const note = {
      note_id: id,
      note_type: 'SIDENOTE' as const,
      content: { note_content_type: 'PLAIN_TEXT' as const, text },
      version,
    };
    try {
      const { notes } = await this.tabs[place]!.outbox.acceptChanges(scope, { notes: [note] });
      this.accepted.add(text);
      this.known[place] = { text, version: notes[0]!.version };
    } catch (error) {
      if (!(error instanceof BridgeFailure) || error.code !== 'CONFLICT') throw error;
      this.known[place] = undefined;
      await this.read(place);
    }
  }

  async read(place: number): Promise<void> {
    const { notes } = await this.tabs[place]!.outbox.readAnnotations(scope, async () =>
      this.stores.annotations.read(scope),
    );
    const [note] = notes;
    this.known[place] = note && { text: textOf(note) ?? '', version: note.version };
  }

  writeElsewhere(knowsNewest: boolean): void {
    const { versions } = this.stores.annotations.thing(scope, 'notes', id);
    const on = knowsNewest ? versions.at(-1) : versions.at(-2);
    const text = `elsewhere ${this.#count++}`;
    this.parents.set(text, textOf(on?.content) ?? '');
    const note = {
      note_id: id,
      note_type: 'SIDENOTE',
      content: { note_content_type: 'PLAIN_TEXT', text },
      version: on?.version ?? 0,
    };
    this.stores.annotations.save({ ...scope, notes: [note] });
  }

  reload(place: number): void {
    this.tabs[place]!.crash();
    this.tabs[place] = openTab(this.stores, { pauses });
    this.known[place] = undefined;
  }

  ancestors(text: string): ReadonlySet<string> {
    const texts = new Set<string>();
    for (let at = this.parents.get(text); at; at = this.parents.get(at)) texts.add(at);
    return texts;
  }
}

/** One step of a scene. */
const operationOf = (place: fc.Arbitrary<number>, ...faults: (Fault | undefined)[]) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ name: fc.constant('write' as const), place }) },
    { weight: 2, arbitrary: fc.record({ name: fc.constant('read' as const), place }) },
    { weight: 1, arbitrary: fc.record({ name: fc.constant('reload' as const), place }) },
    {
      weight: 2,
      arbitrary: fc.record({ name: fc.constant('elsewhere' as const), knowsNewest: fc.boolean() }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        name: fc.constant('network' as const),
        fault: fc.constantFrom<Fault | undefined>('network', 'answer lost', undefined, ...faults),
      }),
    },
    { weight: 1, arbitrary: fc.record({ name: fc.constant('write twice' as const), place }) },
    { weight: 1, arbitrary: fc.record({ name: fc.constant('try' as const), place }) },
  );

const full = { status: 413, code: 'ANNOTATIONS_FULL' };

it.each([
  ['of two tabs', operationOf(fc.nat(1)), false],
  // A later change takes the place of a refused one on the same version, also where its content has not read it.
  ['of one tab, and a service that refuses', operationOf(fc.constant(0), full), true],
])(
  'whatever happens, nothing is lost, and nothing is written over that its writer had not seen: %s',
  async (_whose, operation, readsAfterReload) => {
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { maxLength: 16 }), async (operations) => {
        vi.stubGlobal('indexedDB', new IDBFactory());
        const scene = new Scene();
        for (const operation of operations) {
          if (operation.name === 'write') await scene.write(operation.place);
          else if (operation.name === 'write twice') {
            // Without waiting for the answer.
            const on = scene.known[operation.place]?.version ?? 0;
            await scene.write(operation.place, on);
            await scene.write(operation.place, on);
          } else if (operation.name === 'read') await scene.read(operation.place);
          else if (operation.name === 'reload') {
            scene.reload(operation.place);
            if (readsAfterReload) await scene.read(operation.place);
          } else if (operation.name === 'elsewhere') scene.writeElsewhere(operation.knowsNewest);
          else if (operation.name === 'try') await scene.tabs[operation.place]!.outbox.drained(20);
          else scene.stores.fault = ({ call }) => (call === 'save' ? operation.fault : undefined);
        }
        scene.stores.fault = () => undefined;
        for (const { outbox } of scene.tabs) {
          expect(await outbox.drained(limitInMs)).toBe(true);
          await outbox.retryRefused();
          expect(await outbox.drained(limitInMs)).toBe(true);
        }

        const { stores } = scene;
        const history = stores.annotations
          .history(scope, 'notes', id)
          .map((content) => textOf(content) ?? '');
        const copies = stores.annotations
          .thing(scope, 'notes', id)
          .copies.map(({ content }) => textOf(content) ?? '');
        const shown = `${JSON.stringify(history)} ${JSON.stringify(copies)}`;
        for (const [index, text] of history.entries()) {
          const before = history[index - 1];
          if (before === undefined || copies.includes(before)) continue;
          expect(scene.ancestors(text).has(before), `${before} under ${text}: ${shown}`).toBe(true);
        }
        const known = new Set([...scene.accepted].flatMap((text) => [...scene.ancestors(text)]));
        const newest = [...scene.accepted].filter((text) => !known.has(text));
        expect(history).toEqual(expect.arrayContaining(newest));
        for (const tab of scene.tabs) {
          expect(tab.outbox.saveState).toEqual({ state: 'saved', undelivered: 0, refused: 0 });
          tab.crash();
        }
      }),
      { numRuns: roundsOf(20) },
    );
  },
  limitOfRounds(120_000),
);
