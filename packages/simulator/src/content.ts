import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { serveFolder } from './server/folder-server.ts';
import { SimulatorProblem } from './problem.ts';

/** Content that is simulated or checked. */
export interface Content {
  /** Of its first page. */
  readonly address: URL;
  close(): Promise<void>;
}

/**
 * @param given An address, such as that of a development server, or a folder with an `index.html`,
 *   which is served with live reload. Absent: the demo publication.
 * @throws {SimulatorProblem} when it is neither
 */
export async function openContent(given: string | undefined): Promise<Content> {
  if (given === undefined) return serveFolder((await import('@lectern/env')).demoContentFolder);
  const address = addressOf(given);
  if (address) return { address, close: async () => {} };
  const folder = resolve(given);
  if (!existsSync(folder) || !statSync(folder).isDirectory()) {
    throw new SimulatorProblem(
      `${given} is neither an address (http:// or https://) nor a folder.`,
    );
  }
  if (!existsSync(join(folder, 'index.html'))) {
    throw new SimulatorProblem(`${folder} has no index.html, which is where content begins.`);
  }
  return serveFolder(folder);
}

/** `localhost:5173` is one, too. */
function addressOf(given: string): URL | undefined {
  const address = /^[\w.-]+:\d+(\/|$)/.test(given) ? `http://${given}` : given;
  return /^https?:\/\//i.test(address) && URL.canParse(address) ? new URL(address) : undefined;
}
