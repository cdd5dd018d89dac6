import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, onTestFinished, vi } from 'vitest';
import { patienceInMs } from '../../../../../test/rounds.ts';
import { createNetworkRule } from '../../../src/outgoing/network-rule.ts';
import {
  startForwarding,
  type Forwarding,
  type ForwardingOptions,
} from '../../../src/learning-records/forwarding/forwarding.ts';
import type { ForwardingTarget } from '../../../src/learning-records/forwarding/target.ts';
import { runIn } from '../../commands/commands.ts';
import { startTestPlatform, type TestPlatform } from '../../platform.ts';
import { statementOf } from '../statement-samples.ts';
import { base, clientOf, keyWith, type Client, type Sent } from '../xapi/requests.ts';
import { startHostileStore, type HostileStore } from './hostile-store.ts';
import { rowsOf } from '../../rows.ts';

/** The store answers, however long that takes here. */
const quick = {
  pollInMs: 20,
  pauses: { firstInMs: 20, longestInMs: 60 },
  timeoutInMs: patienceInMs,
};

/** A platform for a test file, and for each of its tests a target of its own. */
export class ForwardingWorld {
  platform!: TestPlatform;
  hostile!: HostileStore;
  name = '';
  readonly log = { error: vi.fn<() => void>(), warn: vi.fn<() => void>() };
  #store!: Client;
  #names = 0;

  constructor() {
    beforeAll(async () => {
      this.platform = await startTestPlatform();
      this.#store = clientOf(this.platform, await keyWith(this.platform, 'all'));
    });
    afterAll(() => this.platform.close());
    beforeEach(async () => {
      this.name = `target-${++this.#names}`;
      this.hostile = await startHostileStore();
      onTestFinished(() => this.hostile.close());
    });
  }

  run(...args: string[]): ReturnType<typeof runIn> {
    return runIn({ DATABASE_URL: this.platform.databaseUrl }, ...args);
  }

  async post(statements: readonly object[], sent: Partial<Sent> = {}): Promise<void> {
    const headers = { 'Content-Type': 'application/json', ...sent.headers };
    const body = sent.body ?? JSON.stringify(statements);
    const answer = await this.#store(`${base}/statements`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  }

  async postMany(count: number): Promise<string[]> {
    const statements = Array.from({ length: count }, () => statementOf());
    await this.post(statements);
    return statements.map(({ id }) => id);
  }

  /** A process of the services, as far as it forwards. */
  async forwardTo(
    target: Partial<ForwardingTarget> = {},
    options: Partial<ForwardingOptions> = {},
  ): Promise<Forwarding> {
    const { networks = ['127.0.0.0/8'], targets: others = [] } = options;
    const { endpoint } = this.hostile;
    const process = await startForwarding(
      {
        ...quick,
        ...options,
        targets: [
          ...others,
          { name: this.name, endpoint, key: 'k', secret: 's', from: 'now', ...target },
        ],
      },
      {
        connections: this.platform.databaseUrl,
        rule: createNetworkRule(networks),
        log: this.log,
      },
    );
    let stopped: Promise<void> | undefined;
    const stop = () => (stopped ??= process.stop());
    onTestFinished(stop);
    return { figures: () => process.figures(), stop };
  }

  stateOf() {
    return rowsOf(this.platform.database, 'lars.forwardings', { target: this.name }).one();
  }

  failuresOf() {
    return this.platform.database
      .selectFrom('lars.forwarding_failures')
      .selectAll()
      .where('target', '=', this.name)
      .orderBy('sequence')
      .execute();
  }

  /** Waits until all that is stored has arrived or is set aside. */
  async untilUpToDate(): Promise<void> {
    const isUpToDate = async () => {
      const { rows } = await sql<{ is: boolean }>`
        select position >= (select max(sequence) from lars.statements) as is
        from lars.forwardings where target = ${this.name}
      `.execute(this.platform.database);
      return rows[0]?.is;
    };
    await vi.waitUntil(isUpToDate);
  }
}
