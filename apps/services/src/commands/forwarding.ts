import {
  forgetTarget,
  forwardingFailures,
  forwardingStates,
  sendFailuresAgain,
  type ForwardingState,
} from '../learning-records/forwarding/state.ts';
import type { Database } from '../storage/database.ts';
import { readWords, type Command, type Terminal } from './command.ts';
import { databaseFlags, databaseHelp, withDatabase } from './connection.ts';
import { recordCommand } from './operator.ts';
import { CommandProblem, UsageProblem } from './problem.ts';

/** Most failures that are listed; who has more looks for what they have in common. */
const listMaximum = 1_000;

const help = `Says how far learning records are forwarded to other record stores, and what those refuse.

  npx lectern forwarding [flags]
  npx lectern forwarding [flags] failures <target>
  npx lectern forwarding [flags] retry <target>
  npx lectern forwarding [flags] forget <target>

${databaseHelp()}
Each line says the target, the number of the last statement that it has, how many came after that, how
many it has refused, and, where it cannot be reached, after how many attempts, why, and when the next one
is. A target that is taken out of the services' file stays in the list, as it was.

failures lists the statements that a target has refused: id, status, when, and what it said. retry has
them sent again, within seconds; what is refused again stays in the list. A target that waits for its next
attempt is asked at once. forget is for a target that is out of the services' file for good: what it has
not got and what it has refused is held for it no more. Both are written to the audit log.

Exit codes: 0; 1 for an unknown target, or a database that does not answer; 2 for wrong flags.
`;

const actions = new Set(['failures', 'retry', 'forget']);

export const forwarding: Command = {
  summary: 'show how far learning records have been forwarded, and resend failures',
  help,
  run: async (args, terminal) => {
    const { values, words } = readWords(args, databaseFlags);
    const [action, target, ...others] = words;
    const isKnown = action === undefined || actions.has(action);
    if (!isKnown || others.length > 0 || (action !== undefined && target === undefined)) {
      throw new UsageProblem(
        'Give no argument, or "failures", "retry" or "forget" with a target. See --help.',
      );
    }
    await withDatabase(values.data, terminal, async (database) => {
      const states = await forwardingStates(database);
      if (action === undefined) return list(states, terminal);
      if (!states.some((state) => state.target === target)) {
        throw new CommandProblem(`There is no target ${target}.`);
      }
      if (action === 'failures') return listFailures(database, target!, terminal);
      return action === 'retry'
        ? retry(database, target!, terminal)
        : forget(database, target!, terminal);
    });
  },
};

async function list(states: readonly ForwardingState[], terminal: Terminal): Promise<void> {
  if (states.length === 0) return terminal.write('Nothing is forwarded.\n');
  for (const state of states) await terminal.write(`${lineOf(state)}\n`);
}

function lineOf(state: ForwardingState): string {
  const { target, position, behind, failures, attempts, last_failure, next_attempt_at } = state;
  return [
    target,
    `at ${position}`,
    `${behind} behind`,
    `${failures} refused`,
    ...(attempts > 0 ? [`${attempts} ${attempts === 1 ? 'attempt' : 'attempts'} in vain`] : []),
    ...(last_failure === null
      ? []
      : [`last failure ${state.last_failure_at?.toISOString()}: ${last_failure}`]),
    ...(attempts > 0 && next_attempt_at ? [`next attempt ${next_attempt_at.toISOString()}`] : []),
  ].join('  ');
}

async function listFailures(database: Database, target: string, terminal: Terminal): Promise<void> {
  const failures = await forwardingFailures(database, target, listMaximum + 1);
  if (failures.length === 0) return terminal.write(`${target} has refused nothing.\n`);
  for (const { statement_id, status, failed_at, is_waiting, answer } of failures.slice(
    0,
    listMaximum,
  )) {
    const state = is_waiting ? ['is sent again'] : [];
    const line = [statement_id, `status ${status}`, failed_at.toISOString(), ...state, answer];
    await terminal.write(`${line.join('  ').trimEnd()}\n`);
  }
  if (failures.length > listMaximum) await terminal.write('… and more.\n');
}

async function retry(database: Database, target: string, terminal: Terminal): Promise<void> {
  const count = await database.transaction().execute(async (transaction) => {
    const count = await sendFailuresAgain(transaction, target);
    await record(transaction, { target, count });
    return count;
  });
  await terminal.write(
    count === 1 ? '1 statement will be sent again.\n' : `${count} statements will be sent again.\n`,
  );
}

async function forget(database: Database, target: string, terminal: Terminal): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await forgetTarget(transaction, target);
    await record(transaction, { target, isForgotten: true });
  });
  await terminal.write(`${target} is forgotten.\n`);
}

function record(transaction: Database, change: object): Promise<void> {
  return recordCommand(transaction, 'forwarding', change);
}
