import { parseArgs } from 'node:util';
import { framingFault } from '../check/framing.ts';
import { openContent } from '../content.ts';
import { onlyWord, UsageProblem } from '../problem.ts';

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
    const { startSimulator } = await import('./simulator.ts');
    const simulator = await startSimulator({
      content: content.address,
      ...port,
      warnings: await warningsOf(content.address),
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

/** What keeps the content from being seen at all, as its start page says it. */
async function warningsOf(address: URL): Promise<string[]> {
  try {
    const { ok, status, headers } = await fetch(address);
    if (!ok) return [`Der Inhalt antwortet mit HTTP ${status}.`];
    const fault = framingFault(address, headers, 'http://localhost:1');
    return fault
      ? [
          `Der Inhalt lässt sich nicht einbetten. Warum, und was zu tun ist, sagt die Prüfung: npx lectern-author check ${address.href}`,
        ]
      : [];
  } catch {
    return ['Der Inhalt ist noch nicht erreichbar. Läuft sein Server?'];
  }
}
