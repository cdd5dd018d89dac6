import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A program in a process of its own, which answers what it is asked. */
export interface BenchProcess<Said> {
  /** What it says first, once it is ready. */
  readonly said: Said;
  ask(question: string): Promise<unknown>;
  stop(): void;
}

/** @param entry Its file, from this folder. */
export async function startProcess<Said>(
  entry: string,
  args: readonly string[] = [],
  execArgv: readonly string[] = [],
): Promise<BenchProcess<Said>> {
  const path = fileURLToPath(new URL(entry, import.meta.url));
  const child = fork(path, [...args], { execArgv: [...execArgv] });
  const [said] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error(`${entry} did not start.`);
    }),
  ])) as [Said];
  return {
    said,
    async ask(question) {
      child.send(question);
      const [answer] = (await once(child, 'message')) as [unknown];
      return answer;
    },
    stop: () => void child.kill(),
  };
}
