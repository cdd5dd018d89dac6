import { compareByRound, type Figure, type Goal } from '../figures.ts';
import { sampleOf, type Sample } from '../load.ts';

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
    const { failures, ...sample } = await sampleOf(port, requests, clients, durationInMs, {
      lengths: 'any',
    });
    if (failures.first !== undefined) console.error(failures.first);
    this.failures += failures.count;
    return sample;
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
