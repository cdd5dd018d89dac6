import { compareByRound, type Figure, type Goal } from '../figures.ts';
import { load } from '../load.ts';

/** Result of one turn of a load. */
export interface Sample {
  readonly perSecond: number;
  /** In milliseconds. */
  readonly p50: number;
  readonly p99: number;
}
export type Quantity = keyof Sample;

/** Samples by what was measured, in the order of the rounds; and the answers that were not good. */
export class Measured {
  failures = 0;
  readonly #samples = new Map<string, Sample[]>();

  /** Sends requests, which are shared among the clients, and keeps what came of it under a name. */
  async add(
    name: string,
    port: number,
    requests: readonly Buffer[],
    clients: number,
    durationInMs: number,
  ): Promise<void> {
    const sample = await this.ask(port, requests, clients, durationInMs);
    this.#samples.set(name, [...(this.#samples.get(name) ?? []), sample]);
  }

  async ask(
    port: number,
    requests: readonly Buffer[],
    clients: number,
    durationInMs: number,
  ): Promise<Sample> {
    const shares = Array.from({ length: clients }, (_, client) =>
      requests.filter((_, index) => index % clients === client),
    );
    const { answers, times, failures } = await load(port, shares, durationInMs, { lengths: 'any' });
    if (failures.first !== undefined) console.error(failures.first);
    this.failures += failures.count;
    const sorted = times.toSorted((a, b) => a - b);
    const percentile = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Infinity;
    return {
      perSecond: (answers * 1000) / durationInMs,
      p50: percentile(0.5),
      p99: percentile(0.99),
    };
  }

  /** Two that were measured in the same rounds. */
  compare(
    figure: string,
    what: Quantity,
    [own, peer, peerTitle]: readonly [own: string, peer: string, peerTitle: string],
    goal?: Goal,
  ): Figure {
    const of = (name: string) => this.#samples.get(name)!.map((sample) => sample[what]);
    const unit = what === 'perSecond' ? '1/s' : 'ms';
    return compareByRound(figure, unit, of(own), { what: peerTitle, values: of(peer) }, goal);
  }
}
