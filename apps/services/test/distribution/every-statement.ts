import pg from 'pg';
import { afterAll } from 'vitest';
import { sentStatements } from '../sent-statements.ts';
import { namesKeyedTable } from './keyed-tables.ts';
import { startedSurroundings } from './surroundings.ts';

/*
 * Holds each statement that the services send in any test to the rules of a distributed engine (rules.ts). A file of
 * tests in whose run one breaks a rule fails. Statements of the tests themselves are left out.
 */

type Query = (this: pg.Client, ...parameters: unknown[]) => unknown;

interface Sent {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Once for all files of a process: what was sent since the last one. */
const scope = globalThis as { statements?: ReturnType<typeof watch> };

function watch() {
  const seen = new Set<string>();
  const left: Sent[] = [];
  const send = pg.Client.prototype.query as unknown as Query;
  const query: Query = function (...parameters) {
    for (const config of sentStatements(parameters)) {
      const { text, values = [] } = config;
      if (!text || !namesKeyedTable.test(text)) continue;
      // Which parameters are of one value tells how many keys a statement is about.
      const form = `${values.map((value) => values.indexOf(value)).join()} ${text}`;
      if (!seen.has(form) && isOfServices(config)) {
        left.push({ text, values });
        seen.add(form);
      }
    }
    return send.apply(this, parameters);
  };
  pg.Client.prototype.query = query as unknown as pg.Client['query'];
  return left;
}

/**
 * The nearest caller tells that is no part of the storage, and passes no statements on. A pool calls by itself: the
 * services name what it prepares.
 */
function isOfServices({ name }: pg.QueryConfig): boolean {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 100;
  const { stack = '' } = new Error('Called from');
  Error.stackTraceLimit = stackTraceLimit;
  const [, folder] =
    /\/apps\/services\/(src|test)\/(?!storage\/|distribution\/every|recorded-plans)/.exec(stack) ??
    [];
  // Statements that come again have names of their own, also those of tests.
  const isPrepared = name !== undefined && !name.startsWith('statement-');
  return folder === 'src' || (folder === undefined && isPrepared);
}

const left = (scope.statements ??= watch());

afterAll(async () => {
  if (left.length === 0) return;
  const [{ brokenRules }, { loadModule }] = await Promise.all([
    import('./rules.ts'),
    import('libpg-query'),
  ]);
  await loadModule();
  const surroundings = startedSurroundings();
  const broken = left.splice(0).flatMap(({ text, values }) => {
    const rules = brokenRules(text, { ...surroundings, values });
    return rules.length > 0 ? [`${rules.join(', ')}: ${text}`] : [];
  });
  if (broken.length > 0) {
    throw new Error(
      `Refused by a distributed engine (docs/operate/distribution.md):\n${broken.join('\n\n')}`,
    );
  }
});
