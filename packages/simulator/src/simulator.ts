import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { framingFault } from './check/framing.ts';
import { localShell } from './check/page.ts';
import { startBackstage } from './backstage.ts';
import { redirect } from './forwarding.ts';
import { listen } from './server/listen.ts';
import { scenarios, type ScenarioName } from './scenarios.ts';
import { startStage, type Stage } from './stage.ts';
import { startPage } from './start-page.ts';

/** The production shell around an author's content, in every scenario. */
export interface Simulator {
  /** The page that lists the scenarios. */
  readonly address: string;
  readonly stages: Readonly<Record<ScenarioName, Stage>>;
  /** Resolves when the services cannot be kept running. */
  readonly failure: Promise<Error>;
  close(): Promise<void>;
}

export interface SimulatorOptions {
  /** Address of the author's first page. */
  readonly content: URL;
  /** Of the page that lists the scenarios; default: a free one. */
  readonly port?: number;
  /** Told of each step. */
  readonly onStep?: (title: string) => void;
  readonly signal?: AbortSignal;
}

/**
 * Starts the platform with a new database, and a stage for each scenario.
 *
 * @throws {StartProblem} of `@lectern/env` when the platform cannot start
 */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const { content, port, onStep = () => {}, signal } = options;
  const done = new AsyncDisposableStack();
  try {
    const server = await listen(port);
    done.defer(() => server.close());
    const backstage = await startBackstage({ onStep, ...(signal ? { signal } : {}) });
    done.defer(() => backstage.close());
    onStep('Scenarios');
    const warnings = await warningsOf(content, signal);
    signal?.throwIfAborted();
    const stages: Stage[] = [];
    for (const scenario of scenarios) {
      const stage = await startStage(scenario, content, backstage);
      done.defer(() => stage.close());
      stages.push(stage);
    }
    server.answerWith((request, response, { pathname }) => {
      const stage = stages.find(({ scenario }) => pathname === `/${scenario.name}`);
      // No other site can press these buttons.
      const isOwn = request.headers['origin'] === server.origin;
      if (request.method === 'POST' && stage && isOwn) return press(request, response, stage);
      if (pathname === '/' && request.method === 'GET') {
        response
          .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
          .end(startPage(content, stages, warnings));
      } else response.writeHead(404).end();
    });
    return {
      address: server.origin,
      stages: Object.fromEntries(
        stages.map((stage) => [stage.scenario.name, stage]),
      ) as Simulator['stages'],
      failure: backstage.failure,
      close: () => done.disposeAsync(),
    };
  } catch (error) {
    await done.disposeAsync();
    throw error;
  }
}

/** One of the list's buttons. */
async function press(
  request: IncomingMessage,
  response: ServerResponse,
  { schedule }: Stage,
): Promise<void> {
  const form = new URLSearchParams(await text(request));
  if (form.get('fault') === 'begin') schedule.begin();
  else schedule.end();
  redirect(response, '/');
}

/** Reasons that keep the content from being shown at all, as its first page says them. */
async function warningsOf(content: URL, signal?: AbortSignal): Promise<string[]> {
  try {
    const { ok, status, headers } = await fetch(content, signal ? { signal } : {});
    if (!ok) return [`Der Inhalt antwortet mit HTTP ${status}.`];
    return framingFault(content, headers, localShell)
      ? [
          `Der Inhalt lässt sich nicht einbetten. Warum, und was zu tun ist, sagt die Prüfung: npx lectern-author check ${content.href}`,
        ]
      : [];
  } catch {
    return ['Der Inhalt ist noch nicht erreichbar. Läuft sein Server?'];
  }
}
