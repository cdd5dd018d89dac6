import { parseArgs } from 'node:util';
import { onlyWord, UsageProblem } from '../problem.ts';
import { writeStarter } from './write-starter.ts';

/** `new FOLDER`. @returns the exit code */
export async function makeStarter(args: readonly string[]): Promise<number> {
  const { positionals } = parseArgs({ args: [...args], allowPositionals: true });
  const folder = onlyWord(positionals);
  if (folder === undefined)
    throw new UsageProblem('Give the folder: lectern-author new my-course.');
  await writeStarter(folder);
  process.stdout.write(
    `Created ${folder}. To see it, run:\n\n  npx lectern-author simulate ${asArgument(folder)}\n`,
  );
  return 0;
}

/** As a shell takes it for one word (POSIX Shell Command Language, section 2.2.2). */
function asArgument(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
