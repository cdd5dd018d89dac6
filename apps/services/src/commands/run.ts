import { accounts } from './accounts/command.ts';
import { backup } from './backup/backup.ts';
import { moveTo } from './backup/move-to.ts';
import { restore } from './backup/restore.ts';
import type { Command, Terminal } from './command.ts';
import { couponHistory } from './coupon-history.ts';
import { distribute } from './distribute.ts';
import { eraseRecords } from './erase-records.ts';
import { exportRecords } from './export-records.ts';
import { exportUser } from './export-user.ts';
import { forwarding } from './forwarding.ts';
import { importRecords } from './import-records.ts';
import { importUsers } from './import-users/command.ts';
import { makeCoupons } from './make-coupons.ts';
import { notifications } from './notifications.ts';
import { CommandProblem, OutputClosed } from './problem.ts';
import { pruneAuditLogCommand } from './prune-audit-log.ts';
import { pruneRecords } from './prune-records.ts';
import { recordKeys } from './record-keys.ts';
import { unlinkUser } from './unlink-user.ts';

const commands: Readonly<Record<string, Command>> = {
  accounts,
  'import-users': importUsers,
  'export-user': exportUser,
  'unlink-user': unlinkUser,
  'make-coupons': makeCoupons,
  'coupon-history': couponHistory,
  notifications,
  'record-keys': recordKeys,
  forwarding,
  'export-records': exportRecords,
  'import-records': importRecords,
  'erase-records': eraseRecords,
  'prune-records': pruneRecords,
  'prune-audit-log': pruneAuditLogCommand,
  backup,
  restore,
  'move-to': moveTo,
  distribute,
};

const help = `Commands for operators of Lectern.

  npx lectern <command> …

${Object.entries(commands)
  .map(([name, { summary }]) => `  ${name.padEnd(17)}${summary}`)
  .join('\n')}

Run npx lectern <command> --help for details.
`;

/** 128 and the number of SIGPIPE, as shells tell of a program whose reader has stopped. */
const outputClosedExitCode = 141;

/**
 * @returns exit code: 0; 1 when the command could not do its work; 2 for wrong arguments; 3 when it could
 *   not do all of it; 141 when
 *   whoever reads the output stopped before its end.
 */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await run(args, terminal);
  } catch (error) {
    if (error instanceof OutputClosed) return outputClosedExitCode;
    if (!(error instanceof CommandProblem)) throw error;
    terminal.note(`${error.message}\n`);
    return error.exitCode;
  }
}

async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const [name = '--help', ...rest] = args;
  if (name === '--help') {
    await terminal.write(help);
    return 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    terminal.note(`Unknown command ${name}.\n\n${help}`);
    return 2;
  }
  if (rest.includes('--help')) {
    await terminal.write(command.help);
    return 0;
  }
  return (await command.run(rest, terminal)) ?? 0;
}
