import fc from 'fast-check';
import { BridgeFailure } from '../../src/bridge/bridge-failure.ts';
import type { Outcome } from '../../src/outbox/model/outcome.ts';
import { isHere, item, openTab, scope, statement, statementId, type Tab } from './fake-tabs.ts';
import { FakeStores, type Fault } from './fake-stores.ts';

const refusal = 'PERMISSION_MISSING';
const keys = ['answer', 'done'] as const;
type Key = (typeof keys)[number];

/** One step of a scene. */
export type Step =
  | { readonly do: 'write'; readonly tab: number; readonly keys: readonly Key[]; readonly how: How }
  | { readonly do: 'read' | 'put' | 'retry' | 'reopen' | 'crash'; readonly tab: number }
  | { readonly do: 'elsewhere'; readonly key: Key }
  | { readonly do: 'late arrival' }
  | { readonly do: 'pass'; readonly turns: number };
type How = 'versioned' | 'unversioned';

const tab = fc.nat(1);
const key = fc.constantFrom(...keys);
export const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('write' as const),
      tab,
      keys: fc.uniqueArray(key, { minLength: 1 }),
      how: fc.constantFrom<How>('versioned', 'versioned', 'versioned', 'unversioned'),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'read' as const,
        'read' as const,
        'put' as const,
        'put' as const,
        'retry' as const,
        'reopen' as const,
        'crash' as const,
      ),
      tab,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('elsewhere' as const), key }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('late arrival' as const) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      turns: fc.integer({ min: 1, max: 40 }),
    }),
  },
);

export const fault: fc.Arbitrary<Fault | undefined> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(undefined) },
  {
    weight: 4,
    arbitrary: fc.constantFrom<Fault>(
      'network',
      'answer lost',
      'answer lost',
      'late',
      { status: 429, code: 'TOO_MANY_REQUESTS' },
      { status: 401, code: 'TOKEN_INVALID' },
      { status: 503 },
      { status: 500, code: 'INTERNAL' },
      { status: 403 },
      { status: 403, code: refusal },
      { status: 400, code: refusal },
    ),
  },
);

/** An item as the content of a tab believes it to be. */
interface Belief {
  readonly value: string | undefined;
  readonly version: number | undefined;
}

/** A value that was accepted, and what its writer saw then. */
interface Write {
  readonly value: string;
  readonly how: How;
  readonly saw: string | undefined;
}

/** How long everything may take once nothing goes wrong any more, in milliseconds. */
const drainLimitInMs = 20_000;

/** Two tabs of one user, and what their content believes. */
export class World {
  readonly stores = new FakeStores();
  readonly tabs: Tab[] = [];
  readonly beliefs: Map<Key, Belief>[] = [];
  readonly accepted = new Map<Key, Write[]>(keys.map((key) => [key, []]));
  readonly put: string[] = [];
  wasRefused = false;
  readonly faults: string[] = [];
  #count = 0;

  constructor(faults: readonly (Fault | undefined)[]) {
    let request = 0;
    this.stores.fault = ({ call }) => {
      const fault = faults[request++ % faults.length];
      this.wasRefused ||= call === 'put' && typeof fault === 'object' && fault.code === refusal;
      return fault;
    };
    this.stores.hold = () => (isHere() ? passing(request % 7) : new Promise(() => {}));
    for (const number of [0, 1]) this.open(number);
  }

  open(number: number): void {
    const opened = openTab(this.stores, {
      pauses: { gatheringInMs: 0, firstInMs: 1, longestInMs: 4 },
    });
    this.tabs[number] = opened;
    const beliefs = new Map<Key, Belief>();
    this.beliefs[number] = beliefs;
    opened.outbox.onOutcome((outcome: Outcome) => {
      if (outcome.kind !== 'items delivered') return;
      for (const { key, value, version } of outcome.items)
        if (beliefs.get(key as Key)?.value === value) beliefs.set(key as Key, { value, version });
    });
  }

  async step(step: Step): Promise<void> {
    switch (step.do) {
      case 'write':
        return this.write(step.tab, step.keys, step.how);
      case 'read':
        return this.read(step.tab);
      case 'put': {
        const id = statementId(++this.#count);
        this.put.push(id);
        return this.tabs[step.tab]!.outbox.acceptStatement('a1', statement(id));
      }
      case 'retry':
        return this.tabs[step.tab]!.outbox.retryRefused();
      case 'reopen':
        this.tabs[step.tab]!.outbox.close();
        return this.open(step.tab);
      case 'crash':
        this.tabs[step.tab]!.crash();
        return this.open(step.tab);
      case 'elsewhere':
        return void this.stores.store(
          scope,
          item(`elsewhere ${++this.#count}`, undefined, step.key),
        );
      case 'late arrival':
        return this.stores.late.shift()?.();
      case 'pass':
        return passing(step.turns);
    }
  }

  async write(number: number, written: readonly Key[], how: How): Promise<void> {
    const beliefs = this.beliefs[number]!;
    const saw = new Map(written.map((key) => [key, beliefs.get(key)]));
    const items = written.map((key) => {
      const version = how === 'versioned' ? (saw.get(key)?.version ?? 0) : undefined;
      return item(`${number}: ${++this.#count}`, version, key);
    });
    try {
      const stored = await this.tabs[number]!.outbox.acceptItems(scope, items);
      for (const { key, value, version } of stored) {
        beliefs.set(key as Key, { value, version });
        this.accepted.get(key as Key)!.push({ value, how, saw: saw.get(key as Key)?.value });
      }
    } catch (error) {
      if (!(error instanceof BridgeFailure && error.code === 'CONFLICT')) throw error;
      await this.read(number);
    }
  }

  async read(number: number): Promise<void> {
    const beliefs = this.beliefs[number]!;
    const read = async () => {
      const answer = await this.stores.api.clag.localStoreItemGetForModel({
        body: scope,
        repeat: false,
      });
      return answer.local_store_items;
    };
    const items = await this.tabs[number]!.outbox.readItems(scope, read).catch(() => []);
    for (const { key, value, version } of items) beliefs.set(key as Key, { value, version });
  }

  /** Everything works again, until nothing waits. */
  async settle(): Promise<void> {
    this.stores.fault = () => undefined;
    for (const late of this.stores.late.splice(0)) late();
    await this.#drain();
    // A request on its way may have been refused, too.
    await this.tabs[0]!.outbox.retryRefused();
    await this.#drain();
    for (const late of this.stores.late.splice(0)) late();
  }

  async #drain(): Promise<void> {
    for (const { outbox } of this.tabs)
      if (!(await outbox.drained(drainLimitInMs))) this.faults.push('Something is never sent.');
  }

  /** Adds what is wrong to the faults. */
  async check(): Promise<void> {
    const statements = this.stores.order.get('a1') ?? [];
    // A refused statement is sent again when the user says so: others may have arrived meanwhile.
    const put = this.wasRefused ? statements.toSorted() : statements;
    if (put.join() !== this.put.join())
      this.faults.push(`Statements ${put.join()} of ${this.put.join()}`);
    const aside = await this.tabs[0]!.outbox.setAside();
    for (const key of keys) {
      const accepted = this.accepted.get(key)!;
      const stored = this.stores.stored(scope, item('', undefined, key));
      // A write without a version replaces the stored one, also when it is sent again.
      const again = new Set(
        accepted.filter(({ how }) => how === 'unversioned').map((w) => w.value),
      );
      const own = stored
        .filter((value) => !value.startsWith('elsewhere'))
        .filter((value, place, all) => value !== all[place - 1] || !again.has(value));
      const order = accepted.map(({ value }) => value);
      if (!isSubsequence(own, order)) this.faults.push(`${key}: ${own.join()} of ${order.join()}`);
      const last = accepted.at(-1);
      if (!last) continue;
      const kept = aside.some(
        (write) => write.kind === 'items' && write.items.some(({ value }) => value === last.value),
      );
      if (own.at(-1) !== last.value && !kept) this.faults.push(`${key}: ${last.value} is lost`);
      for (const [place, value] of stored.entries())
        this.#checkUnseen(accepted, value, stored[place - 1]);
    }
  }

  /** A versioned write replaces only what its writer has seen, or what that was made on. */
  #checkUnseen(accepted: readonly Write[], value: string, replaced: string | undefined): void {
    let write = accepted.find((candidate) => candidate.value === value);
    if (!write || replaced === undefined) return;
    while (write) {
      if (write.how === 'unversioned' || write.saw === replaced) return;
      const saw: string | undefined = write.saw;
      write = accepted.find((candidate) => candidate.value === saw);
    }
    this.faults.push(`${value} has replaced ${replaced}, which its writer has not seen.`);
  }
}

function isSubsequence(part: readonly string[], whole: readonly string[]): boolean {
  let place = 0;
  for (const value of whole) if (value === part[place]) place++;
  return place === part.length;
}

async function passing(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
}
