import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startTestDatabase } from '@lectern/env/testing';
import type { Benchmark, Figure } from '../figures.ts';
import { createDatabase } from '../database.ts';
import { apiKey, insertKey } from '../records/database.ts';
import { startServices } from '../records/start.ts';

/** A checkout of ADL's conformance suite (adlnet/lrs-conformance-test-suite), after `npm install` there. */
const suite = process.env['LECTERN_CONFORMANCE_SUITE'];

/** By version: the base that names it to those who named none, and how many tests there are at least. */
const batteries = [
  { version: '1.0.3', base: '/lars/xapi', atLeast: 1_365 },
  { version: '2.0.0', base: '/lars/xapi/v2', atLeast: 1_442 },
] as const;

/** A store that died would be asked for ever. */
const timeoutInMs = 300_000;

export const benchmark: Benchmark = {
  question: `How many tests of ADL's conformance suite does the record store pass, in both versions?`,

  remarks:
    'The suite is not part of this project. `LECTERN_CONFORMANCE_SUITE=<checkout> npm run bench record-conformance` runs it.',

  async run() {
    if (!suite) return undefined;
    await using stack = new AsyncDisposableStack();
    const embedded = await startTestDatabase();
    stack.defer(() => embedded.stop());
    const database = await createDatabase(embedded.url);
    await insertKey(database.url);
    const services = await startServices(database.url);
    stack.defer(() => services.stop());
    const figures: Figure[] = [];
    for (const { version, base, atLeast } of batteries) {
      const address = `http://127.0.0.1:${services.port}${base}`;
      const { total, passed } = await runSuite(suite, version, address);
      figures.push({
        figure: `tests passed, ${version}`,
        unit: 'tests',
        value: passed,
        against: { what: 'all', value: total },
        ratio: passed / total,
        goal: `all of at least ${atLeast}`,
        met: passed === total && total >= atLeast,
      });
    }
    return figures;
  },
};

interface Summary {
  readonly total: number;
  readonly passed: number;
}

/** Its exit code says nothing: it is 0 after a crash, and wraps at 256. */
async function runSuite(folder: string, version: string, address: string): Promise<Summary> {
  const { key, secret } = apiKey;
  const runner = ['bin/console_runner.js', '-e', address, '-a', '-u', key, '-p', secret];
  const { stdout } = await promisify(execFile)(process.execPath, [...runner, '-x', version, '-z'], {
    cwd: folder,
    timeout: timeoutInMs,
    maxBuffer: 64 * 1024 * 1024,
  }).catch((error: unknown) => {
    if (error instanceof Error && 'stdout' in error) return { stdout: String(error.stdout) };
    throw error;
  });
  const summaries = stdout.split('\n').filter((line) => line.startsWith('{"total"'));
  if (summaries.length === 0) throw new Error(`The suite has said nothing: ${stdout.slice(-500)}`);
  return JSON.parse(summaries.at(-1)!) as Summary;
}
