import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { sentStatements } from './sent-statements.ts';

/** A node of a plan as `explain (format json)` gives it, with what these tests read. */
export interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Schema?: string;
  readonly 'Index Cond'?: string;
  readonly 'Recheck Cond'?: string;
  readonly Filter?: string;
  readonly 'Actual Rows'?: number;
  /** How often it ran; 0: never. */
  readonly 'Actual Loops'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** A statement that was sent, and how PostgreSQL ran it. */
export interface RecordedPlan {
  readonly text: string;
  readonly plan: PlanNode;
}

/** Watches what this process sends to its databases. */
export interface PlanRecorder {
  /** @returns the plans of the statements that the work sends, and that its doing so sends in turn. */
  record(work: () => Promise<unknown>): Promise<readonly RecordedPlan[]>;
  stop(): void;
}

type Query = (this: pg.Client, ...parameters: unknown[]) => unknown;

const readsTables = /\b(aua|gres|lima|osc|atma|clag|lars)"?\./;
const isExplainable = /^\s*(with|select|insert|update|delete|merge)\b/i;

/**
 * Ways that read a whole table because it has few rows are switched off. The others go by an index and by a key,
 * wherever there is a way by it.
 */
const avoidWholeTables = `
  set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off;
`;

/**
 * Has each statement explained, with its values, right before it is sent: on the same connection, in the
 * same transaction, and undone, so that it meets what the statement itself meets.
 */
export function recordPlans({
  mayReadWholeTables = false,
}: {
  /** Plans are as the product gets them, those that read a whole table among them. */
  readonly mayReadWholeTables?: boolean;
} = {}): PlanRecorder {
  const recording = new AsyncLocalStorage<RecordedPlan[]>();
  const send = pg.Client.prototype.query as unknown as Query;
  /** Work of a connection: the next statement comes after it. */
  const busy = new WeakMap<pg.Client, Promise<unknown>>();

  const explain = async (client: pg.Client, text: string, values: unknown[]) => {
    const run = (...parameters: unknown[]) =>
      send.apply(client, parameters) as Promise<
        pg.QueryResult<{ 'QUERY PLAN': { Plan: PlanNode }[] }>
      >;
    const isInTransaction = client.getTransactionStatus() === 'T';
    await run(isInTransaction ? 'savepoint before_explaining' : 'begin');
    try {
      if (!mayReadWholeTables) await run(avoidWholeTables);
      const { rows } = await run({
        text: `explain (analyze, verbose, timing off, summary off, format json) ${text}`,
        values,
      });
      return rows[0]!['QUERY PLAN'][0]!.Plan;
    } finally {
      await run(
        isInTransaction
          ? 'rollback to savepoint before_explaining; release savepoint before_explaining'
          : 'rollback',
      );
    }
  };

  const query: Query = function (...parameters) {
    const plans = recording.getStore();
    const statements = sentStatements(parameters).filter(isExplained);
    const before = busy.get(this);
    if (!before && (!plans || statements.length === 0)) return send.apply(this, parameters);
    const explained = async () => {
      await before?.catch(() => {});
      for (const { text, values = [] } of plans ? statements : []) {
        plans!.push({ text, plan: await explain(this, text, values) });
      }
    };
    const callback = parameters.at(-1);
    const explaining = explained();
    busy.set(this, explaining);
    const sent = explaining.then(() => {
      if (busy.get(this) === explaining) busy.delete(this);
      return send.apply(this, parameters);
    });
    if (typeof callback !== 'function') return sent;
    sent.catch((error: unknown) => process.nextTick(callback, error));
    return undefined;
  };
  pg.Client.prototype.query = query as unknown as pg.Client['query'];

  return {
    async record(work) {
      const plans: RecordedPlan[] = [];
      await recording.run(plans, work);
      return plans;
    },
    stop() {
      pg.Client.prototype.query = send as unknown as pg.Client['query'];
    },
  };
}

/** True for a statement that has a plan and reads or writes the platform's tables. */
function isExplained({ text }: pg.QueryConfig): boolean {
  return isExplainable.test(text) && readsTables.test(text);
}
