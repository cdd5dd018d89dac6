import { fork } from 'node:child_process';
import { once } from 'node:events';

/** A program in a process of its own, which answers what it is asked. */
export interface BenchProcess<Said> {
  /** First words, once it is ready. */
  readonly said: Said;
  ask(question: string): Promise<unknown>;
  stop(): void;
}

export async function startProcess<Said>(
  entry: URL,
  args: readonly string[] = [],
  execArgv: readonly string[] = [],
): Promise<BenchProcess<Said>> {
  const child = fork(entry, [...args], { execArgv: [...execArgv] });
  const [said] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error(`${entry.pathname} did not start.`);
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
