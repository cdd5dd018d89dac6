import { services } from '@lectern/contracts';
import { sql, type ControlledTransaction } from 'kysely';
import { vi } from 'vitest';
import type { Database, Tables } from '../../src/index.ts';
import { startTestProcess, type TestProcess } from '../process.ts';
import { saveProduct } from './order-world.ts';

/** How long a process may take to come to a table that is held. */
const patienceInMs = 20_000;

/** The services as a process that can be killed, with a product and an administrator who calls. */
export interface CrashWorld {
  readonly process: TestProcess;
  readonly database: Database;
  /** Subject of the administrator, who is also a person like others. */
  readonly subject: string;
  /** Calls the order service; rejects where the process dies over it. */
  post(path: string, body: unknown): Promise<unknown>;
  /** Kills the process over a call, which somebody has seen to being held. */
  killOver(call: Promise<unknown>): Promise<void>;
}

/** The product that there is. */
export const crashProduct = { mandant_identifier: 'LECTERN', product_reference: 'wasser' } as const;

/** @param environment Variables of the process, beside those that it needs. */
export async function startCrashWorld(
  environment: Readonly<Record<string, string>> = {},
): Promise<CrashWorld> {
  const process = await startTestProcess(environment);
  const { database, identityProvider, url } = process;
  const { subject, token } = await identityProvider.signIn('mia');
  await database.insertInto('aua.user_roles').values({ subject, role: 'administrator' }).execute();
  await saveProduct(database, crashProduct.product_reference);
  return {
    process,
    database,
    subject,
    async post(path, body) {
      const response = await fetch(`${url}${services.osc.base}${path}`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'X-Ia-Correlation-Id': 'crash',
          'X-Ia-Subject': subject,
          'X-Ia-Roles': '',
          Authorization: `Bearer ${token}`,
        },
        body: JSON.stringify(body),
      });
      const answer: unknown = await response.json();
      if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
      return answer;
    },
    async killOver(call) {
      const isAnswered = call.then(
        () => true,
        () => false,
      );
      process.kill('SIGKILL');
      await process.exited;
      if (await isAnswered) throw new Error('The call was answered before the process was killed.');
    },
  };
}

/**
 * Puts somebody in the way of a process: what it writes there waits until this ends.
 *
 * @param mode `share` lets it lock rows, but write none.
 */
export async function hold(
  database: Database,
  table: string,
  mode: 'share' | 'access exclusive' = 'access exclusive',
): Promise<ControlledTransaction<Tables>> {
  const holding = await database.startTransaction().execute();
  await sql`lock table ${sql.table(table)} in ${sql.raw(mode)} mode`.execute(holding);
  return holding;
}

/** Resolves when somebody waits for a lock of this table. */
export function waitsFor(database: Database, table: string): Promise<unknown> {
  return vi.waitUntil(
    async () => {
      const { rows } = await sql`
        select from pg_locks where not granted and relation = ${table}::regclass
      `.execute(database);
      return rows.length > 0;
    },
    { timeout: patienceInMs },
  );
}
