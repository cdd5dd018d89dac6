import { parseArgs } from 'node:util';
import { openContent } from '@lectern/simulator/content';
import { onlyWord, UsageProblem } from './problem.ts';

/** `simulate [ADDRESS|FOLDER]`: runs until it is stopped. @returns the exit code */
export async function simulate(args: readonly string[]): Promise<number> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { port: { type: 'string' } },
  });
  const port = values.port === undefined ? {} : { port: portOf(values.port) };
  const stop = new AbortController();
  const stopped = Promise.withResolvers<undefined>();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      stop.abort();
      stopped.resolve(undefined);
    });
  }
  const content = await openContent(onlyWord(positionals));
  try {
    const { startSimulator } = await import('@lectern/simulator');
    const simulator = await startSimulator({
      content: content.address,
      ...port,
      onStep: (title) => process.stdout.write(`… ${title}\n`),
      signal: stop.signal,
    });
    try {
      process.stdout.write(
        `\n  Simulator  ${simulator.address}\n  Content    ${content.address.href}\n\n`,
      );
      for (const { scenario, address } of Object.values(simulator.stages))
        process.stdout.write(`  ${scenario.name.padEnd(15)}${address}\n`);
      process.stdout.write('\nPress Ctrl-C to stop.\n');
      const problem = await Promise.race([simulator.failure, stopped.promise]);
      if (problem) throw problem;
    } finally {
      await simulator.close();
    }
  } catch (error) {
    if (!stop.signal.aborted) throw error;
  } finally {
    await content.close();
  }
  return 0;
}

function portOf(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new UsageProblem(`--port must be a port number, not "${text}".`);
}
